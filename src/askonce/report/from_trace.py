"""Builds the run of a report from the entries of a trace.

A killed run lacks its last events; their contents are derived from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from askonce.report.action_gestures import plain_action, show_action
from askonce.report.document import (
    Counts,
    FinderAttempt,
    ModelCall,
    Picture,
    ReportedExpectation,
    ReportedFailure,
    ReportedPlan,
    ReportNode,
    Run,
    Sent,
    Spent,
    Status,
    TargetSearch,
    TimelineSpan,
    Times,
)
from askonce.report.document_builder import NodeDraft, added
from askonce.report.evidence_parts import ReportedFact
from askonce.report.evidence_reader import add_page_log, reported_snapshot, reported_source
from askonce.report.program_tree import ProgramReader
from askonce.report.script_tree import ScriptReader
from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Assigned,
    Believed,
    ElementsSeen,
    Entry,
    Expected,
    ItemEnded,
    ItemStarted,
    Located,
    Looked,
    Noted,
    OfProgram,
    OfScript,
    PageLogged,
    PassStarted,
    Planned,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    RunEnded,
    RunStarted,
    Snapped,
    TaskEnded,
    TaskStarted,
    Told,
)

_WORST_LAST: tuple[Status, ...] = ("stopped", "unfinished", "failed")


def read_run(entries: Iterable[Entry], id: str = "") -> Run:
    """The run recorded by the entries."""
    reader = _TraceReader()
    for entry in entries:
        reader.read(entry)
    return reader.run(id)


class _TraceReader:
    """Reads the events of a run in order."""

    def __init__(self) -> None:
        self._start: RunStarted | None = None
        self._began = self._last = 0.0
        self._is_finished = False
        self._scripts = ScriptReader()
        self._programs = ProgramReader(self._scripts.place)
        self._acts = 0
        self._act: NodeDraft | None = None
        self._round: NodeDraft | None = None
        self._is_loose = False
        """Whether the act is a placeholder for events outside any act."""
        self._searches: list[TargetSearch] = []
        self._act_steps: list[NodeDraft] = []
        self._step: NodeDraft | None = None
        """The last step of the act."""
        self._rounds: dict[str, int] = {}
        self._absorbed: dict[str, str] = {}
        """Rounds that are not shown separately, and their acts."""
        self._picture: Picture | None = None
        self._awaiting: list[NodeDraft] = []
        """What was done since the last picture; the next picture shows it."""
        self._unpictured: list[NodeDraft] = []
        """The steps that were done since the last picture."""
        self._spans: list[TimelineSpan] = []
        self._models: dict[str, None] = {}

    def read(self, entry: Entry) -> None:
        self._began = self._began or entry.at
        self._last = max(self._last, entry.at)  # a clock that was set back would make times less than nothing
        at, event = self._last - self._began, entry.event
        match event:
            case RunStarted():
                self._start = self._start or event
                self._is_finished = False
            case RunEnded():
                self._is_finished = True
            case ActStarted():
                self._begin_act(event, at)
            case ActEnded():
                self._end_act(event, at)
            case Looked():
                self._look(event, at)
            case Asked():
                self._ask(event, at)
            case Answered():
                self._answer(event, at)
            case Planned():
                self._plan(event, at)
            case Located():
                self._locate(event, at)
            case Acted():
                self._do(event, at)
            case Expected():
                self._expect(event, at)
            case Noted(text=text):
                self._part(event, at).notes.append(text)
            case TaskStarted() | TaskEnded() | ItemStarted() | PassStarted() | ItemEnded():
                self._of_script(event, at)
            case PageLogged():
                if self._act:
                    add_page_log(event, self._began, self._act, self._act_steps)
            case ElementsSeen(elements=elements):
                if self._act:
                    self._act.elements = elements
            case Snapped():
                if self._act:
                    self._act.snapshot = reported_snapshot(event)
            case _:
                self._of_program(event, at)

    # ---- acts

    def _begin_act(self, event: ActStarted, at: float) -> None:
        self._close_round()
        self._open_act(plain_action(event.instruction), at).caller = reported_source(event.caller)
        if event.model:
            self._models[event.model] = None

    def _open_act(self, title: str, at: float) -> NodeDraft:
        self._acts += 1
        self._act = NodeDraft(f"a{self._acts}", "act", title, at, at)
        self._programs.place(self._act)
        self._searches, self._act_steps, self._step, self._is_loose = [], [], None, False
        return self._act

    def _end_act(self, event: ActEnded, at: float) -> None:
        act = self._act or self._open_act("", at)
        self._close_round("done" if event.outcome == "done" else "failed")
        act.end, act.status, act.how, act.why = at, event.outcome, event.how, event.why
        act.message, act.error = event.message, event.error

    def _part(
        self, event: Looked | Asked | Answered | Planned | Located | Acted | Expected | Noted, at: float
    ) -> NodeDraft:
        """The round of an event; for events after an act, that act."""
        act = self._act
        is_over = act is not None and act.status is not None and not self._is_loose
        if act is None or (is_over and isinstance(event, Asked | Planned | Located | Acted)):
            title = "Remarks" if isinstance(event, Noted) else "Outside any act"
            act = self._open_act("A question to a model" if isinstance(event, Asked) else title, at)
            act.status, self._is_loose = "done", True
        act.end = max(act.end, at)
        if act.status is not None and not self._is_loose:
            return act
        if self._round is None or self._round.number != event.round:
            self._close_round()
            self._round = NodeDraft(self._round_id(act, event.round), "round", "", at, at, number=event.round)
        self._round.end = at
        return self._round

    def _round_id(self, act: NodeDraft, number: int) -> str:
        """The current round; a round may continue after other events."""
        wanted = f"{act.id}r{number}"
        count = self._rounds[wanted] = self._rounds.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}x{count}"

    def _close_round(self, became: Status = "failed") -> None:
        """Attach the round to its act; a round without a plan is not shown separately.

        `became` is the outcome of a target that was found but not used: done if nothing more was requested.
        """
        act, done, self._round = self._act, self._round, None
        if self._searches and done:
            found = self._new_step("", done.end)
            found.status = became
            done.children.append(found)
        if act is None or done is None:
            return
        if not done.plans:
            act.absorb(done)
            self._absorbed[done.id] = act.id
            act.before, act.after = act.before or done.before, done.after or act.after
            return
        done.title = _title(done)
        done.status = _status(done)
        if became == "unfinished" and done.status == "done" and act.status is None:
            done.status = became
        act.children.append(done)

    # ---- looking and asking

    def _look(self, event: Looked, at: float) -> None:
        part = self._part(event, at)
        if part.kind == "round" and part.at == at and self._act:
            part.at = max(self._act.at, at - event.seconds)  # a round begins with its look
        part.take(screen=event.seconds)
        self._span("screen", at - event.seconds, at, part)
        part.elements = part.elements or event.elements
        if event.withheld:
            part.notes.append(event.withheld)
        if event.is_earlier:  # nobody knows of when another picture is than this, which says how many actions are since
            part.before = part.before or self._picture
            return
        if event.shot is None:
            return
        picture = Picture(blob=event.shot, screen=event.screen, address=event.address, at=round(at, 4))
        if event.screen is None:  # a picture of the user's own, which shows no step
            part.before = part.before or picture
            return
        for draft in self._awaiting:
            draft.after = picture
        for number, step in enumerate(reversed(self._unpictured[:-1]), 1):
            if number <= event.shared:
                step.after = picture.model_copy(update={"ahead": number})
        is_before = not any(child.kind == "step" for child in part.children)
        if is_before and part.before is None:
            part.before = picture
        elif part.kind == "round" or part.status is not None:
            part.after = picture
        if self._act and self._act is not part and self._act.before is None and not self._act.children and is_before:
            self._act.before = picture
        self._awaiting.clear()
        self._unpictured.clear()
        self._picture = picture

    def _ask(self, event: Asked, at: float) -> None:
        part = self._part(event, at)
        sent = tuple(Sent(role=message.role, parts=message.parts) for message in event.messages)
        part.asks.append(ModelCall(role=event.role, model=event.model, sent=sent, is_answered=False, at=round(at, 4)))
        self._models[event.model] = None

    def _answer(self, event: Answered, at: float) -> None:
        part = self._part(event, at)
        spent, seconds = _spent(event), event.seconds
        if part.asks and not part.asks[-1].is_answered:
            if event.error and not seconds:
                seconds = max(0.0, at - part.asks[-1].at)  # nothing records how long the answer did not come
            answer = {"answer": event.text, "error": event.error, "spent": spent, "is_answered": True}
            part.asks[-1] = part.asks[-1].model_copy(update={**answer, "seconds": round(seconds, 4)})
        part.spent = added((part.spent, spent))
        part.take(model=seconds)
        self._span("model", at - seconds, at, part)

    def _plan(self, event: Planned, at: float) -> None:
        fields = event.model_dump(exclude={"type", "act", "round"})
        self._part(event, at).plan = ReportedPlan(**fields)

    # ---- acting

    def _locate(self, event: Located, at: float) -> None:
        part = self._part(event, at)
        attempts = tuple(FinderAttempt(finder=tried.finder, said=tried.said) for tried in event.tried)
        fields = event.model_dump(include={"target", "finder", "box", "area", "seconds", "waited"})
        self._searches.append(TargetSearch(**fields, attempts=attempts))
        if event.box is None:
            part.children.append(self._new_step("", at, took=sum(search.seconds for search in self._searches)))
            self._fail_loose()

    def _do(self, event: Acted, at: float) -> None:
        part = self._part(event, at)
        taken = event.seconds + event.settled
        title = show_action(event.action, event.params, [search.target for search in self._searches]).title
        if self._act and self._act.title == plain_action(event.action):
            self._act.title = title  # an act that is this one action
        step = self._new_step(title, at, took=taken + sum(search.seconds for search in self._searches))
        step.action = event.action
        step.status = "failed" if event.error else "done"
        step.params, step.point = event.params, event.point
        step.output, step.error = event.output, event.error
        step.take(screen=event.seconds, settle=event.settled)
        self._span("screen", at - taken, at - event.settled, step)
        self._span("settle", at - event.settled, at, step)
        part.children.append(step)
        if event.error:
            self._fail_loose()
        if self._picture:
            self._picture = self._picture.model_copy(update={"behind": self._picture.behind + 1})
        act = [self._act] if self._act and self._act is not part else []
        self._awaiting = [step, part, *act]
        self._unpictured.append(step)

    def _fail_loose(self) -> None:
        """Record a failure outside any act, which has no end event."""
        if self._act and self._is_loose:
            self._act.status = "failed"

    def _new_step(self, title: str, at: float, took: float = 0.0) -> NodeDraft:
        """A step with its searches and the last picture before it; failed until it is known to be done."""
        act = self._act
        assert act is not None  # a step is always part of one
        title = title or f"Look for {self._searches[-1].target}"
        self._step = NodeDraft(f"{act.id}s{len(self._act_steps) + 1}", "step", title, at - took, at, status="failed")
        self._act_steps.append(self._step)
        self._step.searches, self._searches = self._searches, []
        began = at - took
        for search in self._step.searches:
            self._step.take(settle=search.waited)
            self._span("settle", began, began + search.waited, self._step)
            began += search.seconds
        self._step.before = self._picture
        act.before = act.before or self._picture
        return self._step

    def _expect(self, event: Expected, at: float) -> None:
        part = self._part(event, at)
        whose = part if part.plans or self._step is None else self._step
        whose.take(settle=event.seconds)
        whose.end = max(whose.end, at)
        self._span("settle", at - event.seconds, at, whose)
        whose.expected += [ReportedExpectation(text=text, holds=True) for text in event.met]
        whose.expected += [ReportedExpectation(text=text, holds=False) for text in event.unmet]

    # ---- the rest

    def _of_script(self, event: OfScript, at: float) -> None:
        self._close_round()
        if isinstance(event, ItemEnded) and event.outcome != "done":
            self._fail_loose()
        self._act, self._is_loose = None, False  # what follows belongs to another item
        self._scripts.read(event, at)

    def _of_program(self, event: OfProgram, at: float) -> None:
        if not isinstance(event, Assigned | Told | Believed):
            self._close_round()
        if self._is_loose and self._act and isinstance(event, Replanned | ProgramEnded):
            changes = isinstance(event, Replanned) or self._programs.is_at_fault
            self._act.title = "Changing the program" if changes else "Checking whether the goal is reached"
            self._is_loose = False
        is_left = self._act is not None and (self._act.status is None or self._is_loose)
        if is_left and isinstance(event, ProgramStarted):
            self._act = None  # what was under way when a run was killed is not gone on with
        self._programs.read(event, at)

    def _span(self, kind: Literal["model", "screen", "settle"], start: float, end: float, part: NodeDraft) -> None:
        if end - start >= 0.0005:  # shorter ones could not be seen
            self._spans.append(
                TimelineSpan(kind=kind, start=round(max(0.0, start), 4), end=round(end, 4), node=part.id)
            )

    def _told(self, span: TimelineSpan) -> TimelineSpan:
        whole = self._absorbed.get(span.node)
        return span.model_copy(update={"node": whole}) if whole else span

    def run(self, id: str) -> Run:
        """The whole run."""
        self._close_round("unfinished")
        nodes = tuple(draft.finished() for draft in self._scripts.roots)
        seconds = self._last - self._began
        times = [node.times for node in nodes]
        model, screen, settle = (sum(getattr(part, name) for part in times) for name in ("model", "screen", "settle"))
        ours = max(0.0, seconds - model - screen - settle)
        start, last = self._start, nodes[-1] if nodes else None
        failures = tuple(_failure(node) for node in nodes if node.status != "done")
        return Run(
            id=id,
            title=(start.title if start else "") or _run_title(nodes),
            status=_worst(nodes),
            finished=self._is_finished,
            started=self._began,
            seconds=round(seconds, 4),
            version=start.version if start else "",
            screen=start.screen if start else "",
            environment=tuple(ReportedFact(name=name, value=value) for name, value in start.environment)
            if start
            else (),
            models=tuple(self._models),
            answer=last.message if last and last.status == "done" else "",
            error=failures[0].error if failures else "",
            spent=added([node.spent for node in nodes]),
            times=Times(model=round(model, 4), screen=round(screen, 4), settle=round(settle, 4), ours=round(ours, 4)),
            counts=_counts(nodes),
            failures=failures,
            nodes=nodes,
            spans=tuple(self._told(span) for span in self._spans),
        )


def walk(nodes: Iterable[ReportNode]) -> Iterable[ReportNode]:
    """All nodes, each before those below it."""
    for node in nodes:
        yield node
        yield from walk(node.children)


def _run_title(nodes: Sequence[ReportNode]) -> str:
    """The title of a run that has none: what was asked."""
    if not nodes:
        return "Nothing was asked"
    return nodes[0].title + (f", and {len(nodes) - 1} more" if len(nodes) > 1 else "")


def _worst(nodes: Iterable[ReportNode]) -> Status:
    there = {node.status for node in nodes}
    worst: Status = "done"
    for status in _WORST_LAST:
        worst = status if status in there else worst
    return worst


def _spent(answer: Answered) -> Spent:
    # A call that failed before the model answered was not paid for.
    calls = 0 if answer.error and not answer.text else 1
    counts = answer.model_dump(include={"prompt_tokens", "cached_tokens", "completion_tokens", "cost"})
    return Spent(calls=calls, **counts)


def _title(draft: NodeDraft) -> str:
    """A short title for a round."""
    plan = draft.plan
    if plan is None:
        ask = draft.asks[-1] if draft.asks else None
        if ask is None or not ask.is_answered:
            return "Asking what to do"
        return "A reply that could not be used" if ask.answer or not ask.error else "The model did not answer"
    if plan.log or plan.actions:
        return plan.log or "; ".join(plan.actions)
    return {True: "Done", False: "The model gives up", None: "Nothing to do"}[plan.complete]


def _status(draft: NodeDraft) -> Status:
    if draft.plan is None:
        return "failed" if draft.asks and draft.asks[-1].is_answered else "unfinished"
    steps = [child for child in draft.children if child.kind == "step"]
    gave_up = draft.plan.complete is False
    return "failed" if gave_up or any(step.status == "failed" for step in steps) else "done"


def _counts(nodes: Iterable[ReportNode]) -> Counts:
    every = tuple(walk(nodes))
    acts = [node for node in every if node.kind == "act"]
    hows = [node.how for node in acts]
    return Counts(
        tasks=sum(node.kind == "task" for node in every),
        acts=len(acts),
        steps=sum(node.kind == "step" for node in every),
        lines=sum(node.kind == "line" for node in every),
        asked=hows.count("asked"),
        replayed=hows.count("replayed"),
        healed=hows.count("healed"),
    )


def _failure(node: ReportNode) -> ReportedFailure:
    """The failure of a part: that of its last child, if that failed too."""
    deepest, title, error = node, node.title, node.error
    while (last := _last(deepest)) and last.status != "done":
        deepest, error = last, error or last.error
        title = last.title if last.kind in {"line", "item"} else title
    unsaid = {"stopped": "it was stopped", "unfinished": "it did not finish"}.get(node.status, "it failed")
    return ReportedFailure(node=deepest.id, title=title, error=error or unsaid)


def _last(node: ReportNode) -> ReportNode | None:
    """The last child of a part; for a program its last line, because replanning may follow it."""
    lines = [child for child in node.children if child.kind in {"line", "pass"}] or node.children
    return lines[-1] if lines else None
