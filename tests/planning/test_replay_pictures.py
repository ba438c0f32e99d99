"""Each picture of a replay shows the screen right before its step, however early it is begun and however often used."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from replay_rig import Rig, Runs, Site, tap, type_text
from replies import say

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


def shown(agent: Rig, folder: Path) -> list[str]:
    """What each picture shows: which fields are filled, and how long the bar is."""
    states: list[str] = []
    for looked in agent.heard.of("looked"):
        if looked.shot is None:
            continue
        with Image.open(folder / "blobs" / looked.shot) as picture:
            grey = picture.convert("L")
        places = ((120, 35), (120, 85), (50, 235), (110, 235), (170, 235))
        states.append("".join("x" if int(grey.getpixel(place)) < 100 else "-" for place in places))  # pyright: ignore[reportArgumentType]
    return states


@pytest.mark.parametrize("has_secrets", [False, True], ids=["no secrets", "secrets"])
async def test_a_picture_is_of_the_step_that_it_stands_at(
    runs: Runs, tmp_path: Path, has_secrets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.planning.report_shots.PATIENCE", 60.0)  # however slow the machine is
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
            assert shown(agent, tmp_path) == ["-----", "x----", "xx---", "xxx--", "xxx--", "xxxx-", "xxxxx"]
            assert None not in marks
    finally:
        site.stop()
