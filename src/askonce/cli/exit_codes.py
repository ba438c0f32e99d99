"""How the work of a command ends: its exit code, and what Ctrl-C and SIGTERM do."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar

import typer
from rich.text import Text

from askonce.cli.terminal import new_console

Given = TypeVar("Given")

_SHOW_CURSOR = "\x1b[?25h"


def exit_with(work: Callable[[], int]) -> None:
    """Do the work of a command; what it returns is the exit code.

    From here on Ctrl-C and SIGTERM leave time to clean up: they come as KeyboardInterrupt, or cancel what `carry_on`
    awaits. The exit code is 130 or 143 then.
    """
    told_to_end: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told_to_end.append(number)
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
        signal.signal(signal.SIGTERM, end)
    try:
        code = work()
    except KeyboardInterrupt:
        new_console().print(Text("■ stopped", "bold yellow"))
        code = 128 + (signal.SIGTERM if told_to_end else signal.SIGINT)
    finally:
        if is_main:
            for number, handler in before.items():
                signal.signal(number, handler)
    raise typer.Exit(code)


def run_async(work: Coroutine[Any, Any, Given]) -> Given:
    """What `asyncio.run` does; and once it was stopped, a second Ctrl-C or SIGTERM ends the process at once."""
    import asyncio

    return asyncio.run(_heeding(work))


async def _heeding(work: Coroutine[Any, Any, Given]) -> Given:
    first = signal.getsignal(signal.SIGINT)  # that of asyncio, which cancels this
    if threading.current_thread() is not threading.main_thread() or not callable(first):
        return await work

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end_at_once)
        signal.signal(signal.SIGTERM, _end_at_once)
        first(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        return await work
    finally:
        if signal.getsignal(signal.SIGINT) is stop:
            signal.signal(signal.SIGINT, first)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """Without cleaning up: the browser ends with this process, and the trace holds all that happened."""
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), f"{_SHOW_CURSOR}\n".encode())
    os._exit(128 + number)
