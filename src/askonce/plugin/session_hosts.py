"""What the screens of a session share, such as one browser for all tests, in its own event loop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from askonce.config import Settings
from askonce.screens.kind_registry import AnyKind
from askonce.screens.shared_hosts import SharedHosts
from askonce.sync.coroutine_runner import ThreadRunner


class SessionHosts:
    """Starts a host when the first test needs it, and again should it have died."""

    def __init__(self, settings: Settings, *, headed: bool = False) -> None:
        self.runner = ThreadRunner().__enter__()
        # Tests share their browser also where hosts are limited: each page refuses the others.
        self._hosts = SharedHosts(replace(settings, allowed_hosts=()), headed=headed)

    def get(self, kind: AnyKind, options: Any) -> object:
        """What a screen is opened in, in the event loop of `runner`; None where it opens by itself."""
        return self.runner.run(self._hosts.get(kind, options))

    def close(self) -> None:
        try:
            self.runner.run(self._hosts.close())
        finally:
            self.runner.__exit__(None, None, None)
