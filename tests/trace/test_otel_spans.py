"""Spans of OpenTelemetry, as the SDK exports them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from replies import say, type_into

from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError, ModelUnavailable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.trace.otel_spans import OtelSpans
from askonce.values import Secret


class Exported:
    """A provider that keeps what it exports."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))

    @property
    def spans(self) -> list[ReadableSpan]:
        """In the order in which they began."""
        return sorted(self._exporter.get_finished_spans(), key=lambda span: span.start_time or 0)

    def tree(self) -> list[tuple[str, str]]:
        """Each span with the one around it."""
        names = {span.context.span_id: span.name for span in self.spans if span.context}
        return [(names.get(span.parent.span_id, "?") if span.parent else "", span.name) for span in self.spans]

    def named(self, name: str) -> dict[str, Any]:
        return dict(next(span for span in self.spans if span.name == name).attributes or {})


def watched(*replies: str, content: bool = False) -> tuple[Agent, Exported]:
    screen = FakeScreen([Field("Password", Box(20, 20, 200, 30)), Button("Save", Box(20, 60, 100, 30))])
    agent = Agent(screen, Models.of(ScriptedModel(replies)), settings=Settings(runs=None, patience=0))
    exported = Exported()
    agent.trace.subscribe(OtelSpans(agent.trace.store, content=content, provider=exported.provider))
    return agent, exported


REPLIES = (say(type_into(1, "{password}"), log="typing"), say(done="It is typed."))


async def test_an_act_has_its_rounds_and_those_their_calls_and_actions() -> None:
    agent, exported = watched(*REPLIES)
    with exported.provider.get_tracer("mine").start_as_current_span("my test"):
        await agent.act("type {password} into Password", password=Secret("hunter22"))
    await agent.close()
    assert exported.tree() == [
        ("", "my test"),
        ("my test", "invoke_agent askonce"),
        ("invoke_agent askonce", "round"),
        ("round", "chat scripted"),
        ("round", "execute_tool Type"),
        ("invoke_agent askonce", "round"),
        ("round", "chat scripted"),
    ]
    call = exported.named("chat scripted")
    assert {name: value for name, value in call.items() if "usage" not in name} == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "scripted",
        "gen_ai.response.model": "scripted",
        "askonce.role": "planning",
    }
    calls = [span.attributes or {} for span in exported.spans if span.name == "chat scripted"]
    assert sum(int(str(each["gen_ai.usage.input_tokens"])) for each in calls) == agent.usage.total.prompt_tokens
    assert sum(int(str(each["gen_ai.usage.output_tokens"])) for each in calls) == agent.usage.total.completion_tokens
    assert {span.kind for span in exported.spans if span.name == "chat scripted"} == {SpanKind.CLIENT}
    assert exported.named("execute_tool Type")["gen_ai.tool.name"] == "Type"
    act = exported.named("invoke_agent askonce")
    assert (act["gen_ai.operation.name"], act["askonce.outcome"], act["askonce.how"]) == (
        "invoke_agent",
        "done",
        "asked",
    )
    assert all((span.end_time or 0) >= (span.start_time or 1) for span in exported.spans)


async def test_contents_are_in_spans_only_where_they_are_asked_for_and_secrets_never() -> None:
    for content in (False, True):
        agent, exported = watched(*REPLIES, content=content)
        await agent.act("type {password} into Password", password=Secret("hunter22"))
        await agent.close()
        written = json.dumps([dict(span.attributes or {}) for span in exported.spans])
        assert "hunter22" not in written
        assert ("into Password" in written, "It is typed" in written) == (content, content)
    call = exported.named("chat scripted")
    (asked,) = json.loads(call["gen_ai.input.messages"])
    assert asked["role"] == "user"
    assert {part["type"] for part in asked["parts"]} == {"text", "uri"}
    assert json.loads(call["gen_ai.output.messages"])[0]["role"] == "assistant"
    assert json.loads(call["gen_ai.system_instructions"])[0]["content"].startswith("You")


async def test_what_fails_is_an_error_in_its_span_and_those_around_it() -> None:
    agent, exported = watched()
    with pytest.raises(ModelUnavailable):
        await agent.tap("the Order button", deep=True)
    await agent.close()
    act = next(span for span in exported.spans if span.name == "invoke_agent askonce")
    call = next(span for span in exported.spans if span.name == "chat scripted")
    assert act.status.status_code == call.status.status_code == StatusCode.ERROR
    assert act.status.description is None


async def test_scripts_and_programs_are_around_their_acts() -> None:
    agent, exported = watched()
    await agent.run_script("tasks:\n- name: a\n  flow:\n  - aiTap: the Save button\n")
    await agent.run("Set {x} to 1\nTell the user {x}")
    await agent.close()
    assert [pair for pair in exported.tree() if pair[1] != "execute_tool Tap"] == [
        ("", "task"),
        ("task", "item"),
        ("item", "invoke_agent askonce"),
        ("", "program"),
        ("program", "line"),
        ("program", "line"),
    ]


def test_spans_are_asked_for_by_the_environment() -> None:
    assert read_settings({}).telemetry == "off"
    assert read_settings({"ASKONCE_TELEMETRY": "content"}).telemetry == "content"
    with pytest.raises(ConfigError, match="ASKONCE_TELEMETRY cannot be 'yes'"):
        read_settings({"ASKONCE_TELEMETRY": "yes"})
