"""Android phones as a kind of screen: what users may set, how one opens, what the doctor looks at."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from askonce.config import Settings
from askonce.errors import AskonceError, ScreenError
from askonce.screens.android.server_errors import ServerNotStarted
from askonce.screens.option_fields import AnyText, NoEffect, NotSupported, Words
from askonce.screens.phones.phone_options import PhoneOptions
from askonce.screens.screen_kind import (
    TAKES_SLOTS,
    AttachedDevice,
    Finding,
    HealthContext,
    Offered,
    OpenContext,
    OpenedScreen,
    ScreenKind,
    ScreenOptions,
    device_names,
)

if TYPE_CHECKING:
    from askonce.screens.android.adb_client import AdbDevice, AdbServer
    from askonce.screens.android.android_screen import AndroidScreen


class AndroidOptions(ScreenOptions):
    """An Android phone or emulator, over adb."""

    serial: Annotated[
        Words | None,
        TAKES_SLOTS,
        Offered(("command", "mcp", "mark"), name="android", metavar="SERIAL"),
        Offered(("doctor",), name="android", metavar="SERIAL", help="Look at this phone."),
    ] = Field(default=None, alias="deviceId")
    """Android phone by its serial number, or `any`."""
    launch: Annotated[Words | None, TAKES_SLOTS] = None
    """The app to begin with: its name, its package, or a link."""
    adb_host: Words | None = Field(default=None, alias="remoteAdbHost")
    """The machine of the adb server; this one by default."""
    adb_port: int = Field(default=0, ge=0, le=65535, alias="remoteAdbPort")
    """The port of the adb server; 5037, or ANDROID_ADB_SERVER_PORT, by default."""
    adb_path: Words | None = Field(default=None, alias="androidAdbPath")
    """The adb program that starts the server; the one on the path by default."""
    app_names: dict[str, str] = Field(default_factory=dict[str, str], alias="appNameMapping")
    """Packages by your own names for apps."""
    hide_keyboard: bool = Field(default=False, alias="autoDismissKeyboard")
    """Put the on-screen keyboard away after typing. What it covers is uncovered in any case before it is touched."""
    keyboard_dismiss_strategy: Literal["esc-first", "back-first"] = "esc-first"
    """Which key puts the keyboard away: Escape, or the back button."""
    keyboard_type_delay: float = Field(default=0.0, ge=0, le=5000)
    """Milliseconds between two keys; a text is typed at once by default."""
    upload_path: Words | None = None
    """The only folder that files may be copied to the phone from."""
    device_server: Literal["auto", "on", "off"] = "auto"
    """off: drive the phone by the commands of its shell. on: an error where the device server cannot be started."""
    allow_adb_shell: Annotated[bool, Offered(("command", "mark"))] = False
    """Allow shell commands on an Android phone."""

    @property
    def wanted(self) -> str:
        serial = self.serial or ""
        return "" if serial.lower() == "any" else serial

    def may_use_shell(self, context: OpenContext) -> bool:
        """Whether commands may be run: the environment allows it, or whoever opens the screen and may do so."""
        return context.settings.adb_shell or (self.allow_adb_shell and context.is_trusted)

    def phone_options(self, context: OpenContext) -> PhoneOptions:
        return PhoneOptions(
            app_names=self.app_names,
            hides_keyboard=self.hide_keyboard,
            back_hides=self.keyboard_dismiss_strategy == "back-first",
            type_delay=self.keyboard_type_delay / 1000,
            uploads=(context.folder or Path()) / self.upload_path if self.upload_path else context.uploads,
            files=context.settings.runs / "files" if context.settings.runs else None,
        )


_OWN_WAY = NoEffect("this is found out by itself")


class AndroidTarget(AndroidOptions):
    """An Android phone or emulator, over adb."""

    expose_run_adb_shell_action: bool | None = None
    """What Midscene calls allowAdbShell; there it is allowed if nothing is said."""
    ime_strategy: Annotated[AnyText | None, NoEffect("text goes through the clipboard")] = None
    screenshot_strategy: Annotated[AnyText | None, NoEffect("pictures come from screencap")] = None
    screenshot_resize_scale: Annotated[float | None, NoEffect("pictures are made to fit the model's family")] = None
    always_refresh_screen_info: Annotated[bool | None, _OWN_WAY] = None
    min_screenshot_buffer_size: Annotated[int | None, _OWN_WAY] = None
    scrcpy_config: Annotated[dict[str, Any] | None, NoEffect("pictures come from screencap")] = None
    display_id: Annotated[int | None, NotSupported("only the first display is driven")] = None
    use_physical_display_id_for_screenshot: Annotated[bool | None, NotSupported("it belongs to displayId")] = None
    use_physical_display_id_for_display_lookup: Annotated[bool | None, NotSupported("it belongs to displayId")] = None

    def may_use_shell(self, context: OpenContext) -> bool:
        if self.expose_run_adb_shell_action is None:
            return super().may_use_shell(context)
        return self.expose_run_adb_shell_action and context.is_trusted


@asynccontextmanager
async def _open(options: AndroidOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.phones.phone_lock import hold_phone

    async with AsyncExitStack() as stack:
        device = await _server(options, context.settings.patience).choose(options.wanted)
        stack.enter_context(hold_phone(device.serial, await _identity(device)))
        screen = await open_phone(device, options, context)
        stack.push_async_callback(screen.close)

        async def begin() -> None:
            if options.launch:
                await screen.launch(options.launch)
                await screen.settle()

        yield OpenedScreen(screen, begin)


async def _identity(device: AdbDevice) -> str:
    """What a phone is known by, whichever way it is reached."""
    started = await device.shell("cat", "/proc/sys/kernel/random/boot_id")
    return started.out.decode("ascii", "replace").strip()[:64]


async def _find_devices(settings: Settings) -> Sequence[AttachedDevice]:
    from askonce.screens.android.adb_client import AdbDevice

    server = _server(AndroidOptions(), settings.patience)
    found: dict[str, AttachedDevice] = {}
    for entry in await server.devices():
        if entry.state != "device":
            continue
        try:
            id = await _identity(AdbDevice(entry.serial, server))
        except ScreenError:  # it went away meanwhile
            continue
        known = found[id].names if id in found else ()
        names = tuple(dict.fromkeys((*known, *device_names(entry.serial, entry.model))))
        options = found[id].options if id in found else {"serial": entry.serial}
        found[id] = AttachedDevice(id, names, options)
    return tuple(found.values())


def _server(options: AndroidOptions, patience: float) -> AdbServer:
    from askonce.screens.android.adb_client import AdbServer

    return AdbServer(options.adb_host or "", options.adb_port, program=options.adb_path or "", patience=patience)


async def open_phone(device: AdbDevice, options: AndroidOptions, context: OpenContext) -> AndroidScreen:
    """The screen of a phone, driven by the device server, or by its shell where that cannot be started."""
    from askonce.screens.android.android_screen import AndroidScreen
    from askonce.screens.android.shell_control import ShellControl
    from askonce.screens.android.shell_screen import AndroidShellScreen

    made = AndroidShellScreen if options.may_use_shell(context) else AndroidScreen
    phone = options.phone_options(context)
    if options.device_server == "off":
        return await _opened(made(device, phone, control=ShellControl(device)))
    try:
        return await _opened(made(device, phone))
    except ServerNotStarted as error:
        if options.device_server == "on":
            raise
        screen = await _opened(made(device, phone, control=ShellControl(device)))
        screen.tell(f"the phone is driven by {screen.way}, because {error.message}")
        return screen


async def _opened(screen: AndroidScreen) -> AndroidScreen:
    try:
        return await screen.open()
    except BaseException:
        await screen.close()
        raise


async def _examine(options: AndroidOptions, context: HealthContext) -> Sequence[Finding]:
    """Whether adb is there, which phones are, and whether the device server answers on the one that is named."""
    from askonce.screens.android.adb_client import find_adb

    program, server = find_adb(), _server(options, context.settings.patience)
    remedy = "" if program else "install it with your system's packages: apt install adb"
    found = [Finding("adb", program is not None, str(program or "not found"), remedy, needed=False)]
    if not options.serial:
        return found  # no server is started for somebody who has no phone
    try:
        devices = await server.devices()
    except AskonceError as error:
        return [*found, Finding("adb server", False, error.message, error.remedy)]
    listed = ", ".join(f"{each.serial} is {each.state}" for each in devices) or "none"
    found.append(Finding("phones", bool(devices), listed))
    try:
        screen = await open_phone(await server.choose(options.wanted), options, OpenContext(context.settings))
        try:
            size, tree = await screen.size(), await screen.tree()
        finally:
            await screen.close()
    except AskonceError as error:
        return [*found, Finding("phone", False, error.message, error.remedy)]
    found.append(Finding("phone", True, f"{screen.serial}, {size}, {len(tree.nodes)} elements at {tree.address}"))
    told = "; ".join([f"driven by {screen.way}", *screen.news()])
    remedy = "pip install 'askonce[android]', and unlock the phone"
    return [*found, Finding("device server", screen.has_server, told, remedy, needed=False)]


def _class_of(target: AndroidOptions, context: OpenContext) -> str:
    shell = "shell_screen:AndroidShellScreen"
    return f"askonce.screens.android.{shell if target.may_use_shell(context) else 'android_screen:AndroidScreen'}"


KIND: ScreenKind[AndroidOptions] = ScreenKind(
    name="android",
    title="Android",
    options=AndroidOptions,
    open=_open,
    screen_class="askonce.screens.android.android_screen:AndroidScreen",
    class_of=_class_of,
    target=AndroidTarget,
    install="pip install 'askonce[android]'",
    examine=_examine,
    find_devices=_find_devices,
)
