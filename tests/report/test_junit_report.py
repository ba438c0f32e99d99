"""Reports for CI servers, in the form that they read."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hypothesis import example, given
from hypothesis import strategies as st
from report_rig import Story

from askonce.report.document import Run
from askonce.report.junit_report import WHOLE, junit
from askonce.report.merge import suite_of
from askonce.trace import LineEnded, LineStarted, Noted, ProgramEnded, ProgramStarted, RunEnded

COUNTS = {"tests", "failures", "errors", "skipped", "time"}
ATTRIBUTES = {
    "testsuites": ({"name", *COUNTS}, set[str]()),
    "testsuite": ({"name", *COUNTS}, {"timestamp"}),
    "testcase": ({"name", "classname", "time"}, set[str]()),
    "properties": (set[str](), set[str]()),
    "property": ({"name", "value"}, set[str]()),
    "failure": ({"message"}, set[str]()),
    "error": ({"message"}, set[str]()),
    "skipped": ({"message"}, set[str]()),
    "system-out": (set[str](), set[str]()),
}
CHILDREN = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase", "system-out"],
    "testcase": ["properties", "failure", "error", "skipped"],
    "properties": ["property"],
}


def check(element: Element) -> None:
    """Whether an element and all in it are as CI servers expect: names, attributes, order, counts."""
    needed, allowed = ATTRIBUTES[element.tag]
    assert needed <= set(element.attrib) <= needed | allowed
    order = [CHILDREN.get(element.tag, []).index(child.tag) for child in element]
    assert order == sorted(order)
    if element.tag in {"testsuites", "testsuite"}:
        cases = list(element.iter("testcase"))
        assert int(element.attrib["tests"]) == len(cases)
        for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.attrib[name]) == sum(case.find(kind) is not None for case in cases)
    if element.tag == "testcase":
        assert sum(element.find(kind) is not None for kind in ("failure", "error", "skipped")) <= 1
    if "time" in element.attrib:
        assert float(element.attrib["time"]) >= 0
    for child in element:
        check(child)


def read(*runs: Run, link: str = "") -> Element:
    root = ElementTree.fromstring(junit(suite_of(runs), link=link))
    assert root.tag == "testsuites"
    check(root)
    return root


def verdicts(suite: Element) -> list[tuple[str, str]]:
    kinds = {"failure", "error", "skipped"}
    return [
        (case.attrib["name"], next((child.tag for child in case if child.tag in kinds), "passed"))
        for case in suite.iter("testcase")
    ]


def properties(element: Element) -> dict[str, str]:
    return {one.attrib["name"]: one.attrib["value"] for one in element.findall("properties/property")}


def test_an_act_is_a_case_with_what_it_took() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(the red mug)")
    story.end()
    story.tell(Noted(act=1, round=1, text="a new tab was opened"), RunEnded())
    (suite,) = read(story.run("r 1"), link="out/report.html")

    assert (suite.get("name"), suite.get("timestamp")) == ("buy the red mug", "2023-11-14T22:13:21")
    assert verdicts(suite) == [("buy the red mug", "passed")]
    assert properties(suite) == {
        "askonce": "9.9",
        "screen": "web",
        "models": "some-model",
        "calls": "1",
        "tokens": "1240",
        "cost": "0.002000",
        "asked": "1",
        "replayed": "0",
        "healed": "0",
    }
    (case,) = suite.iter("testcase")
    assert properties(case) == {"how": "asked", "calls": "1", "tokens": "1240", "cost": "0.002"}
    assert suite.findtext("system-out") == "a new tab was opened\nreport: out/report.html#r%201"


def test_a_failure_says_where_it_came_about() -> None:
    (suite,) = read(Story().miss().run())

    assert verdicts(suite) == [("leave the shop", "failure")]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "could not find 'the exit' on the screen"
    assert failure.text == (
        "could not find 'the exit' on the screen\n"
        "step: Look for the exit\n"
        "page: http://shop.example/basket\n"
        "looked for: the exit\n"
        "  planned: no box was given\n"
        "  model: nothing like it"
    )


def test_what_was_killed_or_stopped_is_an_error_and_no_failure() -> None:
    killed, stopped = Story(), Story()
    killed.begin()
    stopped.begin()
    stopped.end("stopped")

    root = read(killed.run("a"), stopped.run("b"))

    assert [verdicts(suite) for suite in root] == [[("buy the red mug", "error")]] * 2
    assert (root.get("failures"), root.get("errors")) == ("0", "2")


def program(*outcomes: str, ended: str = "done") -> Story:
    story = Story()
    story.tell(ProgramStarted(program="open mail\nsend it"))
    for number, outcome in enumerate(outcomes, 1):
        story.tell(LineStarted(line=number, words=f"line {number}"))
        story.tell(LineEnded(line=number, outcome=outcome, message="no mail"))
    story.tell(ProgramEnded(outcome=ended, error="" if ended == "done" else "no mail"))
    return story


def test_the_lines_of_a_program_are_cases_and_so_is_an_end_that_no_line_had() -> None:
    failed, checked = program("done", "failed", ended="failed"), program("done", "done", ended="failed")

    one, other = read(failed.run("a"), checked.run("b"))

    assert verdicts(one) == [("line 1: line 1", "passed"), ("line 2: line 2", "failure")]
    assert verdicts(other) == [("line 1: line 1", "passed"), ("line 2: line 2", "passed"), ("open mail", "failure")]


def test_what_a_test_runner_says_counts_more_than_what_happened_within() -> None:
    passed = Story().miss().run("a").model_copy(update={"status": "done", "outcome": "passed", "error": ""})
    failed = Story().buy().run("b").model_copy(update={"status": "failed", "outcome": "failed", "error": "1 != 2"})
    skipped = (
        Story().buy().run("c").model_copy(update={"status": "stopped", "outcome": "skipped", "error": "not today"})
    )

    suites = {
        suite.attrib["name"] + properties(suite)["outcome"]: verdicts(suite) for suite in read(passed, failed, skipped)
    }

    assert suites == {
        "leave the shoppassed": [("leave the shop", "passed")],
        "buy the red mugfailed": [(WHOLE, "failure"), ("buy the red mug", "passed")],
        "buy the red mugskipped": [(WHOLE, "skipped"), ("buy the red mug", "passed")],
    }


def test_a_run_in_which_nothing_was_asked_has_one_case() -> None:
    assert verdicts(read(Story().run())) == [(WHOLE, "passed")]


@given(st.text(max_size=30), st.text(max_size=30))
@example("]]> & <b>\x00\ud800", "\x1b[31m\ufffe")
def test_the_document_is_well_formed_whatever_is_in_it(title: str, error: str) -> None:
    story = Story()
    story.begin(title.encode("utf-8", "replace").decode())
    story.end("failed", error=error.encode("utf-8", "replace").decode())
    run = story.run().model_copy(update={"title": title})

    root = read(run)

    assert (root.get("tests"), root.get("failures")) == ("1", "1")
