"""Options that are chosen, by name, group or place."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import PartProgress
from askonce.embedded.skills.choices import choose
from askonce.geometry import Size
from askonce.history import PlannerQuestion
from askonce.screens import Tree


def test_two_names_with_an_and_in_them_are_found_in_a_list() -> None:
    lands = node(1, "listbox", "Land", options=("Chad", "Trinidad and Tobago", "Peru"))
    steps = steps_of(decided("Select Trinidad and Tobago, Peru from Land", lands))
    assert steps == ["Select 1 ['Trinidad and Tobago', 'Peru']"]


TWO_GROUPS = (
    node(1, "radiogroup", "Delivery", actionable=False),
    node(2, "radio", "Home", parent=1),
    node(3, "radio", "Shop", parent=1),
    node(4, "radiogroup", "Invoice", actionable=False),
    node(5, "radio", "Home", parent=4),
    node(6, "radio", "Mail", parent=4),
)


@pytest.mark.parametrize(
    "instruction", ["Select Home under Invoice", "choose Home in the Invoice group", "for Invoice, pick Home"]
)
def test_the_group_tells_options_of_one_name_apart(instruction: str) -> None:
    assert steps_of(decided(instruction, *TWO_GROUPS)) == ["Tap 5"]


def test_two_choices_that_are_read_as_one_are_not_half_done() -> None:
    assert steps_of(decided("for Delivery choose Shop, and for Invoice choose Mail", *TWO_GROUPS)) != ["Tap 6"]


def test_an_option_may_be_told_by_its_place() -> None:
    land = node(1, "combobox", "Land", options=("Chad", "Peru", "Oman"), attributes={"tag": "select"})
    assert steps_of(decided("select the third option in Land", land)) == ["Select 1 ['Oman']"]
    assert steps_of(decided("pick the last item from Land", land)) == ["Select 1 ['Oman']"]
    assert steps_of(decided("change Land to Peru", land)) == ["Select 1 ['Peru']"]


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [("Choose delivery by courier", ["Tap 3"]), ("Choose delivery by plane", []), ("Choose payment by courier", [])],
)
def test_a_way_is_chosen_under_the_text_that_heads_it(instruction: str, steps: list[str]) -> None:
    ways = (node(1, "text", text="Delivery"), node(2, "radio", "Post"), node(3, "radio", "Courier"))
    assert steps_of(decided(instruction, *ways)) == steps


@pytest.mark.parametrize(("target", "options"), [("day", "to Monday"), ("day to", "Monday"), ("Monday as", "day")])
def test_a_sentence_is_not_cut_beside_its_to(target: str, options: str) -> None:
    day = node(1, "combobox", "day", attributes={"tag": "div"})
    state = PlanningState(PlannerQuestion("", {}, tree=Tree((day,), Size(800, 600))))
    torn = Intent("choose", "", {"target": IntentArgument(target), "options": IntentArgument(options)})
    assert choose(torn, ScreenIndex(Tree((day,), Size(800, 600)), state), PartProgress(1, state)) is None
    assert steps_of(decided("Set the day to Monday", day)) == ["Tap 1"]


def test_what_a_box_says_to_select_is_ticked_and_its_link_is_not_followed() -> None:
    boxes = [
        node(number, "checkbox", f"Select this object for an action - {name}")
        for number, name in ((1, "ann"), (2, "bob"))
    ]
    links = [node(3, "link", "ann"), node(4, "link", "bob")]
    assert steps_of(decided("select bob", *boxes, *links)) == ["Tap 2"]
    assert steps_of(decided("select bob", *links)) == ["Tap 4"]


def test_a_text_is_changed_from_what_it_is() -> None:
    name = node(1, "textbox", "Username:", value="ann")
    assert steps_of(decided("Change the username from ann to bob", name)) == ["Type 1 bob"]
    other = decided("Change the username from max to bob", name)
    assert not other.actions
    assert "'ann', and not max" in other.declined
