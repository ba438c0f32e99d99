"""Drafts of the parts of a run, built event by event; `NodeDraft.finished` returns the node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal

from askonce.lazy import dataclass
from askonce.report.document import (
    Kind,
    ModelCall,
    Picture,
    ReportedAssignment,
    ReportedExpectation,
    ReportedPlan,
    ReportNode,
    Spent,
    Status,
    TargetSearch,
    Times,
)
from askonce.report.evidence_parts import ReportedMessage, ReportedRequest, ReportedSnapshot, ReportedSource
from askonce.trace import Blob
from askonce.trace.events import How

_NESTED = ("line", "pass")


@dataclass(slots=True, eq=False)
class NodeDraft:
    """A part of a run that is not complete yet."""

    id: str
    kind: Kind
    title: str
    at: float
    end: float
    status: Status | None = None
    """None until it has ended."""
    how: How | Literal[""] = ""
    why: str = ""
    message: str = ""
    error: str = ""
    number: int = 0
    of: int | None = None
    action: str = ""
    params: str = ""
    point: tuple[float, float] | None = None
    output: str = ""
    source: str = ""
    plan: ReportedPlan | None = None
    elements: Blob | None = None
    caller: ReportedSource | None = None
    file: str = ""
    snapshot: ReportedSnapshot | None = None
    more_messages: int = 0
    more_requests: int = 0
    before: Picture | None = None
    after: Picture | None = None
    spent: Spent = field(default_factory=Spent)
    times: Times = field(default_factory=Times)
    notes: list[str] = field(default_factory=list[str])
    asks: list[ModelCall] = field(default_factory=list[ModelCall])
    searches: list[TargetSearch] = field(default_factory=list[TargetSearch])
    expected: list[ReportedExpectation] = field(default_factory=list[ReportedExpectation])
    assigned: list[ReportedAssignment] = field(default_factory=list[ReportedAssignment])
    believed: list[str] = field(default_factory=list[str])
    doubted: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    changes: list[str] = field(default_factory=list[str])
    messages: list[ReportedMessage] = field(default_factory=list[ReportedMessage])
    requests: list[ReportedRequest] = field(default_factory=list[ReportedRequest])
    children: list[NodeDraft] = field(default_factory=list["NodeDraft"])

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to report about it."""
        contents = (self.notes, self.asks, self.searches, self.assigned, self.believed, self.doubted, self.told)
        return self.status == "done" and not self.children and not self.error and not any(contents)

    @property
    def plans(self) -> bool:
        """Whether a model was asked what to do next."""
        return self.plan is not None or any(ask.role == "planning" for ask in self.asks)

    def take(self, *, model: float = 0.0, screen: float = 0.0, settle: float = 0.0) -> None:
        times = self.times
        self.times = Times(model=times.model + model, screen=times.screen + screen, settle=times.settle + settle)

    def absorb(self, other: NodeDraft) -> None:
        """Merge the contents of a part that is too small to show separately."""
        self.notes += other.notes
        self.asks += other.asks
        self.searches += other.searches
        self.expected += other.expected
        self.elements = self.elements or other.elements
        self.snapshot = self.snapshot or other.snapshot
        self.take(model=other.times.model, screen=other.times.screen, settle=other.times.settle)
        self.spent = added((self.spent, other.spent))
        self.children += other.children

    def finished(self) -> ReportNode:
        """The node, with the totals of its parts."""
        children = tuple(child.finished() for child in self.children)
        end = max([self.end, *(child.at + child.seconds for child in children)])
        times = [self.times, *(child.times for child in children)]
        model, screen, settle = (sum(getattr(part, name) for part in times) for name in ("model", "screen", "settle"))
        seconds = end - self.at
        lists: dict[str, Any] = {
            name: tuple(getattr(self, name))
            for name in (
                *("notes", "asks", "searches", "expected", "assigned"),
                *("believed", "doubted", "told", "changes", "messages", "requests"),
            )
        }
        return ReportNode(
            id=self.id,
            kind=self.kind,
            title=self.title,
            status=self._status(children),
            how=self.how or _how(children),
            why=self.why,
            at=_rounded(self.at),
            seconds=_rounded(seconds),
            spent=added((self.spent, *(child.spent for child in children))),
            times=Times(
                model=_rounded(model),
                screen=_rounded(screen),
                settle=_rounded(settle),
                ours=_rounded(max(0.0, seconds - model - screen - settle)),
            ),
            message=self.message,
            error=self.error,
            number=self.number,
            of=self.of,
            before=self.before,
            after=self.after,
            action=self.action,
            params=self.params,
            point=self.point,
            output=self.output,
            plan=self.plan,
            elements=self.elements,
            caller=self.caller,
            file=self.file,
            snapshot=self.snapshot,
            more_messages=self.more_messages,
            more_requests=self.more_requests,
            source=self.source,
            children=children,
            **lists,
        )

    def _status(self, children: Sequence[ReportNode]) -> Status:
        """Its own error; with lines below it, that of the last line, because a failed line may have been retried."""
        own = self.status or ("done" if self.kind == "pass" and children else "unfinished")
        if self.kind in _NESTED and own == "done" and children:
            return children[-1].status
        return own


def added(parts: Sequence[Spent]) -> Spent:
    """The sum of what was spent."""
    used = [part for part in parts if part.calls or part.prompt_tokens or part.completion_tokens or part.cost]
    if len(used) <= 1:
        return used[0] if used else Spent()
    return Spent(**{name: sum(getattr(part, name) for part in used) for name in Spent.model_fields})


def _how(children: Sequence[ReportNode]) -> How | Literal[""]:
    """How the parts were done, if all were done the same way or one was healed."""
    hows: list[How] = [child.how for child in children if child.how]
    if "healed" in hows or len(set(hows)) < 2:
        return "healed" if "healed" in hows else hows[0] if hows else ""
    return "asked"


def _rounded(seconds: float) -> float:
    """Round to a tenth of a millisecond, to keep files small."""
    return round(seconds, 4)
