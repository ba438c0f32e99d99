"""What is done with the elements of a screen, over trees of many sizes. No browser takes part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType

from askonce.geometry import Box, Size
from askonce.insight.exact import give, judge
from askonce.locate.local.matcher import match
from askonce.prompts.element_list import list_elements
from askonce.prompts.screen_changes import find_changes
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Sight
from askonce.values import Instruction, Mask, Secret
from scale.growth import Series, measure

NO_WORDS = Instruction("go on")
MASK = Mask()
MASK.learn({"password": Secret("correct horse")})


def table_of(count: int) -> Tree:
    """A table with four elements in a row: the row, its title, a box to tick and a button."""
    nodes = [Node(1, "table", "", Box(0, 0, 1280, count * 8.0)), Node(2, "heading", "Orders", Box(0, 0, 1280, 20))]
    while len(nodes) < count:
        row, number = len(nodes) // 4, len(nodes) + 1
        top = 20.0 + row * 32
        around = {"parent": number, "depth": 2}
        nodes += [
            Node(number, "row", "", Box(0, top, 1280, 30), parent=1, depth=1),
            Node(number + 1, "cell", f"Order {row}", Box(0, top, 300, 30), **around),
            Node(number + 2, "checkbox", f"Choose {row}", Box(400, top, 20, 20), actionable=True, **around),
            Node(number + 3, "button", f"Edit order {row}", Box(600, top, 90, 30), actionable=True, **around),
        ]
    nodes = nodes[:count]
    words = {node.number: node.name for node in nodes if node.name}
    clear = frozenset(node.number for node in nodes if node.actionable)
    sight = Sight(MappingProxyType(words), clear, tuple(words.values()), True, False)
    return Tree(tuple(nodes), Size(1280, count * 8 + 40), title="Orders", address="http://shop.test/", sight=sight)


def changed(tree: Tree) -> Tree:
    """The same with one element that says something else."""
    middle = len(tree.nodes) // 2
    node = replace(tree.nodes[middle], name="changed")
    return replace(tree, nodes=(*tree.nodes[:middle], node, *tree.nodes[middle + 1 :]))


def works(tree: Tree) -> dict[str, Callable[[], object]]:
    last = max(node.number for node in tree if node.role == "button")
    node = next(node for node in tree if node.number == last)
    outline, after = Outline(tree), changed(tree)
    anchor = make_anchor(node, outline, NO_WORDS)
    seen = f'"{node.name}" is visible'
    return {
        "indexing the tree": lambda: TreeIndex(tree).inside(tree.nodes[0]),
        "finding an element by words": lambda: match(f'the button "{node.name}"', tree),
        "looking for what is not there": lambda: match('the button "Nowhere"', tree),
        "making an anchor": lambda: make_anchor(node, Outline(tree), NO_WORDS),
        "resolving an anchor (a step of a replay)": lambda: resolve(anchor, Outline(tree), NO_WORDS),
        "the element list of a prompt": lambda: list_elements(tree),
        "what changed since the last look": lambda: find_changes(tree, after),
        "masking secrets": lambda: tree.masked(MASK),
        "a cheap verdict: a text": lambda: judge(seen, tree, whole=tree),
        "a cheap verdict: a state": lambda: judge(f'the checkbox "{tree.nodes[4].name}" is ticked', tree, whole=tree),
        "a cheap verdict: a count": lambda: judge("there are 3 rows in the table", tree, whole=tree),
        "a cheap answer": lambda: give("how many rows are in the table", int, tree, whole=tree),
    }


def measure_trees(sizes: Sequence[int], turns: int) -> list[Series]:
    series: dict[str, Series] = {}
    for size in sizes:
        for name, work in works(table_of(size)).items():
            series.setdefault(name, Series(name)).costs[size] = measure(work, turns if size < 10_000 else 2)
    return list(series.values())
