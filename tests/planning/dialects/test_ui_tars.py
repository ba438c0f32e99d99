from __future__ import annotations

import contextlib

import pytest
from reply_views import Fingers, Mouse, view

from askonce.actions import Drag, LongPress, Press, Scroll, Swipe, Tap, Type, Wait
from askonce.errors import UnreadableReply
from askonce.geometry import Point
from askonce.planning.dialects import dialect_named
from askonce.planning.dialects.ui_tars import describe, read
from askonce.planning.plan import Done, GiveUp, ReplyContext
from askonce.prompts import prompt

HERE = "(500,250)"


def seen(screen: object = None) -> ReplyContext:
    return view("ui-tars", elements=False, screen=screen)


def only(reply: str, shown: ReplyContext | None = None) -> object:
    (action,) = read(reply, shown or seen()).actions
    return action


@pytest.mark.parametrize(
    "place",
    [
        "start_box='(500,250)'",
        'start_box="(500, 250)"',
        "start_box='<|box_start|>(500,250)<|box_end|>'",
        "start_box='[480, 240, 520, 260]'",
        "start_box='<bbox>480 240 520 260</bbox>'",
        "point='<point>500 250</point>'",
        "start_point='<point>500 250</point>'",
        "start_box=(500,250)",
        "point=<point>500 250</point>",
        "start_box=[500, 250]",
    ],
)
def test_every_spelling_of_a_place_is_read(place: str) -> None:
    action = only(f"Thought: the button is there.\nAction: click({place})")
    assert isinstance(action, Tap)
    planned = action.target.planned
    assert planned is not None
    assert (planned.center.x, planned.center.y) == (pytest.approx(500, abs=1), pytest.approx(125, abs=1))


def test_a_mark_of_the_end_is_no_part_of_the_answer() -> None:
    assert isinstance(only("Action: click(start_box='(500,250)')[EOS]\n"), Tap)
    typed = only("Action: type(content='[EOS]')[EOS]")
    assert isinstance(typed, Type)
    assert typed.text == "[EOS]"


def test_the_thought_is_kept() -> None:
    assert read("Thought: open it\nAction: wait()", seen()).thought == "open it"
    assert read("Thought: open it. Action: wait()", seen()).thought == "open it."
    assert read("<think>long</think>\nThought: now\nAction: wait()", seen()).thought == "now"


@pytest.mark.parametrize(
    ("call", "title"),
    [
        (f"click(start_box='{HERE}')", "Tap"),
        (f"left_double(start_box='{HERE}')", "DoubleTap"),
        (f"right_single(start_box='{HERE}')", "RightTap"),
        (f"long_press(start_box='{HERE}', time='2')", "LongPress"),
        (f"drag(start_box='{HERE}', end_box='(600,300)')", "Drag"),
        ("drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')", "Drag"),
        ("hotkey(key='ctrl c')", "Press"),
        ("type(content='a')", "Type"),
        (f"scroll(start_box='{HERE}', direction='down')", "Scroll"),
        ("scroll(direction='up')", "Scroll"),
        ("wait()", "Wait"),
        ("open_app(app_name='Maps')", "Launch"),
        ("press_back()", "Back"),
    ],
)
def test_each_call_is_one_of_our_actions(call: str, title: str) -> None:
    assert type(only(f"Thought: x\nAction: {call}")).__name__ == title


def test_keys_are_parted_by_spaces() -> None:
    action = only("Action: hotkey(key='ctrl shift t')")
    assert isinstance(action, Press)
    assert action.keys == "Control+Shift+t"


@pytest.mark.parametrize(
    ("content", "text", "enter"),
    [
        ("'hello'", "hello", False),
        (r"'hello\n'", "hello", True),
        (r"'two\nlines\n'", "two\nlines", True),
        (r"'it\'s'", "it's", False),
        ("'it's (here) and \"there\", ok'", 'it\'s (here) and "there", ok', False),
        (r"'say \"hi\" \\ C:\dir'", r'say "hi" \ C:\dir', False),
        ("'Action: finished()'", "Action: finished()", False),
        ("' spaced '", " spaced ", False),
        ("'see (\\'x\\')\nmore'", "see ('x')\nmore", False),
        ("'日本語'", "日本語", False),
    ],
)
def test_text_is_typed_at_the_cursor_as_it_was_meant(content: str, text: str, enter: bool) -> None:
    action = only(f"Thought: x\nAction: type(content={content})")
    assert isinstance(action, Type)
    assert (action.text, action.enter, action.mode, action.target) == (text, enter, "append", None)


def test_a_line_break_alone_is_the_enter_key() -> None:
    action = only(r"Action: type(content='\n')")
    assert isinstance(action, Press)
    assert action.keys == "Enter"


def test_several_actions_stand_one_after_another() -> None:
    plan = read(f"Thought: x\nAction: click(start_box='{HERE}')\n\ntype(content='a')\n\nAction: wait()", seen())
    assert [type(action) for action in plan.actions] == [Tap, Type, Wait]


def test_scrolling_at_a_place_goes_most_of_a_screenful() -> None:
    action = only(f"Action: scroll(start_box='{HERE}', direction='down')")
    assert isinstance(action, Scroll)
    assert (action.direction, action.distance) == ("down", 300)


