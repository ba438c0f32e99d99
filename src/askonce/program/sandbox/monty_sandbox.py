"""The sandbox: Python without files, network, environment or imports, in a process that may die.

The interpreter is pydantic-monty. It lives in a worker process, has limits of time, memory, recursion, output and
calls, and is replaced when it dies. All that reaches out are the functions that it is given.
"""

from __future__ import annotations

import asyncio
import atexit
import keyword
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import field
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import (
    ActFailed,
    CannotTell,
    CheckFailed,
    InvalidAction,
    NotAllowed,
    NotFound,
    NotOperable,
    ProgramError,
    UnreadableReply,
)
from askonce.lazy import dataclass
from askonce.program.data_types import ImageFile, Table, holds_secret, plain
from askonce.program.sandbox.code_source import CodeSource, read_source
from askonce.program.value_text import shortened
from askonce.program.work_files import as_table

if TYPE_CHECKING:
    from pydantic_monty import AsyncMonty, AsyncMontySession

Function = Callable[..., Awaitable[Any]]
CATCHABLE = (
    ActFailed,
    CannotTell,
    CheckFailed,
    InvalidAction,
    NotAllowed,
    NotFound,
    NotOperable,
    ProgramError,
    UnreadableReply,
)
"""Errors of functions that the code may catch. Any other error ends the run: a stop, a budget, a closed screen."""
_GRACE = 0.1
"""Seconds at exit in which the worker's threads let go of what they hold, after they have reported its end."""
_LONGEST_SLEEP = 1e9
"""Seconds; more than any limit, and small enough to be added up."""
_NO_FUNCTIONS: Mapping[str, Function] = {}
_GATHER = """
def __plain(value, depth):
    if depth > 60:
        raise ValueError('it is nested too deeply')
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {(key if isinstance(key, str) else str(key)): __plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [__plain(item, depth + 1) for item in value]
    try:
        return str(value.isoformat())
    except AttributeError:
        raise TypeError('it is not data')
try:
    __gathered = ['value', __plain(NAME, 0)]
except NameError:
    __gathered = ['missing', None]
except TypeError as error:
    __gathered = ['refused', str(error)]
except Exception as error:
    __gathered = ['lost', str(error)]
__gathered
"""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What code may use up in one run; time that it waits for functions does not count, calls of them do."""

    seconds: float = 5.0
    memory: int = 100_000_000
    depth: int = 200
    calls: int = 500
    sleep: float = 30.0
    output: int = 100_000
    shown: int = 8_000
    """How many characters of its output are given back."""


@dataclass(frozen=True, slots=True)
class CodeResult:
    """What code printed, the variables that it set or changed, and what went wrong; then nothing counts as changed."""

    output: str = ""
    variables: dict[str, Any] = field(default_factory=dict[str, Any])
    error: str = ""


class Sandbox:
    """Runs code. The worker starts with the first run, and each run begins afresh."""

    def __init__(self, limits: SandboxLimits | None = None) -> None:
        self._limits = limits or SandboxLimits()
        self._pool: AsyncMonty | None = None
        self._held = AsyncExitStack()

    async def __aenter__(self) -> Sandbox:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self._close_at_exit)
        self._pool = None
        await self._held.aclose()

    def _close_at_exit(self) -> None:
        """Close the worker of a sandbox that nobody closed: its threads abort an interpreter that ends under them."""
        self._pool = None
        asyncio.run(self._held.aclose())
        time.sleep(_GRACE)

    async def run(
        self,
        code: str,
        variables: Mapping[str, Any],
        functions: Mapping[str, Function] = _NO_FUNCTIONS,
        *,
        now: datetime | None = None,
    ) -> CodeResult:
        """Run code on copies of `variables`, with `functions` by name (`llm.query` is `query` of `llm`).

        Tables are lists of objects in there, pictures are `{"image": name}`; secrets, and what holds one, are left out.
        `now` is what its clock says.
        """
        hosted = {name.partition(".")[0] for name in functions}
        source = read_source(code, hosted)
        if isinstance(source, str):
            return CodeResult(error=source)
        named = {name: value for name, value in variables.items() if name in source.used and name not in hosted}
        given = dict(_given(named))
        return await _CodeRun(self._limits, functions, source).go(await self._workers(), given, variables, now)

    async def _workers(self) -> AsyncMonty:
        if self._pool is None:
            from pydantic_monty import AsyncMonty

            longest = self._limits.seconds + 1.5
            pool = AsyncMonty(max_processes=1, request_timeout=longest, feed_duration_limit_grace=0.5)
            self._pool = await self._held.enter_async_context(pool)
            atexit.register(self._close_at_exit)
        return self._pool


class _CodeRun:
    """One run of a piece of code."""

    def __init__(self, limits: SandboxLimits, functions: Mapping[str, Function], source: CodeSource) -> None:
        self._limits = limits
        self._functions = functions
        self._source = source
        self._rooms: dict[Any, str] = {}
        self._slept = 0.0

    async def go(
        self, pool: AsyncMonty, given: dict[str, Any], originals: Mapping[str, Any], now: datetime | None
    ) -> CodeResult:
        from pydantic_monty import CollectString, MontyCrashedError, MontyError

        output = CollectString(self._limits.output)
        limits = self._limits
        session = pool.checkout(
            script_name="code",
            limits={
                "max_feed_duration_secs": limits.seconds,
                "max_memory": limits.memory,
                "max_recursion_depth": limits.depth,
                "max_suspensions": limits.calls,
            },
            os_policy={"datetime": now or "system", "sleep": "call_host"},
        )
        try:
            async with session:
                inputs = given | self._namespaces()
                await self._drive(session, self._source.code, inputs=inputs, print_callback=output)
                variables = await self._gather(session, given, originals)
        except MontyCrashedError as error:
            reason = f"it ran longer than {limits.seconds:g} seconds" if error.timed_out else "it used too much"
            return CodeResult(self._shown(output.output), error=f"the code was stopped: {reason}")
        except MontyError as error:
            return CodeResult(self._shown(output.output), error=self._explain(error))
        except ProgramError as error:
            return CodeResult(self._shown(output.output), error=str(error))
        return CodeResult(self._shown(output.output), variables)

    def _shown(self, output: str) -> str:
        return shortened(output, self._limits.shown)

    def _explain(self, error: Any) -> str:
        """The error with the line it stands in."""
        text = error.display("type-msg") if hasattr(error, "display") else str(error)
        frames: list[Any] = error.traceback() if hasattr(error, "traceback") else []
        line = f"line {frames[-1].line}: " if frames else ""
        limits = self._limits
        kind = text.partition(":")[0]
        if kind == "TimeoutError" and "time limit" in text:
            return f"the code was stopped: it ran longer than {limits.seconds:g} seconds"
        return shortened(f"{line}{text}", 1000)

    def _namespaces(self) -> dict[str, Any]:
        """`ui` and `llm` as objects whose methods are functions of ours."""
        from pydantic_monty import ClassInstance

        roots = {name.partition(".")[0] for name in self._functions if "." in name}
        made = {root: ClassInstance(type(root, (), {})()) for root in roots}
        self._rooms = {instance.id: root for root, instance in made.items()}
        return made

    async def _drive(self, session: AsyncMontySession, code: str, **options: Any) -> Any:
        from pydantic_monty import AsyncFunctionSnapshot, AsyncNameLookupSnapshot, MontyComplete

        step: Any = await session.feed_start(code, **options)
        while not isinstance(step, MontyComplete):
            if isinstance(step, AsyncNameLookupSnapshot):
                step = await step.resume()
            elif not isinstance(step, AsyncFunctionSnapshot):
                raise ProgramError("the code waits for something that never happens", remedy="do not use tasks")
            elif step.is_os_function:
                step = await self._system(step)
            else:
                step = await step.resume(await self._call(step))
        return step.output

    async def _system(self, step: Any) -> Any:
        """The only thing that code may ask of the system is to wait a little."""
        if step.function_name != "time.sleep" or not step.args or not isinstance(step.args[0], (int, float)):
            return await step.resume_not_handled()
        seconds = min(max(0.0, step.args[0]), _LONGEST_SLEEP)
        self._slept += seconds
        if not self._slept <= self._limits.sleep:
            message = f"code may sleep {self._limits.sleep:g} seconds in all"
            return await step.resume({"exc_type": "TimeoutError", "message": message})
        await asyncio.sleep(seconds)
        return await step.resume({"return_value": None})

    async def _call(self, step: Any) -> Any:
        """What a function gives, or the error that the code is to see."""
        room = self._rooms.get(step.object_id, "") if step.object_id else ""
        name = f"{room}.{step.function_name}" if room else str(step.function_name)
        function = self._functions.get(name) if room or step.object_id is None else None
        if function is None:
            hint = did_you_mean(name, self._functions)
            kind = "AttributeError" if step.object_id else "NameError"
            return {"exc_type": kind, "message": f"there is no {name}" + (f"; {hint}" if hint else "")}
        try:
            value = await function(*step.args, **step.kwargs)
            return {"return_value": value if isinstance(value, datetime) else _inside(plain(value))}
        except CATCHABLE as error:
            return {"exc_type": "RuntimeError", "message": f"{name}: {error}"}
        except (TypeError, ValueError, OverflowError, TimeoutError) as error:
            kind = "TimeoutError" if isinstance(error, TimeoutError) else type(error).__name__
            known = kind if kind in ("TypeError", "TimeoutError") else "ValueError"
            return {"exc_type": known, "message": f"{name}: {error}"}

    async def _gather(
        self, session: AsyncMontySession, given: Mapping[str, Any], originals: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What came of the names that the code set, and of the variables that it may have changed in place."""
        changed: dict[str, Any] = {}
        in_place = [name for name, value in given.items() if not _is_flat(value)]
        for name in dict.fromkeys((*self._source.assigned, *in_place)):
            if name.startswith("_"):
                continue
            how, value = await self._drive(session, _GATHER.replace("NAME", name))
            kept = plain(value) if how == "value" else None
            if how == "value" and not (name in given and _alike(given[name], kept)):
                changed[name] = _as_before(kept, originals.get(name))
            elif how == "lost" or (how == "refused" and name in given):
                raise ProgramError(
                    f"{name} cannot be kept: {value}", remedy="set it to text, numbers, lists or objects"
                )
        return changed


def _given(variables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in variables.items():
        if name.isidentifier() and not keyword.iskeyword(name) and not holds_secret(value):
            yield name, _inside(value)


def _inside(value: Any) -> Any:
    """A value as the code sees it."""
    match value:
        case Table():
            return [_inside(row) for row in value.rows]
        case ImageFile():
            return {"image": value.path}
        case dict():
            return {key: _inside(item) for key, item in cast("dict[str, Any]", value).items()}
        case list():
            return [_inside(item) for item in cast("list[Any]", value)]
        case _:
            return value


def _as_before(value: Any, original: Any) -> Any:
    """What was a table stays one, as far as it still can be."""
    rows = cast("list[Any]", value) if isinstance(value, list) else [value]
    if not isinstance(original, Table) or not all(isinstance(row, dict) for row in rows):
        return cast("Any", value)
    return as_table(rows) if rows else Table(list(original.columns), [])


def _is_flat(value: Any) -> bool:
    return not isinstance(value, (list, dict))


def _alike(value: Any, other: Any) -> bool:
    """Equal, and of the same types: 1 and True are not alike."""
    return type(value) is type(other) and repr(value) == repr(other)
