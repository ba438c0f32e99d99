"""What screens of one kind share while several are opened: one browser for many pages."""

from __future__ import annotations

from typing import Any

from askonce.config import Settings
from askonce.screens.kind_registry import AnyKind
from askonce.screens.screen_kind import ScreenHost


class SharedHosts:
    """One host for each kind that has hosts, started when a screen first needs it."""

    def __init__(self, settings: Settings, *, headed: bool = False) -> None:
        self._settings = settings
        self._headed = headed
        self._hosts: dict[str, ScreenHost] = {}

    async def get(self, kind: AnyKind, options: Any, settings: Settings | None = None) -> object:
        """What a screen with these options is opened in; None where it opens by itself."""
        if kind.new_host is None or not kind.may_share(options, settings or self._settings):
            return None
        if kind.name not in self._hosts:
            self._hosts[kind.name] = kind.new_host(self._settings, self._headed)
        return await self._hosts[kind.name].get()

    async def close(self) -> None:
        hosts, self._hosts = self._hosts, {}
        for host in hosts.values():
            await host.close()
