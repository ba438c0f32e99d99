"""What users may set for a phone: its shell, files, names of apps, and how it is driven."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from askonce.actions import ActionSpace
from askonce.config import Settings
from askonce.errors import (
    ConfigError,
    GaveUp,
    InvalidAction,
    NotAllowed,
    NotOperable,
    ProgramFailed,
    ScreenError,
    ScreenUnavailable,
    Unresumable,
)
from askonce.launch import android
from askonce.screens.android.adb_client import AdbServer
from askonce.screens.android.android_kind import KIND, AndroidTarget
from askonce.screens.android.android_screen import AndroidScreen
from askonce.screens.android.server_errors import ServerNotStarted
from askonce.screens.android.shell_screen import AndroidShellScreen
from askonce.screens.phones.phone_lock import hold_phone
from askonce.screens.screen_kind import OpenContext
from askonce.script.player import play
from askonce.script.script_loader import load_script
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import APPS, Contact, PhoneApp, SamplePhone
from askonce.testing.phone.activity import Activity
from askonce.testing.phone.views import View, button
from askonce.trace import Acted
from askonce.trace.recorder import Entry

pytest.importorskip("uiautomator2", reason="pip install uiautomator2: the device server comes with it")

Opening = Callable[..., AbstractAsyncContextManager[AndroidScreen]]


@asynccontextmanager
async def open_screen(
    phone: SamplePhone, context: OpenContext | None = None, **options: Any
) -> AsyncGenerator[AndroidScreen, None]:
    host, port = phone.adb_server
    given = AndroidTarget.model_validate({"deviceId": phone.serial, "adb_host": host, "adb_port": port, **options})
    async with KIND.open(given, context or OpenContext(Settings(runs=None))) as opened:
        assert isinstance(opened.screen, AndroidScreen)
        yield opened.screen


@pytest.fixture
def opening(phone: SamplePhone) -> Opening:
    phone.reset()
    return partial(open_screen, phone)


@pytest.mark.parametrize(
    ("options", "context", "is_allowed"),
    [
        ({}, OpenContext(Settings()), False),
        ({"allow_adb_shell": True}, OpenContext(Settings()), True),
        ({"allow_adb_shell": True}, OpenContext(Settings(), is_trusted=False), False),
        ({}, OpenContext(Settings(adb_shell=True), is_trusted=False), True),
        ({"exposeRunAdbShellAction": True}, OpenContext(Settings()), True),
        ({"exposeRunAdbShellAction": False}, OpenContext(Settings(adb_shell=True)), False),
    ],
)
def test_the_shell_is_there_if_the_user_allows_it(
    options: dict[str, Any], context: OpenContext, is_allowed: bool
) -> None:
    assert AndroidTarget.model_validate(options).may_use_shell(context) is is_allowed


async def test_without_permission_the_shell_is_no_action_and_the_error_says_how_to_allow_it(opening: Opening) -> None:
    async with opening() as screen:
        space = ActionSpace(screen)
        assert "RunAdbShell" not in [action.title() for action in space]
        with pytest.raises(InvalidAction) as caught:
            space.read("RunAdbShell", {"command": "reboot"})
        assert "--allow-adb-shell" in caught.value.remedy


async def test_a_phone_is_held_under_all_of_its_names(phone: SamplePhone, opening: Opening) -> None:
    host, port = phone.adb_server
    same = await AdbServer(host, port).choose(phone.serial)
    async with opening():
        with pytest.raises(ConfigError, match="by cable is being driven by another agent"):
            hold_phone("by cable", (await same.read("cat", "/proc/sys/kernel/random/boot_id")).strip()).__enter__()


async def test_commands_run_with_their_words_as_they_are(opening: Opening) -> None:
    async with opening(allow_adb_shell=True) as screen:
        assert isinstance(screen, AndroidShellScreen)
        assert await screen.run_shell("pm list packages | grep broccoli", 20) == "package:com.flauschcode.broccoli"
        assert await screen.run_shell("pm list packages | grep nothing", 20) == ""
        assert await screen.run_shell("echo 'a; reboot' b", 20) == "a; reboot b"
        with pytest.raises(NotOperable, match="nonesuch"):
            await screen.run_shell("nonesuch", 20)
        with pytest.raises(ScreenError, match=r"within 0\.2 s"):
            await screen.run_shell("sleep 30", 0.2)


async def test_files_go_to_the_phone_and_come_back(phone: SamplePhone, opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"picture" * 20_000)
    context = OpenContext(Settings(runs=tmp_path / "runs"), uploads=tmp_path)
    async with opening(context) as screen:
        await screen.push_file("photo.png", "/sdcard/Download/")
        kept = await screen.pull_file("/sdcard/Download/photo.png")
        assert (kept.name, kept.parent, kept.read_bytes()) == (
            "photo.png",
            tmp_path / "runs" / "files",
            b"picture" * 20_000,
        )
        kept.write_bytes(b"changed by hand")
        again = await screen.pull_file("/sdcard/Download/photo.png")
        assert (again.name, kept.read_bytes()) == ("photo (1).png", b"changed by hand"), "nothing is written over"
        with pytest.raises(NotAllowed, match="outside"):
            await screen.push_file("../secret", "/sdcard/")
        with pytest.raises(ScreenError, match="No such file"):
            await screen.pull_file("/sdcard/nothing.txt")
        with pytest.raises(ScreenError, match="Permission denied"):
            await screen.push_file("photo.png", "/system/photo.png")


async def test_apps_have_the_names_that_the_user_gives_them(opening: Opening) -> None:
    async with opening(appNameMapping={"Address Book": "com.google.android.contacts"}) as screen:
        await screen.launch("address-book")
        await screen.settle()
        assert "google.android.contacts" in (await screen.tree()).address
        await screen.terminate("AddressBook")
        await screen.settle()
        assert "google.android.contacts" not in (await screen.tree()).address


async def test_an_app_is_found_by_its_icon_where_its_package_says_nothing(opening: Opening) -> None:
    async with opening() as screen:
        await screen.launch("Wobbly")
        assert "com.acme.x1" in (await screen.tree()).address
        await screen.terminate("Wobbly")
        with pytest.raises(NotOperable) as caught:
            await screen.launch("Broccolli")
        assert "did you mean Broccoli?" in caught.value.remedy


async def test_an_app_that_asks_for_a_permission_or_stopped_is_told_by_the_dialog_in_front() -> None:
    asking = [replace(app, name="Wobbly", package="com.acme.x1", asks_for="see it") for app in APPS[1:2]]
    with SamplePhone(apps=[*APPS, *asking]) as phone:
        host, port = phone.adb_server
        opened = partial(android, adb_host=host, adb_port=port, settings=Settings(runs=None, patience=0))
        async with opened(phone.serial, launch="Wobbly") as agent:
            with pytest.raises(GaveUp, match=r"a dialog is open: 'Allow Wobbly to see it\?', with 'Allow', \"Don't"):
                await agent.act("tap Create contact")
            await agent.act("tap Allow")
            phone.launch("Contacts")
            phone.crash()
            with pytest.raises(GaveUp, match="a dialog is open: 'Contacts keeps stopping'"):
                await agent.act("tap Create contact")


async def test_an_intent_says_by_itself_what_is_started(opening: Opening) -> None:
    async with opening() as screen:
        await screen.launch("intent://+15550100#Intent;scheme=smsto;end")
        await screen.settle()
        assert "smsmessenger" in (await screen.tree()).address


async def test_the_keyboard_goes_after_typing_where_that_is_wanted(phone: SamplePhone, opening: Opening) -> None:
    async with opening(autoDismissKeyboard=True, keyboardDismissStrategy="back-first") as screen:
        await screen.launch("Contacts")
        await screen.settle()
        await screen.tap((await node_named(screen, "Create contact")).box.center)
        await screen.settle()
        await screen.type("Ann")
        assert not await screen.hide_keyboard()
        assert [node.value for node in await screen.tree() if node.name == "Name"] == ["Ann"]


async def test_a_phone_without_the_server_is_driven_by_its_commands(phone: SamplePhone, opening: Opening) -> None:
    phone.allow_automation(False)
    async with opening() as screen:
        assert screen.surroundings["driven by"] == "commands of its shell"
        assert "because the device server ended at once" in screen.news()[0]
        await screen.launch("Contacts")
        await screen.settle()
        await screen.tap((await node_named(screen, "Create contact")).box.center)
        await screen.settle()
        await screen.type("Ann's 50%s off")
        with pytest.raises(NotOperable, match="'é' cannot be typed"):
            await screen.type("José")
        phone.install_keyboard()
        await screen.type(" José 🙂")
        field = next(node for node in await screen.tree() if node.name == "Name")
        assert field.value == "Ann's 50%s off José 🙂"
        await screen.tap(field.box.center)
        await screen.clear()
        await screen.settle()
        await screen.type("Bo")
        await screen.press("Enter")
        assert [node.value for node in await screen.tree() if node.name == "Name"] == ["Bo"]
    with pytest.raises(ServerNotStarted):
        async with opening(deviceServer="on"):
            pass


async def test_a_locked_phone_is_opened_unless_it_wants_a_pin(phone: SamplePhone, opening: Opening) -> None:
    phone.lock()
    async with opening() as screen:
        assert "launcher" in (await screen.tree()).address
    phone.lock(secured=True)
    with pytest.raises(ScreenUnavailable, match="is locked"):
        async with opening():
            pass


@pytest.mark.parametrize("server", ["auto", "off"])
async def test_a_phone_that_locks_itself_meanwhile_is_opened_again_unless_it_wants_a_pin(
    phone: SamplePhone, opening: Opening, server: str
) -> None:
    async with opening(deviceServer=server) as screen:
        await screen.launch("Contacts")
        await screen.settle()
        phone.lock()
        assert "Create contact" in [node.name for node in await screen.tree()]
        assert "the phone was asleep or locked, and was opened again" in screen.news()
        phone.lock(secured=True)
        with pytest.raises(ScreenUnavailable, match="is locked") as caught:
            await screen.tree()
        assert "by hand" in caught.value.remedy


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "contacts"),
    [
        ("device_info", [Contact("Ann Lee", "555 0100")]),
        pytest.param("single_actions", [Contact("Bob Ray", "555 0101")], marks=LONG),
        pytest.param("keys", [Contact("Cy", "1")], marks=LONG),
        pytest.param("gestures", [], marks=LONG),
        pytest.param("apps", [], marks=LONG),
    ],
)
async def test_scripts_of_midscene_are_played_as_they_are(
    phone: SamplePhone, tmp_path: Path, name: str, contacts: list[Contact]
) -> None:
    phone.reset()
    host, port = phone.adb_server
    file = Path(__file__).with_name("midscene") / f"{name}.yaml"
    script = load_script(file, environment={"SERIAL": phone.serial, "HOST": host, "PORT": str(port)})
    result = await play(script, settings=Settings(runs=tmp_path))
    assert result.success, result.error
    assert phone.records.contacts == contacts
    if name == "device_info":
        assert result.results["packages"] == "package:com.google.android.contacts"
        assert result.results["0"] == "Askonce Sample"


class Game(Activity):
    """An app that draws everything by itself."""

    started = 0

    def view(self) -> View:
        words = button("Start game", self._start, style="large")
        return View("FrameLayout", hidden=True, children=(View("SurfaceView", children=(words,)),))

    def _start(self) -> None:
        Game.started += 1


@pytest.mark.long
async def test_a_text_that_only_the_picture_shows_is_found_by_reading_it() -> None:
    pytest.importorskip("rapidocr", reason="pip install 'askonce[vision]'")
    with SamplePhone(apps=(*APPS, PhoneApp("Game", "com.acme.game", Game))) as phone:
        host, port = phone.adb_server
        settings = Settings(runs=None)
        async with android(phone.serial, launch="Game", adb_host=host, adb_port=port, settings=settings) as agent:
            await agent.tap("Start game")
    assert Game.started == 1


PROGRAM = """\
open the app Contacts
For each {name} in ["Ann Lee", "Bo Ray", "Cy Ode"]:
  tap Create contact, type {name} into Name, type 555 into Phone and tap Save
