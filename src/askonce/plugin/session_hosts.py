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
        self._settings = replace(settings, allowed_hosts=())
        self._hosts = SharedHosts(self._settings, headed=headed)
        # Tests share their browser also where hosts are limited, which is another one: there, nothing goes around them.
        self._limited = SharedHosts(replace(settings, allowed_hosts=settings.allowed_hosts or ("*",)), headed=headed)

    def get(self, kind: AnyKind, options: Any, *, limited: bool) -> object:
        """What a screen is opened in, in the event loop of `runner`; None where it opens by itself. It is `limited`
        where only some hosts are allowed."""
        hosts = self._limited if limited else self._hosts
        return self.runner.run(hosts.get(kind, options, self._settings))

    def close(self) -> None:
        try:
            self.runner.run(self._hosts.close())
            self.runner.run(self._limited.close())
        finally:
            self.runner.__exit__(None, None, None)
