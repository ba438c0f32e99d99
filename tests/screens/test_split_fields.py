"""A code that a page spreads over several fields is typed when all of them hold it together."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.screens.split_fields import holds_together

CODE = "471193"


def fields(*held: str, most: str = "", password: bool = False) -> Tree:
    states = frozenset({"password"}) if password else frozenset[str]()
    return Tree(
        tuple(
            Node(
                number,
                "textbox",
                f"Digit {number}",
                Box(30 * number, 0, 20, 20),
                value="•" * len(text) if password else text,
                states=states,  # pyright: ignore[reportArgumentType]
                attributes={"maxlength": most} if most else {},
            )
            for number, text in enumerate(held, 1)
        ),
        Size(800, 600),
    )


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (fields(*CODE), True),
        (fields(*CODE, "9"), True),
        (fields("47", "11", "93", most="2"), True),
        (fields(*CODE, password=True), True),
        (fields(*CODE[:-1]), False),
        (fields(*CODE[:-1], ""), False),
        (fields(*"471194"), False),
        (fields("471", "193"), False),
        (fields("471", "193", most="4"), False),
        (fields(CODE, most="6"), False),
        (fields(*CODE[:-1], password=True), False),
        (fields("", *CODE), False),
    ],
)
def test_fields_hold_a_code_together_where_each_is_full_and_none_is_missing(tree: Tree, expected: bool) -> None:
    assert holds_together(tree, tree.nodes[0], CODE) is expected


def test_a_code_begins_in_the_field_into_which_it_was_typed() -> None:
    tree = fields("0", *CODE)
    assert holds_together(tree, tree.nodes[1], CODE)
    assert not holds_together(tree, tree.nodes[2], CODE)
