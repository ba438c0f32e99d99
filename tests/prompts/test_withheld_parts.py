"""A model that is shown a picture with black parts is told where they are, and that anything may stand there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_screen import DrawnScreen
from insight_views import shot
from playwright.async_api import Browser
from replies import say
from rigs.sights import opened

from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box
from askonce.models import Image, Request
from askonce.models.factory import Models
from askonce.prompts.withheld_parts import hidden_parts, withheld_note
from askonce.screens.unplaced_secrets import WITHHELD
from askonce.testing import ScriptedModel
from askonce.values import Secret

KEY = Secret("sesame-4711")
PART = Box(100, 30, 100, 60)
BOARD = """<p>Board</p><canvas id=c width=400 height=120 tabindex=0></canvas><button>Cancel</button>
<script>c.focus(); c.onkeydown = (event) => c.getContext("2d").fillText(event.key, 20, 40)</script>"""
LARGE = "<style>canvas { position: fixed; inset: 0; width: 100%; height: 100% }</style>"
UNTOLD = '{"reason": "it may be hidden", "verdict": "cannot tell"}'


def told_to(request: Request) -> str:
    return "\n".join(part for message in request.messages for part in message.parts if isinstance(part, str))


def pictures_in(request: Request) -> int:
    return sum(isinstance(part, Image) for message in request.messages for part in message.parts)


@pytest.mark.parametrize("purpose", ["check", "query", "plan"])
def test_the_place_of_what_is_hidden_is_told_in_shares_of_the_picture(purpose: str) -> None:
    black = replace(shot(), hidden=(PART,))
    note = withheld_note(black, purpose, listed=True)  # pyright: ignore[reportArgumentType]
    assert "- from 25 % to 50 % of its width, from 10 % to 30 % of its height" in note
    assert "proves nothing about the hidden parts" in note


def test_of_a_part_of_the_screen_the_places_are_those_in_that_part() -> None:
    black = replace(shot(), hidden=(PART,))
    note = withheld_note(black, "check", Box(100, 0, 200, 60), listed=True)
    assert "- from 0 % to 50 % of its width, from 50 % to 100 % of its height" in note
    assert withheld_note(black, "check", Box(0, 200, 400, 100), listed=True) == ""


def test_what_lies_over_each_other_is_one_part_and_only_some_are_told_one_by_one() -> None:
    over = replace(shot(), hidden=(PART, PART.offset(20, 10), Box(300, 200, 20, 20)))
    assert hidden_parts(over, listed=True) == [PART.union(PART.offset(20, 10)), Box(300, 200, 20, 20)]
    many = replace(shot(), hidden=tuple(Box(0, 40 * number, 9, 9) for number in range(7)))
    assert withheld_note(many, "check", listed=True).count("\n- ") == 7
    assert "\n- 1 more\n" in withheld_note(many, "check", listed=True)


def test_an_element_that_was_painted_over_is_known_where_elements_are_listed() -> None:
    black = replace(shot(), painted=(PART,))
    assert withheld_note(black, "check", listed=True) == ""
    assert "25 % to 50 %" in withheld_note(black, "check", listed=False)


def test_nothing_is_said_of_a_picture_that_shows_all() -> None:
    assert withheld_note(shot(), "check", listed=True) == withheld_note(shot(), "check", listed=False) == ""


def test_a_picture_that_is_withheld_as_a_whole_is_told_as_that() -> None:
    assert "There is no picture here" in withheld_note(replace(shot(), withheld=WITHHELD), "check", listed=True)


async def test_checks_queries_and_acts_are_told_of_a_canvas_that_got_a_secret(chromium: Browser) -> None:
    async with opened(chromium, BOARD) as (screen, _):
        model = ScriptedModel([UNTOLD, '{"cannot": "hidden"}', say(failed="it may be hidden")])
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
        await agent.type(None, KEY, mode="append")
        for asking in (agent.check("no error is shown"), agent.query("the error"), agent.act("go on")):
            with pytest.raises(Exception, match="hidden"):
                await asking
        assert ["Parts of this picture are black" in told_to(asked) for asked in model.asked] == [True] * 3
        assert [pictures_in(asked) for asked in model.asked] == [1, 1, 1]


async def test_a_black_picture_is_not_sent_where_elements_are_known(chromium: Browser) -> None:
    async with opened(chromium, LARGE + BOARD) as (screen, _):
        model = ScriptedModel([UNTOLD, say(failed="it may be hidden")])
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
        await agent.type(None, KEY, mode="append")
        for asking in (agent.check("no error is shown"), agent.act("go on")):
            with pytest.raises(Exception, match="hidden"):
                await asking
        assert ["There is no picture here" in told_to(asked) for asked in model.asked] == [True] * 2
        assert [pictures_in(asked) for asked in model.asked] == [0, 0]


async def test_what_is_hidden_of_a_screen_without_elements_is_told() -> None:
    screen, model = DrawnScreen(), ScriptedModel([UNTOLD])
    agent = Agent(screen, Models.of(model), settings=Settings(runs=None, patience=0.2))
    await agent.type(None, KEY)
    with pytest.raises(Exception, match="hidden"):
        await agent.check("no error is shown")
    assert "from 0 % to 100 % of its width, from 31 % to" in told_to(model.asked[0])


async def test_a_page_on_which_only_a_field_was_painted_over_is_asked_about_as_before(chromium: Browser) -> None:
    async with opened(chromium, "<label>Key <input type=password></label>") as (screen, _):
        model = ScriptedModel(['{"reason": "none is listed", "verdict": true}'])
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
        await agent.type("the field Key", KEY)
        await agent.check("no error is shown, as far as can be told")
        assert "withheld" not in told_to(model.asked[0])
