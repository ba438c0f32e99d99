"""Logging in with a name and a password."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.form_controls import form_meant, form_of, submit_button
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
    user, secret = intent.get("user"), intent.get("password") or intent.value
    if not intent.get("password") and screen.exactly(screen.state.fill(secret.text)):
        return Decline(f"it is not clear whether {secret.prompt} is the password; write: with the password …")
    actions = [type_action(name, "the user name", user, screen), type_action(password, "the password", secret, screen)]
    expects = tuple(filter(None, (holds(name, user, screen), holds(password, secret, screen))))
    if not _asks_for_more(intent):
        return SkillPlan(tuple(actions), certain=True, expects=expects)
    button = _button(password, screen, lexicon().submits)
    if isinstance(button, Decline):
        return button
    return SkillPlan((*actions, tap(button, button.name or "the log-in button")))


def click_login(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Press login" where the only button of the form with the password has another name."""
    argument = tuple(word for word in split_words(intent.target.text or intent.words) if word not in {"the", "button"})
    secrets = [field for field in screen.fields if "password" in field.states]
    if argument not in lexicon().classes["login"] or len(secrets) != 1:
        return None
    button = _button(secrets[0], screen)
    return SkillPlan((tap(button, button.name or "the log-in button"),)) if isinstance(button, Node) else None


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


def _button(password: Node, screen: ScreenIndex, others: Sequence[str] = ()) -> Node | Decline:
    """The button that logs in, of the form with the password: by its name, by one of `others`, or as the only one."""
    controls = form_meant((password.number,), screen)
    if isinstance(controls, str):
        return Decline(controls)
    names = [" ".join(phrase) for phrase in lexicon().classes["login"]]
    is_alone = bool(form_of(password)[0]) or len(screen.of_role({"button"})) == 1
    button = submit_button(controls, (*names, *others), alone=is_alone)
    return button if isinstance(button, Node) else Decline(f"{button}; say which button logs in")


def _asks_for_more(intent: Intent) -> bool:
    first = intent.words.casefold()
    return any(first.startswith(" ".join(phrase)) for phrase in lexicon().classes["login"])


def _words(field: Node, screen: ScreenIndex) -> set[str]:
    return {word for name in screen.names(field) for word in split_words(name)}


_PASSWORD = frozenset({"password", "passwd", "passphrase", "pin"})
_USER = frozenset({"user", "username", "login", "email", "account", "e-mail", "userid"})
