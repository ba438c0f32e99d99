"""Entries of lists, distinguished by their texts: the mail from Ann, the row of Bob, all posts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.grammar.entry_phrases import Entries, read_amount
from askonce.embedded.grammar.interpretations import to_argument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import patterns
from askonce.embedded.screen_index import ScreenIndex, is_ticked
from askonce.embedded.table_values import control_in_row
from askonce.language.normalization import key, split_words
from askonce.language.tokens import Token, read_tokens
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass, regex
from askonce.screens import Node

_PIECES = frozenset({"cell", "gridcell", "columnheader", "rowheader", "text", "heading", "img"})
_ID = regex(r"\S*\d\S*")
_OF = regex(r"(?:the )?(?P<column>.+?) (?:of|for) (?:the )?(?P<row>.+)", re.IGNORECASE)
_ABOUT = "spoke of "


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One entry of a list: the element that holds all of it, and the one that shows its name."""

    holder: Node
    head: Node


def read_entries(text: str) -> Entries | None:
    """The entries that `text` describes; None when it describes something else."""
    amount, rest = read_amount(text)
    for verb, written in (("pronoun", text), ("entry", rest), ("titled", rest)):
        tokens = read_tokens(written)
        for pattern in (item for item in patterns("entries.txt") if item.verb == verb):
            for filled in pattern.fits(tokens):
                words = {slot: to_argument(tokens[start:end], written) for slot, (start, end) in filled.items()}
                name = words.get("name") or _owner(words.get("owner"))
                if name is None or name.fixed or not name.text.isdecimal() or _is_of(filled, tokens):
                    return Entries(_plain(name) if name else None, amount, verb == "pronoun", verb != "entry")
    return None


def _is_of(filled: Mapping[str, tuple[int, int]], tokens: Sequence[Token]) -> bool:
    """Whether a word such as "of" makes a number a name: "row 3" counts, and names nothing."""
    start = filled["name"][0] if "name" in filled else 0
    before = tokens[start - 1] if start else None
    return before is not None and any(phrase[-1:] == (before.plain,) for phrase in lexicon().classes["titled"])


def entries_named(name: str, screen: ScreenIndex) -> list[ListedEntry]:
    """The entries in which `name` can be read, in order; where some have it in front, only those."""
    found: dict[int, ListedEntry] = {}
    wanted = f" {key(name)} "
    for node in screen.tree:
        if wanted in f" {key(node.text or node.shown)} " and (holder := holder_of(node, screen)):
            found.setdefault(holder.number, ListedEntry(holder, node))
    entries = list(found.values())
    for is_better in (_is_titled, _is_in_front):
        better = [entry for entry in entries if is_better(entry, wanted, screen)]
        entries = better or entries
    return entries


def entries_titled(name: str, screen: ScreenIndex) -> list[ListedEntry]:
    """The entries whose first text is `name`."""
    found = [(node, holder) for node in screen.exactly(name) if (holder := holder_of(node, screen))]
    entries = {holder.number: ListedEntry(holder, node) for node, holder in found if _is_first(node, holder, screen)}
    return list(entries.values())


def _is_first(node: Node, holder: Node, screen: ScreenIndex) -> bool:
    """Whether it is the first text of an entry; boxes, pictures and numbers before it do not count.

    A number may be what an entry is called by where it stands before all other texts: the row of 1001.
    """
    title, words = title_of(holder, screen), node.text or node.shown
    if _ID.fullmatch(words) and node.role != "button":
        title = next((text for inner in screen.layout.inside(holder) if (text := inner.text or inner.shown)), "")
    return bool(title) and key(title) == key(words)


def title_of(holder: Node, screen: ScreenIndex) -> str:
    """The first text of an entry; "" if it shows numbers and controls only."""
    inside = (holder, *screen.layout.inside(holder))
    return next((node.text or node.shown for node in inside if _is_title(node, screen)), "")


def _is_title(node: Node, screen: ScreenIndex) -> bool:
    """Whether a text may be what an entry is called by: no number, and no label of a control."""
    text = node.text or node.shown
    if not any(map(str.isalpha, text)) or _ID.fullmatch(text) or is_ticked(node) or node.role == "button":
        return False
    if node.actionable and sum(other.role == node.role for other in screen.exactly(text)) > 1:
        return False  # "Edit" is in every row
    return not any(is_ticked(inner) for inner in screen.layout.inside(node)) or node.role == "listitem"


