"""The words beside a field without a name."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.insight.exact import judge
from askonce.locate.local import Match, match
from askonce.prompts.element_list import list_elements
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.field_labels import field_labels


def group(number: int, top: float, *inner: tuple[str, str]) -> list[Node]:
    """A box with a row for each of `inner`: a role and a text."""
    nodes = [Node(number, "group", "", Box(10, top, 140, 30))]
    for place, (role, text) in enumerate(inner, 1):
        box = Box(10, top + 15 * (place - 1), 100, 14)
        nodes.append(Node(number + place, role, "", box, text, actionable=role == "textbox", parent=number))
    return nodes


def test_words_below_a_field_are_its_own_where_the_two_stand_alone_together() -> None:
    nodes = [*group(1, 60, ("textbox", ""), ("text", "Genre")), *group(4, 100, ("textbox", ""), ("text", "Year"))]
    assert field_labels(Tree(tuple(nodes), Size(160, 210))) == {2: "Genre", 5: "Year"}


def test_words_above_a_field_are_its_own_as_before() -> None:
    nodes = [*group(1, 60, ("text", "Genre"), ("textbox", "")), *group(4, 100, ("text", "Year"), ("textbox", ""))]
    assert field_labels(Tree(tuple(nodes), Size(160, 210))) == {3: "Genre", 6: "Year"}


# ---- several on one line


def line(*pieces: str, gaps: tuple[int, ...] = (6,)) -> dict[str, str]:
    """The labels by field of a line such as `☐ red ☐ blue`: a check box for ☐, a text field for ▭."""
    nodes: list[Node] = []
    names: dict[int, str] = {}
    left = 10.0
    for place, piece in enumerate(pieces):
        number, width = place + 1, 16 if piece.startswith("☐") else 60
        box = Box(left, 10, width, 16)
        if piece.startswith(("☐", "▭")):
            role = "checkbox" if piece[0] == "☐" else "textbox"
            nodes.append(Node(number, role, "", box, actionable=True))
            names[number] = piece
        else:
            nodes.append(Node(number, "text", "", box, piece))
        left += width + gaps[place % len(gaps)]
    return {names[number]: label for number, label in field_labels(Tree(tuple(nodes), Size(800, 600))).items()}


@pytest.mark.parametrize("gaps", [(6,), (6, 7), (7, 6)])
def test_what_a_line_begins_and_ends_with_tells_to_which_box_a_text_belongs(gaps: tuple[int, ...]) -> None:
    assert line("☐1", "red", "☐2", "blue", "☐3", "green", gaps=gaps) == {"☐1": "red", "☐2": "blue", "☐3": "green"}
    assert line("red", "☐1", "blue", "☐2", gaps=gaps) == {"☐1": "red", "☐2": "blue"}
    assert line("Colours", "☐1", "red", "☐2", "blue", gaps=gaps) == {"☐1": "red", "☐2": "blue"}


def test_a_text_that_may_belong_to_two_fields_is_the_label_of_neither() -> None:
    assert line("☐1", "yes", "☐2") == {}
    assert line("☐1", "Other", "▭1") == {}
    assert line("☐1", "red", "☐2", "blue", "☐3") == {}
    assert line("new", "☐1", "red") == {}
    assert line("▭1", "Name", "▭2", "Mail") == {}


def test_the_nearer_text_of_a_box_is_its_own() -> None:
    assert line("new", "☐1", "red", gaps=(20, 6)) == {"☐1": "red"}
    assert line("new", "☐1", "red", gaps=(6, 20)) == {"☐1": "new"}


def test_a_unit_after_a_field_is_not_its_label() -> None:
    assert line("Weight", "▭1", "kg") == {"▭1": "Weight"}
    assert line("Weight", "▭1", "kg", gaps=(90, 4)) == {"▭1": "Weight"}


def test_the_nearer_text_of_a_box_is_not_its_own_where_the_ends_of_the_line_say_otherwise() -> None:
    assert line("red", "☐1", "blue", "☐2", "green", "☐3", gaps=(20, 6)) == {}
    assert line("☐1", "red", "☐2", "blue", gaps=(20, 6)) == {}


def test_a_text_beside_several_fields_without_words_is_nobody_s_name() -> None:
    assert line("Bob", "☐1", "☐2", "☐3") == {}
    assert line("☐1", "☐2", "Bob") == {}
    assert line("Red mug", "▭1", "▭2") == {}
    assert line("Gift", "▭1", "☐2") == {}
    assert "▭1" not in line("Price", "▭1", "to", "▭2")
    assert "▭1" not in line("Year", "▭1", "–", "▭2")


def test_a_text_beside_one_field_is_its_name_whatever_else_is_on_the_line() -> None:
    assert line("Password", "▭1", "☐1", "Show it") == {"▭1": "Password", "☐1": "Show it"}
    assert line("From", "▭1", "to", "▭2") == {"▭1": "From", "▭2": "to"}
    assert line("x", "▭1", "y", "▭2") == {"▭1": "x", "▭2": "y"}


@pytest.mark.parametrize(("role", "apart"), [("checkbox", 60), ("textbox", 60), ("radio", 400)])
def test_the_name_of_a_row_is_not_that_of_its_first_cell(role: str, apart: int) -> None:
    nodes = [Node(1, "row", "", Box(0, 0, 900, 30)), Node(2, "cell", "Bob", Box(0, 0, 90, 30), parent=1)]
    for place in range(3):
        box = Box(100 + place * apart, 8, 16, 16)
        nodes.append(Node(3 + place, role, "", box, actionable=True, parent=1))
    row = Tree(tuple(nodes), Size(1000, 600))
    assert field_labels(row) == {}
    assert not isinstance(match("Bob field" if role == "textbox" else f"the {role} Bob", row), Match)
    statement = 'the field "Bob" is empty' if role == "textbox" else f'the {role} "Bob" is not ticked'
    assert judge(statement, row) is None
    alone = Tree(tuple(nodes[:3]), Size(1000, 600))
    assert field_labels(alone) == {3: "Bob"}


def test_the_words_before_a_box_for_each_digit_are_those_of_the_first() -> None:
    boxes = [
        Node(2 + place, "textbox", "", Box(100 + 20 * place, 8, 16, 16), attributes={"maxlength": "1"}, actionable=True)
        for place in range(4)
    ]
    tree = Tree((Node(1, "text", "", Box(40, 8, 50, 16), "Code"), *boxes), Size(800, 600))
    assert field_labels(tree) == {2: "Code"}


# ---- one below the other


def column(*pieces: str, gaps: tuple[int, ...] = (4,)) -> dict[str, str]:
    """The labels by field of a column: a text field for ▭, one with a name for ▬."""
    nodes: list[Node] = []
    names: dict[int, str] = {}
    top = 10.0
    for place, piece in enumerate(pieces):
        number, box = place + 1, Box(10, top, 120, 20)
        if piece.startswith(("▭", "▬")):
            name = "Search" if piece[0] == "▬" else ""
            nodes.append(Node(number, "textbox", name, box, actionable=True))
            names[number] = piece
        else:
            nodes.append(Node(number, "text", "", box, piece))
        top += 20 + gaps[place % len(gaps)]
    return {names[number]: label for number, label in field_labels(Tree(tuple(nodes), Size(800, 600))).items()}


def test_words_below_the_fields_of_a_column_are_not_those_of_the_next_field() -> None:
    assert column("▭1", "First name", "▭2", "Last name", "▭3", "City") == {}
    assert column("▭1", "First name", "▭2") == {}


def test_words_above_the_fields_of_a_column_are_theirs() -> None:
    assert column("First name", "▭1", "Last name", "▭2") == {"▭1": "First name", "▭2": "Last name"}
    assert column("▬1", "First name", "▭2") == {"▭2": "First name"}
    assert column("▭1", "First name", "▭2", gaps=(16, 4)) == {"▭2": "First name"}
    assert column("▭1", "A hint", "First name", "▭2") == {"▭2": "First name"}


# ---- one label for all


def test_finding_replaying_checking_and_listing_agree_on_a_label() -> None:
    """The text is 100 pixels away and in another group: near enough for people."""
    nodes = (
        Node(1, "group", "", Box(0, 0, 90, 30)),
        Node(2, "text", "", Box(10, 10, 70, 16), "Voucher", parent=1),
        Node(3, "group", "", Box(100, 0, 300, 30)),
        Node(
            4, "textbox", "", Box(180, 8, 200, 20), value="X1", attributes={"tag": "input"}, actionable=True, parent=3
        ),
    )
    tree = Tree(nodes, Size(800, 600))
    assert field_labels(tree) == {4: "Voucher"}
    assert match("the Voucher field", tree) == Match(nodes[3])
    assert Outline(tree).label(nodes[3]) == "Voucher"
    assert Expectation("field", "Voucher", "X1").holds(tree)
    judged = judge("the field 'Voucher' is 'X1'", tree)
    assert judged
    assert judged.holds
    assert "Voucher" in next(line for line in list_elements(tree).splitlines() if "[4]" in line)
