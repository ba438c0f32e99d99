from __future__ import annotations

import contextlib

import pytest
from reply_views import Mouse, Scrolls, view

from askonce.actions import DoubleTap, Launch, LongPress, Scroll, Swipe, Tap, Type, Wait
from askonce.errors import UnreadableReply
from askonce.geometry import Point
from askonce.planning.dialects import dialect_named
from askonce.planning.dialects.auto_glm import describe, read
from askonce.planning.plan import Done, GiveUp, ReplyContext
from askonce.prompts import prompt


def seen(screen: object = None) -> ReplyContext:
    return view("auto-glm", elements=False, screen=screen)


def only(call: str, shown: ReplyContext | None = None) -> object:
    (action,) = read(f"<think>next</think>\n<answer>{call}</answer>", shown or seen()).actions
    return action


@pytest.mark.parametrize(
    "reply",
    [
        '<think>the button</think><answer>do(action="Tap", element=[500,250])</answer>',
        '<think>the button</think>\n<answer>\ndo(action="Tap", element=[500, 250])\n</answer>',
        '<think>the button</think>do(action="Tap", element=[500,250])',
        'the button\ndo(action="Tap", element=[500,250])',
        'the button</think><answer>do(action="Tap", element=[500,250])',
        "<think>the button</think><answer>do(action='Tap', element=(500,250), message='pay')</answer>",
    ],
)
def test_a_tap_is_read_with_or_without_its_wrappers(reply: str) -> None:
    plan = read(reply, seen())
    (action,) = plan.actions
    assert isinstance(action, Tap)
    assert action.target.planned is not None
    assert action.target.planned.contains(Point(500, 125))
    assert plan.thought == "the button"


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ('do(action="Double Tap", element=[1,2])', DoubleTap),
        ('do(action="Long Press", element=[1,2])', LongPress),
        ('do(action="Launch", app="Maps")', Launch),
        ('do(action="Type_Name", text="Bob")', Type),
    ],
)
def test_each_call_is_one_of_our_actions(call: str, kind: type) -> None:
    assert type(only(call)) is kind


def test_going_back_takes_a_screen_that_can() -> None:
    assert str(only('do(action="Back")')) == "Back()"
    with pytest.raises(UnreadableReply, match="no action named 'Home'"):
        only('do(action="Home")')


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"mugs"', "mugs"),
        ('" mugs "', " mugs "),
        ('"say "hi", ok"', 'say "hi", ok'),
        ('"it\'s (fine)"', "it's (fine)"),
        (r'"a\"b\n"', 'a"b\n'),
        ('"two\nlines"', "two\nlines"),
        ('"a </answer> b"', "a </answer> b"),
        ('"x, text=y"', "x, text=y"),
    ],
)
def test_text_replaces_what_the_field_held(written: str, text: str) -> None:
    action = only(f'do(action="Type", text={written})')
    assert isinstance(action, Type)
    assert (action.text, action.mode, action.target) == (text, "replace", None)


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [('"2 seconds"', 2), ('"5"', 5), ("4", 4), ('"0.5 s"', 0.5), ('"x seconds"', 3), ('"3秒"', 3), ("[7]", 7)],
)
def test_a_wait_takes_its_seconds(duration: str, seconds: float) -> None:
    action = only(f'do(action="Wait", duration={duration})')
    assert isinstance(action, Wait)
    assert action.limit == seconds


@pytest.mark.parametrize(
    ("end", "direction", "distance"),
    [("[500,200]", "up", 300), ("[510,990]", "down", 95), ("[100,790]", "left", 400), ("[900,700]", "right", 400)],
)
def test_a_swipe_goes_along_its_longer_side_from_its_start(end: str, direction: str, distance: float) -> None:
    action = only(f'do(action="Swipe", start=[500,800], end={end})')
    assert isinstance(action, Swipe)
    assert (action.direction, action.distance) == (direction, pytest.approx(distance, abs=3))
    assert action.target is not None
    assert action.target.planned is not None
    assert action.target.planned.contains(Point(500, 400))


