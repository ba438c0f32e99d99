"""What the skills decide on screens that are given as elements."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from askonce.embedded.decision import Decision, decide
from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import PartProgress
from askonce.embedded.skills.choices import choose
from askonce.geometry import Box, Size
from askonce.history import ActionStatus, PlannerQuestion, SubGoal
from askonce.screens import Node, Tree


def node(number: int, role: str, name: str = "", **more: object) -> Node:
    given = {"actionable": role not in {"text", "group", "overlay", "heading"}, "parent": 100, **more}
    return Node(number, role, name, Box(10, 30.0 * number, 100, 20), **given)  # type: ignore[arg-type]


def decided(instruction: str, *nodes: Node, **more: object) -> Decision:
    question = PlannerQuestion(instruction, {}, tree=Tree(nodes, Size(800, 600)))
    return decide(PlanningState(question, **more))  # type: ignore[arg-type]


def told(decision: Decision) -> list[str]:
    """The steps in short: what is done to which element."""
    steps: list[str] = []
    for _, action in decision.actions:
        target: dict[str, object] = action.params.get("target") or {}
        rest = [str(value) for key, value in action.params.items() if key != "target"]
        steps.append(" ".join([action.action, *([str(target["element"])] if target else []), *rest]))
    return steps


@pytest.mark.parametrize(
    "nodes",
    [
        (node(1, "button", "Delete"), node(2, "button", "Delete")),
        (node(1, "button", "Delete"), node(2, "text", text="Bob"), node(3, "button", "Delete")),
        (node(1, "button", "Delete", attributes={"id": "a"}), node(2, "button", "Delete", attributes={"id": "b"})),
        (node(1, "button", "Delete", parent=101), node(2, "button", "Delete", parent=102)),
        (node(1, "button", "Delete"), node(2, "button", "Delete", states=frozenset({"disabled"}))),
    ],
)
def test_of_several_things_of_one_name_none_is_taken(nodes: Sequence[Node]) -> None:
    decision = decided("click Delete", *nodes)
    assert not decision.actions
    assert "any of several" in decision.declined


@pytest.mark.parametrize("instruction", ["click on their address", "click her address"])
def test_what_stands_behind_a_label_is_called_by_it(instruction: str) -> None:
    card = (
        node(1, "heading", "Ann"),
        node(2, "text", text="Address:", parent=9),
        node(3, "link", "1 High St", parent=9),
    )
    assert told(decided(instruction, *card)) == ["Tap 3"]


def test_what_belongs_to_somebody_is_not_looked_for_on_another_page() -> None:
    card = (node(1, "heading", "Ann"), node(2, "link", "1"), node(3, "link", ">"))
    assert decided("click their address", *card).declined


def test_a_lone_button_next_is_no_page_of_a_list() -> None:
    decision = decided("click Anna", node(1, "button", "Next"), node(2, "button", "Back"))
    assert not decision.actions
    assert "no element is called 'Anna'" in decision.declined


def test_the_only_button_beside_a_password_is_meant_by_log_in() -> None:
    form = (
        node(1, "textbox", "User"),
        node(2, "textbox", "Password", states=frozenset({"password"})),
        node(3, "button", "OK"),
    )
    assert told(decided("press login", *form)) == ["Tap 3"]
    assert not decided("press login", *form, node(4, "button", "Cancel")).actions


def test_a_search_with_one_field_for_it_is_typed_and_sent() -> None:
    page = (node(1, "searchbox", "Search"), node(2, "textbox", "Name"))
    assert told(decided("search for red shoes", *page)) == ["Type 1 red shoes True"]


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("go back", ["Back"]),
        ("reload the page", ["Reload"]),
        ("refresh", ["Reload"]),
        ("go forward", ["Forward"]),
        ("navigate to https://example.org/a", ["Navigate https://example.org/a"]),
        ("open www.example.org", ["Navigate www.example.org"]),
        ("switch to browser tab 2", ["SwitchTab 2"]),
        ("switch to the second browser tab", ["SwitchTab 2"]),
        ("close the current tab", ["CloseTab"]),
        ("wait 3 seconds", ["Wait 3"]),
        ("hover over Save", ["Hover 1"]),
        ("move the mouse over the Save button", ["Hover 1"]),
    ],
)
def test_the_browser_itself_does_what_is_said(instruction: str, steps: list[str]) -> None:
    assert told(decided(instruction, node(1, "button", "Save"))) == steps


def test_a_tab_of_the_page_comes_before_one_of_the_browser() -> None:
    tabs = (node(1, "tab", "Tab 1"), node(2, "tab", "Tab 2"))
    assert told(decided("switch to tab 2", *tabs)) == ["Tap 2"]


def test_two_names_with_an_and_in_them_are_found_in_a_list() -> None:
    lands = node(1, "listbox", "Land", options=("Chad", "Trinidad and Tobago", "Peru"))
    steps = told(decided("Select Trinidad and Tobago, Peru from Land", lands))
    assert steps == ["Select 1 ['Trinidad and Tobago', 'Peru']"]


def test_several_sliders_take_their_numbers_in_order() -> None:
    sliders = tuple(node(number, "slider", value=str(number), attributes={"type": "range"}) for number in (1, 2, 3))
    decision = decided("Set the sliders to 1, 7 and 9", *sliders)
    assert told(decision) == ["Type 2 7"]
    assert not decided("Set the sliders to 1 and 7", *sliders).actions


def test_a_dialog_that_blocks_the_page_is_answered_only_as_told() -> None:
    blocked = PlannerQuestion("accept the alert, click Save", {}, dialog='confirm "Sure?"')
    asked = PlanningState(blocked, (SubGoal(1, "accept the alert"), SubGoal(2, "click Save")))
    assert told(decide(asked)) == ["AnswerDialog True"]
    later = PlanningState(blocked, (SubGoal(1, "accept the alert", finished=True), SubGoal(2, "click Save")))
    assert "a browser dialog is open" in decide(later).declined


def test_a_menu_path_goes_on_where_it_was_left() -> None:
    bar = (node(1, "menuitem", "File"), node(2, "menuitem", "Export"), node(3, "menuitem", "CSV"))
    assert told(decided("click File > Export > CSV", *bar)) == ["Hover 1"]
    done = tuple(
        PastAction(1, "Hover", {"target": {"prompt": name, "element": number}}, ActionStatus.DONE)
        for number, name in ((1, "File"), (2, "Export"))
    )
    path = "click File > Export > CSV"
    assert told(decided(path, *bar, goals=(SubGoal(1, path),), rounds=(EarlierRound(done, ()),))) == ["Tap 3"]


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
    assert told(decided(instruction, *TWO_GROUPS)) == ["Tap 5"]


def test_two_choices_that_are_read_as_one_are_not_half_done() -> None:
    assert told(decided("for Delivery choose Shop, and for Invoice choose Mail", *TWO_GROUPS)) != ["Tap 6"]


def test_an_option_may_be_told_by_its_place() -> None:
    land = node(1, "combobox", "Land", options=("Chad", "Peru", "Oman"), attributes={"tag": "select"})
    assert told(decided("select the third option in Land", land)) == ["Select 1 ['Oman']"]
    assert told(decided("pick the last item from Land", land)) == ["Select 1 ['Oman']"]
    assert told(decided("change Land to Peru", land)) == ["Select 1 ['Peru']"]


@pytest.mark.parametrize("instruction", ["make sure News is unchecked", "ensure that News is off", "uncheck News"])
def test_a_box_is_brought_into_the_state_that_is_asked_for(instruction: str) -> None:
    on = node(1, "checkbox", "News", states=frozenset({"checked"}))
    assert told(decided(instruction, on)) == ["Tap 1"]
    assert decided(instruction, node(1, "checkbox", "News")).done


@pytest.mark.parametrize("instruction", ["scroll down until Save is visible and click it", "find Save, then click it"])
def test_it_is_what_was_found(instruction: str) -> None:
    assert told(decided(instruction, node(1, "button", "Save"), node(2, "button", "Send"))) == ["Tap 1"]


ONE_SETTING = (
    node(
        1, "spinbutton", "number input for Quality", value="5", attributes={"type": "number", "min": "0", "max": "10"}
    ),
    node(2, "slider", "range slider for Quality", value="5", attributes={"type": "range", "min": "0", "max": "10"}),
)
IN_A_GROUP = (
    node(1, "group", parent=None),
    node(2, "text", text="Year", parent=1),
    node(3, "spinbutton", value="2020", parent=1),
    node(4, "text", text="2015", parent=1),
    node(5, "slider", value="2020", parent=1),
)


@pytest.mark.parametrize(
    ("instruction", "nodes", "steps"),
    [
        ("Drag the quality slider to 8", ONE_SETTING, ["Type 2 8"]),
        ("Set quality to 3", ONE_SETTING, ["Type 2 3"]),
        ("Set the year to 2018", IN_A_GROUP, ["Press 5 ArrowLeft 2"]),
        ("Drag the year slider to 2024", IN_A_GROUP, ["Press 5 ArrowRight 4"]),
        ("Move the year slider to 2021 points", IN_A_GROUP, ["Press 5 ArrowRight 1"]),
        ("Drag the year slider to 2018", (*IN_A_GROUP, node(6, "slider", value="1", parent=1)), []),
        ("Set the weight to 2018", IN_A_GROUP, []),
        ("Move the year slider to 2021 dollars", IN_A_GROUP, []),
    ],
)
def test_a_slider_is_known_by_the_name_of_its_setting(
    instruction: str, nodes: Sequence[Node], steps: list[str]
) -> None:
    assert told(decided(instruction, *nodes)) == steps


@pytest.mark.parametrize(
    ("role", "instruction"),
    [
        ("slider", "Set the volume to 250"),
        ("slider", "Move the volume slider to -1"),
        ("spinbutton", "Set the volume to 250"),
        ("spinbutton", "Enter 250 as volume"),
        ("spinbutton", "Increase the volume by 90"),
        ("spinbutton", "Set Volume to 250 and Name to Ann"),
    ],
)
def test_a_number_that_a_field_says_it_cannot_take_is_not_typed(role: str, instruction: str) -> None:
    volume = node(1, role, "Volume", value="20", attributes={"min": "0", "max": "100", "tag": "input"})
    decision = decided(instruction, volume, node(2, "textbox", "Name"))
    assert not decision.actions
    assert "takes numbers from 0 to 100" in decision.declined


def test_a_section_is_known_by_the_title_at_the_end_of_its_name() -> None:
    shut = frozenset({"collapsed"})
    sell = node(1, "button", "DELETE /pets/{number} Sell a pet", states=shut)
    hours = node(2, "button", "GET /hours Opening hours", states=shut)
    assert told(decided('Open "Sell a pet"', sell, hours)) == ["Tap 1"]
    assert told(decided("click on Opening hours", sell, hours)) == ["Tap 2"]


def test_a_name_after_a_name_is_pressed_too_and_a_word_is_not() -> None:
    buttons = (node(1, "button", "Try it out"), node(2, "tab", "Order"), node(3, "button", "Order now"))
    done = tuple(PastAction(1, "Tap", {"target": {"prompt": "x", "element": 1}}, ActionStatus.DONE) for _ in "x")
    later = {"goals": (SubGoal(1, "press Try it out"), SubGoal(2, "press Execute"))}
    assert told(decided("press Try it out, then Execute", *buttons)) == ["Tap 1"]
    again = decided("", node(4, "button", "Execute"), rounds=(EarlierRound(done, (1,)),), **later)
    assert told(again) == ["Tap 4"]
    assert "it is not clear what to press" in decided("press Try it out, then order", *buttons).declined


def test_the_kind_of_a_moment_is_no_part_of_the_name_of_its_field() -> None:
    arrival = node(1, "textbox", "Arrival", value="2026-03-10")
    assert told(decided("Set the arrival date to 2026-04-01", arrival)) == ["Type 1 2026-04-01"]
    assert not decided("Set the arrival date to 2026-04-01", node(1, "textbox", "Arrival", value="by train")).actions


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [("Choose delivery by courier", ["Tap 3"]), ("Choose delivery by plane", []), ("Choose payment by courier", [])],
)
def test_a_way_is_chosen_under_the_text_that_heads_it(instruction: str, steps: list[str]) -> None:
    ways = (node(1, "text", text="Delivery"), node(2, "radio", "Post"), node(3, "radio", "Courier"))
    assert told(decided(instruction, *ways)) == steps


def test_a_box_that_is_accepted_may_be_further_down() -> None:
    question = PlannerQuestion(
        "accept the terms", {}, tree=Tree((node(1, "button", "Buy"),), Size(800, 600), below=300)
    )
    assert told(decide(PlanningState(question))) == ["Scroll down"]


@pytest.mark.parametrize(("target", "options"), [("day", "to Monday"), ("day to", "Monday"), ("Monday as", "day")])
def test_a_sentence_is_not_cut_beside_its_to(target: str, options: str) -> None:
    day = node(1, "combobox", "day", attributes={"tag": "div"})
    state = PlanningState(PlannerQuestion("", {}, tree=Tree((day,), Size(800, 600))))
    torn = Intent("choose", "", {"target": IntentArgument(target), "options": IntentArgument(options)})
    assert choose(torn, ScreenIndex(Tree((day,), Size(800, 600)), state), PartProgress(1, state)) is None
    assert told(decided("Set the day to Monday", day)) == ["Tap 1"]
