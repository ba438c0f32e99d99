"""Each picture of a replay is of the moment that it stands for, however early it is begun and however often used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from replay_rig import Rig, Runs, Site, tap, type_text
from replies import say

from askonce.errors import ReplayFailed
from askonce.report.document import Picture, ReportNode
from askonce.report.from_trace import read_run
from askonce.screens.eyes import Eyes
from askonce.screens.screen_protocol import Shot
from askonce.screens.web import WebScreen
from askonce.values import Secret

PAGE = """<!doctype html><title>Steps</title><style>
input, button, #out, #bar { position: absolute; left: 20px; height: 30px; width: 200px; border: 0; outline: 0 }
input:not(:placeholder-shown) { background: black; color: black }
#a { top: 20px } #b { top: 70px } button { top: 120px } #out { top: 170px }
#bar { top: 220px; width: 0; background: black }
</style><input id=a aria-label=First placeholder=" "><input id=b aria-label=Second placeholder=" ">
<button>Go</button><div id=out></div><div id=bar></div><script>let n = 0;
document.querySelector("button").onclick = () => setTimeout(() => {
  out.textContent = `Done ${++n}`; bar.style.width = `${n * 60}px` }, 30)</script>"""
"""A field is black once it holds something, and a bar grows with each tap, a moment after it."""

FILL, AGAIN = "fill in both and go", "go two more times"
REPLIES = (
    say(
        type_text("the field First", "one"),
        type_text("the field Second", "two"),
        tap("the button Go"),
        expect='visible "Done 1"',
        done="ok",
    ),
    say(tap("the button Go"), expect='visible "Done 2"'),
    say(tap("the button Go"), expect='visible "Done 3"', done="ok"),
)


NOTHING, FIRST, BOTH, GONE = "-----", "x----", "xx---", "xxx--"
"""The page at first, and after each step of the first act."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr("askonce.planning.report_shots.PATIENCE", 60.0)  # however slow the machine is


def state(folder: Path, blob: str) -> str:
    """What a picture shows: which fields are filled, and how long the bar is."""
    with Image.open(folder / "blobs" / blob) as picture:
        grey = picture.convert("L")
    places = ((120, 35), (120, 85), (50, 235), (110, 235), (170, 235))
    return "".join("x" if int(grey.getpixel(place)) < 100 else "-" for place in places)  # pyright: ignore[reportArgumentType]


def shown(agent: Rig, folder: Path) -> list[str]:
    return [state(folder, looked.shot) for looked in agent.heard.of("looked") if looked.shot]


def steps_of(agent: Rig) -> Sequence[ReportNode]:
    """The steps of the first act, as the report has them."""
    found: list[ReportNode] = []
    left = [read_run(agent.heard.entries).nodes[0]]
    while left:
        node = left.pop()
        found += [node] if node.kind == "step" else []
        left += reversed(node.children)
    return found


def told(picture: Picture | None, folder: Path) -> tuple[str, int, int] | None:
    """What a picture shows, and how many actions lie between it and its step."""
    return (state(folder, picture.blob), picture.behind, picture.ahead) if picture else None


