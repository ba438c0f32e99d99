from __future__ import annotations

import pytest
from export_samples import button, field, step

from askonce.recorder.step_titles import title_of
from askonce.recordings.recording import Anchor, RecordedStep

LINK = Anchor(role="link", name="Log in")


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (
            [
                step("Tap", button("Accept all")),
                step("Tap", LINK),
                step("Type", field("User name"), text="bob"),
                step("Type", field("Password"), text="{password}"),
                step("Press", keys="Enter"),
                step("Tap", Anchor(role="link", name="Red mug")),
                step("Tap", button("Add to basket")),
            ],
            "Log in, open Red mug and add to basket",
        ),
        ([step("Type", field("Search products", "searchbox"), text="{term}")], "Search for {term}"),
        ([step("Type", field("Search {site}", "searchbox"), text="{odd}")], "Search for (odd)"),
        ([step("Tap", Anchor(role="checkbox", name="News")), step("Tap", button("Save"))], "Tick News and save"),
        ([step("Tap", button("OK"))], "Press OK"),
        ([step("Select", field("Size", "combobox"), options=["Large"])], "Choose Large"),
        ([step("Back")], "Go back one page"),
        ([step("Tap", button("Go"), intent="Send the form")], "Send the form"),
        ([], "Recorded steps"),
    ],
)
def test_steps_have_a_title_as_a_person_would_write_it(steps: list[RecordedStep], title: str) -> None:
    assert title_of(steps, {"term": "mugs", "password": "•"}) == title


def test_a_long_way_is_named_by_its_end() -> None:
    steps = [step("Tap", button(f"Widget {number}")) for number in range(30)]
    title = title_of(steps, {})
    assert title.endswith("press Widget 28 and press Widget 29")
    assert len(title) < 90
