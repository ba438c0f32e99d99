"""Every public method and class has a docstring with an example, and the examples run."""

from __future__ import annotations

import ast
import asyncio
import inspect
from collections.abc import Iterator
from doctest import SKIP, DocTestParser
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from playwright.async_api import Page

import askonce
from askonce import launch, models, sync, testing
from askonce.agent import Agent
from askonce.agent.observation_queries import ObservationQueries
from askonce.config import Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ModelUnavailable
from askonce.geometry import Box, Frame, Size
from askonce.models import Purpose, Reply, Request, model_protocol
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Dialog, screen_protocol
from askonce.screens.fake import Button, CheckBox, Choice, FakeScreen, Field, FileField, Text
from askonce.sync.blocking_observation import Watching
from askonce.testing import apps, shop
from askonce.trace import Trace, Usage
from askonce.values import Mask

INNER = {
    "Agent": {"step", "consult", "now", "answer_about", "verdict_about", "check_about", "action_method"},
    "Action": {"filled", "perform", "playwright", "sentence", "target_fields", "targets", "title", "typed_fields"},
    "Target": {
        "filled",
        "set_deep",
        "set_found",
        "set_later",
        "set_pinned",
        "set_planned",
        "set_references",
        "set_row",
        "set_row_found",
        "set_typed_into",
    },
    "Recordings": {
        "commit",
        "discard",
        "keep",
        "load",
        "needless_on",
        "readings_on",
        "prune",
        "recall",
        "recall_target",
        "similar",
        "use",
    },
    "ModelServer": {"answers", "hold", "note_abandoned", "note_asked"},
}
"""What other rooms call, not users."""
ON_THE_WEB = {"Agent.page", "Agent.evaluate", "launch.web", "launch.page"}
PORTS = {
    name
    for port in (screen_protocol, model_protocol)
    for protocol in vars(port).values()
    if getattr(protocol, "_is_protocol", False)
    for name in vars(protocol)
}
"""Methods by which a screen or a model is one: their protocol says what they are for."""


def documented() -> dict[str, object]:
    """What users call, by its name."""
    found: dict[str, object] = {f"launch.{name}": getattr(launch, name) for name in LAUNCHERS}
    public = [getattr(module, name) for module in (testing, models) for name in module.__all__]
    public += [getattr(askonce, name) for name in askonce.__all__]
    for thing in (*public, ObservationQueries, shop.SampleShop, apps.SampleApps):
        if inspect.isclass(thing):
            found[thing.__name__] = thing
            found |= {f"{thing.__name__}.{name}": method for name, method in methods_of(thing)}
        elif inspect.isfunction(thing):
            found[thing.__name__] = thing
    return found


LAUNCHERS = ("web", "page", "cdp", "kind", "screen")


def methods_of(owner: type) -> Iterator[tuple[str, object]]:
    port = set() if owner in {Agent, sync.Agent} else PORTS
    for name in dir(owner):
        method = inspect.getattr_static(owner, name)
        method = getattr(method, "__func__", method)
        is_ours = (getattr(method, "__module__", "") or "").startswith("askonce") and inspect.isfunction(method)
        if name.startswith("_") or name in INNER.get(owner.__name__, ()) or name in port:
            continue
        if is_ours or (owner is Agent and name in {"page", "url"}):
            yield name, method


PUBLIC = documented()
BLOCKING = {
    f"{owner.__name__}.{name}": method
    for owner in (sync.Agent, Watching)
    for name, method in methods_of(owner)
    if name not in {"unblocked", "page", "evaluate"}
}


class Writer(EmbeddedModel):
    """The embedded model, which also writes a program."""

    async def ask(self, request: Request) -> Reply:
        match request.values:
            case Purpose(kind="program"):
                return Reply("```\nPress Save\n```", self.name)
            case _:
                return await super().ask(request)


def helpful() -> models.Models:
    """A model that writes a program, and one that saw what happened."""
    return models.Models.of(Writer(), insight=ScriptedModel(lambda _: '{"reason": "it was there", "value": "Saved"}'))


