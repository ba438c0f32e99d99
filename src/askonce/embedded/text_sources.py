"""Texts that an instruction speaks of instead of giving them: the value of Gender, the text of a field, it."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.earlier_results import Note, last_note
from askonce.embedded.grammar import Intent, Said, read_part
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Sight, is_field
from askonce.embedded.skill_answers import Decline
from askonce.embedded.table_values import beside, crossing
from askonce.language.normalization import split_words
from askonce.language.numerals import split_ordinal
from askonce.screens import Node

_TEXTS = frozenset({"text", "heading", "status", "alert", "note", "paragraph", "blockquote", "code"})
_AREAS = frozenset({"text area", "textarea", "text areas"})
_PASSAGES = frozenset({"paragraph", "text", "passage", "sentence", "page", "screen"})
_FIELD_ROLES = frozenset({"textbox", "searchbox"})
_DESCRIBING = frozenset({"the", "a", "an", "this", "that", "these", "those", "its", "it", "them", "what", "my", "your"})
_ENDS = "\"'“”‘’«».,;:!?…()[]{}"


def read_source(said: Said, sight: Sight, memories: Sequence[str]) -> Note | Decline:
    """The text that is spoken of, by the first reading that the screen bears out."""
    declines: list[Decline] = []
    for intent in read_part(said.prompt, "sources.txt"):
        found = _read(intent, sight, memories)
        if isinstance(found, Note):
            return found
        declines.append(found)
    return declines[0] if declines else Decline(f"{said.prompt!r} is no text that can be read off the screen")


def _read(intent: Intent, sight: Sight, memories: Sequence[str]) -> Note | Decline:
    match intent.verb:
        case "noted":
            return last_note(memories) or Decline(f"nothing was copied that {intent.words!r} could be")
        case "cell":
            return _cell(intent, sight)
        case _:
            return _text_of(intent.target or Said("the text"), sight)


# ---- texts


def _text_of(said: Said, sight: Sight) -> Note | Decline:
    """The text of the element that is meant: what it holds if it is a field, else what can be read on it."""
    found = find_text(said, sight)
    return _held(found, said) if isinstance(found, Node) else found


def find_text(said: Said, sight: Sight) -> Node | Decline:
    """The element whose text is meant: the text area, the 2nd paragraph, or what is called so."""
    place, noun = split_ordinal(without_where(sight.state.fill(said.text)))
    nodes: list[Node] = []
    if not said.fixed and noun in _AREAS:
        nodes = _areas(sight)
    elif not said.fixed and noun in _PASSAGES:
        nodes = _passages(sight)
    if not nodes:
        found = sight.find(said)
        nodes = [found] if isinstance(found, Node) else []
        place = None
    if place is not None and 0 < abs(place) <= len(nodes):
        nodes = [nodes[place - 1 if place > 0 else place]]
    if len(nodes) != 1:
        return Decline(
            f"{said.prompt!r} may be any of {len(nodes)} texts" if nodes else f"{said.prompt!r} is not shown"
        )
    return nodes[0]


def _held(node: Node, said: Said) -> Note | Decline:
    if "password" in node.states:
        return Decline(f"{said.prompt} holds a password, which is not read")
    text = (node.value or "") if is_field(node) else (node.text or node.shown).strip()
    return Note(text, node.number) if text.strip() else Decline(f"{said.prompt} holds no text")


def _areas(sight: Sight) -> list[Node]:
    """Fields of several lines; where the screen does not tell which are, those that hold something."""
    fields = sight.of_role(_FIELD_ROLES)
    marked = [node for node in fields if node.attributes.get("tag") == "textarea"]
    return marked or [node for node in fields if node.value]


def _passages(sight: Sight) -> list[Node]:
    """Texts to read: not what names a field, and of several only those with more than a few words if there are such."""
    labels = {text for text in sight.near.values() if text.rstrip().endswith(":")}
    texts = [node for node in sight.tree if node.role in _TEXTS and (node.text or node.name) not in labels]
    texts = [node for node in texts if any(sign.isalnum() for sign in node.text or node.name)]
    longer = [node for node in texts if len((node.text or node.name).split()) > 2]
    return longer if len(texts) > 1 and longer else texts


def without_where(words: str) -> str:
    """Without "below" and the like at the end: they tell nothing that is not seen."""
    said = split_words(words)
    for phrase in lexicon().classes["where"]:
        if len(said) > len(phrase) and tuple(said[-len(phrase) :]) == phrase:
            return " ".join(said[: -len(phrase)])
    return " ".join(said)


# ---- values beside names


def _cell(intent: Intent, sight: Sight) -> Note | Decline:
    if intent.get("row"):
        nodes = crossing(sight, _plain(intent.get("column"), sight), _plain(intent.get("row"), sight))
        what = f"{intent.get('column').prompt} of {intent.get('row').prompt}"
    else:
        name = intent.get("name")
        nodes, what = beside(sight, _plain(name, sight)), name.prompt
        if not nodes and isinstance(field := sight.find(name, is_field), Node):
            return _held(field, name)
    held = [_held(node, Said(what)) for node in nodes]
    notes = {note.text: note for note in held if isinstance(note, Note)}
    if len(notes) == 1:
        return next(iter(notes.values()))
    declined = next((one for one in held if isinstance(one, Decline)), Decline(f"no value of {what!r} is shown"))
    return Decline(f"{what!r} stands for {len(notes)} values") if notes else declined


def _plain(said: Said, sight: Sight) -> str:
    text = sight.state.fill(said.text)
    words = text.split()
    return (
        text if said.fixed or len(words) < 2 or words[0].casefold() not in lexicon().articles else " ".join(words[1:])
    )
