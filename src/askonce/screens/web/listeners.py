"""Event listeners that can all be taken off again."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, Protocol

_ONE = Signature([Parameter("event", Parameter.POSITIONAL_ONLY)])


class Emitter(Protocol):
    def on(self, event: Any, f: Any) -> None: ...

    def remove_listener(self, event: Any, f: Any) -> None: ...


class Listeners:
    """Keeps what was attached where, because pages that are not ours must be left as they were."""

    def __init__(self) -> None:
        self._attached: list[tuple[Emitter, str, Callable[..., None]]] = []

    def listen(self, emitter: Emitter, event: str, handler: Callable[[Any], None]) -> None:
        """Have `handler` called with each such event. Playwright asks at each of them how many arguments it takes."""

        def listener(event: Any) -> None:
            handler(event)

        listener.__signature__ = _ONE  # type: ignore[attr-defined]
        emitter.on(event, listener)
        self._attached.append((emitter, event, listener))

    def remove(self, emitter: Emitter | None = None) -> None:
        """Take off the listeners of one emitter, or with None all of them."""
        kept: list[tuple[Emitter, str, Callable[..., None]]] = []
        for attached in self._attached:
            if emitter is not None and attached[0] is not emitter:
                kept.append(attached)
                continue
            attached[0].remove_listener(attached[1], attached[2])
        self._attached = kept
