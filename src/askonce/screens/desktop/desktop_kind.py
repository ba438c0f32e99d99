"""Desktops as a kind of screen: what users may set, how one opens, what the doctor looks at."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, field_validator

from askonce.config import process_environment
from askonce.errors import AskonceError, ConfigError
from askonce.geometry import Size
from askonce.screens.desktop.desktop_options import DrivingOptions
from askonce.screens.option_fields import NoEffect, NotSupported, Words
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

if TYPE_CHECKING:
    from askonce.screens.desktop.desktop_port import DesktopPort
    from askonce.screens.desktop.desktop_screen import DesktopScreen

ANY = "any"
"""The application that means none: the desktop as it is."""
_SIZE = re.compile(r"(\d{3,5})x(\d{3,5})(?:x\d+)?")
_SCREEN = re.compile(r"(?<=\d)\.\d+$|^unix/?(?=:)")
"""What an X display may be written with or without: `:5` is `:5.0` and `unix:5`."""
_MODULES: Mapping[str, tuple[str, ...]] = {
    "linux": ("mss", "dbus_fast", "Xlib"),
    "darwin": ("mss", "Quartz", "ApplicationServices"),
    "win32": ("mss", "uiautomation"),
}


class DesktopOptions(ScreenOptions):
    """The desktop of this computer, or one that is started for the run."""

    app: Annotated[
        Words | None,
        TAKES_SLOTS,
        Offered(("command", "mcp", "mark"), name="desktop", metavar="[APP]", bare=ANY),
        Offered(("doctor",), name="desktop", metavar="[APP]", help="Look at the desktop.", bare=ANY),
    ] = None
    """Desktop application by its name, or `any`."""
    window: Annotated[Words | None, TAKES_SLOTS] = None
    """The window to begin with, by its title or its application."""
    display: Annotated[Words | None, TAKES_SLOTS] = Field(default=None, alias="displayId")
    """The X display, such as `:1`; a monitor by its name or number, such as `HDMI-1` or `0`; or both: `:1/0`."""
    headless: Annotated[bool, Offered(("command", "mcp", "mark"))] = False
    """Desktop that nobody sees, by Xvfb."""
    resolution: Words = Field(default="1280x800", alias="xvfbResolution")
    """How large such a desktop is."""
    accessibility: bool = True
    """false: read no elements from applications, and work by pictures alone."""
    env: dict[str, str] = Field(default_factory=dict[str, str])
    """Environment variables of the applications that are started."""
    keyboard_type_delay: float = Field(default=0.0, ge=0, le=5000)
    """Milliseconds between two keys."""
    upload_path: Words | None = None
    """The only folder that files may be copied to the desktop from."""

    @field_validator("resolution")
    @classmethod
    def _size(cls, resolution: str) -> str:
        if not _SIZE.fullmatch(resolution):
            raise ValueError("write it as 1280x800")
        return resolution

    @field_validator("env")
    @classmethod
    def _variables(cls, env: dict[str, str]) -> dict[str, str]:
        for name, value in env.items():
            if not name or "=" in name or "\0" in name + value:
                raise ValueError(f"{name!r} cannot be an environment variable: leave out = and zero characters")
        return env

    @property
    def size(self) -> Size:
        found = _SIZE.fullmatch(self.resolution)
        assert found
        return Size(int(found[1]), int(found[2]))

    @property
    def server(self) -> str:
        """The X display that is named; empty for the one of the session."""
        return self.display.partition("/")[0] if self.display and ":" in self.display else ""

    @property
    def monitor(self) -> str:
        if not self.display:
            return ""
        return self.display.partition("/")[2] if ":" in self.display else self.display

    @property
    def wanted_app(self) -> str:
        return "" if (self.app or ANY).lower() == ANY else self.app or ""

    def driving_options(self, context: OpenContext) -> DrivingOptions:
        return DrivingOptions(
            monitor=self.monitor,
            type_delay=self.keyboard_type_delay / 1000,
            uploads=(context.folder or Path()) / self.upload_path if self.upload_path else context.uploads,
            files=context.settings.runs / "files" if context.settings.runs else None,
            is_trusted=context.is_trusted,
        )


class DesktopTarget(DesktopOptions):
    """The desktop of this computer, or one that is started for the run."""

    launch: Annotated[Words | None, TAKES_SLOTS] = None
    """The application to begin with, as `app`."""
    keyboard_driver: Annotated[
        Literal["applescript", "libnut", "clipboard"] | None, NoEffect("keys are pressed by the system's own way")
    ] = None
    host: Annotated[Any, NotSupported("remote desktops are not driven; run Askonce on that computer")] = None

    @property
    def wanted_app(self) -> str:
        return self.launch or super().wanted_app


@asynccontextmanager
async def _open(options: DesktopOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.desktop.desktop_screen import DesktopScreen

    async with AsyncExitStack() as stack:
        port = await _port(options, process_environment(), stack)
        screen = DesktopScreen(port, options.driving_options(context))
        stack.push_async_callback(screen.close)
        await screen.open()

        async def begin() -> None:
            await _begin(screen, options)

        yield OpenedScreen(screen, begin)


async def _begin(screen: DesktopScreen, options: DesktopOptions) -> None:
    if options.wanted_app:
        await screen.begin_with(options.wanted_app)
        await screen.settle()
    if options.window:
        await screen.switch_window(options.window)
        await screen.settle()


async def _port(options: DesktopOptions, environment: Mapping[str, str], stack: AsyncExitStack) -> DesktopPort:
    """What drives the desktop of this system. It is held for one agent."""
    from askonce.screens.device_lock import hold_device

    if sys.platform == "linux":
        return await _linux(options, environment, stack)
    if options.headless or options.server:
        raise ConfigError("a desktop that nobody sees needs Linux", remedy="leave out headless and display")
    stack.enter_context(hold_device("desktop", "here"))
    if sys.platform == "darwin":
        from askonce.screens.desktop.macos_desktop import MacDesktop

        return MacDesktop()
    if sys.platform == "win32":
        from askonce.screens.desktop.windows_desktop import WindowsDesktop

        return WindowsDesktop()
    raise ConfigError(f"desktops of {sys.platform} are not driven", remedy="use Linux, macOS or Windows")


async def _linux(options: DesktopOptions, environment: Mapping[str, str], stack: AsyncExitStack) -> DesktopPort:
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop
    from askonce.screens.device_lock import hold_device

    if options.headless:
        if options.server:
            raise ConfigError(
                f"headless starts a display of its own, and display names {options.server}",
                remedy="leave out one of them",
            )
        from askonce.screens.desktop.linux.headless_display import open_display

        opened = await stack.enter_async_context(open_display(environment, options.env, options.size))
        return LinuxDesktop(opened.name, opened.environment, has_tree=options.accessibility)
    environment = {**environment, **options.env}
    display = options.server or environment.get("DISPLAY", "")
    if not display:
        raise _no_display(environment)
    stack.enter_context(hold_device("desktop", _SCREEN.sub("", display)))
    return LinuxDesktop(display, {**environment, "DISPLAY": display}, has_tree=options.accessibility)


def _no_display(environment: Mapping[str, str]) -> ConfigError:
    if environment.get("WAYLAND_DISPLAY"):
        return ConfigError(
            "this is a Wayland session, which lets no program drive others; X11 and XWayland are driven",
            remedy="log in to an X11 session, or start a desktop that nobody sees: headless, --headless",
        )
    return ConfigError(
        "there is no display: DISPLAY is not set",
        remedy="start a desktop that nobody sees: headless, --headless; or name a display, such as :0",
    )


async def _examine(options: DesktopOptions, context: HealthContext) -> Sequence[Finding]:
    """Whether the programs are there that headless desktops need, and whether the desktop that is named can be read."""
    found = list(_programs(context.process)) if sys.platform == "linux" else []
    if not options.app:
        return found
    try:
        async with AsyncExitStack() as stack:
            kind_options = options if context.process.get("DISPLAY") else options.model_copy(update={"headless": True})
            opened = await stack.enter_async_context(_open(kind_options, OpenContext(context.settings)))
            await opened.begin()
            screen = opened.screen
            from askonce.screens.desktop.desktop_screen import DesktopScreen

            assert isinstance(screen, DesktopScreen)
            size, tree = await screen.size(), await screen.tree()
    except AskonceError as error:
        return [*found, Finding("desktop", False, error.message, error.remedy)]
    said = f"{size}, {len(tree.nodes)} elements at {tree.address}"
    return [*found, Finding("desktop", True, said)]


def _programs(environment: Mapping[str, str]) -> Sequence[Finding]:
    import shutil

    path = environment.get("PATH")
    display = environment.get("DISPLAY", "")
    kind = f"X11 at {display}" if display else "Wayland" if environment.get("WAYLAND_DISPLAY") else "none"
    remedy = "use --headless, or start it in an X11 session"
    found = [Finding("display", bool(display), kind, "" if display else remedy, needed=False)]
    for name, program, package in (("Xvfb", "Xvfb", "xvfb"), ("session bus", "dbus-daemon", "dbus")):
        where = shutil.which(program, path=path)
        remedy = "" if where else f"apt install {package}"
        found.append(Finding(name, bool(where), where or "not found", remedy, needed=False))
    return found


KIND: ScreenKind[DesktopOptions] = ScreenKind(
    name="desktop",
    title="Desktop",
    options=DesktopOptions,
    open=_open,
    screen_class="askonce.screens.desktop.desktop_screen:DesktopScreen",
    keys=("computer", "desktop"),
    target=DesktopTarget,
    modules=_MODULES.get(sys.platform, ()),
    install="pip install 'askonce[desktop]'",
    examine=_examine,
)
