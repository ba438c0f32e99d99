"""The span of an act or a single action: its start and end in the trace, its time limit, its cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import field
from typing import Literal

from askonce.errors import AskonceError, OutOfTime
from askonce.lazy import dataclass
from askonce.planning.act_context import ActContext
from askonce.planning.report_elements import keep_seen
from askonce.planning.report_shots import keep_report_shot
from askonce.screens.navigation_limit import navigations_within
from askonce.screens.page_evidence import keep_page_log, keep_snapshot
from askonce.trace import ActEnded, ActStarted, Usage
from askonce.trace.call_site import find_call_site
from askonce.trace.events import How, Outcome
from askonce.trace.source_excerpt import keep_source

LAST_LOOK = 3.0
"""How many seconds longer than its timeout a call may take: its last look tells why it failed."""


@dataclass(slots=True)
class ActSpan:
    """One act or single action: its message and number of actions, set by its caller, and what it cost."""

    message: str = ""
    actions: int = 0
    how: How | Literal[""] = ""
    why: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@asynccontextmanager
async def act_span(
    context: ActContext,
    instruction: str,
    *,
    model: str = "",
    sees: str = "",
    rounds: int = 1,
    timeout: float | None = None,
) -> AsyncGenerator[ActSpan, None]:
    """Run something as one entry of the trace, within `timeout` seconds and a moment; 0 and None mean no limit."""
    trace, started, before = context.trace, time.perf_counter(), context.totals.total
    trace.act, trace.round, context.eyes.seen = trace.act + 1, 0, None
    caller = keep_source(trace, find_call_site()) if trace.folder else None
    trace.emit(ActStarted(act=trace.act, instruction=instruction, model=model, sees=sees, rounds=rounds, caller=caller))
    span, outcome, problem = ActSpan(), "stopped", ""
    deadline = asyncio.timeout(timeout + LAST_LOOK if timeout else None)
    try:
        async with deadline:
            with navigations_within(timeout):
                yield span
        outcome = "done"
    except TimeoutError as error:
        if isinstance(error, AskonceError):  # such as that of waiting, which has words of its own
            outcome, problem = "failed", str(error)
            raise
        if not deadline.expired():
            raise
        late = OutOfTime(
            f"{instruction!r} was not done within {timeout:g} s{f' (round {trace.round})' if model else ''}",
            remedy=f"pass a larger timeout{', or split the instruction into several acts' if model else ''}",
        )
        outcome, problem = "failed", str(late)
        raise late from error
    except AskonceError as error:
        outcome, problem = "failed", str(error)
        raise
    finally:
        await _keep_evidence(context, span, outcome, problem, planned=bool(model))
        span.usage, span.seconds = context.totals.total - before, time.perf_counter() - started
        _emit_end(context, span, outcome, problem)


async def _keep_evidence(context: ActContext, span: ActSpan, outcome: Outcome, problem: str, *, planned: bool) -> None:
    """Keep what the report shows of the end: a picture, the elements, what the page did, the page of a failure."""
    is_worth_seeing = bool(problem) or (outcome == "done" and span.actions > 0 and span.how != "replayed")
    is_visible = True
    if context.shots != "seen" and is_worth_seeing:
        is_visible = await keep_report_shot(context)
    if context.evidence is None:
        return
    if problem or (not planned and not span.actions):
        keep_seen(context)
    keep_page_log(context.screen, context.trace, unfinished=bool(problem))
    if problem and is_visible and context.evidence.snapshots:
        await keep_snapshot(context.screen, context.trace)


def _emit_end(context: ActContext, span: ActSpan, outcome: Outcome, problem: str) -> None:
    context.trace.emit(
        ActEnded(
            act=context.trace.act,
            outcome=outcome,
            message=span.message,
            error=problem,
            rounds=context.trace.round,
            actions=span.actions,
            calls=span.usage.calls,
            tokens=span.usage.tokens,
            cost=span.usage.cost,
            seconds=span.seconds,
            how=span.how,
            why=span.why,
        )
    )
