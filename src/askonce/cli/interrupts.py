"""How a command is run and ended: its exit code, and what Ctrl-C and SIGTERM do."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from askonce.cli.exit_codes import ExitCode
from askonce.cli.terminal import Text, new_console

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")

_SHOW_CURSOR = "\x1b[?25h"


def exit_with(work: Callable[[], int | None]) -> None:
    """Run a command; what it returns is the exit code, and None is 0.

    From here on, Ctrl-C and SIGTERM leave time to clean up: they raise KeyboardInterrupt, or cancel what `run_async`
    awaits.
    """
    if not gc.isenabled():
        gc.freeze()  # what was loaded stays until the end
        gc.enable()
    terminated = False

    def terminate(number: int, frame: FrameType | None) -> None:
        nonlocal terminated
        terminated = True
        interrupt = signal.getsignal(signal.SIGINT)
        if callable(interrupt):
            interrupt(signal.SIGINT, frame)
        else:
            raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    if is_main:
        if before[signal.SIGINT] is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, terminate)
    try:
        code = work() or ExitCode.DONE
    except KeyboardInterrupt:
        new_console().print(Text("■ stopped", "bold yellow"))
        code = ExitCode.TERMINATED if terminated else ExitCode.INTERRUPTED
    finally:
        if is_main:
            for number, handler in before.items():
                signal.signal(number, handler)
    raise typer.Exit(code)


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, but a second Ctrl-C or SIGTERM ends the process at once."""
    import asyncio

    return asyncio.run(_stoppable(work))


async def _stoppable(work: Coroutine[Any, Any, T]) -> T:
    first = signal.getsignal(signal.SIGINT)  # asyncio's handler, which cancels this task
    if threading.current_thread() is not threading.main_thread() or not callable(first):
        return await work

    import asyncio

    loop = asyncio.get_running_loop()

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end_at_once)
        signal.signal(signal.SIGTERM, _end_at_once)
        loop.set_exception_handler(_say_nothing)
        first(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        return await work
    finally:
        if signal.getsignal(signal.SIGINT) is stop:
            signal.signal(signal.SIGINT, first)


def _say_nothing(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Drop what asyncio would log of calls that nobody waits for any more: that they fail is what was asked for."""


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """Exit without cleaning up. The browser ends with this process, and the trace holds everything up to now."""
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), f"{_SHOW_CURSOR}\n".encode())
    os._exit(128 + number)
