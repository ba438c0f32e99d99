"""What is read off the screen, in the forms that have words for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from askonce.errors import ConfigError
from askonce.program.checked_program import check_source
from askonce.recordings.exports import export_pytest, export_stp, export_yaml
from askonce.recordings.exports.reading_steps import NotCarried, ScreenReading, program_line, reading_of, script_item
from askonce.recordings.recording import Anchor, RecordedStep, Recording

URL = "http://127.0.0.1:8800/"
TAP = RecordedStep(action="Tap", params={"target": "Save"}, anchors={"target": Anchor(role="button", name="Save")})
READINGS = (
    ScreenReading("query", "string[], the names of {kind}", "names"),
    ScreenReading("query", {"name": "the name", "price": "number, its price"}, "row"),
    ScreenReading("ask", 'what keeps "it" from being placed?', "agent"),
    ScreenReading("check", "the basket is empty", options={"within": "the {kind} panel", "timeout": 3}),
    ScreenReading("wait_for", "all is well", options={"timeout": 2.5}),
    ScreenReading("locate", "the save button", "save", anchor=Anchor(role="button", name="Save")),
    ScreenReading("locate", "the red thing", "thing"),
)


def flow(*readings: ScreenReading) -> Sequence[Recording]:
    steps = [TAP, *(reading.as_step() for reading in readings)]
    return [Recording(instruction="look around", screen="web", page="/", steps=tuple(steps))]


def test_a_test_reads_in_words_by_the_agent_and_looks_for_elements_by_playwright() -> None:
    made = export_pytest(flow(*READINGS), url=URL, values={"kind": "mugs"})
    compile(made.text, "test_flow.py", "exec")
    assert "from askonce.sync import Agent\nfrom playwright.sync_api import Page, expect" in made.text
    assert "(page: Page, agent: Agent)" in made.text
    for line in (
        'names = agent.query("string[], the names of {kind}", values={"kind": KIND})',
        'row = agent.query({"name": "the name", "price": "number, its price"})',
        "agent_read = agent.ask('what keeps \"it\" from being placed?')",
        'agent.wait_for("all is well", timeout=2.5)',
        'expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()',
        'thing = agent.locate("the red thing")',
    ):
        assert line in made.text, made.text
    assert 'within="the {kind} panel"' in made.text
    assert any("fixture `agent`" in remark for remark in made.remarks)


def test_a_test_without_words_needs_no_agent() -> None:
    made = export_pytest(flow(READINGS[5]), url=URL)
    assert "(page: Page)" in made.text
    assert "askonce" not in made.text


def test_a_check_in_words_is_in_the_test_too() -> None:
    step = RecordedStep(intent="Check that all is well", action="Wait", params={"until": "all is well"})
    made = export_pytest([Recording(instruction="look", screen="web", steps=(TAP, step))], url=URL)
    assert 'agent.check("all is well")' in made.text


def test_a_script_and_a_program_say_what_they_leave_out() -> None:
    script = export_yaml(flow(*READINGS), url=URL, values={"kind": "mugs"})
    assert [remark for remark in script.remarks if remark.startswith("left out")] == [
        "left out: Check that the basket is empty, since a script has no words for it: it cannot look at a part of the "
        "page alone"
    ]
    program = export_stp(flow(*READINGS), url=URL, values={"kind": "mugs"})
    assert len([remark for remark in program.remarks if remark.startswith("left out")]) == 4
    assert "On the screen, read the names of {kind}, record as {names}" in program.text
    assert check_source(program.text, given=()).problems == ()


def test_what_no_form_can_say_is_an_error() -> None:
    only = [Recording(instruction="x", screen="web", steps=(READINGS[3].as_step(),))]
    with pytest.raises(ConfigError, match="nothing of it can be written"):
        export_yaml(only, url=URL)


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: str(reading))
def test_a_reading_is_the_same_after_it_was_a_step(reading: ScreenReading) -> None:
    assert reading_of(reading.as_step()) == reading
    assert reading_of(TAP) is None


def test_a_shape_has_no_place_in_a_program() -> None:
    with pytest.raises(NotCarried, match="shape"):
        program_line(ScreenReading("query", "{name: string}[], the rows", "rows"))
    assert script_item(ScreenReading("check", "it is on", options={"timeout": 4})) == {
        "aiWaitFor": "it is on",
        "timeout": 4000,
    }
