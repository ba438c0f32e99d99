"""Android phones as a kind of screen: what users may set, how one opens, what the doctor looks at."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Annotated, Any

from pydantic import Field

from askonce.errors import AskonceError
from askonce.screens.option_fields import AnyText, NoEffect, NotSupported, Words
from askonce.screens.screen_kind import (
    TAKES_SLOTS,
    Finding,
    HealthContext,
    Offered,
    OpenContext,
    OpenedScreen,
    ScreenKind,
    ScreenOptions,
)


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

    @property
    def wanted(self) -> str:
        serial = self.serial or ""
        return "" if serial.lower() == "any" else serial


_OWN_WAY = NoEffect("this is found out by itself")


class AndroidTarget(AndroidOptions):
    """An Android phone or emulator, over adb."""

    android_adb_path: Annotated[AnyText | None, NoEffect("the adb server is asked, not the program")] = None
    auto_dismiss_keyboard: Annotated[bool | None, NoEffect("what the keyboard covers is told to the model")] = None
    keyboard_dismiss_strategy: Annotated[AnyText | None, NoEffect("the keyboard is not dismissed")] = None
    ime_strategy: Annotated[AnyText | None, NoEffect("text goes through the clipboard")] = None
    screenshot_resize_scale: Annotated[float | None, NoEffect("pictures are made to fit the model's family")] = None
    always_refresh_screen_info: Annotated[bool | None, _OWN_WAY] = None
    min_screenshot_buffer_size: Annotated[int | None, _OWN_WAY] = None
    scrcpy_config: Annotated[dict[str, Any] | None, NoEffect("pictures come from screencap")] = None
    app_name_mapping: Annotated[dict[str, str] | None, NotSupported("name apps by their packages")] = None
    display_id: Annotated[int | None, NotSupported("only the first display is driven")] = None
    use_physical_display_id_for_screenshot: Annotated[bool | None, NotSupported("it belongs to displayId")] = None
    use_physical_display_id_for_display_lookup: Annotated[bool | None, NotSupported("it belongs to displayId")] = None


@asynccontextmanager
async def _open(options: AndroidOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.android.adb_client import AdbServer
    from askonce.screens.android.android_screen import AndroidScreen
    from askonce.screens.android.phone_lock import hold_phone

    async with AsyncExitStack() as stack:
        device = await AdbServer(options.adb_host or "", options.adb_port).choose(options.wanted)
        stack.enter_context(hold_phone(device.serial))
        screen = AndroidScreen(device)
        stack.push_async_callback(screen.close)
        await screen.open()

        async def begin() -> None:
            if options.launch:
                await screen.launch(options.launch)
                await screen.settle()

        yield OpenedScreen(screen, begin)


async def _examine(options: AndroidOptions, context: HealthContext) -> Sequence[Finding]:
    """Whether adb is there, which phones are, and whether the device server answers on the one that is named."""
    from askonce.screens.android.adb_client import AdbServer, find_adb
    from askonce.screens.android.android_screen import AndroidScreen

    program, server = find_adb(), AdbServer(options.adb_host or "", options.adb_port)
    found = [Finding("adb", program is not None, str(program or "not found"), "apt install adb", needed=False)]
    if not options.serial:
        return found  # no server is started for somebody who has no phone
    try:
        devices = await server.devices()
    except AskonceError as error:
        return [*found, Finding("adb server", False, error.message, error.remedy)]
    listed = ", ".join(f"{each.serial} is {each.state}" for each in devices) or "none"
    found.append(Finding("phones", bool(devices), listed))
    try:
        screen = AndroidScreen(await server.choose(options.wanted))
        try:
            size = await (await screen.open()).size()
            tree = await screen.tree()
        finally:
            await screen.close()
    except AskonceError as error:
        return [*found, Finding("phone", False, error.message, error.remedy)]
    return [*found, Finding("phone", True, f"{screen.serial}, {size}, {len(tree.nodes)} elements at {tree.address}")]


KIND: ScreenKind[AndroidOptions] = ScreenKind(
    name="android",
    title="Android",
    options=AndroidOptions,
    open=_open,
    screen_class="askonce.screens.android.android_screen:AndroidScreen",
    target=AndroidTarget,
    modules=("uiautomator2",),
    install="pip install 'askonce[android]'",
    examine=_examine,
)
