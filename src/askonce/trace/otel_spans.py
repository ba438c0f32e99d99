"""Spans of OpenTelemetry, by its conventions for generative AI: acts, their rounds, calls of models, actions.

The sink gets what a trace gets, secrets masked. What was written to and by models is added only where `content` is
asked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from askonce.errors import TraceError
from askonce.lazy import dataclass
from askonce.trace.events import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Entry,
    Expected,
    ItemEnded,
    ItemStarted,
    LineEnded,
    LineStarted,
    Located,
    Looked,
    MessageRef,
    Noted,
    Planned,
    ProgramEnded,
    ProgramStarted,
    RunEnded,
    TaskEnded,
    TaskStarted,
)
from askonce.trace.otel_provider import tracer_of
from askonce.trace.shot_store import Store

if TYPE_CHECKING:
    from opentelemetry.trace import Span, TracerProvider

_AGENT = "askonce"
_PROTOCOL = "openai"
"""What the conventions call a provider that is reached by OpenAI's protocol."""
_OTHER = "_OTHER"
"""What the conventions call an error that has no name."""


@dataclass(frozen=True, slots=True)
class _OpenSpan:
    kind: str
    span: Span
    number: int = 0


class OtelSpans:
    """A sink for `Trace.subscribe`. Without a provider of its own, it writes to the one that is set for the process.

    `store` is that of the trace; texts of questions are read from it.
    """

    def __init__(self, store: Store, *, content: bool = False, provider: TracerProvider | None = None) -> None:
        self._tracer = tracer_of(provider)
        self._store = store
        self._content = content
        self._open: list[_OpenSpan] = []
        """The spans around what happens now, outermost first."""
        self._asked: list[Span] = []
        self._rounds = False
        """Whether the act has rounds: whether a planner is asked."""

    def write(self, entry: Entry) -> None:
        event, at = entry.event, round(entry.at * 1e9)
        match event:
            case ProgramStarted() | TaskStarted() | LineStarted() | ItemStarted():
                self._begin_part(event, at)
            case ProgramEnded() | TaskEnded() | LineEnded() | ItemEnded():
                error = getattr(event, "error", "") or getattr(event, "message", "")
                self._end(_part_kind(event), at, outcome=event.outcome, error=error)
            case ActStarted():
                self._begin_act(event, at)
            case ActEnded():
                self._end_act(event, at)
            case Asked():
                self._enter_round(event.round, at)
                self._asked.append(self._begin_call(event, at))
            case Answered():
                if self._asked:
                    self._end_call(self._asked.pop(), event, at)
            case Acted():
                self._enter_round(event.round, at)
                self._act_on(event, at)
            case Located():
                self._enter_round(event.round, at)
                self._note("askonce.located", at, {"askonce.finder": event.finder, "askonce.seconds": event.seconds})
            case Looked() | Planned() | Expected() | Noted():
                self._enter_round(event.round, at)
            case RunEnded():
                while self._open:
                    self._open.pop().span.end(at)
            case _:
                pass

    # ---- programs, scripts and acts

    def _begin_part(self, event: ProgramStarted | TaskStarted | LineStarted | ItemStarted, at: int) -> None:
        kind = _part_kind(event)
        attributes: dict[str, Any] = {}
        if isinstance(event, LineStarted | ItemStarted):
            attributes["askonce.line"] = event.line
        if isinstance(event, ProgramStarted) and event.file:
            attributes["askonce.file"] = event.file
        if self._content and isinstance(event, LineStarted | ItemStarted):
            attributes["askonce.words"] = event.words
        name = f"{kind} {event.name}" if isinstance(event, TaskStarted) and self._content else kind
        self._begin(kind, name, at, attributes)

    def _begin_act(self, event: ActStarted, at: int) -> None:
        attributes: dict[str, Any] = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": _AGENT}
        if event.model:
            attributes["gen_ai.request.model"] = event.model
        if event.caller:
            attributes |= {"code.file.path": event.caller.file, "code.line.number": event.caller.line}
        if self._content:
            attributes["gen_ai.input.messages"] = _message("user", event.instruction)
        self._rounds = bool(event.model)
        self._begin("act", f"invoke_agent {_AGENT}", at, attributes)

    def _end_act(self, event: ActEnded, at: int) -> None:
        act = next((opened.span for opened in reversed(self._open) if opened.kind == "act"), None)
        if act is None:
            return
        act.set_attribute("askonce.how", event.how)
        act.set_attribute("askonce.actions", event.actions)
        act.set_attribute("askonce.rounds", event.rounds)
        act.set_attribute("askonce.calls", event.calls)
        if self._content and event.message:
            act.set_attribute("gen_ai.output.messages", _message("assistant", event.message))
        self._end("act", at, outcome=event.outcome, error=event.error)
        self._rounds = False

    def _enter_round(self, number: int, at: int) -> None:
        if not self._rounds or not number:
            return
        if self._open and self._open[-1].kind == "round":
            if self._open[-1].number == number:
                return
            self._open.pop().span.end(at)
        if self._open and self._open[-1].kind == "act":
            self._begin("round", "round", at, {"askonce.round": number}, number)

    # ---- models and actions

    def _begin_call(self, event: Asked, at: int) -> Span:
        from opentelemetry.trace import SpanKind

        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _AGENT if event.model == "embedded" else _PROTOCOL,
            "gen_ai.request.model": event.model,
            "askonce.role": event.role,
        }
        if self._content:
            told = [message for message in event.messages if message.role == "system"]
            said = [message for message in event.messages if message.role != "system"]
            attributes["gen_ai.system_instructions"] = json.dumps(
                [part for message in told for part in self._parts(message)], ensure_ascii=False
            )
            attributes["gen_ai.input.messages"] = json.dumps(
                [{"role": message.role, "parts": self._parts(message)} for message in said], ensure_ascii=False
            )
        return self._start(f"chat {event.model}", at, attributes, SpanKind.CLIENT)

    def _end_call(self, span: Span, event: Answered, at: int) -> None:
        if event.model:
            span.set_attribute("gen_ai.response.model", event.model)
        span.set_attribute("gen_ai.usage.input_tokens", event.prompt_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", event.completion_tokens)
        if event.cached_tokens:
            span.set_attribute("gen_ai.usage.cache_read.input_tokens", event.cached_tokens)
        if event.cost:
            span.set_attribute("askonce.cost", event.cost)
        if event.error:
            self._fail(span, event.error)
        elif self._content:
            span.set_attribute("gen_ai.output.messages", _message("assistant", event.text, finish_reason="stop"))
        span.end(at)

    def _act_on(self, event: Acted, at: int) -> None:
        took = round((event.seconds + event.settled) * 1e9)
        name = event.action.partition("(")[0]
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.type": "function",
        }
        if self._content:
            attributes["gen_ai.tool.call.arguments"] = event.params or event.action
            attributes["gen_ai.tool.call.result"] = event.output
        span = self._start(f"execute_tool {name}", at - took, attributes)
        if event.error:
            self._fail(span, event.error)
        span.end(at)

    def _parts(self, message: MessageRef) -> list[dict[str, str]]:
        parts: list[dict[str, str]] = []
        for blob in message.parts:
            if blob.endswith(".txt"):
                try:
                    text = self._store.read(blob).decode("utf-8", "replace")
                except TraceError:
                    text = ""
                parts.append({"type": "text", "content": text})
            else:  # a picture stays in the trace: it is larger than what backends take
                parts.append({"type": "uri", "modality": "image", "uri": f"askonce:{blob}"})
        return parts

    # ---- spans

    def _begin(self, kind: str, name: str, at: int, attributes: dict[str, Any], number: int = 0) -> None:
        self._open.append(_OpenSpan(kind, self._start(name, at, attributes), number))

    def _start(self, name: str, at: int, attributes: dict[str, Any], kind: Any = None) -> Span:
        from opentelemetry.trace import SpanKind, set_span_in_context

        around = set_span_in_context(self._open[-1].span) if self._open else None  # else what the caller has open
        return self._tracer.start_span(
            name, context=around, kind=kind or SpanKind.INTERNAL, attributes=attributes, start_time=at
        )

    def _end(self, kind: str, at: int, *, outcome: str, error: str) -> None:
        """End the innermost span of a kind, and whatever is still open in it."""
        if not any(opened.kind == kind for opened in self._open):
            return
        while (ended := self._open.pop()).kind != kind:
            ended.span.end(at)
        ended.span.set_attribute("askonce.outcome", outcome)
        if outcome != "done":
            self._fail(ended.span, error)
        ended.span.end(at)

    def _fail(self, span: Span, error: str) -> None:
        from opentelemetry.trace import Status, StatusCode

        span.set_attribute("error.type", _OTHER)
        span.set_status(Status(StatusCode.ERROR, error if self._content else None))

    def _note(self, name: str, at: int, attributes: dict[str, Any]) -> None:
        if self._open:
            self._open[-1].span.add_event(name, attributes, at)


def _part_kind(event: object) -> str:
    """program, task, line or item."""
    return type(event).__name__.removesuffix("Started").removesuffix("Ended").lower()


def _message(role: str, text: str, **more: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}], **more}], ensure_ascii=False)