"""


class Unplugging:
    """Takes the cable out once the second contact is saved."""

    def __init__(self, phone: SamplePhone) -> None:
        self.phone = phone

    def write(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, Acted) and "Save" in event.action and len(self.phone.records.contacts) == 2:
            self.phone.unplug()


@pytest.mark.long
async def test_a_run_on_a_phone_that_went_away_goes_on_where_it_was(phone: SamplePhone, tmp_path: Path) -> None:
    phone.reset()
    host, port = phone.adb_server
    opened = partial(android, phone.serial, adb_host=host, adb_port=port, settings=Settings(runs=tmp_path))

    async with opened() as agent:
        agent.trace.subscribe(Unplugging(phone))
        with pytest.raises(ProgramFailed, match=r"the phone is gone|broke off"):
            await agent.run(PROGRAM)
    phone.plug_in()
    async with opened() as agent:
        with pytest.raises(Unresumable, match="may be done already"):
            await agent.run(PROGRAM, resume=True)
        await agent.run(PROGRAM, resume=True, interrupted_line="done")
    assert [contact.name for contact in phone.records.contacts] == ["Ann Lee", "Bo Ray", "Cy Ode"]


async def test_text_goes_where_the_focus_went_after_the_tap(phone: SamplePhone, opening: Opening) -> None:
    async with opening() as screen:
        await screen.launch("Contacts")
        await screen.settle()
        await screen.tap((await node_named(screen, "Create contact")).box.center)
        await screen.settle()
        await screen.tap((await node_named(screen, "Name")).box.center)
        await screen.settle()
        await screen.press("Tab")
        await screen.settle()
        await screen.type("777")
        assert [node.value for node in await screen.tree() if node.name in {"Name", "Phone"}] == ["", "777"]
