"""Typing into fields, and emptying them."""

from __future__ import annotations

import re
from types import MappingProxyType

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.interpretations import said
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import split_pairs
from askonce.embedded.screen_index import Absent, Sight, Unclear, is_field
from askonce.embedded.skill_answers import Decline, Move, Progress, Step, step, target
from askonce.embedded.skills.clicks import not_found
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count
from askonce.language.tokens import read_tokens
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node

_DESCRIBING = frozenset(
    {"the", "this", "that", "these", "those", "its", "your", "my", "their", "it", "them", "what", "a", "an"}
)
_FIELD_WORDS = frozenset({"field", "box", "textbox", "text", "input", "bar"})
_SLOT = re.compile(r"\{[\w.]+\}")


def type_text(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """A text into one field, into several that are alike, or into the only one there is."""
    value = intent.value
    if not value:
        return None
    if not value.fixed and value.text.casefold().split()[0] in _DESCRIBING:
        return Decline(f"{value.prompt!r} may be the text itself or tell what it is; put the text in quotes")
    fields = _fields(intent, sight)
    if isinstance(fields, Decline):
        return fields
    steps = tuple(type_step(field, words, value, sight) for field, words in fields)
    expects = tuple(clause for field, _ in fields if (clause := holds(field, value, sight)))
    return Move(steps, certain=True, expects=expects)


def type_pairs(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Several texts, each into a field of its own."""
    written = intent.get("pairs").prompt
    steps: tuple[Step, ...] = ()
    expects: tuple[str, ...] = ()
    for value, field in split_pairs(read_tokens(written)):
        words = MappingProxyType({"value": said(value, written), "target": said(field, written)})
        move = type_text(Intent("type", intent.words, words), sight, progress)
        if not isinstance(move, Move):
            return move
        steps, expects = (*steps, *move.steps), (*expects, *move.expects)
    return Move(steps, certain=True, expects=expects) if steps else None


def type_again(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One text into all password fields, where there are as many as the sentence says."""
    count = read_count(intent.get("count").text.casefold())
    words = {*split_words(intent.target.text)} - lexicon().articles
    secret = any({*phrase} <= words for phrase in lexicon().classes["secret"])
    fields = [field for field in sight.fields if secret and "password" in field.states]
    if len(fields) != count:
        return Decline(f"{len(fields)} fields are there for {intent.target.prompt}; name each of them")
    return Move(
        tuple(type_step(field, f"the {at}. password field", intent.value, sight) for at, field in enumerate(fields, 1)),
        certain=True,
    )


def empty(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    said = intent.target
    found = sight.find(said, is_field)
    if not isinstance(found, Node):
        return not_found(found, said)
    return Move(
        (step("Clear", target=target(found, said.prompt)),), certain=True, expects=(f'field [{found.number}] is ""',)
    )


def type_step(field: Node, words: str, value: Said, sight: Sight) -> Step:
    return step("Type", target=target(field, words), text=value.text)


def holds(field: Node, value: Said, sight: Sight) -> str:
    """The clause that proves that a field holds `value`; nothing for a secret, which is not known here."""
    text = sight.state.fill(value.text)
    if _SLOT.search(text) or "password" in field.states or field.role not in {"textbox", "searchbox"}:
        return ""
    return f"field [{field.number}] is {quoted(text)}"


def find_field(said: Said, sight: Sight) -> Node | Absent | Unclear:
    """The field that is called so."""
    found = sight.find(said, is_field)
    if not isinstance(found, Node):
        named = Said(f"{said.prompt} field", raw=f"{said.prompt} field")
        other = sight.find(named, is_field)
        if isinstance(other, Node) or isinstance(found, Absent):
            return _called_in_part(said, sight) or other if isinstance(other, Absent) else other
    return found


def _called_in_part(said: Said, sight: Sight) -> Node | None:
    """The one field that has all the words in its name, or the only field beside what searches, for "search box"."""
    words = {*split_words(sight.state.fill(said.text))} - lexicon().articles - _FIELD_WORDS
    fields = [field for field in sight.fields if any(words <= {*split_words(name)} for name in sight.names(field))]
    if words == {"search"} and not fields and sight.exactly("search", lambda node: node.role == "button"):
        fields = sight.fields
    return fields[0] if words and len(fields) == 1 else None


def _fields(intent: Intent, sight: Sight) -> list[tuple[Node, str]] | Decline:
    """The fields that are meant, each with the words for it."""
    said = intent.target or intent.get("field")
    if not said:
        return _only_field(sight)
    if several := _several(said, sight):
        return several
    found = find_field(said, sight)
    if isinstance(found, Absent) and intent.get("field"):
        found = find_field(intent.get("field"), sight)
    if not isinstance(found, Node):
        return not_found(found, said)
    if found.attributes.get("tag") == "select":
        return Decline(f"{said.prompt} is a list to choose from and takes no text")
    if found.role == "slider":
        return Decline(f"{said.prompt} is a slider, which takes a number that it can stand at")
    return [(found, said.prompt)]


def _several(said: Said, sight: Sight) -> list[tuple[Node, str]]:
    """All fields, where "both text fields" or "all fields" says so and no other number of them is there."""
    words = said.text.casefold().split()
    both = next((one for one in lexicon().classes["both"] if tuple(words[: len(one)]) == one), None)
    if both is None or words[-1] not in {"fields", "textboxes", "boxes", "inputs"}:
        return []
    if words[0] == "both" and len(sight.fields) != 2:
        return []
    return [(field, f"the {place}. text field") for place, field in enumerate(sight.fields, 1)]


def _only_field(sight: Sight) -> list[tuple[Node, str]] | Decline:
    fields = sight.fields
    focused = [field for field in fields if "focused" in field.states]
    if len(fields) == 1:
        return [(fields[0], fields[0].name or "the text field")]
    if focused:
        return [(focused[0], focused[0].name or "the field with the focus")]
    if not fields:
        return Decline("there is no field to type into", Said("text field"))
    return Decline(f"{len(fields)} fields could be meant; say into which, as in: type … into Name")
