"""Real programs on a real display: GTK, Qt, and one that tells no elements."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import NotAllowed, NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Point, Size
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings
from askonce.screens.desktop.desktop_port import Button
from askonce.screens.desktop.desktop_screen import DesktopScreen
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Mask, Secret

QUIET = Settings(runs=None)
TEXT = "Zoë 日本 😀 {a: [1]}\\ ~^`"
TK = """
import tkinter
root = tkinter.Tk()
root.title("Plain")
root.geometry("360x200")
font = ("DejaVu Sans", 20)
said = tkinter.Label(root, text="Nothing yet", font=font)
tkinter.Button(root, text="Confirm", font=font, command=lambda: said.config(text="Confirmed")).pack(pady=20)
said.pack()
root.mainloop()
"""

ROUND = """
import signal
from Xlib import X, display
shown = display.Display()
both = [shown.screen().root.create_window(10, 10, 200, 100, 0, X.CopyFromParent) for _ in range(2)]
for number, window in enumerate(both):
    window.set_wm_class("round", "round")
    window.set_wm_name(f"round {number}")
    window.set_wm_transient_for(both[1 - number])
for window in both:
    window.map()
shown.sync()
signal.pause()
"""
CLAIMS = """
import signal, sys
from Xlib import X, display
shown = display.Display()
window = shown.screen().root.create_window(10, 10, 200, 100, 0, X.CopyFromParent)
window.set_wm_class("claims", "claims")
window.set_wm_name("claims")
window.change_property(shown.intern_atom("_NET_WM_PID"), shown.intern_atom("CARDINAL"), 32, [int(sys.argv[1])])
window.map()
shown.sync()
signal.pause()
"""


def agent_on(screen: DesktopScreen, recordings: Recordings | None = None) -> AbstractAsyncContextManager[Agent]:
    return launch.screen(screen, settings=QUIET, recordings=recordings)


async def node(screen: DesktopScreen, role: str, name: str = "") -> Node:
    return find(await screen.tree(), role, name)


def find(tree: Tree, role: str, name: str = "") -> Node:
    found = [each for each in tree if each.role == role and (not name or each.name == name)]
    assert found, f"there is no {role} {name!r} in {[(each.role, each.name) for each in tree]}"
    return found[0]


async def tap(screen: DesktopScreen, role: str, name: str = "") -> None:
    found = await node(screen, role, name)
    await screen.tap(found.point or found.box.center)
    await screen.settle()


async def test_a_text_is_written_saved_under_a_name_and_opened_again_and_all_of_it_replays(opening, tmp_path) -> None:
    recordings = Recordings(FolderRecordings(tmp_path / "recordings"), "notes")
    for turn, how in enumerate(("asked", "replayed")):
        path = tmp_path / f"{turn}" / "note.txt"
        path.parent.mkdir()
        async with opening("mousepad") as screen, agent_on(screen, recordings) as agent:
            said = [
                await agent.act("type {text} into the text field", text="one fish two fish"),
                await agent.act('open the File menu and tap "Save As..."'),
                await agent.act("type {path} into Name", path=str(path)),
                await agent.act("tap Save"),
            ]
            assert [each.how for each in said] == [how] * 4
            assert path.read_text() == "one fish two fish"
            assert (await screen.tree()).title.startswith(str(path))
        async with opening(f"mousepad {path}", "mousepad") as screen:
            assert (await node(screen, "textbox")).value == "one fish two fish"


async def test_words_are_found_and_replaced_in_a_dialog_with_lists_and_boxes(opening) -> None:
    async with opening("mousepad") as screen, agent_on(screen) as agent:
        await screen.type("one fish two fish")
        await screen.press("Control+R")
        await screen.settle()
        tree = await screen.tree()
        assert tree.address == "desktop://device/mousepad/Find%20and%20Replace"
        assert find(tree, "checkbox", "Wrap around").states >= {"checked"}
        assert find(tree, "combobox", "Search direction").value == "Down"
        await agent.act("type fish into Search for and type bird into Replace with")
        await agent.act('tick "Replace all in:"')
        await agent.wait_for('the text "2 occurrences" is visible')
        await agent.act('tap "Replace All"')
        await agent.wait_for('the text "0 occurrences" is visible')
        await agent.act("tap Close")
        assert (await node(screen, "textbox")).value == "one bird two bird"
        await screen.press("Control+R")
        await screen.settle()
        direction = await node(screen, "combobox", "Search direction")
        await screen.choose(direction.box.center, ["Up"])
        await screen.settle()
        assert (await node(screen, "combobox", "Search direction")).value == "Up"
        with pytest.raises(NotOperable, match=r"no entry 'Sideways'\n.*Up"):
            await screen.choose(direction.box.center, ["Sideways"])


async def test_any_character_is_typed_and_the_clipboard_goes_both_ways(opening) -> None:
    async with opening("mousepad") as screen:
        await screen.type(TEXT)
        await screen.settle()
        assert (await node(screen, "textbox")).value == TEXT
        await screen.press("ctrl+a")
        await screen.press("ctrl+c")
        await screen.settle()
        assert await screen.read_clipboard() == TEXT
        await screen.write_clipboard("from outside: Åß")
        await screen.press("Control+V")
        await screen.settle()
        assert (await node(screen, "textbox")).value == "from outside: Åß"
        await screen.clear()
        await screen.settle()
        assert (await node(screen, "textbox")).value == ""


async def test_menus_are_seen_while_they_are_open_and_cover_what_is_below(opening) -> None:
    async with opening("mousepad") as screen:
        assert not (await screen.tree()).shows("Select All")
        text = await node(screen, "textbox")
        await screen.right_tap(text.box.center)
        await screen.settle()
        tree = await screen.tree()
        assert find(tree, "menuitem", "Paste").box.intersection(text.box)
        assert "disabled" in find(tree, "menuitem", "Cut").states
        await screen.press("Escape")
        await screen.settle()
        assert not (await screen.tree()).shows("Select All")


async def test_a_sum_is_done_with_the_buttons_of_a_calculator_and_its_result_is_read(opening, tmp_path) -> None:
    recordings = Recordings(FolderRecordings(tmp_path), "sums")
    for how in ("asked", "replayed"):
        async with (
            opening("galculator") as screen,
            agent_on(screen, recordings) as agent,
        ):
            result = await agent.act('tap "1", tap "2", tap "*", tap "7", then tap "="')
            assert result.how == how
            assert await agent.check('the text "84" is visible')


async def test_a_qt_program_is_driven_as_well(opening) -> None:
    async with (
        opening("featherpad --standalone", "featherpad") as screen,
        agent_on(screen) as agent,
    ):
        await agent.act("type Hello into the text field")
        tree = await screen.tree()
        assert find(tree, "textbox").value == "Hello"
        assert "disabled" not in find(tree, "button", "Save").states
        await tap(screen, "menuitem", "Help")
        assert find(await screen.tree(), "menuitem", "About")


async def test_windows_are_listed_brought_to_the_front_moved_resized_and_closed(opening) -> None:
    async with opening("mousepad") as screen:
        await screen.launch("galculator")
        await screen.settle()
        assert [(each.application, each.current) for each in await screen.windows()] == [
            ("galculator", True),
            ("mousepad", False),
        ]
        await screen.switch_window("Mousepad")
        await screen.move_window("mousepad", Point(0, 0))
        await screen.resize_window("mousepad", Size(900, 700))
        await screen.settle()
        first = (await screen.windows())[0]
        assert (first.application, first.current, first.box.edges) == ("mousepad", True, (0, 0, 900, 700))
        tree = await screen.tree()
        assert "mousepad" in tree.address
        assert not [each for each in tree if each.name == "sqrt"], "it lies behind the other window"
        await screen.close_window("galculator")
        await screen.settle()
        assert [each.application for each in await screen.windows()] == ["mousepad"]
        with pytest.raises(NotOperable, match=r"there is no window 'galculator'\n.*mousepad"):
            await screen.switch_window("galculator")
        assert [each.primary for each in await screen.displays()].count(True) <= 1


async def test_a_window_that_asks_before_it_closes_is_not_called_closed(opening) -> None:
    async with opening("mousepad") as screen:
        await screen.type("unsaved")
        with pytest.raises(NotOperable, match=r"is still open: 'Save Changes' came up\n.*answer"):
            await screen.close_window("mousepad")


async def test_a_hold_that_is_cut_short_lets_the_button_go(display) -> None:
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    class Noting(LinuxDesktop):
        def __init__(self) -> None:
            super().__init__(display.name, display.environment)
            self.pressed = asyncio.Event()
            self.is_down = False

        async def button(self, button: Button, *, down: bool) -> None:
            await super().button(button, down=down)
            self.is_down = down
            self.pressed.set()

    port = Noting()
    screen = await DesktopScreen(port).open()
    holding = asyncio.create_task(screen.hold(Point(5, 5), 60))
    await port.pressed.wait()
    holding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await holding
    assert not port.is_down
    await screen.close()


async def test_windows_that_are_each_others_dialogs_are_managed_as_others_are(opening, tmp_path) -> None:
    (tmp_path / "round.py").write_text(ROUND)
    async with opening() as screen:
        await screen.begin_with(f"{sys.executable} {tmp_path / 'round.py'}")
        await screen.launch("galculator")
        assert (await screen.windows())[0].application == "galculator"
        await screen.switch_window("round 0")


async def test_applications_start_by_their_names_and_end(opening, tmp_path) -> None:
    (tmp_path / "fails.py").write_text("import sys; print('out of paper', file=sys.stderr); sys.exit(3)")
    async with opening() as screen:
        await screen.launch("Mousepad")
        assert [each.application for each in await screen.windows()] == ["mousepad"]
        await screen.terminate("Mousepad")
        await screen.settle()
        assert list(await screen.windows()) == []
        with pytest.raises(NotOperable, match="'Mousepad' is not running"):
            await screen.terminate("Mousepad")
        with pytest.raises(NotOperable, match=r"no application called 'Mosepad' is installed\n.*did you mean"):
            await screen.launch("Mosepad")
        with pytest.raises(NotAllowed, match=r"more than a name.*\n.*open the desktop with this"):
            await screen.launch(f"touch {tmp_path / 'touched'}")
        assert not (tmp_path / "touched").exists()
        with pytest.raises(NotOperable, match="ended at once with 3: out of paper"):
            await screen.begin_with(
                f"{sys.executable} -c 'import sys; print(\"out of paper\", file=sys.stderr); sys.exit(3)'"
            )
    with pytest.raises(ScreenClosed):
        await screen.tree()


async def test_ending_an_application_spares_a_process_that_its_window_only_names(opening, tmp_path) -> None:
    other = await asyncio.create_subprocess_exec("sleep", "60")
    try:
        (tmp_path / "claims.py").write_text(CLAIMS)
        async with opening() as screen:
            await screen.begin_with(f"{sys.executable} {tmp_path / 'claims.py'} {other.pid}")
            await screen.terminate("claims")
            assert list(await screen.windows()) == []
            assert other.returncode is None
    finally:
        other.kill()
        await other.wait()


async def test_an_application_with_one_window_is_brought_to_the_front_when_it_is_started_again(opening) -> None:
    async with opening("featherpad") as screen:
        await screen.launch("galculator")
        await screen.launch("featherpad")
        assert [each.application for each in await screen.windows()] == ["featherpad", "galculator"]


async def test_a_secret_that_may_have_been_pasted_into_a_window_without_elements_covers_it(opening, tmp_path) -> None:
    (tmp_path / "claims.py").write_text(CLAIMS)
    mask = Mask()
    mask.learn({"password": Secret("Hunter2xyz")})
    async with opening() as screen:
        await screen.begin_with(f"{sys.executable} {tmp_path / 'claims.py'} 0")
        await screen.write_clipboard("Hunter2xyz")
        assert await screen.find_secrets(mask) == []
        await screen.press("Control+V")
        assert await screen.find_secrets(mask) == [(await screen.windows())[0].box]


async def test_files_are_copied_to_the_desktop_and_from_it(opening, display, tmp_path) -> None:
    home = Path(display.environment["HOME"])
    (home / "list.txt").write_text("eggs")
    async with opening() as screen:
        await screen.push_file("list.txt", f"{tmp_path}/")
        assert (tmp_path / "list.txt").read_text() == "eggs"
        with pytest.raises(NotOperable, match="already"):
            await screen.push_file("list.txt", str(tmp_path))
        assert (await screen.pull_file(str(tmp_path / "list.txt"))).read_text() == "eggs"
        for path in ("~nosuchuser/x", "/tmp/a\0b", f"/tmp/{'a' * 300}"):
            with pytest.raises(NotOperable, match="cannot be a path here"):
                await screen.push_file("list.txt", path)
            with pytest.raises(ScreenError):
                await screen.pull_file(path)


async def test_a_program_without_elements_is_seen_by_its_picture_and_read_by_ocr(opening, tmp_path) -> None:
    pytest.importorskip("rapidocr", reason="pip install 'askonce[vision]'")
    if importlib.util.find_spec("tkinter") is None:
        pytest.skip("this Python has no tkinter")
    (tmp_path / "plain.py").write_text(TK)
    async with opening() as screen, agent_on(screen) as agent:
        await screen.begin_with(f"{sys.executable} {tmp_path / 'plain.py'}")
        await screen.settle()
        tree = await screen.tree()
        assert [(each.role, "surface" in each.attributes) for each in tree] == [("window", False), ("img", True)]
        assert tree.title == "Plain"
        before = (await screen.capture()).image
        await agent.tap("Confirm")
        await screen.settle()
        assert (await screen.capture()).image != before
