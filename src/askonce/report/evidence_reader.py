"""Puts what was around the steps of an act where it belongs: what a page did goes to the step during which it began."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.report.document_builder import NodeDraft
from askonce.report.evidence_parts import ReportedMessage, ReportedRequest, ReportedSnapshot, ReportedSource
from askonce.trace import CallerLine, PageLogged, Snapped


def reported_source(line: CallerLine | None) -> ReportedSource | None:
    return ReportedSource(**line.model_dump()) if line else None


def reported_snapshot(event: Snapped) -> ReportedSnapshot:
    return ReportedSnapshot(blob=event.page, address=event.address, missing=event.missing)


def add_page_log(event: PageLogged, began: float, act: NodeDraft, steps: Sequence[NodeDraft]) -> None:
    """`began` is when the run did, in seconds since the epoch. What came before the first step is that of the act."""
    last = steps[-1] if steps else act
    last.more_messages += event.more_messages
    last.more_requests += event.more_requests
    for message in event.messages:
        at = message.at - began
        fields = message.model_dump(exclude={"at"})
        _owner(at, act, steps).messages.append(ReportedMessage(at=round(at, 4), **fields))
    for request in event.requests:
        at = request.at - began
        fields = request.model_dump(exclude={"at", "seconds"})
        made = ReportedRequest(at=round(at, 4), seconds=round(request.seconds, 4), **fields)
        _owner(at, act, steps).requests.append(made)


def _owner(at: float, act: NodeDraft, steps: Sequence[NodeDraft]) -> NodeDraft:
    return next((step for step in reversed(steps) if step.at <= at), act)
