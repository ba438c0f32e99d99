"""The lines of programs as a tree: loops with their passes, functions under their calls, what was tried again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from replies import say
from report_rig import Story, every, outline

from askonce.agent import Agent
from askonce.config import ActSettings, ProgramSettings, Settings
from askonce.errors import AskonceError
from askonce.geometry import Box
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.report.document import Run
from askonce.report.from_trace import read_run
from askonce.screens.fake import FakeScreen, Text
from askonce.trace import (
    Believed,
    LineEnded,
    LineStarted,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    RunStarted,
    read_trace,
)

LOOPS = """\
# loops and calls
Define function named "greet":
    function inputs: {who}
    tell user "hello {who}"
    function returns "ok"
For each {a} in [1, 2]:
    For each {b} in ["x", "y"]:
        if {b} is "x":
            call function "greet" with {who} as {b}, record as {r}
        tell user "{a}{b}"
set variable {n} to 0
repeat until {n} is 2:
    set variable {n} to {n} + 1
tell user "end"
"""


async def run_of(source: str, folder: Path, answer: Callable[[Request], str], *, failures: int = 2) -> Run:
    """What is told of a program that an agent ran, whatever came of it."""
    programs = ProgramSettings(final_check=False, replans=0, failures=failures)
    settings = Settings(runs=folder, act=ActSettings(rounds=1), program=programs)
    screen = FakeScreen([Text("Ledger", Box(0, 0, 100, 20))])
    async with Agent(screen, Models.of(ScriptedModel(answer)), settings=settings) as agent:
        with suppress(AskonceError):  # what is told of it is what counts
            await agent.run(source)
        assert agent.trace.folder
        return read_run(read_trace(agent.trace.folder), "run")


async def test_loops_have_passes_and_functions_stand_under_their_calls(tmp_path: Path) -> None:
    run = await run_of(LOOPS, tmp_path, lambda _: say(done="ok"))

    (program,) = run.nodes
    assert (program.title, program.source) == ("loops and calls", LOOPS)
    told = outline(program.children)
    inner = [
        '    line For each {b} in ["x", "y"]: [done]',
        "      pass Pass 1 [done]",
        '        line if {b} is "x": [done]',
        '          line call function "greet" with {who} as {b}, record as {r} [done]',
        '            line tell user "hello {who}" [done]',
        '            line function returns "ok" [done]',
        '        line tell user "{a}{b}" [done]',
        "      pass Pass 2 [done]",
        '        line if {b} is "x": [done]',
        '        line tell user "{a}{b}" [done]',
    ]
    start = told.index("line For each {a} in [1, 2]: [done]")
    assert told[start + 1 : start + 23] == ["  pass Pass 1 [done]", *inner, "  pass Pass 2 [done]", *inner]
    assert told[start + 23 :] == [
        "line set variable {n} to 0 [done]",
        "line repeat until {n} is 2: [done]",
        "  pass Pass 1 [done]",
        "    line set variable {n} to {n} + 1 [done]",
        "  pass Pass 2 [done]",
        "    line set variable {n} to {n} + 1 [done]",
        'line tell user "end" [done]',
    ]
    assert [(node.number, node.of) for node in every(run) if node.kind == "pass"][:2] == [(1, 2), (1, 2)]
    assert [message for node in every(run) for message in node.told][-1] == "end"
    assert [one.value for node in every(run) for one in node.assigned if one.name == "n"] == ["0", "1", "2"]


async def test_a_line_that_was_tried_again_has_an_act_for_each_time(tmp_path: Path) -> None:
    answers = iter([say(("Scroll", {"direction": "down"})), say(done="ok")])
    run = await run_of("open the ledger\n", tmp_path, lambda _: next(answers))

    assert [line for line in outline(run.nodes) if line.split()[0] not in {"round", "step"}] == [
        "program open the ledger [done]",
        "  line open the ledger [failed]",
        "    act open the ledger [failed]",
        "  line open the ledger [done]",
        "    act open the ledger [done]",
    ]
    assert (run.status, run.failures, run.spent.calls) == ("done", (), 2)


async def test_a_program_that_failed_names_the_line_and_the_round_in_which_it_did(tmp_path: Path) -> None:
    source = "repeat 2 times:\n    open the ledger\n"
    run = await run_of(source, tmp_path, lambda _: say(failed="it is locked"), failures=1)

    (failure,) = run.failures
    (failed,) = [node for node in every(run) if node.id == failure.node]
    assert (failed.kind, failure.title) == ("round", "open the ledger")
    assert "it is locked" in failure.error
    assert [node.number for node in every(run) if node.kind == "line" and node.status == "failed"] == [1, 2]


# ---- told by hand


def line(story: Story, number: int, words: str, *passes: int, ends: bool = True) -> None:
    story.tell(LineStarted(line=number, words=words, iterations=passes))
    if ends:
        story.tell(LineEnded(line=number, iterations=passes, outcome="done"))


def test_a_change_of_the_program_is_told_where_it_was_made_and_lines_are_read_by_the_new_one() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail\nsend it"))
    line(story, 1, "open mail")
    story.tell(
        Replanned(line=2, reason="there is no mail", diff="+open chat", program="open mail\nrepeat 2 times:\n  say it")
    )
    line(story, 2, "repeat 2 times:")
    line(story, 3, "say it", 1)
    story.tell(ProgramEnded(outcome="done", answer="sent"))

    (program,) = story.run().nodes

    assert program.source.endswith("say it")
    assert program.children[0].changes == ("there is no mail\n\n+open chat",)
    assert outline(program.children) == [
        "line open mail [done]",
        "line repeat 2 times: [done]",
        "  pass Pass 1 [done]",
        "    line say it [done]",
    ]
    assert program.message == "sent"


def test_a_program_that_is_resumed_in_the_same_trace_is_told_as_two() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail\nsend it"))
    line(story, 1, "open mail", ends=False)
    story.begin("open mail")
    story.tell(RunStarted(version="9.9", screen="web"), ProgramStarted(program="open mail\nsend it", resumed_at=1))
    line(story, 1, "open mail", ends=False)
    story.begin("open mail")
    story.end()
    story.tell(LineEnded(line=1, outcome="done"), ProgramEnded(outcome="done"))

    run = story.run()

    assert outline(run.nodes) == [
        "program open mail [unfinished]",
        "  line open mail [unfinished]",
        "    act open mail [unfinished]",
        "program open mail [done]",
        "  line open mail [done]",
        "    act open mail [done]",
    ]
    assert run.nodes[1].notes == ("Resumed at line 1.",)


def test_a_program_that_is_resumed_within_loops_stands_below_their_headers() -> None:
    story = Story()
    source = "repeat 2 times:\n    if it rains:\n        each {day}:\n            go out\n"
    story.tell(ProgramStarted(program=source, resumed_at=4))
    line(story, 4, "go out", 1, 2)
    line(story, 3, "each {day}:", 1, 2)
    line(story, 1, "repeat 2 times:", 1)
    line(story, 2, "if it rains:", 2)

    assert outline(story.run().nodes[0].children) == [
        "line repeat 2 times: [done]",
        "  pass Pass 1 [done]",
        "    line each {day}: [done]",
        "      pass Pass 2 [done]",
        "        line go out [done]",
        "  pass Pass 2 [done]",
        "    line if it rains: [done]",
    ]


def test_what_the_run_came_to_believe_stands_at_its_line() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail"))
    line(story, 1, "open mail", ends=False)
    story.tell(Believed(line=1, changes=("mail is open",), doubted=("chat is open",)))

    (node,) = story.run().nodes[0].children

    assert (node.believed, node.doubted) == (("mail is open",), ("chat is open",))


def test_what_is_believed_within_a_round_does_not_split_it() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail"))
    line(story, 1, "open mail", ends=False)
    story.begin("open mail")
    story.next_round()
    story.ask()
    story.tell(Believed(line=1, changes=("mail is there",)))
    story.plan("Tap(Mail)")
    story.do("Tap(Mail)")
    story.end()

    (act,) = story.run().nodes[0].children[0].children

    assert outline(act.children) == ["round Tap the mug [done]", "  step Tap Mail [done]"]
    assert act.children[0].spent.calls == 1


def test_questions_about_a_program_say_what_they_were_for() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail"))
    line(story, 1, "open mail")
    story.ask(role="default")
    story.tell(Replanned(line=1, reason="no mail", diff="+open chat", program="open chat"))
    line(story, 1, "open chat")
    story.ask(role="default")
    story.tell(ProgramEnded(outcome="done"))

    assert [part.title for part in story.run().nodes[0].children if part.kind == "act"] == [
        "Changing the program",
        "Checking whether the goal is reached",
    ]


def test_a_question_after_a_line_that_failed_was_for_a_change_also_when_none_came() -> None:
    story = Story()
    story.tell(ProgramStarted(program="open mail"))
    line(story, 1, "open mail", ends=False)
    story.tell(LineEnded(line=1, outcome="failed", message="no mail"))
    story.ask(role="default")
    story.tell(ProgramEnded(outcome="failed", error="no mail"))

    assert [part.title for part in story.run().nodes[0].children] == ["open mail", "Changing the program"]


@pytest.mark.parametrize("ended", ["failed", "stopped"])
def test_a_loop_is_what_its_last_pass_became(ended: str) -> None:
    story = Story()
    story.tell(ProgramStarted(program="repeat 2 times:\n  say it"))
    line(story, 1, "repeat 2 times:")
    line(story, 2, "say it", 1)
    line(story, 2, "say it", 2, ends=False)
    story.tell(LineEnded(line=2, iterations=(2,), outcome=ended, message="no"), ProgramEnded(outcome=ended, error="no"))

    assert outline(story.run().nodes) == [
        f"program repeat 2 times: [{ended}]",
        f"  line repeat 2 times: [{ended}]",
        "    pass Pass 1 [done]",
        "      line say it [done]",
        f"    pass Pass 2 [{ended}]",
        f"      line say it [{ended}]",
    ]
