from collections.abc import Sequence

import pytest

from askonce.geometry import Box, Point
from askonce.screens.phones.field_focus import AwaitedFocus, awaited_focus, focused_field, last_tap
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement

NAMES = ("Title", "Servings", "Source")


def form(focused: str = "", *, keyboard: Box | None = None, names: Sequence[str] = NAMES, top: int = 0) -> Hierarchy:
    """Fields below each other, 100 pixels each."""
    parts = [
        PhoneElement("textbox", name, Box(0, top + 100 * place, 400, 90), None, 0, kind="EditText")
        for place, name in enumerate(names)
    ]
    for part in parts:
        part.states.update({"focused"} if part.name == focused else ())
    return Hierarchy(tuple(parts), 0, keyboard)


def into_servings(focused: str = "Title") -> AwaitedFocus:
    awaited = awaited_focus(form(focused), "app/Form", 200, 150)
    assert awaited is not None
    return awaited


def test_a_tap_into_a_field_awaits_its_focus() -> None:
    awaited = into_servings()
    assert awaited.field.name == "Servings"
    assert awaited.has_come(form("Servings", top=-40), "app/Form")
    assert not awaited.has_come(form("Title"), "app/Form"), "the tap was lost: what is typed would replace the title"


def test_where_the_form_scrolls_at_the_tap_another_field_gets_the_focus_which_is_not_the_one() -> None:
    assert not into_servings().has_come(form("Source", top=-130), "app/Form")


@pytest.mark.parametrize(("x", "y"), [(200, 150), (200, 450), (200, 95)])
def test_there_is_nothing_to_await_in_the_field_that_has_the_focus_and_beside_fields(x: int, y: int) -> None:
    assert awaited_focus(form("Servings"), "app/Form", x, y) is None


def test_where_no_field_had_the_focus_one_gets_it() -> None:
    awaited = into_servings(focused="")
    assert not awaited.has_come(form(), "app/Form")
    assert awaited.has_come(form("Servings"), "app/Form")


def test_a_field_may_be_called_otherwise_while_it_is_edited() -> None:
    assert into_servings().has_come(form("How many?", names=("Title", "How many?", "Source")), "app/Form")


def test_a_tap_may_lead_elsewhere() -> None:
    assert into_servings().has_come(form("Search", names=("Search",)), "app/Search")
    assert into_servings().has_come(form(names=()), "app/Form")


def test_the_field_is_tapped_again_where_it_is_now() -> None:
    place = into_servings().place(form("Title", top=300))
    assert place is not None
    assert (place.x, place.y) == (200, 445)


def test_nothing_is_tapped_again_under_a_dialog_or_the_keyboard() -> None:
    shown = form("Title")
    dialog = PhoneElement("dialog", "Battery saver", Box(0, 0, 400, 300), None, 0)
    assert into_servings().place(Hierarchy(shown.parts, 0, None, modal=dialog)) is None
    assert into_servings().place(form("Title", keyboard=Box(0, 100, 400, 900))) is None


def test_the_last_tap_is_met_by_the_focus_of_its_field_and_says_nothing_elsewhere() -> None:
    tapped = last_tap(form("Title"), "app/Form", Point(200, 150))
    title, servings = focused_field(form("Title")), focused_field(form("Servings"))
    assert title
    assert servings
    assert tapped.is_met_by(servings, "app/Form")
    assert not tapped.is_met_by(title, "app/Form")
    assert tapped.is_met_by(title, "app/Search"), "it has led elsewhere"
    assert tapped.field(form("Title", top=300), "app/Form") == form(top=300).parts[1]
    assert tapped.field(form("Title"), "app/Search") is None
    assert tapped.field(form(names=("Servings", "Servings")), "app/Form") is None, "which of them is not known"


def test_a_tap_beside_fields_means_the_field_that_stands_there_now_unless_a_dialog_lies_over_it() -> None:
    tapped = last_tap(form(names=()), "app/Form", Point(200, 150))
    shown = form()
    assert tapped.field(shown, "app/Form") == shown.parts[1]
    assert tapped.field(form(top=500), "app/Form") is None
    dialog = PhoneElement("dialog", "Discard?", Box(0, 0, 400, 300), None, 0)
    assert tapped.field(Hierarchy(shown.parts, 0, None, modal=dialog), "app/Form") is None
