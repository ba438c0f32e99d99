"""Sorting a table by a column, or a list by its own choice of orders, until the screen shows that order."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.measures import measured, read_order, to_number
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.table_values import cells_below
from askonce.language.date_words import read_date
from askonce.language.normalization import key, split_words
from askonce.lazy import regex
from askonce.screens import Node

_MOST_TAPS = 3
_MOST_WAITS = 3
_SECONDS = 1
_PRESSED = regex(r"part (?P<part>\d+): pressed the head of a column in order (?P<order>[0-9a-f]{8})")
_SIGNS = regex(r"[▲▼△▽↑↓⇅↕⬆⬇⭥🔼🔽]")
_STATES = {"ascending": True, "descending": False}
_NUMERAL = regex(r"[^\d.,+-−–]*([-−–+]?\d[\d,]*(?:\.\d+)?)[^\d]*")
_ORDERING = frozenset({"sort", "sorted", "order", "ordering", "sorting"})


def sort_column(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the head of the column until the column is in the order that was asked for.

    A press that shows no effect may still be under way, so it is waited for and never repeated.
    """
    column = intent.get("column")
    rises = read_order(split_words(intent.get("order").text))
    heads = column_heads(column, screen)
    if not heads:
        return _by_list(column, rises, screen, progress)
    if len(heads) > 1:
        return Decline(f"{len(heads)} columns are called {column.prompt}", tied=True)
    head = heads[0]
    shown = _shown_order(head, screen)
    notes = [note for line in progress.notes if (note := _PRESSED.fullmatch(line))]
    pressed = [note["order"] for note in notes if int(note["part"]) == progress.part]
    is_idle = bool(pressed) and pressed[-1] == shown
    waits = sum(past.action == "Wait" for past in progress.past_actions)
    if is_idle and waits < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=_SECONDS),), finished=False)
    if _is_in_order(head, screen, rises=rises is not False, is_pressed=bool(pressed)):
        return SkillPlan(certain=True)
    if not head.actionable:
        return Decline(f"the column {column.prompt} has nothing to press that sorts it")
    if is_idle or len(pressed) >= _MOST_TAPS:
        return Decline(f"the column {column.prompt} does not show that order after {len(pressed)} presses", tied=True)
    note = f"part {progress.part}: pressed the head of a column in order {shown}"
    return SkillPlan((tap(head, column.prompt),), finished=False, memory=note, log=f"Sort by {column.prompt}")


def _is_in_order(head: Node, screen: ScreenIndex, *, rises: bool, is_pressed: bool) -> bool:
    """Whether the column is in that order: its values are, and its head does not say otherwise."""
    state, values = _STATES.get(head.attributes.get("sort", "")), column_values(head, screen)
    if (state is None and not is_pressed) or state not in {None, rises}:
        return False
    return _is_sorted(values, rises) and (len(values) > 1 or state == rises)


def _shown_order(head: Node, screen: ScreenIndex) -> str:
    """What a press on the head of a column may change, in short: its values, the heads, the address."""
    heads = [(node.name, node.attributes.get("sort", "")) for node in screen.tree if _is_head(node)]
    return f"{crc32(repr((screen.tree.address, heads, column_values(head, screen))).encode()):08x}"


def _is_head(node: Node) -> bool:
    return node.role == "columnheader" or "sort" in node.attributes


def column_heads(column: IntentArgument, screen: ScreenIndex) -> list[Node]:
    """The heads of columns with this name; of a head and the control in it, the control."""
    wanted = _plain(screen.state.fill(column.text))
    heads = [node for node in screen.tree if _is_head(node)]
    called = [node for node in heads if _plain(node.name or node.text) == wanted]
    called = called or _signs_beside(wanted, heads, screen)
    inner = {outer.number for node in called for outer in screen.layout.above(node)}
    return [node for node in called if node.number not in inner]


def _signs_beside(wanted: str, heads: Sequence[Node], screen: ScreenIndex) -> list[Node]:
    """The signs to press that share a column with the text that names it, as its cells show."""
    signs = [head for head in heads if "icon" in head.attributes and head.actionable]
    rows = {sign.parent for sign in signs}
    texts = [node for node in screen.tree if node.role == "text" and node.parent in rows]
    named = [node for node in texts if _plain(node.text) == wanted]
    columns = [(text.parent, cells) for text in named if (cells := cells_below(screen, text))]
    return [sign for sign in signs if (sign.parent, cells_below(screen, sign)) in columns]


def _plain(name: str) -> str:
    words = split_words(_SIGNS.sub(" ", name))
    return " ".join(words[1:] if len(words) > 1 and words[0] in lexicon().articles else words).removesuffix(" column")


def _by_list(
    column: IntentArgument, rises: bool | None, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """The list of orders that shops have: Price, low to high."""
    wanted = {*split_words(_plain(screen.state.fill(column.text)))}
    found = [
        (node, option)
        for node in screen.tree
        if node.options and node.actionable and _is_orders(node, screen)
        for option in node.options
        if wanted <= {*split_words(option)} and read_order(split_words(option)) == rises
    ]
    if len(found) == 1:
        node, option = found[0]
        return SkillPlan((plan_action("Select", target=target(node, node.name or "the order"), options=[option]),))
    if found:
        return Decline(
            f"{len(found)} orders could be meant: {', '.join(repr(option) for _, option in found)}", tied=True
        )
    shown = [node.name for node in screen.tree if _is_head(node)]
    others = f"; there are: {', '.join(filter(None, shown[:8]))}" if any(shown) else ""
    return Decline(f"no column is called {column.prompt}{others}", IntentArgument(column.text) if not shown else None)


def _is_orders(node: Node, screen: ScreenIndex) -> bool:
    words = {word for name in screen.names(node) for word in split_words(name)}
    return bool(words & _ORDERING) or sum(read_order(split_words(option)) is not None for option in node.options) > 1


def column_values(head: Node, screen: ScreenIndex) -> list[str]:
    return [
        text for cell in cells_below(screen, head) if (text := (cell.text or cell.shown).strip()) not in {"", "-", "—"}
    ]


def _is_sorted(values: Sequence[str], rises: bool) -> bool:
    """Whether the texts are in that order: as numbers or dates if all are, else by their letters."""
    for read in (_number, read_date):
        ranks = [read(value) for value in values]
        if ranks and all(rank is not None for rank in ranks):
            return _is_ordered(ranks, rises)
    return _is_ordered([key(value) for value in values], rises) or _is_ordered(list(values), rises)


def _is_ordered(ranks: Sequence[object], rises: bool) -> bool:
    ordered = sorted(ranks, reverse=not rises)  # type: ignore[type-var]
    return list(ranks) == ordered


def _number(text: str) -> float | None:
    money = measured(text, "money")
    if money is not None:
        return money
    found = _NUMERAL.fullmatch(text)
    return to_number(found[1]) if found else None