def control_of_entry(text: str, screen: ScreenIndex, wanted: Callable[[Node], bool]) -> Node | None:
    """ "The price of the Teapot" as the control in the column Price of the row Teapot."""
    found = _OF.fullmatch(text.strip())
    if not found:
        return None
    described = read_entries(found["row"])
    name = described.name.text if described and described.name else found["row"]
    rows = entries_titled(name, screen)
    return control_in_row(screen, found["column"], rows[0].holder, wanted) if len(rows) == 1 else None


def holder_of(node: Node, screen: ScreenIndex) -> Node | None:
    """The element that is one of several alike and has all that belongs to what `node` says."""
    alone: Node | None = None
    for outer in (node, *screen.layout.above(node)):
        if outer.role in _PIECES or not _is_repeated(outer, screen):
            continue
        inside = screen.layout.inside(outer)
        if any(inner.actionable for inner in inside):
            return None if outer.role == "row" and screen.layout.holds_role(outer, "columnheader") else outer
        if outer.actionable:
            alone = alone or outer
        elif outer.role in vocabulary().separate:
            return alone or outer
    return alone


def controls_in(entry: Node, names: Iterable[str], screen: ScreenIndex) -> list[Node]:
    """What can be pressed inside of an entry and is called by one of `names`; an icon may say more than its name."""
    wanted = [split_words(name) for name in names]
    return [
        node
        for node in screen.layout.inside(entry)
        if node.actionable and any(_is_called(node, words, screen) for words in wanted)
    ]


def called(names: Sequence[str], screen: ScreenIndex) -> list[Node]:
    """Every control on the screen that has one of `names`."""
    wanted = [split_words(name) for name in names]
    return [
        node for node in screen.tree if node.actionable and any(_is_called(node, words, screen) for words in wanted)
    ]


def words_for(name: str) -> tuple[str, ...]:
    """The phrases of a class of words."""
    return tuple(" ".join(phrase) for phrase in lexicon().classes[name])


# ---- what was spoken of last


def write_about(name: str) -> str:
    """What later parts may call "it", as it is remembered."""
    return f"{_ABOUT}{json.dumps(name, ensure_ascii=False)}".replace("<", "\\u003c")


def last_about(memories: Iterable[str]) -> str:
    argument = [memory.removeprefix(_ABOUT) for memory in memories if memory.startswith(_ABOUT)]
    try:
        return str(json.loads(argument[-1])) if argument else ""
    except ValueError:  # too long to be remembered whole
        return ""


def _owner(name: IntentArgument | None) -> IntentArgument | None:
    if name is None:
        return None
    text = name.text.replace("’", "'").removesuffix("'s").removesuffix("'")
    return IntentArgument(text, raw=text)


def _plain(name: IntentArgument) -> IntentArgument:
    words = name.text.split()
    if name.fixed or len(words) < 2 or words[0].casefold() not in lexicon().articles:
        return name
    text = name.text.split(None, 1)[1]
    return IntentArgument(text, raw=text)


def _is_repeated(node: Node, screen: ScreenIndex) -> bool:
    if node.role in vocabulary().separate:
        return True
    parent = screen.node(node.parent) if node.parent is not None else None
    beside = (
        screen.layout.children(parent) if parent else [other for other in screen.tree if other.parent == node.parent]
    )
    return any(other.role == node.role and other.number != node.number for other in beside)


def _is_titled(entry: ListedEntry, wanted: str, screen: ScreenIndex) -> bool:
    """Whether the name is all that one of its texts says."""
    inside = (entry.holder, *screen.layout.inside(entry.holder))
    return any(f" {key(node.text or node.shown)} " == wanted for node in inside)


def _is_in_front(entry: ListedEntry, wanted: str, screen: ScreenIndex) -> bool:
    """Whether the name is in the entry's first text."""
    first = next(
        (node for node in (entry.holder, *screen.layout.inside(entry.holder)) if node.text or node.shown), None
    )
    if first is None or first.number != entry.head.number:
        return False
    text = f" {key(first.text or first.shown)} "
    return text.startswith(wanted) or not first.actionable


def _is_called(node: Node, words: list[str], screen: ScreenIndex) -> bool:
    if not words:
        return False
    if "icon" in node.attributes:
        return {*words} <= {*split_words(node.name)}
    return any(split_words(name) == words for name in screen.names(node))
