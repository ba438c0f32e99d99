"""iPhones and iPads as a kind of screen: what users may set, how one opens, what the doctor looks at."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from askonce.config import Settings
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import regex
from askonce.screens.option_fields import AnyText, NoEffect, NotSupported, Words
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
    from askonce.screens.ios.ios_screen import IosScreen
    from askonce.screens.ios.wda_client import WdaRoute

_PORT = 8100
_URL = regex(r"https?://\S+")
_HOST = regex(r"[\w.-]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}|localhost")


class IosOptions(ScreenOptions):
    """An iPhone or iPad, through WebDriverAgent."""

    url: Annotated[
        Words | None,
        TAKES_SLOTS,
        Offered(("command", "mcp", "mark"), name="ios", metavar="ADDRESS"),
        Offered(("doctor",), name="ios", metavar="ADDRESS", help="Look at this iPhone."),
    ] = None
    """WebDriverAgent of an iPhone, or its UDID, or `any`."""
    udid: Annotated[Words | None, TAKES_SLOTS] = Field(default=None, alias="deviceId")
    """The phone at a cable, by its UDID."""
    launch: Annotated[Words | None, TAKES_SLOTS] = None
    """The app to begin with: its name, its bundle identifier, or a link."""
    wda_host: Words | None = None
    """The machine that WebDriverAgent is reached at; this one by default."""
    wda_port: int = Field(default=_PORT, ge=1, le=65535)
    """The port of WebDriverAgent."""
    session_id: Words | None = None
    """A session of WebDriverAgent that runs already, which stays open."""
    app_names: dict[str, str] = Field(default_factory=dict[str, str], alias="appNameMapping")
    """Bundle identifiers by your own names for apps."""
    hide_keyboard: bool = Field(default=False, alias="autoDismissKeyboard")
    """Put the on-screen keyboard away after typing. What it covers is uncovered in any case before it is touched."""
    keyboard_type_delay: float = Field(default=0.0, ge=0, le=5000)
    """Milliseconds between two keys; a text is typed at once by default."""
    capabilities: dict[str, Any] = Field(default_factory=dict[str, Any], alias="sessionCapabilities")
    """Capabilities to begin the session with."""

    async def route(self) -> WdaRoute:
        """The way to WebDriverAgent that is meant."""
        from askonce.screens.ios.wda_client import WdaRoute

        given = self.url or ""
        if given and self.udid:
            raise ConfigError("both an address and a UDID are given", remedy="leave one of them out")
        if _URL.fullmatch(given):
            return WdaRoute.at(given)
        if _HOST.fullmatch(given):
            return WdaRoute.at(f"http://{given if ':' in given else f'{given}:{self.wda_port}'}")
        udid = self.udid or ("" if given.lower() == "any" else given)
        if udid:
            return WdaRoute(udid=udid, port=self.wda_port)
        if self.wda_host or given.lower() != "any":
            return WdaRoute.at(f"http://{self.wda_host or 'localhost'}:{self.wda_port}")
        return await self._any()

    async def _any(self) -> WdaRoute:
        """WebDriverAgent on a port of this machine, else on the only phone at a cable."""
        from askonce.screens.ios.usbmux import list_phones
        from askonce.screens.ios.wda_client import WdaClient, WdaRoute

        here = WdaRoute(url=f"http://localhost:{self.wda_port}")
        try:
            await WdaClient(here).get("/status", in_session=False)
        except AskonceError:
            try:
                phones = await list_phones()
            except AskonceError:
                return here
            if len(phones) > 1:
                raise ConfigError(
                    f"{len(phones)} phones are there: {', '.join(phones)}", remedy="name one of them by its UDID"
                ) from None
            return WdaRoute(udid=phones[0], port=self.wda_port) if phones else here
        return here


_PICTURES = NoEffect("pictures come from WebDriverAgent's screenshots")


class IosTarget(IosOptions):
    """An iPhone or iPad, through WebDriverAgent."""

    use_wda: Annotated[bool | None, NoEffect("iPhones are always driven by WebDriverAgent")] = Field(
        default=None, alias="useWDA"
    )
    wda_mjpeg_port: Annotated[int | None, _PICTURES] = None
    wda_mjpeg_frame_source: Annotated[dict[str, Any] | None, _PICTURES] = None
    screenshot_resize_scale: Annotated[float | None, NoEffect("pictures are made to fit the model's family")] = None
    keyboard_dismiss_strategy: Annotated[AnyText | None, NoEffect("iPhones have neither Escape nor a back key")] = None
    ios_device_class_override: Annotated[AnyText | None, NotSupported("write a kind of screen in Python")] = Field(
        default=None, alias="iOSDeviceClassOverride"
    )


async def _find_devices(settings: Settings) -> Sequence[AttachedDevice]:
    from askonce.screens.ios.usbmux import list_phones

    return tuple(AttachedDevice(udid, device_names(udid), {"udid": udid}) for udid in await list_phones())


@asynccontextmanager
async def _open(options: IosOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.phones.phone_lock import hold_phone

    async with AsyncExitStack() as stack:
        screen = await _new_screen(options)
        stack.push_async_callback(screen.close)
        stack.enter_context(hold_phone(await screen.identify()))
        await screen.open()

        async def begin() -> None:
            if options.launch:
                await screen.launch(options.launch)
                await screen.settle()

        yield OpenedScreen(screen, begin)


async def _new_screen(options: IosOptions) -> IosScreen:
    from askonce.screens.ios.ios_screen import IosDriving, IosScreen
    from askonce.screens.ios.wda_client import WdaClient

    client = WdaClient(await options.route(), session=options.session_id or "", capabilities=options.capabilities)
    return IosScreen(client, IosDriving(options.app_names, options.hide_keyboard, options.keyboard_type_delay / 1000))


async def _examine(options: IosOptions, context: HealthContext) -> Sequence[Finding]:
    """Which phones are at a cable, and whether WebDriverAgent answers on the one that is named."""
    from askonce.screens.ios.usbmux import list_phones

    try:
        phones = await list_phones()
        found = [Finding("iPhones at a cable", True, ", ".join(phones) or "none", needed=False)]
    except AskonceError as error:
        if not (options.url or options.udid):
            return [Finding("iPhones at a cable", True, "none: usbmuxd does not run", needed=False)]
        found = [Finding("iPhones at a cable", False, error.message, error.remedy, needed=False)]
    if not (options.url or options.udid):
        return found
    try:
        screen = await _new_screen(options)
        try:
            await screen.open()
            size, tree = await screen.size(), await screen.tree()
        finally:
            await screen.close()
    except AskonceError as error:
        return [*found, Finding("WebDriverAgent", False, error.message, error.remedy)]
    told = screen.surroundings
    found.append(
        Finding("WebDriverAgent", True, f"{told['driven by'].removeprefix('WebDriverAgent at ')}, {told['system']}")
    )
    return [*found, Finding("iPhone", True, f"{told['phone']}, {size}, {len(tree.nodes)} elements at {tree.address}")]


KIND: ScreenKind[IosOptions] = ScreenKind(
    name="ios",
    title="iOS",
    options=IosOptions,
    open=_open,
    screen_class="askonce.screens.ios.ios_screen:IosScreen",
    target=IosTarget,
    examine=_examine,
    find_devices=_find_devices,
)
