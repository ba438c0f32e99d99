"""Which day a date in numbers is."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.decision import Decision
from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node


def _due(**attributes: str) -> Node:
    return node(1, "textbox", "Due", value="", attributes={"tag": "input", "type": "date", **attributes})


def test_a_date_that_may_be_one_of_two_days_is_declined_with_how_to_write_it() -> None:
    decision = decided("Set Due to 5/6/2026", _due())
    assert not decision.actions
    assert "2026-06-05" in decision.declined
    moment = node(1, "textbox", "Due", value="", attributes={"tag": "input", "type": "datetime-local"})
    assert "2026-06-05" in decided("Set Due to 5/6/2026 08:30", moment).declined


@pytest.mark.parametrize("written", ["5/5/2026", "2026-05-05", "5 May 2026", "5.5.2026"])
def test_a_date_that_is_one_day_is_typed(written: str) -> None:
    assert steps_of(decided(f"Set Due to {written}", _due())) == ["Type 1 2026-05-05"]


@pytest.mark.parametrize(
    ("field", "page", "day"),
    [
        (_due(placeholder="dd/mm/yyyy"), "", "2026-06-05"),
        (_due(placeholder="MM-DD-YYYY"), "", "2026-05-06"),
        (_due(placeholder="TT.MM.JJJJ"), "", "2026-06-05"),
        (_due(title="mm/dd/yyyy"), "Seen on 24/12/2025", "2026-05-06"),
        (_due(pattern=r"(0[1-9]|[12]\d|3[01])/(0[1-9]|1[0-2])/\d{4}"), "", "2026-06-05"),
        (_due(), "Seen on 24/12/2025", "2026-06-05"),
        (_due(), "Seen on 12/24/2025 and 1/2/2026", "2026-05-06"),
    ],
)
def test_the_field_or_the_page_tells_which_number_is_the_month(field: Node, page: str, day: str) -> None:
    assert steps_of(decided("Set Due to 5/6/2026", field, node(2, "text", text=page))) == [f"Type 1 {day}"]


@pytest.mark.parametrize(
    ("field", "page"),
    [
        (_due(pattern=r"\d+/\d+/\d+"), ""),
        (_due(pattern="("), ""),
        (_due(), "Seen on 12/24/2025 and 24/12/2025"),
        (_due(), "1/2/2026, 3/13/26"),
        (_due(placeholder="dd/mm/yyyy or mm/dd/yyyy"), ""),
    ],
)
def test_what_fits_both_tells_nothing(field: Node, page: str) -> None:
    assert not decided("Set Due to 5/6/2026", field, node(2, "text", text=page)).actions


@pytest.mark.parametrize(
    "names",
    [
        ["Diameter d (mm)"],
        ["Vitamin D", "M. I."],
        ["Hours M", "T", "W"],
        ["D/M ratio"],
        ["Paid on dd/mm/yyyy", "Sent on mm/dd/yyyy"],
    ],
)
def test_letters_in_the_names_of_other_fields_are_no_format_of_a_date(names: list[str]) -> None:
    others = [node(number, "textbox", name) for number, name in enumerate(names, 2)]
    assert not decided("Set Due to 5/6/2026", _due(), *others).actions


def test_another_field_that_asks_for_a_date_tells_how_the_page_writes_them() -> None:
    other = node(2, "textbox", "Paid on (dd/mm/yy)")
    assert steps_of(decided("Set Due to 5/6/2026", _due(), other)) == ["Type 1 2026-06-05"]


def _calendar(shown: str) -> list[Node]:
    field = node(1, "textbox", "Departure", value=shown, states=frozenset({"readonly"}))
    month = node(2, "group", actionable=False)
    title = node(3, "text", text="May 2026", parent=2)
    return [field, month, title, *(node(10 + day, "button", str(day), parent=2) for day in range(1, 32))]


def _picked(shown: str) -> Decision:
    pressed = PastAction(1, "Tap", {"target": {"prompt": "day 6", "element": 16}}, ActionStatus.DONE)
    goals = (SubGoal(1, "Set Departure to 5/6/2026"),)
    return decided(goals[0].text, *_calendar(shown), goals=goals, rounds=(EarlierRound((pressed,), ()),))


def test_a_calendar_has_to_write_the_day_as_the_instruction_does() -> None:
    first = decided("Set Departure to 5/6/2026", *_calendar(""))
    assert steps_of(first) == ["Tap 16"]
    assert not first.done
    assert _picked("05/06/2026").done
    assert "may be 2026-05-06 or 2026-06-05" in _picked("06/05/2026").declined
