"""What leaves the process of a tree: secrets that several elements show together are hidden in each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from askonce.geometry import Box, Size
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Mask, Secret


def tree_of(*parts: tuple[str, str, str | None]) -> Tree:
    nodes = (
        Node(number, "textbox", name, Box(0, 0, 9, 9), text, value) for number, (name, text, value) in enumerate(parts)
    )
    return Tree(tuple(nodes), Size(100, 100))


@pytest.mark.parametrize(
    "tree",
    [
        tree_of(*((f"Digit {number}", "", digit) for number, digit in enumerate("839175"))),
        tree_of(*((digit, "", None) for digit in "839175")),
        tree_of(("", "Your code: 839", None), ("", "175", None)),
        tree_of(("Code", "", "839 175")),
    ],
    ids=["fields", "cells", "lines", "groups"],
)
def test_a_code_that_is_split_over_elements_is_hidden_in_each(tree: Tree) -> None:
    mask = Mask()
    mask.learn({"code": Secret("839175")})
    shown = " ".join(f"{node.name.removeprefix('Digit')} {node.text} {node.value}" for node in tree.masked(mask))
    assert shown.count("{code}") == (len(tree.nodes))
    assert not any(digits in shown.replace(" 3 ", "") for digits in ("839", "175", "None 8", " 9"))


@pytest.mark.parametrize(
    ("secret", "parts"),
    [("8391", "8391"), ("K7Q9X2", "K7Q9X2"), ("KQ7X83ZP91WM", ("KQ7X", "83ZP", "91WM"))],
    ids=["digits", "letters and digits", "groups"],
)
def test_a_code_in_several_fields_is_hidden_whatever_stands_between_them(secret: str, parts: Sequence[str]) -> None:
    between = [("", "Part", None), ("", "of the code", None), ("Empty", "", ""), ("", "-", None)]
    tree = tree_of(*(element for part in parts for element in (*between, ("Part", "", part))), ("Name", "", "Ann"))
    mask = Mask()
    mask.learn({"code": Secret(secret)})
    hidden = tree.masked(mask)
    assert [node.value for node in hidden if node.value] == ["{code}"] * len(parts) + ["Ann"]
    assert [(node.name, node.text) for node in hidden] == [(node.name, node.text) for node in tree]


def test_elements_without_a_secret_stay_what_they_are() -> None:
    tree = tree_of(("Page", "", None), *((str(day), "", None) for day in range(1, 8)), ("Code", "", ""))
    mask = Mask()
    mask.learn({"code": Secret("123456")})
    assert tree.masked(mask).nodes == tree.nodes