def small_shop() -> FakeScreen:
    def save() -> None:
        screen.show(*screen.widgets, Text("Saved", Box(20, 400, 200, 30)))

    start = [
        Text("Total: 12.50", Box(20, 20, 200, 30)),
        Button("Save", Box(20, 60, 100, 30), on_tap=save),
        Button("Search", Box(140, 60, 100, 30)),
        Field("User name", Box(20, 100, 200, 30), value="ann"),
        Field("Password", Box(20, 140, 200, 30)),
        CheckBox("Gift wrap", Box(20, 180, 200, 30)),
        Choice("Size", Box(20, 220, 200, 30), options=("Small", "Large")),
        FileField("Photo", Box(20, 260, 200, 30)),
    ]
    basket = [Text("Your basket is empty", Box(20, 20, 200, 30))]
    screen = FakeScreen(start, pages={"fake://basket": basket})
    return screen


def names() -> dict[str, Any]:
    """What examples may use without importing it."""
    known: dict[str, Any] = {name: getattr(askonce, name) for name in askonce.__all__}
    for module in (testing, models, apps, shop):
        known |= {name: getattr(module, name) for name in module.__all__}
    extra = (Any, Path, Box, Button, Dialog, Frame, Mask, MemoryRecordings, ModelUnavailable, Size, Text, Usage)
    return known | {thing.__name__: thing for thing in extra}


async def run(text: str, known: dict[str, Any]) -> int:
    """Run the examples of a docstring. How many there were."""
    examples = DocTestParser().get_examples(text)
    for example in examples:
        if example.options.get(SKIP):
            continue
        printed: list[str] = []
        known["print"] = lambda *words, printed=printed: printed.append(" ".join(map(str, words)))
        value = eval(compiled(example.source), known)
        value = await value if inspect.iscoroutine(value) else value
        if example.want:
            assert ("\n".join(printed) or repr(value)) == example.want.strip(), example.source
    return len(examples)


def compiled(source: str) -> CodeType:
    try:
        return compile(source, "<docstring>", "eval", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:
        return compile(source, "<docstring>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASKONCE_RUNS", str(tmp_path / "runs"))
    monkeypatch.delenv("ASKONCE_MODEL_NAME", raising=False)
    (tmp_path / "shop.yaml").write_text("pages: {start: [{button: Save}]}")
    return tmp_path


async def test_each_public_method_and_class_has_an_example_that_runs(folder: Path) -> None:
    lacking: list[str] = []
    with testing.ModelServer() as server:
        for name, thing in PUBLIC.items():
            if name in ON_THE_WEB:
                continue
            screen = small_shop()
            async with Agent(screen, helpful(), trace=Trace(folder if name == "Agent.report" else None)) as agent:
                known = {**names(), "agent": agent, "screen": screen, "server": server}
                if not await run(inspect.getdoc(thing) or "", known):
                    lacking.append(name)
    assert lacking == []


def test_the_examples_of_the_blocking_agent_run_too(folder: Path) -> None:
    for name, thing in BLOCKING.items():
        screen, text = small_shop(), inspect.getdoc(thing) or ""
        with sync.launch.screen(
            screen, model=helpful(), settings=Settings(runs=folder if name == "Agent.report" else None)
        ) as agent:
            known = {**names(), "agent": agent, "screen": screen, "launch": sync.launch}
            assert asyncio.run(run(text, known)), name
            assert "await " not in text


async def test_the_examples_that_need_a_browser_run_in_one(web_page: Page, folder: Path) -> None:
    with testing.shop.SampleShop() as sample:
        await web_page.set_content("<title>Shop</title><button>Save</button>")
        async with launch.page(web_page, settings=Settings(runs=None)) as agent:
            known = {**names(), "agent": agent, "page": web_page, "shop": sample}
            for name in sorted(ON_THE_WEB):
                assert await run(inspect.getdoc(PUBLIC[name]) or "", known), name
