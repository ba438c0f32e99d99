"""Texts that an instruction refers to without quoting them: the value of Gender, the text of a field, it."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.earlier_results import NotedText, last_note
from askonce.embedded.grammar import Intent, IntentArgument, read_part
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex, is_field
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


MISREAD = "the page is only seen in a picture, and what is read there may be misread"


def read_source(argument: IntentArgument, screen: ScreenIndex, memories: Sequence[str]) -> NotedText | Decline:
    """The text that the words refer to, by the first reading that fits the screen."""
    if screen.tree.seen:
        return Decline(MISREAD)
    declines: list[Decline] = []
    for intent in read_part(argument.prompt, "sources.txt"):
        found = _read(intent, screen, memories)
        if isinstance(found, NotedText):
            return found
        declines.append(found)
    return declines[0] if declines else Decline(f"{argument.prompt!r} is not a text that can be read from the screen")


def _read(intent: Intent, screen: ScreenIndex, memories: Sequence[str]) -> NotedText | Decline:
    match intent.verb:
        case "noted":
            return last_note(memories) or Decline(f"nothing was copied that {intent.words!r} could refer to")
        case "cell":
            return _cell(intent, screen)
        case _:
            return _text_of(intent.target or IntentArgument("the text"), screen)


# ---- texts


def _text_of(argument: IntentArgument, screen: ScreenIndex) -> NotedText | Decline:
    """The text of the element: its value if it is a field, else what it shows."""
    found = find_text(argument, screen)
    return _held(found, argument) if isinstance(found, Node) else found


def find_text(argument: IntentArgument, screen: ScreenIndex) -> Node | Decline:
    """The element whose text is meant: the text area, the 2nd paragraph, or the element with this name."""
    place, noun = split_ordinal(without_where(screen.state.fill(argument.text)))
    nodes: list[Node] = []
    if not argument.fixed and noun in _AREAS:
        nodes = _areas(screen)
    elif not argument.fixed and noun in _PASSAGES:
        nodes = _passages(screen)
    if not nodes:
        found = screen.find(argument)
        nodes = [found] if isinstance(found, Node) else []
        place = None
    if place is not None and 0 < abs(place) <= len(nodes):
        nodes = [nodes[place - 1 if place > 0 else place]]
    if len(nodes) != 1:
        return Decline(
            f"{argument.prompt!r} may be any of {len(nodes)} texts" if nodes else f"{argument.prompt!r} is not shown"
        )
    return nodes[0]


def _held(node: Node, argument: IntentArgument) -> NotedText | Decline:
    if "password" in node.states:
        return Decline(f"{argument.prompt} holds a password, which is not read")
    text = (node.value or "") if is_field(node) else (node.text or node.shown).strip()
    return NotedText(text, node.number) if text.strip() else Decline(f"{argument.prompt} holds no text")


def _areas(screen: ScreenIndex) -> list[Node]:
    """Multi-line fields; if the screen does not mark any, the fields that are filled in."""
    fields = screen.of_role(_FIELD_ROLES)
    marked = [node for node in fields if node.attributes.get("tag") == "textarea"]
    return marked or [node for node in fields if node.value]


def _passages(screen: ScreenIndex) -> list[Node]:
    """Texts to read: not what names a field, and of several only those with more than a few words if there are such."""
    labels = {text for text in screen.near.values() if text.rstrip().endswith(":")}
    texts = [node for node in screen.tree if node.role in _TEXTS and (node.text or node.name) not in labels]
    texts = [node for node in texts if any(sign.isalnum() for sign in node.text or node.name)]
    longer = [node for node in texts if len((node.text or node.name).split()) > 2]
    return longer if len(texts) > 1 and longer else texts


def without_where(words: str) -> str:
    """Without "below" and similar words at the end."""
    argument = split_words(words)
    for phrase in lexicon().classes["where"]:
        if len(argument) > len(phrase) and tuple(argument[-len(phrase) :]) == phrase:
            return " ".join(argument[: -len(phrase)])
    return " ".join(argument)


# ---- values beside names


def _cell(intent: Intent, screen: ScreenIndex) -> NotedText | Decline:
    if intent.get("row"):
        nodes = crossing(screen, _plain(intent.get("column"), screen), _plain(intent.get("row"), screen))
        what = f"{intent.get('column').prompt} of {intent.get('row').prompt}"
    else:
        name = intent.get("name")
        nodes, what = beside(screen, _plain(name, screen)), name.prompt
        if not nodes and isinstance(field := screen.find(name, is_field), Node):
            return _held(field, name)
    held = [_held(node, IntentArgument(what)) for node in nodes]
    notes = {note.text: note for note in held if isinstance(note, NotedText)}
    if len(notes) == 1:
        return next(iter(notes.values()))
    declined = next((item for item in held if isinstance(item, Decline)), Decline(f"no value of {what!r} is shown"))
    return Decline(f"{what!r} has {len(notes)} values") if notes else declined


def _plain(argument: IntentArgument, screen: ScreenIndex) -> str:
    text = screen.state.fill(argument.text)
    words = text.split()
    return (
        text
        if argument.fixed or len(words) < 2 or words[0].casefold() not in lexicon().articles
        else " ".join(words[1:])
    )
