"""Where coroutines run for callers that block."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from askonce.errors import ScreenClosed
from askonce.trace.call_site import called_from, find_call_site

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs a coroutine to its end and returns its result."""

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result: ...


class HostRunner:
    """Runs coroutines on the event loop of something that has one, such as a blocking page of Playwright's."""

    def __init__(self, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self._run = run

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        with called_from(find_call_site()):
            return self._run(coroutine)


class ThreadRunner:
    """An event loop on its own thread, so that it works inside pytest, notebooks and other running loops."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="askonce", daemon=True)

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        if self._loop.is_closed():
            coroutine.close()
            raise ScreenClosed(
                "the agent is closed, since its block has ended", remedy="use it inside its `with` block"
            )
        with called_from(find_call_site()):
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.run(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
