"""Texts on the screen: read, remembered, and typed into a field."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.earlier_results import NotedText, write_note
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import ScreenIndex, Unclear
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.skills.text_fields import find_field, holds
from askonce.embedded.table_values import beside
from askonce.embedded.text_sources import read_source, without_where
from askonce.language.normalization import split_words
from askonce.lazy import regex
from askonce.screens import Node

_SLOT = regex(r"\{([^{}\s]+)\}")
_LONGEST = 2_000
_BARE = frozenset({"text", "content", "contents", "words", "word", "sentence", "number", "code", "string", "value"})
_COPYING = frozenset({"copy", "paste", "duplicate"})


def note(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Keep a text in mind; a later part says what to do with it."""
    found = read_source(intent.get("source"), screen, progress.notes)
    return found if isinstance(found, Decline) else SkillPlan(certain=True, memory=write_note(progress.part, found))


def copy(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Type a text of the screen into a field. "Type text in Name" does not ask for that, "copy text from Name" does."""
    spoken = intent.get("source").text.casefold().split()[:1]
    if spoken and spoken[0] in _BARE and intent.words.casefold().split()[0] not in _COPYING:
        return None
    found = read_source(intent.get("source"), screen, progress.notes)
    if isinstance(found, Decline):
        return found
    field = _field_for(intent.target, found, screen)
    if isinstance(field, Decline):
        return field
    return _typed([(field, intent.target.prompt or field.name or "the text field", found)], screen)


def fill_from_page(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Into each field what the page shows for its label."""
    filled: list[tuple[Node, str, NotedText]] = []
    for field in screen.fields:
        label = field.name or screen.near.get(field.number, "")
        values = {node.text or node.shown for node in beside(screen, label) if node.number != field.number} - {""}
        if len(values) != 1:
            count = f"{len(values)} values" if values else "no value"
            return Decline(f"the page shows {count} for the field {label or 'without a label'!r}")
        filled.append((field, label, NotedText(values.pop())))
    return _typed(filled, screen) if filled else Decline("there is no field to fill in")


def _typed(filled: Sequence[tuple[Node, str, NotedText]], screen: ScreenIndex) -> SkillPlan | Decline:
    for _, words, found in filled:
        if len(found.text) > _LONGEST:
            return Decline(f"the text for {words} is too long to be typed: {len(found.text)} letters")
        # The name of a value in a text of the page must not be taken for the value: it may be a secret.
        if any(name in screen.state.question.values for name in _SLOT.findall(found.text)):
            return Decline(f"the text for {words} has the name of a value in it")
    actions = tuple(plan_action("Type", target=target(field, words), text=found.text) for field, words, found in filled)
    clauses = (holds(field, IntentArgument(found.text, fixed=True), screen) for field, _, found in filled)
    return SkillPlan(actions, certain=True, expects=tuple(filter(None, clauses)))


def _field_for(argument: IntentArgument, source: NotedText, screen: ScreenIndex) -> Node | Decline:
    """The field to type into, which is not the one that the text was read from."""
    if not argument:
        return _unnamed_field(source, screen)
    plain = IntentArgument(without_where(argument.text))
    found = find_field(argument if argument.fixed or not plain else plain, screen)
    if isinstance(found, Node) and found.number != source.element:
        return found
    nodes = found.nodes if isinstance(found, Unclear) else tuple(screen.fields) if isinstance(found, Node) else ()
    rest = _narrowed([node for node in nodes if node.number != source.element], argument)
    if len(rest) == 1 and (isinstance(found, Unclear) or _names_no_field(argument)):
        return rest[0]
    if isinstance(found, Node):
        return Decline(f"{argument.prompt} is where the text was read from")
    return not_found(found, argument)


def _unnamed_field(source: NotedText, screen: ScreenIndex) -> Node | Decline:
    """The only other field."""
    fields = [field for field in screen.fields if field.number != source.element]
    return fields[0] if len(fields) == 1 else Decline(f"{len(fields)} fields could be meant; say into which")


def _narrowed(fields: list[Node], argument: IntentArgument) -> list[Node]:
    """Of several fields that a name fits, text areas only where that is said."""
    if len(fields) > 1 and "area" not in argument.text.casefold():
        return [node for node in fields if node.attributes.get("tag") != "textarea"]
    return fields


def _names_no_field(argument: IntentArgument) -> bool:
    """Whether the words are for any field, as in "the text field"."""
    return not argument.fixed and not {*split_words(argument.text)} - _ANY_FIELD


_ANY_FIELD = frozenset({"the", "a", "text", "input", "field", "box", "textbox", "below", "above", "empty", "other"})