@pytest.mark.parametrize("has_secrets", [False, True], ids=["no secrets", "secrets"])
async def test_a_picture_is_of_the_step_that_it_stands_at(
    runs: Runs, tmp_path: Path, has_secrets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site({"/": PAGE})
    try:
        async with runs.on(site.home, *REPLIES) as agent:
            await agent.act(FILL)
            await agent.act(AGAIN)
        async with runs.on(site.home, pictures=tmp_path) as agent:
            if has_secrets:
                agent.trace.mask.learn({"key": Secret("nowhere-to-be-seen")})
            marks: list[object] = []
            read = WebScreen.appearance

            async def appearance(screen: WebScreen) -> object:
                marks.append(await read(screen))
                return marks[-1]

            monkeypatch.setattr(WebScreen, "appearance", appearance)
            assert (await agent.act(FILL)).how == "replayed"
            assert (await agent.act(AGAIN)).how == "replayed"
            assert shown(agent, tmp_path) == [NOTHING, BOTH, GONE, GONE, "xxxx-", "xxxxx"]
            assert None not in marks
    finally:
        site.stop()


async def record(runs: Runs, site: Site) -> None:
    async def fill() -> None:
        async with runs.on(site.home, REPLIES[0]) as agent:
            await agent.act(FILL)

    await runs.once(str(site.pages["/"]), fill)


async def test_fields_that_are_filled_one_after_the_other_share_pictures_that_say_of_when_they_are(
    runs: Runs, tmp_path: Path
) -> None:
    site = Site({"/": PAGE})
    try:
        await record(runs, site)
        async with runs.on(site.home, pictures=tmp_path) as agent:
            assert (await agent.act(FILL)).how == "replayed"
            steps = steps_of(agent)
    finally:
        site.stop()

    assert [told(step.before, tmp_path) for step in steps] == [(NOTHING, 0, 0), (NOTHING, 1, 0), (BOTH, 0, 0)]
    assert [told(step.after, tmp_path) for step in steps] == [(BOTH, 0, 1), (BOTH, 0, 0), (GONE, 0, 0)]


async def test_a_field_that_changes_more_than_itself_has_a_picture_of_its_own(runs: Runs, tmp_path: Path) -> None:
    script = "<script>a.oninput = () => { bar.style.width = '60px'; bar.textContent = 'Noted' }</script>"
    site = Site({"/": PAGE + script})
    try:
        await record(runs, site)
        async with runs.on(site.home, pictures=tmp_path) as agent:
            assert (await agent.act(FILL)).how == "replayed"
            steps = steps_of(agent)
    finally:
        site.stop()

    assert told(steps[0].after, tmp_path) == told(steps[1].before, tmp_path) == ("x-x--", 0, 0)


async def test_a_replay_that_fails_amid_a_form_shows_what_it_has_filled(runs: Runs, tmp_path: Path) -> None:
    site = Site({"/": PAGE})
    try:
        await record(runs, site)
        site.pages["/"] = PAGE + "<script>b.oninput = () => document.querySelector('button').remove()</script>"
        async with runs.on(site.home, pictures=tmp_path, strategy="strict", patience=0.1) as agent:
            with pytest.raises(ReplayFailed):
                await agent.act(FILL)
            steps = steps_of(agent)
    finally:
        site.stop()

    assert [told(step.before, tmp_path) for step in steps[:2]] == [(NOTHING, 0, 0), (NOTHING, 1, 0)]
    assert [told(step.after, tmp_path) for step in steps[:2]] == [(BOTH, 0, 1), (BOTH, 0, 0)]


async def test_a_step_that_a_model_does_instead_begins_with_a_picture_of_what_was_filled(
    runs: Runs, tmp_path: Path
) -> None:
    site = Site({"/": PAGE})
    try:
        await record(runs, site)
        site.pages["/"] = PAGE.replace(">Go<", ">Start<")
        replies = say(tap("the button Start"), expect='visible "Done 1"', done="ok")
        async with runs.on(site.home, replies, pictures=tmp_path, patience=0.1) as agent:
            assert (await agent.act(FILL)).how == "healed"
            steps = steps_of(agent)
    finally:
        site.stop()

    assert [told(step.after, tmp_path) for step in steps[:2]] == [(BOTH, 0, 1), (BOTH, 0, 0)]
    assert told(steps[-1].before, tmp_path) == (BOTH, 0, 0)
    assert told(steps[-1].after, tmp_path) == (GONE, 0, 0)


async def test_a_dialog_that_hides_the_screen_makes_no_new_picture_of_an_old_one(runs: Runs, tmp_path: Path) -> None:
    site = Site({"/": PAGE})
    try:
        await record(runs, site)
        site.pages["/"] = PAGE + "<script>b.oninput = () => confirm('Sure?')</script>"
        async with runs.on(site.home, pictures=tmp_path, strategy="strict", patience=0.1) as agent:
            with pytest.raises(ReplayFailed):
                await agent.act(FILL)
            steps = steps_of(agent)
    finally:
        site.stop()

    assert [told(step.before, tmp_path) for step in steps[:2]] == [(NOTHING, 0, 0), (NOTHING, 1, 0)]
    assert [told(step.after, tmp_path) for step in steps[:2]] == [None, None]


async def test_a_secret_is_found_before_a_picture_also_where_other_fields_were_filled_after_it(
    runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE.replace("background: black; color: black", "color: red").replace("`Done ${++n}`", "++n && 'All set'")
    site, secret, filling = Site({"/": page}), Secret("sesame-4711"), "fill in {key} and go"
    replies = say(
        type_text("the field First", "{key}"),
        type_text("the field Second", "two"),
        tap("the button Go"),
        expect='visible "All set"',
        done="ok",
    )
    snapped: list[Shot] = []
    snap = Eyes.snap

    async def spied(eyes: Eyes) -> Shot:
        snapped.append(await snap(eyes))
        return snapped[-1]

    monkeypatch.setattr(Eyes, "snap", spied)
    try:
        async with runs.on(site.home, replies) as agent:
            await agent.act(filling, key=secret)
        async with runs.on(site.home, pictures=tmp_path) as agent:
            assert (await agent.act(filling, key=secret)).how == "replayed"
            assert shown(agent, tmp_path) == [NOTHING, FIRST, "x-x--"]  # what is painted over is black
    finally:
        site.stop()
    assert not snapped
