"""What the planner's own reply says: a number from the element list, or a position in the picture."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.actions.target import TargetRow
from askonce.locate.drift import follow
from askonce.locate.finder import Missing, NotAsked, Passed
from askonce.locate.target_rows import ListedRow, moved_to
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.vision.seen_tree import find_seen


class PlannedFinder:
    """Costs nothing. A number is looked up anew, so that it holds although earlier actions moved things about."""

    name = "planned"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.element is not None:
            if target.row and not eyes.is_frozen:
                eyes.blink()  # the list may have changed while the model thought
            found = await _find_number(target.element, target.pinned, eyes, self.name)
            return await _in_its_row(found, target.element, target.row, eyes)
        if target.deep:
            return NotAsked("a deeper look was asked for")
        if target.planned is not None and target.pinned is not None:
            return await follow(target.planned, target.pinned, eyes, self.name)
        if target.planned is not None:
            return Found(target.planned, self.name)
        return NotAsked("the plan names neither an element number nor a position")


class ChosenFinder:
    """The element that another finder has chosen already, where it is now."""

    def __init__(self, chosen: Node, name: str) -> None:
        self.chosen, self.name = chosen, name

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        return await _find_number(self.chosen.number, self.chosen, eyes, self.name)


async def _find_number(number: int, known: Node | None, eyes: Eyes, finder: str) -> Found | Passed:
    """The element with this number, brought into view. Where it is `known`, it must still be what it was."""
    tree = await eyes.tree()
    node = (tree.find(number) if tree else None) or await eyes.reveal(number) or await find_seen(number, eyes)
    if known and (node is None or (node.role, node.name) != (known.role, known.name)):
        return Missing(f"element [{number}], which was there before, is gone")
    if node is None and (front := tree and _dialog_in(tree)):
        return Missing(f"element [{number}] is gone, or behind what is open: {front.role} {front.words.strip()!r}")
    if node is None:
        return Passed(f"element [{number}] is no longer in view")
    return Found(node.box, finder, node, node.point)


async def _in_its_row(found: Found | Passed, number: int, row: TargetRow | None, eyes: Eyes) -> Found | Passed:
    """What was found, unless it stands in another row than it was listed in: a number is that of an element, and a list
    that is sorted or scrolled may show another entry in it."""
    node = found.node if isinstance(found, Found) else None
    tree = await eyes.tree() if row and node else None
    if not isinstance(row, ListedRow) or node is None or tree is None:
        return found
    other = moved_to(row, node, tree)
    if other and (whole := await eyes.whole_tree()):  # its name may be out of view
        other = moved_to(row, whole.find(number) or node, whole)
    if other is None:
        return found
    was, now = (_in_words(each, eyes, is_told_by_all=other.name == row.name) for each in (row, other))
    return Missing(f"element [{number}] now stands in the {now}, and no longer in the {was}")


def _in_words(row: TargetRow, eyes: Eyes, *, is_told_by_all: bool) -> str:
    """A row as it is told: by its name, and by all of its own texts where two have the same name."""
    told = " ".join(row.texts) if is_told_by_all else row.name
    return f"{row.role} {quoted(eyes.mask(told)) if told else 'without a text'}"


def _dialog_in(tree: Tree) -> Node | None:
    """What is open over everything else, where that is all that can be touched."""
    return next((node for node in tree.in_view if node.role in {"dialog", "alertdialog"}), None)
