"""What the elements prove: each doubt on its own."""

from __future__ import annotations

import pytest
from exact_trees import node, tree, verdict

from askonce.geometry import Box
from askonce.insight.exact import judge


@pytest.mark.parametrize("role", ["banner", "region", "menu", "toolbar"])
def test_what_a_sheet_lies_over_is_not_called_visible_wherever_its_own_words_are(role: str) -> None:
    text = node(1, "text", text="Thank you", top=100)
    sheet = node(2, role, box=Box(0, 90, 400, 200))
    inner = node(3, "text", text="Cookies", parent=2, top=250)
    assert verdict("'Thank you' is visible", text) is True
    assert verdict("'Thank you' is visible", text, sheet, inner) is None
    assert verdict("'Cookies' is visible", text, sheet, inner) is True


def test_a_box_that_only_holds_things_together_hides_nothing() -> None:
    text = node(1, "text", text="Thank you", top=100)
    group, inner = node(2, "group", box=Box(0, 90, 400, 200)), node(3, "text", text="Cookies", parent=2, top=250)
    assert verdict("'Thank you' is visible", text, group, inner) is True


@pytest.mark.parametrize("wanted", ["2. Milk", "b) Milk", "ii. Milk"])
def test_the_number_of_an_item_is_written_by_the_browser(wanted: str) -> None:
    milk = node(1, "listitem", "Milk")
    assert verdict(f"'{wanted}' is visible", milk) is None
    assert verdict(f"'{wanted}' is visible", node(1, "listitem", "Bread")) is False


def test_a_text_over_several_elements_is_not_absent() -> None:
    assert (
        verdict("'Thank you, Bob' is visible", node(1, "text", text="Thank you,"), node(2, "text", text="Bob", top=40))
        is None
    )


def test_a_region_that_ends_in_view_is_known_though_the_page_goes_on() -> None:
    page = tree(node(1, "text", text="Thank you", top=100), below=900)
    inside, at_edge = Box(0, 90, 800, 100), Box(0, 90, 800, 510)
    judged = judge("'Sorry' is visible", page, within=inside)
    assert judged
    assert not judged.holds
    assert judge("'Sorry' is visible", page, within=at_edge) is None
    assert judge("'Sorry' is visible", page) is None


def test_a_word_in_a_text_that_denies_it_is_no_proof_of_it() -> None:
    denied, told = node(1, "text", text="Nothing saved yet"), node(2, "text", text="3 files saved", top=40)
    assert verdict('the text "saved" is visible', denied) is None
    assert verdict('the text "saved" is not visible', denied) is None
    assert verdict('the text "saved" is visible', denied, told) is True
    assert verdict('the text "Nothing saved" is visible', denied) is True
