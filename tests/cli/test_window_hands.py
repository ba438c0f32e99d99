"""A person at a real window: what the hand does on the display is recorded and found again."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askonce import launch
from askonce.cli.terminal import Verbosity
from askonce.cli.window_hands import WindowHands
from askonce.config import Settings
from askonce.recorder.hand_recorder import HandRecorder
from askonce.screens.screen_choice import choose_screen
from askonce.screens.screen_kind import OpenContext
from askonce.screens.web import WebScreen
from askonce.screens.web.browser_launch import find_browsers

PAGE = """<style>body { margin: 0 } * { position: absolute; width: 200px; height: 40px }</style><script>
heard = []
for (const name of ["pointerdown", "mousedown", "click", "keydown"])
  window.addEventListener(name, event => heard.push(name + " " + event.target.id), true)
</script><button id=save onclick="this.textContent = 'Saved'">Save</button>
<input id=name aria-label=Name style="top: 60px">"""
PLACE = "[screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]"


@pytest.fixture
async def window(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Path]:
    """A display with room for a window; the browser that can show one."""
    for module in ("mss", "dbus_fast", "Xlib"):
        pytest.importorskip(module, reason="pip install 'askonce[desktop]'")
    for program, package in (("Xvfb", "xvfb"), ("dbus-daemon", "dbus")):
        if not shutil.which(program):
            pytest.skip(f"apt install {package}")
    browser = next((path for path in find_browsers() if "headless" not in str(path)), None)
    if browser is None:
        pytest.skip("no browser is installed that has windows")
    from askonce.screens.desktop.linux.headless_display import open_display

    async with open_display(os.environ) as display:
        monkeypatch.setenv("DISPLAY", display.name)
        yield browser


async def test_a_hand_at_a_real_window_is_recorded_and_the_page_hears_it_once(window: Path, tmp_path: Path) -> None:
    from askonce.geometry import Point
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    (tmp_path / "page.html").write_text(PAGE)
    desktop = LinuxDesktop(os.environ["DISPLAY"], os.environ, has_tree=False)
    hands = WindowHands(Verbosity().console())
    context = OpenContext(Settings(runs=tmp_path, browser=window), headed=True, by_hand=True)
    choice = choose_screen({"url": (tmp_path / "page.html").as_uri()}, "command")
    async with launch.opened(choice, context, before_begin=hands.watch) as agent:
        assert isinstance(agent.screen, WebScreen)
        recorder = HandRecorder(agent)
        sitting = asyncio.ensure_future(hands(recorder, agent, Verbosity().console()))
        await desktop.start()
        left, top = await agent.screen.page.evaluate(PLACE)
        for y in (20, 80):
            await desktop.move(Point(left + 50, top + y))
            await desktop.button("left", down=True)
            await desktop.button("left", down=False)
        await desktop.type("Ann", 0.0)
        await desktop.stop()
        await agent.screen.page.wait_for_function("document.querySelector('input').value === 'Ann'")
        await agent.screen.unwatch_hands()
        await recorder.finish()
        heard = await agent.screen.evaluate("heard")
        sitting.cancel()
    assert [step.words for step in recorder.steps] == ["Tap the button 'Save'", "Type \"Ann\" into the field 'Name'"]
    presses = [f"{kind} {where}" for where in ("save", "name") for kind in ("pointerdown", "mousedown", "click")]
    assert [each for each in heard if not each.startswith("keydown")] == presses
    assert not recorder.problems