def test_finished_and_call_user_are_ends() -> None:
    assert read("Thought: x\nAction: finished(content='42 it is')", seen()).end == Done("42 it is")
    assert read("Action: finished()", seen()).end == Done("")
    assert read("Action: call_user()", seen()).end == GiveUp("the model asks for a person's help")
    plan = read("Action: wait()\n\nfinished(content='ok')", seen())
    assert (len(plan.actions), plan.end, plan.doubtful) == (1, Done("ok"), "")


def test_on_a_screen_of_fingers_strokes_and_scrolls_are_swipes() -> None:
    swipe = only("Action: drag(start_box='(500,800)', end_box='(520,200)')", seen(Fingers()))
    assert isinstance(swipe, Swipe)
    assert (swipe.direction, swipe.distance) == ("up", pytest.approx(300, abs=1))
    assert swipe.target is not None
    assert swipe.target.planned is not None
    assert swipe.target.planned.contains(Point(500, 400))
    scrolled = only(f"Action: scroll(start_box='{HERE}', direction='down')", seen(Fingers()))
    assert isinstance(scrolled, Swipe)
    assert scrolled.direction == "up"


def test_an_action_that_the_screen_does_not_have_is_unreadable() -> None:
    with pytest.raises(UnreadableReply, match="no action named 'Type'"):
        read("Action: type(content='a')", seen(Mouse()))
    with pytest.raises(UnreadableReply, match="no action named 'Home'"):
        read("Action: press_home()", seen())


def test_the_last_answer_counts_and_a_differing_one_puts_its_end_in_doubt() -> None:
    plan = read("Thought: a\nAction: wait()\nThought: b\nAction: type(content='x')", seen())
    assert [type(action) for action in plan.actions] == [Type]
    assert "several answers" in plan.doubtful
    with pytest.raises(UnreadableReply, match="several answers"):
        read("Thought: a\nAction: wait()\nThought: b\nAction: finished()", seen())
    assert read("Thought: a\nAction: wait()\nThought: a\nAction: wait()", seen()).doubtful == ""


def test_a_broken_call_takes_what_follows_it() -> None:
    plan = read("Action: wait()\n\nclick(start_box='the button')\n\nfinished()", seen())
    assert ([type(action) for action in plan.actions], plan.end) == ([Wait], None)
    assert "action 2 cannot be read" in plan.doubtful


def test_an_end_that_is_not_the_last_call_is_void() -> None:
    plan = read("Action: wait()\n\nfinished()\n\nwait()", seen())
    assert (len(plan.actions), plan.end) == (1, None)
    assert "comes after the end" in plan.doubtful


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "no action"),
        ("Thought: I am done.", "no action"),
        ("Thought: x\nAction: dance(point='1 2')", "no action"),
        ("Action: click()", "lacks start_box"),
        ("Action: click(start_box='button 2 of 3')", "not a position"),
        ("Action: click(start_box='(1,2,3)')", "not a position"),
        ("Action: click(start_box='(1,2000)')", "outside"),
        ("Action: click(start_box='(-1,2)')", "outside"),
        ("Action: type()", "lacks content"),
        ("Action: type(content='never ends", "never ends"),
        ("Action: type(content='a', colour='b'); ", "cannot be read"),
        ("Action: hotkey(key='flurb')", "not the name of a key"),
        (f"Action: scroll(start_box='{HERE}', direction='sideways')", "direction"),
        ("Action: type(content='see (it 'x')\nand more')", "ends in two places"),
        ("Action: finished()\n\nwait()", "comes after the end"),
    ],
)
def test_a_reply_that_cannot_be_read_says_why_and_carries_the_raw_text(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem) as raised:
        read(reply, seen())
    assert raised.value.raw == reply


def test_a_place_in_no_picture_is_unreadable() -> None:
    with pytest.raises(UnreadableReply, match="no picture"):
        read(f"Action: click(start_box='{HERE}')", view("ui-tars", picture=False))


def test_the_prompt_offers_what_the_screen_has() -> None:
    text = prompt("ui_tars", actions=describe(seen().space))
    assert "drag(start_box=" in text
    assert "press_home" not in text
    assert "hotkey" not in prompt("ui_tars", actions=describe(seen(Mouse()).space))


def test_every_call_that_is_offered_can_be_read() -> None:
    for line in describe(seen().space).splitlines():
        call = line.partition("  #")[0].replace("x1,y1", "1,2").replace("x2,y2", "3,4").replace("x,y", "1,2")
        assert read(f"Thought: x\nAction: {call}", seen()).actions, line


def test_families_of_this_dialect_are_read_by_it() -> None:
    assert dialect_named(seen().family.dialect).read("Action: wait()", seen()).actions
    assert isinstance(only(f"Action: drag(start_box='{HERE}', end_box='(1,2)')", seen(Mouse())), Drag)
    assert isinstance(only(f"Action: long_press(point='{HERE}')"), LongPress)


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "piece",
    [
        "Action: ",
        "Action: type(content='",
        "click(",
        "Thought:\n",
        "'",
        "'\\",
        "wait()",
        "a'), ",
        " ",
        "(",
        "click(point=[",
        "*",
    ],
)
def test_a_long_text_of_anything_is_read_in_time(piece: str) -> None:
    for frame in ("{}", "Action: type(content='{}')", "Action: click(point={}"):
        with contextlib.suppress(UnreadableReply):
            read(frame.format(piece * ((200_000 if frame == "{}" else 100_000) // len(piece))), seen())
