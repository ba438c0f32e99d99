"""A display of its own for a run: Xvfb, a session bus, a window manager. Nothing of the user's desktop is touched, and
all of it ends with the run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType

from askonce.errors import ConfigError
from askonce.geometry import Size
from askonce.lazy import dataclass
from askonce.screens.desktop.linux.window_manager import WindowManager
from askonce.screens.desktop.linux.x11_connection import X11Connection

SIZE = Size(1280, 800)
_PATIENCE = 20.0
_GRACE = 3.0
_DROPPED = (
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "NO_AT_BRIDGE",
    "DBUS_SESSION_BUS_ADDRESS",
    "AT_SPI_BUS_ADDRESS",
    "DISPLAY",
)
"""What leads to the user's own desktop, or keeps applications from telling their elements."""
_SET = {
    "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    "ACCESSIBILITY_ENABLED": "1", "GTK_A11Y": "atspi", "XDG_SESSION_TYPE": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
}  # fmt: skip
_INSERT, _DELETE = 0, 1
_NAMED, _EVERYBODY_HERE = 5, 252
"""Kinds of addresses that may connect: a user by name, and all of this machine."""


@dataclass(frozen=True, slots=True)
class HeadlessDisplay:
    name: str
    environment: Mapping[str, str]
    """For what is started on it."""


@asynccontextmanager
async def open_display(
    environment: Mapping[str, str], given: Mapping[str, str] = MappingProxyType({}), size: Size = SIZE
) -> AsyncGenerator[HeadlessDisplay, None]:
    """Start a display for the block. Applications on it need the environment that comes with it; they find no settings
    of the user, unless what is `given` says where those are."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="askonce-display-", ignore_cleanup_errors=True))
        own = {name: value for name, value in environment.items() if name not in _DROPPED} | _SET
        own |= {**_private_folders(Path(folder), own), **given}
        own["DISPLAY"] = name = await _start_xvfb(stack, own, size)
        manager = await asyncio.to_thread(_manage, name)
        stack.push_async_callback(asyncio.to_thread, manager.stop)
        own["DBUS_SESSION_BUS_ADDRESS"] = await _start_bus(stack, own)
        yield HeadlessDisplay(name, own)


def _private_folders(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Folders for what applications keep, so that each run begins alike. Those of the user are still looked into for
    applications."""
    found = {"XDG_RUNTIME_DIR": str(folder)}
    for name in ("CONFIG", "STATE", "DATA"):
        own = folder / name.lower()
        own.mkdir()
        found[f"XDG_{name}_HOME"] = str(own)
    shared = environment.get("XDG_DATA_HOME") or str(Path(environment.get("HOME", "/")) / ".local/share")
    found["XDG_DATA_DIRS"] = f"{shared}:{environment.get('XDG_DATA_DIRS') or '/usr/local/share:/usr/share'}"
    return found


async def _start_xvfb(stack: AsyncExitStack, environment: Mapping[str, str], size: Size) -> str:
    program = shutil.which("Xvfb", path=environment.get("PATH"))
    if program is None:
        raise ConfigError("a display of its own needs Xvfb, which is not installed", remedy="apt install xvfb")
    screen = f"{size.width}x{size.height}x24"
    said = await _announce(
        stack, environment, program, "-displayfd", "{fd}", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"
    )
    return f":{said}"


async def _start_bus(stack: AsyncExitStack, environment: Mapping[str, str]) -> str:
    program = shutil.which("dbus-daemon", path=environment.get("PATH"))
    if program is None:
        raise ConfigError("a display of its own needs dbus-daemon, which is not installed", remedy="apt install dbus")
    return await _announce(stack, environment, program, "--session", "--nofork", "--nopidfile", "--print-address={fd}")


async def _announce(stack: AsyncExitStack, environment: Mapping[str, str], *command: str) -> str:
    """Start a server that writes where it is to the file `{fd}`. It ends with the stack."""
    read, write = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *_dying_with_us(environment),
            *(word.replace("{fd}", str(write)) for word in command),
            env=environment,
            pass_fds=(write,),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        os.close(read)
        raise ConfigError(f"{command[0]} could not be started: {error}", remedy="look at env, or run it") from error
    finally:
        os.close(write)
    stack.push_async_callback(_end, process)
    said = await _first_line(read, command[0])
    if not said.strip():
        raise ConfigError(f"{command[0]} ended at once with {await process.wait()}", remedy="run it by hand and see")
    return said.decode().strip()


async def _first_line(file: int, program: str) -> bytes:
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(file, "rb", buffering=0)
    )
    try:
        return await asyncio.wait_for(reader.readline(), _PATIENCE)
    except TimeoutError:
        raise ConfigError(f"{program} said nothing for {_PATIENCE:g} s", remedy="run it by hand and see") from None
    finally:
        transport.close()


def _dying_with_us(environment: Mapping[str, str]) -> tuple[str, ...]:
    """What ends a program when this one ends, however that happens: the setpriv of util-linux, if it is there."""
    program = shutil.which("setpriv", path=environment.get("PATH"))
    return (program, "--pdeathsig", "TERM") if program and Path(program).resolve().name == "setpriv" else ()


def _manage(display: str) -> WindowManager:
    _shut_out_others(display)
    manager = WindowManager(display)
    manager.start()
    return manager


def _shut_out_others(display: str) -> None:
    """Keep other users of this machine off the display."""
    connection = X11Connection(display)
    try:
        connection.change_hosts(_INSERT, _NAMED, f"localuser\0#{os.getuid()}".encode())
        connection.change_hosts(_DELETE, _EVERYBODY_HERE, b"")
        connection.display.sync()
    finally:
        connection.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _GRACE)
            return
