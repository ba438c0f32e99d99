"""What users may set for a desktop, and what they are told when it cannot be opened."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from askonce.config import Settings
from askonce.errors import ConfigError, NotAllowed
from askonce.screens.desktop.desktop_kind import KIND, DesktopOptions, DesktopTarget
from askonce.screens.desktop.desktop_screen import DesktopScreen
from askonce.screens.screen_choice import choose_screen, offered_at
from askonce.screens.screen_kind import HealthContext, OpenContext
from askonce.script.player import play
from askonce.script.script_loader import load_script

SCRIPT = """
computer:
  headless: true
  xvfbResolution: 1000x700x24
  displayId: "0"
  launch: mousepad
  env: {GSETTINGS_BACKEND: memory, HOME: "%s"}
tasks:
  - name: write
    flow:
      - aiInput: the text field
        value: eggs and milk
      - KeyboardPress: Control+A
      - KeyboardPress: Control+C
      - ReadClipboard:
        name: copied
      - ListWindows:
        name: windows
      - aiAssert: the text "eggs and milk" is visible
      - aiTap: Help
      - aiTap: About
      - aiAssert: the text "Close" is visible
"""


@pytest.mark.parametrize(
    ("given", "server", "monitor"),
    [(None, "", ""), (":7", ":7", ""), (":7/1", ":7", "1"), ("HDMI-1", "", "HDMI-1"), ("0", "", "0")],
)
def test_a_display_is_an_x_display_or_a_monitor_or_both(given: str | None, server: str, monitor: str) -> None:
    options = DesktopOptions.model_validate({"displayId": given} if given else {})
    assert (options.server, options.monitor) == (server, monitor)


def test_an_application_is_named_in_commands_and_any_starts_none() -> None:
    choice = choose_screen({"desktop": "mousepad", "headless": True}, "command")
    assert (choice.kind, choice.options.wanted_app) == (KIND, "mousepad")
    assert choose_screen({"desktop": "any"}, "command").options.wanted_app == ""
    assert offered_at("command")["desktop"].offer.bare == "any"


def test_what_cannot_be_an_environment_variable_is_told() -> None:
    with pytest.raises(ValueError, match="'A=B' cannot be an environment variable"):
        DesktopOptions.model_validate({"env": {"A=B": "x"}})


@pytest.mark.parametrize(
    ("options", "environment", "told"),
    [
        ({}, {}, r"there is no display: DISPLAY is not set\n.*--headless"),
        ({}, {"WAYLAND_DISPLAY": "wayland-0"}, r"this is a Wayland session.*\n.*X11 session.*--headless"),
        ({"display": ":987"}, {}, r"the display :987 cannot be opened"),
        ({"display": ":987", "headless": True}, {}, r"headless starts a display of its own"),
        ({"headless": True}, {"PATH": "/nonexistent"}, r"needs Xvfb, which is not installed\n.*apt install xvfb"),
    ],
)
async def test_a_desktop_that_cannot_be_opened_says_why_and_what_to_do(
    options: dict[str, Any], environment: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("Xlib", reason="pip install 'askonce[desktop]'")
    pytest.importorskip("dbus_fast", reason="pip install 'askonce[desktop]'")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=told):
        async with KIND.open(DesktopTarget.model_validate(options), OpenContext(Settings(runs=None))):
            pass


async def test_without_an_accessibility_bus_a_desktop_is_an_error_or_is_seen_by_pictures(display) -> None:
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    alone = {**display.environment, "DBUS_SESSION_BUS_ADDRESS": ""}
    async with AsyncExitStack() as stack:
        screen = DesktopScreen(LinuxDesktop(display.name, alone))
        stack.push_async_callback(screen.close)
        with pytest.raises(ConfigError, match=r"no accessibility bus.*\n.*accessibility=False"):
            await screen.open()
    screen = await DesktopScreen(LinuxDesktop(display.name, alone, has_tree=False)).open()
    assert (await screen.tree()).nodes == ()
    assert (await screen.capture()).frame.image == await screen.size()
    await screen.close()


async def test_one_desktop_is_driven_by_one_agent_and_a_monitor_has_to_be_there(display, monkeypatch) -> None:
    for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.setenv(name, display.environment[name])
    context = OpenContext(Settings(runs=None), is_trusted=False)
    async with KIND.open(DesktopOptions(), context) as opened:
        with pytest.raises(ConfigError, match="is being driven by another agent"):
            async with KIND.open(DesktopOptions(), context):
                pass
        assert isinstance(opened.screen, DesktopScreen)
        with pytest.raises(NotAllowed, match="out of reach"):
            await opened.screen.pull_file("/etc/hostname")
        for start in (opened.screen.launch, opened.screen.begin_with):
            with pytest.raises(NotAllowed, match=r"'true' is in no menu"):
                await start("true")
        monkeypatch.setenv("DISPLAY", f"{display.name}.0")
        with pytest.raises(ConfigError, match="is being driven by another agent"):
            async with KIND.open(DesktopOptions(), context):
                pass
    with pytest.raises(ConfigError, match=r"there is no monitor 'HDMI-9'\n.*0 or"):
        async with KIND.open(DesktopOptions.model_validate({"display": "HDMI-9"}), context):
            pass
    assert KIND.examine
    found = await KIND.examine(
        DesktopOptions.model_validate({"app": "any"}), HealthContext(Settings(), display.environment)
    )
    assert [each.name for each in found if not each.good] == []


@pytest.mark.long
async def test_a_script_of_midscene_runs_on_a_desktop_of_its_own(display, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text(SCRIPT % tmp_path)
    run = await play(load_script(tmp_path / "notes.yaml"), settings=Settings(runs=tmp_path / "runs"))
    assert run.success, run.error
    assert run.results["copied"] == "eggs and milk"
    assert "of mousepad" in run.results["windows"]
