"""Code of users that blocks: type checkers see the same methods, with the same types. It is checked, never run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, assert_type

import pytest
from playwright.sync_api import Page

from askonce import ActResult, PageOptions, ProgramResult, Recordings, Secret, Settings, Target
from askonce import actions as builtin
from askonce.actions import ActionSpace, Found
from askonce.insight.answers import Answer, Verdict
from askonce.locate import Finder
from askonce.models import Cassette
from askonce.screens import Screen
from askonce.sync import Agent, launch
from askonce.testing import Asked, Fault, ModelServer
from askonce.testing.shop import SampleShop
from askonce.trace import Trace, UsageTotals


@dataclass
class Item:
    name: str
    price: float


class Row(TypedDict):
    name: str
    count: int


@pytest.fixture
def askonce_options(tmp_path: Path) -> Mapping[str, Any]:
    return {"model": Cassette(None, tmp_path / "replies.jsonl")}


@pytest.mark.askonce(url="https://shop.example")
def test_reading(agent: Agent) -> None:
    assert_type(agent.query("the total", returns=float), float)
    assert_type(agent.query("the items", returns=list[Item]), list[Item])
    assert_type(agent.query("the count", returns=int | None), int | None)
    assert_type(agent.query("counts by name", returns=dict[str, int]), dict[str, int])
    assert_type(agent.query("the state", returns=Literal["open", "paid"]), Literal["open", "paid"])
    assert_type(agent.query("the rows", returns=list[Row], scroll=True, limit=50, within="the table"), list[Row])
    assert_type(agent.query({"total": "number, the total"}), Any)
    assert_type(agent.answer("the items", returns=list[Item] | None), Answer[list[Item] | None])
    assert_type(agent.answer("string[], the names"), Answer[Any])
    assert_type(agent.ask("what is wrong?", timeout=3), str)
    assert_type(agent.string("the title", whole_page=True), str)
    assert_type(agent.number("the total", values={"name": "mug"}), float)
    assert_type(agent.boolean("is it open?"), bool)
    assert_type(agent.verdict("it is open", images={"design": Path("design.png")}), Verdict)
    assert_type(agent.check("it is open", soft=True, force_model=True), Verdict)
    assert_type(agent.wait_for("it is open", timeout=5, interval=0.5), Verdict)
    with agent.frozen() as nothing:
        assert_type(nothing, None)
    agent.run_gherkin_scenario("When I press Save", context="a shop")
    with agent.expect_page(timeout=2) as opened:
        agent.tap("Terms", files=["cat.png"])
    assert_type(opened.url, str)
    with agent.observe(frames=4) as watched:
        agent.act("save")
    assert_type(watched.query("the messages", returns=list[str]), list[str])
    assert_type(watched.answer("the count", returns=int), Answer[int])
    assert_type(watched.verdict("it was saved"), Verdict)
    assert_type(watched.check("it was saved", soft=True), Verdict)
    assert_type([seen.text for seen in watched.texts], list[str])
    assert_type(watched.frames, int)


def test_acting(agent: Agent) -> None:
    result = agent.act("search for {term}", term="mugs", password=Secret("…"), rounds=3, sees="elements")
    assert_type(result, ActResult)
    agent.tap("Save", times=2, timeout=5)
    agent.double_tap(Target.of("the row", selector="tr"))
    agent.right_tap("the row")
    agent.hover("the menu", deep=True)
    agent.long_press("the row", seconds=1)
    agent.drag("the first card", "the second card")
    agent.type("Name", Secret("…"), mode="append", enter=True, delay=0.1)
    agent.type(None, "text")
    agent.clear("Name")
    agent.press("Enter", on="Name", times=2)
    agent.scroll("down", inside="the list", to_end=True)
    agent.swipe("left", distance=100)
    agent.pinch(2, on="the map")
    agent.select("Country", "Austria", "Italy")
    agent.upload("Photo", "cat.png", recordable=False)
    assert_type(agent.read("the list"), str)
    assert_type(agent.do(builtin.Tap(target=Target.of("Save"))), str)
    assert_type(agent.locate("Save", context="the toolbar"), Found)
    assert_type(agent.describe((10, 20)), str)
    assert_type(agent.run(Path("order.stp"), resume=True, user="ann"), ProgramResult)
    assert_type(agent.pursue("order a mug", on_tell=print, user="ann"), ProgramResult)
    assert_type(agent.prune_recordings(), int)
    assert_type(agent.report("report.html", folder=False), Path)
    assert_type(agent.run_script("tasks: []", user="ann"), dict[str, Any])
    agent.record_to_report("Basket", picture="basket.png")
    agent.tap("the logo", images={"logo": Path("logo.png")})
    agent.on_model_call(lambda call: print(call.usage.cost))
    assert_type(agent.soft_failures, list[Verdict])
    assert_type(agent.actions, ActionSpace)
    assert_type(agent.trace, Trace)
    assert_type(agent.recordings, Recordings | None)
    assert_type(agent.usage, UsageTotals)
    agent.context = "a shop"


def test_what_is_refused(agent: Agent) -> None:
    """Mistakes that a type checker finds."""
    agent.tap(5)  # type: ignore[arg-type]
    agent.tap("Save", tiems=2)  # type: ignore[call-arg]
    agent.scroll("sideways")  # type: ignore[arg-type]
    agent.query("the total", returns=float, limit="many")  # type: ignore[call-overload]
    agent.waitfor("it is open")  # type: ignore[attr-defined]


def reaches_the_screen(agent: Agent) -> None:
    agent.navigate("https://shop.example/{page}", timeout=5, values={"page": "basket"})
    agent.back()
    agent.forward(timeout=3)
    agent.reload()
    assert_type(agent.url, str)
    assert_type(agent.known_address, str)
    assert_type(agent.page, Page)
    assert_type(agent.title(), str)
    assert_type(agent.text(within="the basket"), str)
    assert_type(agent.screenshot("basket.png", within="the basket", timeout=2), bytes)
    assert_type(agent.evaluate("(n) => n + 1", 41), Any)
    assert_type(agent.settings, Settings)
    assert_type(agent.screen, Screen)
    assert_type(agent.finders, list[Finder])
    agent.close(failed=True)


def opened(page: Page, server: ModelServer) -> Iterator[Agent]:
    web = launch.web("https://shop.example", headed=True, model=server.settings())
    assert_type(web, AbstractContextManager[Agent])
    with web as agent:
        yield agent
    with launch.page(page, recordings="shop", options=PageOptions()) as agent:
        yield agent
    with launch.cdp("http://localhost:9222", "https://shop.example", context="a shop") as agent:
        yield agent
    with launch.kind("fake", file="shop.yaml") as agent:
        assert_type(agent, Agent)
        yield agent


def serves() -> None:
    with SampleShop() as shop, ModelServer() as server:
        server.fail_next(Fault.status(429, retry_after=0))
        server.reply("done", when="mug")

        @server.rule
        def answer(asked: Asked) -> str | None:
            return asked.last or None

        assert_type(answer(server.requests[0]), str | Fault | None)
        assert_type(shop.url, str)
