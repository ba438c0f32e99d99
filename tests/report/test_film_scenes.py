"""The scenes of a film are made of a run alone, and last as long as a person needs to follow them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from film_rig import Set, act, every_gesture, run_of

from askonce.report.action_gestures import show_action
from askonce.report.document import ReportedAssignment, ReportNode, TargetSearch
from askonce.report.film_scenes import LONGEST, SHORTEST, scenes, scenes_as_json


@pytest.fixture
def stage() -> Set:
    return Set()


def test_a_film_shows_each_step_between_its_title_and_its_end(stage: Set) -> None:
    steps = [stage.step(), stage.step(), stage.step()]
    made = scenes(run_of(act(*steps), title="Press it three times"))
    assert [scene.gesture for scene in made] == ["open", "tap", "tap", "tap", "end"]
    assert [scene.node for scene in made[1:-1]] == [step.id for step in steps]
    assert (made[0].text, made[-1].text) == ("Press it three times", "It is pressed.")


def test_an_act_that_is_one_step_is_not_named_twice(stage: Set) -> None:
    made = scenes(run_of(act(stage.step(), title="Tap the button")))
    assert (made[1].title, made[1].task) == ("Tap the button", "")


def test_scenes_follow_each_other_without_a_gap_and_long_waits_are_cut(stage: Set) -> None:
    slow = stage.step("Type(x)", params={"text": "x" * 99}, at=4_000.0, seconds=3_000.0, status="failed", error="no")
    made = scenes(run_of(act(*every_gesture(stage), slow, stage.step(at=9_000.0)), seconds=9_100.0))
    for one, after in pairwise(made):
        assert one.start + one.seconds == pytest.approx(after.start, abs=0.002)
    for scene in made:
        assert SHORTEST <= scene.seconds <= LONGEST
        assert 0 <= scene.leaves <= scene.arrives <= scene.shows <= scene.seconds
    assert [scene.until for scene in made] == sorted(scene.until for scene in made)


def test_the_cursor_goes_on_from_where_it_was(stage: Set) -> None:
    first, away, second = (
        stage.step(before=stage.picture()),
        stage.step("Back()", None),
        stage.step(point=(200.0, 150.0)),
    )
    _, one, two, three, _ = scenes(run_of(act(first, away, second)))
    assert (one.cursor, one.point) == ((160, 100), (80, 60))
    assert (two.cursor, two.point) == ((80, 60), None)
    assert (three.cursor, three.point) == ((80, 60), (200, 150))


@pytest.mark.parametrize(
    ("action", "params", "targets", "told"),
    [
        ("Tap(the mug)", {"times": 3}, ["the mug"], ("tap", "Tap the mug 3 times")),
        ("DoubleTap(the mug)", {}, ["the mug"], ("double", "Double-click the mug")),
        ("RightTap(the mug)", {}, ["the mug"], ("right", "Right-click the mug")),
        ("LongPress(the mug)", {}, ["the mug"], ("hold", "Press and hold the mug")),
        ("Drag(a, b)", {}, ["a", "b"], ("drag", "Drag a onto b")),
        ("Type(…)", {"text": "tea"}, ["the search box"], ("type", "Type “tea” into the search box", "tea")),
        ("Type(…)", {"text": "tea", "enter": True}, [], ("type", "Type “tea” and press Enter", "tea ⏎")),
        ("Clear(the box)", {}, ["the box"], ("choose", "Empty the box", "Empty the box")),
        ("Select(…)", {"options": ["a", "b"]}, ["Size"], ("choose", "Choose “a” and “b” in Size", "a, b")),
        ("Press(…)", {"keys": "Control+Shift+K"}, [], ("keys", "Press Control+Shift+K", "", ("Control", "Shift", "K"))),
        ("Press(…)", {"keys": "Control++"}, [], ("keys", "Press Control++", "", ("Control", "+"))),
        ("Scroll()", {}, [], ("scroll", "Scroll down", "", (), "down")),
        ("Scroll(…)", {"direction": "up", "to_end": True}, [], ("scroll", "Scroll up to the end", "", (), "up")),
        ("Pinch(…)", {"factor": 2}, [], ("pinch", "Zoom in", "", (), "in")),
        ("Navigate(…)", {"url": "http://a.example/"}, [], ("go", "Open URL http://a.example/", "http://a.example/")),
        ("Back()", {}, [], ("go", "Go back one page", "Go back one page")),
        ("AnswerDialog(…)", {"accept": True}, [], ("choose", "Accept the dialog", "Accept the dialog")),
        ("Paint(colour='red')", {"text": ["not", "a", "text"]}, [], ("do", "Paint colour='red'")),
        ("Type(…)", {"text": ["not", "a", "text"]}, [], ("type", "Type …")),
    ],
)
def test_an_action_is_said_in_plain_words(
    action: str, params: dict[str, object], targets: list[str], told: tuple[Any, ...]
) -> None:
    wording = show_action(action, json.dumps(params), targets)
    shown = (wording.gesture, wording.title, wording.text, wording.keys, wording.direction)
    assert shown == told + ("", "", "", (), "")[len(told) :]


def test_a_long_text_is_cut_in_the_title_and_whole_in_the_bubble() -> None:
    wording = show_action("Type(…)", json.dumps({"text": "tea " * 50}), [])
    assert len(wording.title) < 80
    assert wording.text == "tea " * 50


def test_line_pass_and_act_are_named(stage: Set) -> None:
    line = ReportNode(
        id="l9", kind="line", title="Add {mug}", status="done", number=9, children=(act(stage.step(), how="replayed"),)
    )
    one = ReportNode(id="p2", kind="pass", title="Pass 2", status="done", number=2, of=4, children=(line,))
    loop = ReportNode(id="l8", kind="line", title="For each {mug}:", status="done", number=8, children=(one,))
    scene = scenes(run_of(loop))[1]
    assert (scene.place, scene.task, scene.how) == ("line 9, pass 2 of 4", "press the button", "replayed")


def test_what_a_line_reads_or_tells_is_a_scene_of_its_own(stage: Set) -> None:
    reading = act(id="a2", title="read the price", message="done", before=stage.picture())
    price = ReportedAssignment(name="price", value="12")
    line = ReportNode(
        id="l1", kind="line", title="Read the price", status="done", number=1, assigned=(price,), children=(reading,)
    )
    telling = ReportNode(id="l2", kind="line", title="tell user …", status="done", number=2, told=("It is 12.",))
    _, looked, said, _ = scenes(run_of(line, telling))
    assert (looked.gesture, looked.title, looked.text) == ("look", "read the price", "price = 12")
    assert (said.gesture, said.text) == ("say", "It is 12.")


def test_a_failed_step_ends_with_its_error(stage: Set) -> None:
    covered = stage.step(status="failed", error="it is covered")
    nowhere = stage.step("Look for the exit", None, status="failed", searches=(TargetSearch(target="the exit"),))
    _, one, two, end = scenes(run_of(act(covered, nowhere, status="failed"), status="failed", error="no exit"))
    assert (one.failed, one.error) == (True, "it is covered")
    assert (two.failed, two.error) == (True, "not found: the exit")
    assert (end.failed, end.text) == (True, "no exit")


def test_an_act_that_gave_up_says_why_after_its_last_good_step(stage: Set) -> None:
    made = scenes(run_of(act(stage.step(), status="failed", error="it gave up"), status="failed", error="it gave up"))
    assert [(scene.status, scene.error) for scene in made[1:3]] == [("done", ""), ("failed", "it gave up")]


def test_the_film_of_a_killed_run_says_that_it_did_not_come_to_its_end(stage: Set) -> None:
    made = scenes(run_of(act(stage.step(), status="unfinished"), status="unfinished", finished=False))
    assert made[-1].title == "The run did not finish"
    assert made[-1].failed


def test_where_pictures_are_missing_the_last_one_stays_and_its_age_is_told(stage: Set) -> None:
    shown = stage.picture("#ff0000")
    made = scenes(run_of(act(stage.step(before=shown), stage.step(), stage.step(), stage.step(after=stage.picture()))))
    assert {scene.picture.blob for scene in made[1:5] if scene.picture} == {shown.blob}
    assert [scene.picture.behind for scene in made[1:5] if scene.picture] == [0, 1, 2, 3]
    assert made[-1].picture
    assert made[-1].picture.behind == 0


def test_a_picture_of_later_actions_is_not_shown_as_what_came_of_one(stage: Set) -> None:
    shown, later = stage.picture("#ff0000"), stage.picture("#00ff00", ahead=1)
    first = stage.step(before=shown, after=later)
    second = stage.step(before=shown.model_copy(update={"behind": 1}), after=later.model_copy(update={"ahead": 0}))
    _, one, two, _ = scenes(run_of(act(first, second)))
    assert one.result is None
    assert two.picture
    assert (two.picture.blob, two.picture.behind) == (shown.blob, 1)
    assert two.result
    assert two.result.blob == later.blob


def test_a_run_in_which_nothing_was_done_has_a_film_too() -> None:
    assert [scene.gesture for scene in scenes(run_of())] == ["open", "end"]


def test_the_cursor_starts_anew_when_the_screen_is_another_one(stage: Set) -> None:
    wide = stage.step(spot=(300.0, 20.0), before=stage.picture())
    narrow = stage.step("Scroll()", None, before=stage.picture(size=(100, 200)))
    assert scenes(run_of(act(wide, narrow)))[2].cursor == (50, 100)


def test_the_scenes_of_all_runs_are_one_json_without_what_goes_without_saying(stage: Set) -> None:
    told = json.loads(scenes_as_json([run_of(act(stage.step())), run_of()]))
    assert [len(one) for one in told] == [3, 2]
    assert "error" not in told[0][1]
    assert told[0][1]["point"] == [80, 60]
