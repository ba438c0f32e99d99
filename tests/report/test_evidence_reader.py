"""What was around steps goes to the step during which it began, and to its act where there is none."""

from __future__ import annotations

from report_rig import BEGAN, Story, every

from askonce.report.evidence_parts import ReportedFact, ReportedSnapshot, ReportedSource
from askonce.trace import (
    ActStarted,
    Blob,
    CallerLine,
    ConsoleMessage,
    ElementsSeen,
    PageLogged,
    PageRequest,
    RunStarted,
    Snapped,
)

LINE = CallerLine(file="tests/test_shop.py", line=12, code="agent.act(…)", first=9, around=Blob("l.txt"))


def request(at: float, name: str) -> PageRequest:
    return PageRequest(at=BEGAN + at, method="GET", url=f"http://shop.test/{name}", kind="fetch", status=200)


def test_what_a_page_does_belongs_to_the_step_in_which_it_began() -> None:
    story = Story()
    story.begin()  # a second after the run
    story.find()
    story.do()  # ends at 4, took 0.75
    story.find()
    story.do("Tap(the basket)")  # ends at 6
    message = ConsoleMessage(at=BEGAN + 6.5, level="error", text="no basket")
    asked = (request(1.5, "before"), request(3.5, "first"), request(4.9, "between"), request(5.6, "second"))
    story.tell(PageLogged(act=1, round=0, messages=(message,), requests=asked, more_requests=7, more_messages=2))
    story.end()
    act, first, second = every(story.run())

    names = [[each.url.rpartition("/")[2] for each in node.requests] for node in (act, first, second)]
    assert names == [["before"], ["first", "between"], ["second"]]
    assert [each.text for each in second.messages] == ["no basket"]
    assert second.messages[0].at == 5.5, "since the run began, with its first event at 1"
    assert (second.more_requests, second.more_messages, act.more_requests) == (7, 2, 0)


def test_an_act_has_its_caller_its_elements_and_the_page_of_its_failure() -> None:
    story = Story()
    story.events[0] = RunStarted(version="9.9", screen="web", environment=(("browser", "chromium 1"),))
    story.act = 1
    story.tell(
        ActStarted(act=1, instruction="leave", model="", sees="", rounds=1, caller=LINE),
        ElementsSeen(act=1, round=1, elements=Blob("e.json.gz")),
        Snapped(act=1, round=1, page=Blob("s.html"), address="http://shop.test/"),
    )
    story.end("failed", error="no exit")
    run = story.run()

    [act] = every(run)
    assert act.caller == ReportedSource(**LINE.model_dump())
    assert act.elements == Blob("e.json.gz")
    assert act.snapshot == ReportedSnapshot(blob=Blob("s.html"), address="http://shop.test/")
    assert run.environment == (ReportedFact(name="browser", value="chromium 1"),)


def test_what_a_page_does_outside_any_act_is_passed_over() -> None:
    story = Story()
    story.tell(PageLogged(act=0, round=0, requests=(request(1, "x"),)), Snapped(act=0, round=0, missing="gone"))
    assert every(story.run()) == []
