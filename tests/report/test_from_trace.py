"""A run as a report tells it, from the entries of its trace: also of one that failed, or was killed anywhere."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from report_rig import BEGAN, Story, every, outline, play

from askonce.report.document import Report, Run
from askonce.report.from_trace import read_run
from askonce.report.json_form import read_json, to_json
from askonce.trace import (
    Acted,
    Answered,
    Asked,
    Assigned,
    Believed,
    Entry,
    Event,
    Expected,
    LineEnded,
    LineStarted,
    Located,
    Looked,
    Noted,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    RunEnded,
    RunStarted,
    Told,
    read_trace,
)


def test_a_run_tells_what_was_asked_what_came_of_it_and_what_it_cost() -> None:
    run = Story().buy().run()

    assert (run.title, run.status, run.finished) == ("buy the red mug", "done", True)
    assert run.answer == "The red mug is in the basket."
    assert (run.spent.calls, run.spent.tokens, run.spent.cost) == (1, 1240, 0.002)
    assert (run.version, run.screen, run.models) == ("9.9", "web", ("some-model",))
    assert (run.started, run.seconds) == (BEGAN + 1, 9.0)
    assert outline(run.nodes) == [
        "act buy the red mug [done]",
        "  round Tap the mug [done]",
        "    step Tap the red mug [done]",
    ]


def test_time_is_told_by_where_it_went_and_adds_up() -> None:
    run = Story().buy().run()

    assert (run.times.model, run.times.screen, run.times.settle) == (0.5, 0.25, 0.5)
    assert sum((run.times.model, run.times.screen, run.times.settle, run.times.ours)) == run.seconds
    assert [(span.kind, span.end - span.start, span.node) for span in run.spans] == [
        ("model", 0.5, "a1r1"),
        ("screen", 0.25, "a1s1"),
        ("settle", 0.5, "a1s1"),
    ]


def test_waiting_until_an_element_came_is_told_as_waiting_for_the_page() -> None:
    story = Story()
    story.begin()
    story.tell(Located(act=1, round=1, target="Late", finder="local", box=(0, 0, 9, 9), seconds=2.0, waited=1.5))
    story.tell(Acted(act=1, round=1, action="Tap", seconds=0.25, settled=0.5))
    story.end()

    step = next(node for node in every(story.run()) if node.kind == "step")
    assert (step.times.screen, step.times.settle) == (0.25, 2.0)
    assert step.searches[0].waited == 1.5


def test_a_round_begins_with_its_look_and_a_step_ends_with_what_it_was_to_bring_about() -> None:
    story = Story()
    story.begin()
    story.next_round()
    story.tell(Looked(act=1, round=1, seconds=0.5))
    story.ask()
    story.plan("Tap(a)")
    story.do("Tap(a)")
    story.begin()
    story.do("Tap(b)")
    story.tell(Expected(act=2, round=0, met=("visible Thanks",), seconds=0.75))
    story.end(how="replayed")

    asked, replayed = (act.children[0] for act in story.run().nodes)

    assert (asked.at, asked.seconds) == (1.5, 4.5)
    assert (replayed.seconds, replayed.times.settle) == (1.75, 1.25)


def test_a_target_that_was_not_found_is_a_failed_step_with_what_each_finder_said() -> None:
    run = Story().miss().run()

    step = every(run)[-1]
    assert (step.title, step.status) == ("Look for the exit", "failed")
    assert [(one.finder, one.said) for one in step.searches[0].attempts] == [
        ("planned", "no box was given"),
        ("model", "nothing like it"),
    ]
    assert [(one.node, one.title, one.error) for one in run.failures] == [
        (step.id, "leave the shop", "could not find 'the exit' on the screen")
    ]
    assert (run.status, run.error, run.answer) == ("failed", "could not find 'the exit' on the screen", "")


def test_a_target_that_was_found_and_not_used_is_what_its_act_became() -> None:
    for outcome in ("done", "failed"):
        story = Story()
        story.begin("locate Buy")
        story.find("Buy")
        story.end(outcome)
        assert every(story.run())[-1].status == outcome


def test_what_was_under_way_when_a_run_was_killed_is_unfinished() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(the red mug)")
    story.next_round()
    story.look()
    story.ask()
    story.plan("Tap(Buy)")
    story.find("Buy")

    run = story.run()

    assert not run.finished
    assert outline(run.nodes) == [
        "act buy the red mug [unfinished]",
        "  round Tap the mug [done]",
        "    step Tap the red mug [done]",
        "  round Tap the mug [unfinished]",
        "    step Look for Buy [unfinished]",
    ]
    assert run.failures[0].error == "it did not finish"


def test_a_question_without_an_answer_is_told_as_one() -> None:
    story = Story()
    story.begin()
    story.next_round()
    story.ask()
    del story.events[-1]

    (act,) = story.run().nodes

    assert (act.children[0].title, act.children[0].status) == ("Asking what to do", "unfinished")
    assert not act.children[0].asks[0].is_answered


def test_a_call_that_was_never_answered_by_the_model_counts_as_none() -> None:
    story = Story()
    story.begin()
    story.next_round()
    story.ask("", error="the connection was refused")
    story.end("failed", error="the connection was refused")

    run = story.run()

    assert run.spent.calls == 0
    assert run.nodes[0].children[0].asks[0].error == "the connection was refused"
    assert run.nodes[0].children[0].title == "The model did not answer"


def test_waiting_for_an_answer_that_never_came_is_time_of_the_model() -> None:
    story = Story()
    story.begin()
    story.tell(Asked(act=1, round=1, role="planning", model="slow", messages=()))
    story.tell(Answered(act=1, round=1, role="planning", model="slow", error="no answer within 1 s"))
    story.end("failed")

    run = story.run()

    assert (run.times.model, run.nodes[0].children[0].asks[0].seconds) == (1.0, 1.0)


def test_an_act_that_ran_out_of_rounds_did_not_fail_at_a_step_long_before() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(a)")
    story.do("Tap(b)", error="it is covered")
    story.play_round("Tap(c)")
    story.end("failed", error="it was not complete after 2 rounds")

    assert story.run().failures[0].node == "a1"


def test_pictures_before_and_after_say_how_many_actions_lie_between() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(a)", "Tap(b)", "Tap(c)")
    story.next_round()
    story.look()
    story.end()

    act = story.run().nodes[0]
    steps = act.children[0].children

    assert [(one.before.blob, one.before.behind) for one in steps if one.before] == [
        ("1.png", 0),
        ("1.png", 1),
        ("1.png", 2),
    ]
    assert [one.after and one.after.blob for one in steps] == [None, None, "2.png"]
    assert [one and one.blob for one in (act.before, act.after, act.children[0].after)] == ["1.png", "2.png", "2.png"]


def test_a_picture_that_actions_share_says_how_many_were_performed_before_it_was_taken() -> None:
    story = Story()
    story.begin()
    story.look()
    for action in ("Tap(a)", "Type(b)", "Type(c)", "Type(d)"):
        story.do(action)
    story.look(shared=2)
    story.end(how="replayed")

    steps = story.run().nodes[0].children

    assert [one.before and one.before.behind for one in steps] == [0, 1, 2, 3]
    assert [one.after and (one.after.blob, one.after.ahead) for one in steps] == [
        None,
        ("2.png", 2),
        ("2.png", 1),
        ("2.png", 0),
    ]


def test_a_picture_from_before_a_dialog_is_no_picture_of_what_was_done_since() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(a)", "Tap(b)")
    story.next_round()
    story.look(is_earlier=True)
    story.ask()
    story.plan("Answer(yes)")
    story.do("Answer(yes)")
    story.next_round()
    story.look()
    story.end()

    first, second = story.run().nodes[0].children[:2]

    assert [one.after for one in first.children] == [None, None]
    assert second.before
    assert (second.before.blob, second.before.behind) == ("1.png", 2)
    assert [(one.before and one.before.behind, one.after and one.after.blob) for one in second.children] == [
        (2, "3.png")
    ]


def test_a_picture_from_before_a_dialog_that_nobody_knows_the_moment_of_is_no_picture_of_a_step() -> None:
    story = Story()
    story.begin()
    story.do("Tap(a)")
    story.look(is_earlier=True)
    story.end(how="replayed")

    act = story.run().nodes[0]

    assert [one.after for one in act.children] == [None]
    assert (act.before, act.after) == (None, None)


def test_what_a_replayed_step_was_to_bring_about_stands_at_that_step() -> None:
    story = Story()
    story.begin()
    story.find("User")
    story.do("Type(bob)")
    story.expect("visible Welcome")
    story.find("Buy")
    story.do("Tap(Buy)")
    story.expect(unmet=["visible Thanks"])
    story.end(how="replayed")

    act = story.run().nodes[0]

    assert act.how == "replayed"
    assert [[(one.text, one.holds) for one in step.expected] for step in act.children] == [
        [("visible Welcome", True)],
        [("visible Thanks", False)],
    ]


def test_what_a_plan_expected_stands_at_its_round() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(Buy)")
    story.expect("visible Thanks")
    story.end()

    (round_,) = story.run().nodes[0].children

    assert [one.text for one in round_.expected] == ["visible Thanks"]
    assert not round_.children[0].expected


def test_a_healed_act_has_its_replayed_steps_and_the_round_that_was_asked_for() -> None:
    story = Story()
    story.begin()
    story.find("User")
    story.do("Type(bob)")
    story.play_round("Tap(Buy)")
    story.end(how="healed")

    run = story.run()

    assert outline(run.nodes) == [
        "act buy the red mug [done]",
        "  step Type bob [done]",
        "  round Tap the mug [done]",
        "    step Tap the red mug [done]",
    ]
    assert (run.counts.acts, run.counts.steps, run.counts.asked, run.counts.healed) == (1, 2, 0, 1)


def test_actions_between_acts_stand_in_one_part_and_fail_with_what_failed() -> None:
    story = Story()
    story.begin()
    story.end()
    story.do("Back()")
    story.do("Forward()", error="there is no page")
    story.begin("log out")
    story.end()

    run = story.run()

    assert outline(run.nodes) == [
        "act buy the red mug [done]",
        "act Outside any act [failed]",
        "  step Go back one page [done]",
        "  step Go forward one page [failed]",
        "act log out [done]",
    ]
    assert run.failures[0].error == "there is no page"


def test_notes_and_a_picture_after_an_act_belong_to_it() -> None:
    story = Story()
    story.begin()
    story.end("failed", error="no")
    story.tell(Noted(act=1, round=1, text="a new tab was opened"), Looked(act=1, round=1))
    story.look()

    (act,) = story.run().nodes

    assert act.notes == ("a new tab was opened",)
    assert act.before
    assert act.before.blob == "1.png"


def test_a_run_that_is_gone_on_with_in_the_same_trace_is_one_run() -> None:
    story = Story()
    story.begin()
    story.play_round("Tap(a)")
    story.tell(RunStarted(version="9.9", screen="web"))
    story.begin("once more")
    story.end()
    story.tell(RunEnded())

    run = story.run()

    assert [(node.title, node.status) for node in run.nodes] == [
        ("buy the red mug", "unfinished"),
        ("once more", "done"),
    ]
    assert (run.finished, run.status) == (True, "unfinished")


def test_nothing_at_all_is_a_run_too() -> None:
    run = read_run([])
    assert (run.title, run.status, run.nodes) == ("Nothing was asked", "done", ())


# ---- real traces, cut anywhere


def ids_are_unique(run: Run) -> bool:
    ids = [node.id for node in every(run)]
    return len(ids) == len(set(ids)) and {span.node for span in run.spans} <= set(ids)


async def test_a_real_run_is_reported_at_every_length_of_its_trace(tmp_path: Path) -> None:
    entries = list(read_trace(await play(tmp_path)))
    runs = [read_run(entries[:length], "run") for length in range(len(entries) + 1)]

    assert len(runs) > 50
    assert all(map(ids_are_unique, runs))
    assert not any(run.finished for run in runs[:-1])
    whole = runs[-1]
    assert (whole.finished, whole.status, whole.counts.acts, whole.counts.lines) == (True, "failed", 5, 7)
    assert [node.status for node in whole.nodes] == ["done", "done", "failed", "done"]
    assert [step.title for step in every(whole) if step.kind == "step"] == [
        "Type “bob” into the field",
        "Tap it",
        "Look for Buy",
    ]
    steps = [run.counts.steps for run in runs]
    assert steps == sorted(steps)
    report = Report(title=whole.title, runs=(whole,))
    assert read_json(to_json(report)) == report


async def test_a_trace_that_ends_within_a_line_is_read_up_to_the_line_before(tmp_path: Path) -> None:
    folder = await play(tmp_path)
    file = folder / "trace.jsonl"
    whole = file.read_bytes()
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    before = read_run(list(read_trace(folder))[:-1])

    for length in range(start, len(whole)):
        file.write_bytes(whole[:length])
        assert read_run(read_trace(folder)) == before


# ---- any events at all


def samples() -> list[Event]:
    """Events of every kind, with few values in them, so that they often have to do with each other."""
    source = "# shop\nrepeat 2 times:\n    greet\ncall other\nDefine other:\n    greet"
    lines = [(2, (), 0), (2, (1,), 0), (3, (1,), 0), (3, (2,), 0), (4, (), 0), (6, (), 1), (9, (1, 2), 2)]
    found: list[Event] = [ProgramStarted(program=source), ProgramStarted(program="", resumed_at=3)]
    for line, iterations, depth in lines:
        place = {"line": line, "iterations": iterations, "depth": depth}
        found += [LineStarted(words="greet", total=2, **place), LineEnded(outcome="done", **place)]
    found += [
        LineEnded(line=3, outcome="failed", message="no"),
        Assigned(line=3, name="n", value="1"),
        Told(line=3, message="hello"),
        Believed(line=3, changes=("a",), doubted=("b",)),
        Replanned(line=3, reason="it moved", diff="+ x", program="x"),
        ProgramEnded(outcome="failed", error="no"),
        RunStarted(version="1", screen="web"),
        RunEnded(),
    ]
    for round_number in (0, 1, 2):
        story = Story(events=[], act=0, round=round_number)
        story.begin()
        story.round = round_number
        story.look()
        story.ask()
        story.ask(role="locating")
        story.plan("Tap(a)")
        story.find()
        story.find(found=False)
        story.do()
        story.do(error="no")
        story.expect("a", unmet=["b"])
        story.tell(Noted(act=1, round=round_number, text="a note"), Looked(act=1, round=round_number))
        story.end()
        story.end("stopped")
        found += story.events
    return found


@given(st.lists(st.tuples(st.sampled_from(samples()), st.integers(-2, 5)), max_size=40))
def test_any_events_in_any_order_and_at_any_time_give_a_run(told: list[tuple[Event, int]]) -> None:
    at, entries = BEGAN, list[Entry]()
    for number, (event, passed) in enumerate(told):
        at += passed
        entries.append(Entry(number=number, at=at, event=event))

    run = read_run(entries, "run")

    assert ids_are_unique(run)
    assert all(node.seconds >= 0 and node.times.ours >= 0 for node in every(run))
    assert run.seconds >= 0
    assert (run.status == "done") == (not run.failures)
    report = Report(title=run.title, runs=(run,))
    assert read_json(to_json(report)) == report