def test_which_side_of_a_swipe_is_longer_is_told_in_the_units_of_the_model() -> None:
    # 300 units down are 150 on this screen, which is less than 250 across.
    down = only('do(action="Swipe", start=[500,500], end=[750,800])')
    across = only('do(action="Swipe", start=[500,500], end=[700,700])')
    assert isinstance(down, Swipe)
    assert isinstance(across, Swipe)
    assert (down.direction, down.distance) == ("down", pytest.approx(150, abs=1))
    assert (across.direction, across.distance) == ("right", pytest.approx(200, abs=1))


def test_without_fingers_a_swipe_scrolls_the_other_way() -> None:
    action = only('do(action="Swipe", start=[500,800], end=[500,200])', seen(Scrolls()))
    assert isinstance(action, Scroll)
    assert (action.direction, action.distance) == ("down", pytest.approx(300, abs=1))
    with pytest.raises(UnreadableReply, match="no action named 'Swipe'"):
        only('do(action="Swipe", start=[500,800], end=[500,200])', seen(Mouse()))


def test_finish_is_the_end_with_its_message() -> None:
    assert read('<think>ok</think><answer>finish(message="3 "mugs" bought")</answer>', seen()).end == Done(
        '3 "mugs" bought'
    )


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ('do(action="Take_over", message="enter the code")', "enter the code"),
        ('do(action="Interact")', "the model asks for a person (Interact)"),
    ],
)
def test_where_a_person_is_asked_for_it_gives_up(call: str, reason: str) -> None:
    assert read(call, seen()).end == GiveUp(reason)


def test_an_end_after_another_answer_is_not_believed() -> None:
    with pytest.raises(UnreadableReply, match="several answers"):
        read('<answer>do(action="Back")</answer> and then <answer>finish(message="ok")</answer>', seen())


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "no action"),
        ("<think>I will do it</think>", "no action"),
        ('<think>do(action="Back")</think>', "no action"),
        ("do(element=[1,2])", "lacks action"),
        ('do(action="Tap")', "lacks element"),
        ('do(action="Tap", element=[1,2,3])', "not a position"),
        ('do(action="Tap", element=["a","b"])', "not a position"),
        ('do(action="Tap", element=[1,2', "cannot be read"),
        ('do(action="Tap", element=[1001,2])', "outside"),
        ('do(action="Swipe", start=[1,2], end=[1,2])', "ends where it starts"),
        ('do(action="Type", text="cut of', "never ends"),
        ('do(action="Type")', "lacks text"),
        ('do(action="Wait", duration="90 seconds")', "seconds"),
        ('do(action="Note", message="True")', "Note is not offered"),
        ('do(action="Call_API", instruction="sum up")', "Call_API is not offered"),
        ('do(action="Dance")', "no action named 'Dance'"),
        ('do(action=__import__("os"))', "cannot be read"),
    ],
)
def test_a_reply_that_cannot_be_read_says_why_and_carries_the_raw_text(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem) as raised:
        read(reply, seen())
    assert raised.value.raw == reply


def test_every_call_that_is_offered_can_be_read() -> None:
    for line in describe(seen().space).splitlines():
        call = line.partition("  #")[0].replace("x1,y1", "1,2").replace("x2,y2", "3,400").replace("x,y", "1,2")
        assert dialect_named(seen().family.dialect).read(call, seen()).actions, line


def test_the_prompt_offers_what_the_screen_has() -> None:
    text = prompt("auto_glm", actions=describe(seen().space))
    assert text.count('action="Swipe"') == 1
    assert 'action="Type"' not in prompt("auto_glm", actions=describe(seen(Mouse()).space))


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "piece", ["do(", "do(action=", 'do(action="', "</think>", "<answer>", '"', '\\"', '", text="', "finish()", " "]
)
def test_a_long_text_of_anything_is_read_in_time(piece: str) -> None:
    for frame in ("{}", 'do(action="Type", text="{}")', "do(action={}"):
        with contextlib.suppress(UnreadableReply):
            read(frame.format(piece * ((200_000 if frame == "{}" else 100_000) // len(piece))), seen())
