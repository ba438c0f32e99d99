"""Logging in with a name and a password."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.text_fields import holds, type_action
from askonce.language.normalization import split_words
from askonce.screens import Node


def log_in(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Fill in both fields; press the button too where the words ask for more than filling in."""
    fields = _fields(screen)
    if isinstance(fields, Decline):
        return fields
    name, password = fields
    user, secret = intent.get("user"), intent.get("password")
    actions = [type_action(name, "the user name", user, screen), type_action(password, "the password", secret, screen)]
    expects = tuple(filter(None, (holds(name, user, screen), holds(password, secret, screen))))
    if not _asks_for_more(intent):
        return SkillPlan(tuple(actions), certain=True, expects=expects)
    button = _button(screen)
    if isinstance(button, Decline):
        return button
    return SkillPlan((*actions, tap(button, button.name or "the log-in button")))


def click_login(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Press login" where the only button beside a password has another name."""
    argument = tuple(word for word in split_words(intent.target.text) if word not in {"the", "button"})
    if argument not in lexicon().classes["login"] or not any("password" in field.states for field in screen.fields):
        return None
    buttons = [node for node in screen.of_role({"button"}) if not node.states & {"disabled", "covered"}]
    return SkillPlan((tap(buttons[0], buttons[0].name or "the log-in button"),)) if len(buttons) == 1 else None


def _fields(screen: ScreenIndex) -> tuple[Node, Node] | Decline:
    """The one field for a password and the field for the name right before it."""
    secrets = [field for field in screen.fields if "password" in field.states] or [
        field for field in screen.fields if not _PASSWORD.isdisjoint(_words(field, screen))
    ]
    if len(secrets) != 1:
        return Decline(
            "there is no single field for a password" if secrets else "there is no field for a password",
            None if secrets else IntentArgument("password"),
        )
    before = [field for field in screen.fields if field is not secrets[0]]
    place = screen.fields.index(secrets[0])
    named = [field for field in before if not _USER.isdisjoint(_words(field, screen))]
    if len(named) == 1:
        return named[0], secrets[0]
    if place:
        return screen.fields[place - 1], secrets[0]
    return Decline("there is no field for the user name", IntentArgument("username"))


def _button(screen: ScreenIndex) -> Node | Decline:
    names = [" ".join(phrase) for phrase in lexicon().classes["login"]]
    for name in (*names, *lexicon().submits):
        buttons = screen.exactly(name, lambda node: node.actionable and node.role == "button")
        if len(buttons) == 1:
            return buttons[0]
    return Decline("it is not clear which button logs in; say which one to click")


def _asks_for_more(intent: Intent) -> bool:
    first = intent.words.casefold()
    return any(first.startswith(" ".join(phrase)) for phrase in lexicon().classes["login"])


def _words(field: Node, screen: ScreenIndex) -> set[str]:
    return {word for name in screen.names(field) for word in split_words(name)}


_PASSWORD = frozenset({"password", "passwd", "passphrase", "pin"})
_USER = frozenset({"user", "username", "login", "email", "account", "e-mail", "userid"})
