"""Creating something with its form: open the form, fill it in, submit it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from askonce.embedded.form_controls import form_of
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.interpretations import to_argument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.listed_entries import called, words_for
from askonce.embedded.screen_index import ScreenIndex, is_field
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap
from askonce.embedded.skills.clicks import write_sent
from askonce.embedded.skills.text_fields import find_field, type_action
from askonce.language.normalization import key, split_words
from askonce.language.numerals import singular
from askonce.language.tokens import Token, read_tokens
from askonce.screens import Node

Filling = tuple[Node, IntentArgument]
Filler = Callable[[], list[Filling] | Decline]
"""What each field is to hold, once the form is open."""
_MOST_WAITS = 2
_JOINTS = frozenset({",", "and", "with"})
_ARE = frozenset({"as", "of", "is", "=", ":", "to", "set", "being", "the", "a", "an"})


def make(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Add a new contact with name Bob and phone 555": each detail goes into the field that is called so."""
    noun = key(screen.state.fill(intent.get("new").text))
    details = split_details(intent.get("details").prompt)
    if details is None:
        return None

    def fill() -> list[Filling] | Decline:
        found = [_filling(detail, screen) for detail in details]
        missing = next((item for item in found if isinstance(item, Decline)), None)
        return missing or [item for item in found if not isinstance(item, Decline)]

    saves = (*(f"{word} {noun}" for word in words_for("save control")), *words_for("save control"))
    return _by_form(noun, fill, saves, screen, progress)


def make_named(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Add a category named Tea": by the form that has one field for its name; done once it can be read."""
    noun = key(screen.state.fill(intent.get("new").text))

    def fill() -> list[Filling] | Decline:
        fields = _named((f"{noun} name", f"name of the {noun}"), screen.fields, screen) or _named(
            words_for("name field"), screen.fields, screen
        )
        if not progress.past_actions and not _is_about(noun, fields, screen):
            return Decline(f"nothing says that the form is for a {noun}", IntentArgument(f"new {noun}"))
        if len(fields) != 1:
            return Decline(f"there is no clear field for the name of the {noun}", IntentArgument(f"new {noun}"))
        return [(fields[0], intent.value)]

    saves = (*(f"{word} {noun}" for word in words_for("save control")), *words_for("save control"))
    plan = _by_form(noun, fill, saves, screen, progress)
    if not isinstance(plan, SkillPlan) or not plan.finished:
        return plan
    name = screen.state.fill(intent.value.text)
    if any(not is_field(node) for node in screen.exactly(name)):
        return plan
    if sum(past.action == "Wait" for past in progress.past_actions) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=1),), finished=False)
    return Decline(f"the {noun} was saved, and {name!r} is not shown", tied=True, final=True)


