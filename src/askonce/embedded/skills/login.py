"""Logging in with a name and a password."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.embedded.skills.text_fields import holds, type_step
from askonce.language.normalization import split_words
from askonce.screens import Node


def log_in(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Fill in both fields; press the button too where the words ask for more than filling in."""
    fields = _fields(sight)
    if isinstance(fields, Decline):
        return fields
    name, password = fields
    user, secret = intent.get("user"), intent.get("password")
    steps = [type_step(name, "the user name", user, sight), type_step(password, "the password", secret, sight)]
    expects = tuple(filter(None, (holds(name, user, sight), holds(password, secret, sight))))
    if not _asks_for_more(intent):
        return Move(tuple(steps), certain=True, expects=expects)
    button = _button(sight)
    if isinstance(button, Decline):
        return button
    return Move((*steps, tap(button, button.name or "the log-in button")))


def click_login(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """ "Press login" where the only button beside a password has another name."""
    said = tuple(word for word in split_words(intent.target.text) if word not in {"the", "button"})
    if said not in lexicon().classes["login"] or not any("password" in field.states for field in sight.fields):
        return None
    buttons = [node for node in sight.of_role({"button"}) if not node.states & {"disabled", "covered"}]
    return Move((tap(buttons[0], buttons[0].name or "the log-in button"),)) if len(buttons) == 1 else None


def _fields(sight: Sight) -> tuple[Node, Node] | Decline:
    """The one field for a password and the field for the name right before it."""
    secrets = [field for field in sight.fields if "password" in field.states] or [
        field for field in sight.fields if not _PASSWORD.isdisjoint(_words(field, sight))
    ]
    if len(secrets) != 1:
        return Decline(
            "there is no single field for a password" if secrets else "there is no field for a password",
            None if secrets else Said("password"),
        )
    before = [field for field in sight.fields if field is not secrets[0]]
    place = sight.fields.index(secrets[0])
    named = [field for field in before if not _USER.isdisjoint(_words(field, sight))]
    if len(named) == 1:
        return named[0], secrets[0]
    if place:
        return sight.fields[place - 1], secrets[0]
    return Decline("there is no field for the user name", Said("username"))


def _button(sight: Sight) -> Node | Decline:
    names = [" ".join(one) for one in lexicon().classes["login"]]
    for name in (*names, *lexicon().submits):
        buttons = sight.exactly(name, lambda node: node.actionable and node.role == "button")
        if len(buttons) == 1:
            return buttons[0]
    return Decline("it is not clear which button logs in; say which one to click")


def _asks_for_more(intent: Intent) -> bool:
    first = intent.words.casefold()
    return any(first.startswith(" ".join(phrase)) for phrase in lexicon().classes["login"])


def _words(field: Node, sight: Sight) -> set[str]:
    return {word for name in sight.names(field) for word in split_words(name)}


_PASSWORD = frozenset({"password", "passwd", "passphrase", "pin"})
_USER = frozenset({"user", "username", "login", "email", "account", "e-mail", "userid"})
