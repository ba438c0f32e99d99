"""Asking about what was to be seen over a while."""

from __future__ import annotations

import re
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from askonce.insight.answers import Answer, Verdict
from askonce.insight.observation import Observation, Seen
from askonce.screens.ui_tree import plain

if TYPE_CHECKING:
    from askonce.agent.queries import Demand, Reading, WatchOptions

T = TypeVar("T")


class Watching:
    """A while that is watched: made by `agent.observe`, started and stopped by its block, and asked afterwards."""

    def __init__(self, agent: Reading, observation: Observation) -> None:
        self._agent = agent
        self._observation = observation

    async def start(self) -> Self:
        await self._observation.start()
        return self

    async def stop(self) -> None:
        await self._observation.stop()

    @property
    def texts(self) -> tuple[Seen, ...]:
        """Every text that could be read at some time, with from when until when."""
        return self._observation.texts

    @property
    def frames(self) -> int:
        """How many pictures were kept."""
        return len(self._observation.moments)

    @overload
    async def query(self, demand: Demand, /, *, returns: type[T], **options: Unpack[WatchOptions]) -> T: ...
    @overload
    async def query(self, demand: Demand, /, *, returns: Any = ..., **options: Unpack[WatchOptions]) -> Any: ...
    async def query(self, demand: Demand, /, *, returns: Any = None, **options: Unpack[WatchOptions]) -> Any:
        return (await self.answer(demand, returns=returns, **options)).value

    async def answer(self, demand: Demand, /, *, returns: Any = None, **options: Unpack[WatchOptions]) -> Answer[Any]:
        """What is asked for, read from all that was to be seen."""
        return await self._agent.answer_about(self._observation, demand, returns, options)

    async def verdict(self, statement: str, /, **options: Unpack[WatchOptions]) -> Verdict:
        """Whether a statement about the whole while is true, such as "a message said that it was saved"."""
        return await self._agent.verdict_about(self._observation, statement, options)

    async def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[WatchOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the whole while is true."""
        return await self._agent.check_about(self._observation, statement, options, soft=soft)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()


_APPEARED = re.compile(
    r"""(?:(?:the|a|an)\s+)?(?:(?P<passing>toast|notification|hint|banner)|text|message|word)?\s*
        (?:(?:saying|that\s+said|with|reading)\s+)?(?:"(?P<a>[^"]+)"|“(?P<b>[^”]+)”|'(?P<c>[^']+)')\s+
        (?:appeared|(?:was|were)\s+(?:shown|visible|displayed|seen)|showed(?:\s+up)?|came\s+up|popped\s+up|flashed)
        (?:\s+for\s+a\s+(?:moment|while))?\.?""",
    re.IGNORECASE | re.VERBOSE,
)


def appeared(statement: str, observation: Observation) -> Seen | None:
    """The text that a statement says appeared, if it did; that it did not, nobody can be sure of.

    "Saved" is not what appeared in "Not saved", and a label that changed to "Saved" for good is no toast.
    """
    said = _APPEARED.fullmatch(statement.strip())
    if said is None:
        return None
    wanted = plain(said["a"] or said["b"] or said["c"])
    new = (one for one in observation.texts if came(one, observation) and (one.is_gone or not said["passing"]))
    return next((one for one in new if wanted and plain(one.text).rstrip(".!") == wanted.rstrip(".!")), None)


def came(seen: Seen, observation: Observation) -> bool:
    """Whether a text was not yet to be read when the watching began."""
    return bool(observation.moments) and seen.since > observation.moments[0].at