def compose(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Send a message to 555 with the content …": whom it is for, and what it says."""
    noun = key(screen.state.fill(intent.get("new").text))

    def fill() -> list[Filling] | Decline:
        to = _named(words_for("recipient field"), screen.fields, screen)
        rest = [field for field in screen.fields if field not in to]
        content = _named((*words_for("content field"), noun), rest, screen) or rest
        if len(to) != 1 or len(content) != 1:
            return Decline(f"there is no clear form for a {noun}", IntentArgument(f"new {noun}"))
        return [(to[0], intent.get("dest")), (content[0], intent.value)]

    return _by_form(noun, fill, words_for("send control"), screen, progress)


def _by_form(
    noun: str, fill: Filler, sends: Sequence[str], screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    """On the screen that the last step led to: the form is opened, filled in, or was taken."""
    if any(past.action == "Type" for past in progress.past_actions):
        return _taken(screen, progress)
    opener = None if progress.past_actions else _opener(noun, screen)
    if isinstance(opener, Decline):
        return opener
    if opener:
        return SkillPlan((tap(opener, opener.name),), finished=False, log=f"Open the form for a new {noun}")
    fillings = fill()
    if isinstance(fillings, Decline):
        return fillings
    sender = _one_called(sends, screen)
    if sender is None or any(form_of(field) != form_of(sender) for field, _ in fillings):
        return Decline(f"there is no button that clearly saves or sends the {noun}; say which one to click")
    typed = (type_action(field, field.name or "the field", value, screen) for field, value in fillings)
    return SkillPlan((*typed, tap(sender, sender.name)), finished=False)


def _taken(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """The outcome of a submitted form: done, or the error messages that it shows."""
    rejections = [node.words.strip() for node in screen.tree if node.role == "alert" or "invalid" in node.states]
    if any(rejections) and screen.fields:
        return Decline(f"the form was rejected: {'; '.join(filter(None, rejections))}")
    return SkillPlan(certain=True, memory=write_sent(progress.part))


def _opener(noun: str, screen: ScreenIndex) -> Node | Decline | None:
    """What opens the form; None if there is nothing, since the form may be open."""
    named = called([f"{word} {noun}" for word in words_for("make control")], screen)
    openers = named or called(words_for("bare make control"), screen)
    if len(openers) > 1:
        return Decline(f"{len(openers)} things may open the form for a new {noun}", tied=True)
    is_sender = bool(openers) and not named and bool(screen.fields)  # "Add" beside a field is the end of a form
    return openers[0] if openers and not is_sender else None


def _is_about(noun: str, fields: Sequence[Node], screen: ScreenIndex) -> bool:
    """Whether the title, a heading or the name of a field says what the form is for."""
    headings = (node.text or node.name for node in screen.tree if node.role in {"heading", "form", "dialog"})
    texts = (screen.tree.title, *headings, *(name for field in fields for name in screen.names(field)))
    wanted = {singular(word) for word in split_words(noun)}
    return any(wanted <= {singular(word) for word in split_words(text)} for text in texts)


def _one_called(names: Iterable[str], screen: ScreenIndex) -> Node | None:
    """The only button with the first of these names that one has."""
    for name in names:
        buttons = screen.exactly(name, lambda node: node.actionable and node.role == "button")
        if buttons:
            return buttons[0] if len(buttons) == 1 else None
    return None


def _named(names: Iterable[str], fields: Sequence[Node], screen: ScreenIndex) -> list[Node]:
    wanted = {key(name) for name in names}
    return [field for field in fields if not wanted.isdisjoint({key(text) for text in screen.names(field)})]


# ---- details


def split_details(text: str) -> list[tuple[Token, ...]] | None:
    """ "name {name} and phone number "555"" as one run of words each; None where one of them has but one word."""
    runs: list[list[Token]] = [[]]
    for token in read_tokens(text):
        is_joint = not token.is_fixed and token.plain in _JOINTS
        if is_joint or (runs[-1] and runs[-1][-1].is_fixed):
            runs.append([])
        if not is_joint:
            runs[-1].append(token)
    kept = [tuple(run) for run in runs if run]
    return kept if kept and all(len(run) > 1 for run in kept) else None


def _filling(detail: tuple[Token, ...], screen: ScreenIndex) -> Filling | Decline:
    """The field of one detail and what goes into it: a value as such, or all behind the longest name of a field."""
    text = " ".join(token.text for token in detail)
    if any(token.is_fixed for token in detail[:-1]):
        return Decline(f"{text!r} is not a field and what goes into it")
    ends = [len(detail) - 1] if detail[-1].is_fixed else range(len(detail) - 1, 0, -1)
    for end in ends:
        words = [*detail[:end]]
        while len(words) > 1 and words[-1].plain in _ARE:
            words.pop()
        while len(words) > 1 and words[0].plain in lexicon().articles:
            words.pop(0)
        field = _field(" ".join(token.text for token in words), screen, exact=not detail[-1].is_fixed)
        if field:
            value = " ".join(token.text for token in detail[end:])
            return field, to_argument(read_tokens(value), value)
    return Decline(f"there is no field for {text!r}", IntentArgument(text))


def _field(name: str, screen: ScreenIndex, *, exact: bool) -> Node | None:
    """The field that is called so, or whose name is the only one made of words of it: Phone, for a phone number."""
    named = _named([name], screen.fields, screen)
    if len(named) == 1 or exact:
        return named[0] if len(named) == 1 else None
    found = find_field(IntentArgument(name, raw=name), screen)
    if isinstance(found, Node):
        return found
    words = {*split_words(name)}
    near = [
        field
        for field in screen.fields
        if any(own and own <= words for own in ({*split_words(text)} for text in screen.names(field)))
    ]
    return near[0] if len(near) == 1 else None
