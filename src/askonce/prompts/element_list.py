"""The list of elements that a model reads: small, in reading order, with numbers for what can be acted on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from askonce.lazy import regex
from askonce.prompts.element_lines import ElementLine, LineWriter, listed_words
from askonce.prompts.element_words import LAYERS, describe
from askonce.prompts.instruction_hints import Hint
from askonce.prompts.quoted_text import address, quoted
from askonce.prompts.screen_changes import ScreenChanges, counted, find_changes
from askonce.screens.ui_tree import Node, Tree

CHARACTERS_PER_TOKEN = 4
_FEW_COVERED = 6
_QUOTED = regex(r'"(?:\\.|[^"\\])*"')
OFFSCREEN = "offscreen:"
"""Begins a line that all indented under it is out of view."""
_PLACED = regex(r" at -?\d+,-?\d+(?= |$)")
_MORE_TEXT = 2000
"""The most characters to add by writing texts in full."""


def list_elements(
    tree: Tree,
    *,
    before: Tree | None = None,
    repainted: bool | None = None,
    hovered: int | None = None,
    budget: int = 1200,
    hint: str = "",
    listed: str = "",
) -> str:
    """The elements of `tree` as lines of text, about `budget` tokens of them.

    What does not fit is left out by what it is worth: to the words of `hint` (the instruction), to an open dialog, near
    the focus; a last line says what is missing. `before` is the tree of the last look, to say what changed since
    (`repainted`: whether the picture did, where there is one); what is new has a star behind its number. `hovered` is
    the number of what the mouse is over, and `listed` says how much of the page is in `tree`. Elements without
    a name are described by an icon, by the text `near` them, or by the screen units `at` which their middle lies.
    """
    words = Hint(hint)
    shown, covered = _without_covered(tree, words)
    changes = find_changes(before, tree.in_view) if before else ScreenChanges()
    lines = LineWriter(shown, tree, words, changes.new).write()
    pointed = tree.find(hovered) if hovered is not None else None
    end = [f"The mouse is over {describe(pointed)} and may highlight it"] if pointed else []
    end += [f"Since the last look: {told}"] if (told := _told(changes, repainted)) else []
    head = _header(tree, listed=listed, placed=any(_PLACED.search(_QUOTED.sub("", line.text)) for line in lines))
    room = budget * CHARACTERS_PER_TOKEN - len(head) - sum(len(text) + 1 for text in end)
    kept = _chosen(lines, room)
    left = [line for index, line in enumerate(lines) if index not in kept]
    return "\n".join([head, *_written(lines, kept), *_left_out(left), *_covered_line(covered), *end])


def _told(changes: ScreenChanges, repainted: bool | None) -> str:
    if not changes.is_unchanged:
        return changes.text
    return (
        "nothing changed" if repainted is False else "nothing in this list" + "; the picture changed" * bool(repainted)
    )


def _header(tree: Tree, *, placed: bool, listed: str) -> str:
    """The page, how far it goes on, and the units of places where there are any."""
    screens = max(1, tree.view.height)
    more = [
        f"page may go on {word}" if is_unmeasured else f"page goes on {word}: {size / screens:.1f} screens"
        for word, size, is_unmeasured in (
            ("above", tree.above, tree.scrolls_up),
            ("below", tree.below, tree.scrolls_down),
        )
        if is_unmeasured or size / screens >= 0.05
    ]
    more += listed_words(listed) if more else ()
    more += ["elements seen in the picture; names may be misread"] if tree.seen else []
    units = [f"at x,y is in pixels of {tree.view.width}×{tree.view.height}"] if placed else []
    return "; ".join([f"Page {quoted(tree.title)} {address(tree.address)}".rstrip(), *more, *units])


def _without_covered(tree: Tree, hint: Hint) -> tuple[list[Node], list[Node]]:
    """The nodes to list, and the covered controls that are only counted: they cannot be used now."""
    covered = [node for node in tree if "covered" in node.states]
    layered = any(node.role in LAYERS for node in tree)
    if not layered or sum(node.actionable for node in covered) <= _FEW_COVERED:
        return list(tree), []
    gone = {node.number for node in covered if not (node.actionable and hint.matches(node.words))}
    return [node for node in tree if node.number not in gone], [
        node for node in covered if node.number in gone and node.actionable
    ]


def _chosen(lines: Sequence[ElementLine], room: int) -> dict[int, bool]:
    """The lines that fit, the worthiest first, each with those it stands under; True for those written in full."""
    kept: dict[int, bool] = {}
    order = sorted(range(len(lines)), key=lambda index: (-lines[index].score, index))
    for index in order:
        needed = [place for place in (*lines[index].above, index) if place not in kept]
        cost = sum(len(lines[place].written()) + 1 for place in needed)
        if cost <= room:
            kept.update(dict.fromkeys(needed, False))
            room -= cost
    room = min(room, _MORE_TEXT)
    for index in (place for place in order if place in kept):
        cost = len(lines[index].full) - len(lines[index].text)
        if cost <= room:
            kept[index] = True
            room -= cost
    return kept


def _written(lines: Sequence[ElementLine], kept: Mapping[int, bool]) -> Iterator[str]:
    """The kept lines. What is out of view and stands together is indented under one line that says so."""
    inside = defaultdict[int | None, list[int]](list)
    for index in sorted(kept):
        inside[next(reversed(lines[index].above), None)].append(index)
    unseen = dict[int, bool]()
    for index in sorted(kept, reverse=True):  # those in a line before the line
        is_frame = lines[index].told == 0 and bool(inside[index])
        unseen[index] = (bool(lines[index].bare) or is_frame) and all(unseen[each] for each in inside[index])

    def write(index: int, *, is_told: bool) -> Iterator[str]:
        line, full = lines[index], kept[index]
        yield line.written_bare(full=full) if is_told else line.written(full=full)
        yield from write_all(inside[index], is_told=is_told)

    def write_all(among: Sequence[int], *, is_told: bool) -> Iterator[str]:
        for is_unseen, group in groupby(among, lambda index: unseen[index] and not is_told):
            together = [*group]
            is_headed = is_unseen and sum(lines[index].told for each in together for index in below(each)) > 1
            if is_headed:
                yield f"{'  ' * lines[together[0]].indent}{OFFSCREEN}"
            for index in together:
                yield from write(index, is_told=is_told or is_headed)

    def below(index: int) -> Iterator[int]:
        yield index
        for each in inside[index]:
            yield from below(each)

    return write_all(inside[None], is_told=False)


def _left_out(lines: Sequence[ElementLine]) -> list[str]:
    roles = [role for line in lines for role in line.roles]
    texts = sum(not line.roles for line in lines)
    if not roles and not texts:
        return []
    counts = counted(roles) + ([f"{texts} {'text' if texts == 1 else 'texts'}"] if texts else [])
    return [f"… {len(roles) + texts} more not listed: {', '.join(counts)}; scroll, or name what you look for"]


def _covered_line(nodes: Sequence[Node]) -> list[str]:
    return [f"… covered by what is open: {', '.join(counted(node.role for node in nodes))}"] if nodes else []
