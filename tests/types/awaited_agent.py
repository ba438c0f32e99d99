"""Code of users that awaits: type checkers see every method of an agent with its types. It is checked, never run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypedDict, assert_type

from playwright.async_api import BrowserContext, Page
from pydantic import BaseModel

from askonce import (
    Action,
    ActResult,
    Agent,
    AskonceError,
    BrowserOptions,
    Limits,
    ModelRoles,
    ModelSettings,
    PageOptions,
    Price,
    ProgramResult,
    Recordings,
    Secret,
    Settings,
    Target,
    Typed,
    actions,
    errors,
    launch,
)
from askonce.actions import ActionSpace, Found
from askonce.insight.answers import Answer, Verdict
from askonce.models import Cassette, Fallback, Model, Reply, Request, build_model
from askonce.models.families import Family
from askonce.screens import Mouse, Screen
from askonce.testing import FakeScreen, ScriptedModel
from askonce.trace import Trace, UsageTotals


@dataclass
class Item:
    name: str
    price: float


class Order(BaseModel):
    number: int
    items: list[Item]


class Row(TypedDict):
    name: str
    count: int


class Highlight(Action[Mouse]):
    """Highlight an element."""

    target: Target
    note: Typed = ""
    colour: Literal["red", "green"] = "red"

    async def perform(self, screen: Mouse) -> str:
        await screen.hover(self.target.found.touch)
        return self.colour


class OwnModel:
    """A model by its shape alone."""

    name = "own"

    @property
    def family(self) -> Family:
        raise NotImplementedError

    async def ask(self, request: Request) -> Reply:
        return Reply(str(len(request.messages)), model=self.name)

    async def close(self) -> None: ...


async def read(agent: Agent) -> None:
    assert_type(await agent.query("the total", returns=float), float)
    assert_type(await agent.query("the items", returns=list[Item]), list[Item])
    assert_type(await agent.query("the count", returns=int | None), int | None)
    assert_type(await agent.query("counts by name", returns=dict[str, int]), dict[str, int])
    assert_type(await agent.query("the state", returns=Literal["open", "paid"]), Literal["open", "paid"])
    assert_type(await agent.query("the first row", returns=Row), Row)
    assert_type(await agent.query("the order", returns=Order), Order)
    assert_type(await agent.query("the first two", returns=tuple[str, date]), tuple[str, date])
    assert_type(await agent.query("rows", returns=list[Row], scroll=True, limit=50, within="the table"), list[Row])
    assert_type(await agent.query({"total": "number, the total"}), Any)
    assert_type(await agent.answer("the items", returns=list[Item] | None), Answer[list[Item] | None])
    assert_type((await agent.answer("the count", returns=int)).value, int)
    assert_type(await agent.answer("string[], the names"), Answer[Any])
    assert_type(await agent.ask("what is wrong?", timeout=3), str)
    assert_type(await agent.string("the title", whole_page=True), str)
    assert_type(await agent.number("the total", values={"name": "mug"}), float)
    assert_type(await agent.boolean("is it open?"), bool)
    assert_type(await agent.verdict("it is open", images={"design": Path("design.png")}), Verdict)
    assert_type(await agent.check("it is open", soft=True, force_model=True), Verdict)
    assert_type(await agent.wait_for("it is open", timeout=5, interval=0.5), Verdict)
    async with agent.frozen() as nothing:
        assert_type(nothing, None)
    await agent.run_gherkin_scenario("When I press Save", context="a shop")
    async with agent.expect_page(timeout=2) as opened:
        await agent.tap("Terms", files=["cat.png"])
    assert_type(opened.url, str)
    async with agent.observe(frames=4) as watched:
        await agent.act("save")
    assert_type(await watched.query("the messages", returns=list[str]), list[str])
    assert_type(await watched.query("the message", returns=str | None), str | None)
    assert_type(await watched.answer("the count", returns=int), Answer[int])
    assert_type(await watched.verdict("it was saved"), Verdict)
    assert_type(await watched.check("it was saved", soft=True), Verdict)
    assert_type([seen.text for seen in watched.texts], list[str])
    assert_type(watched.frames, int)


async def act(agent: Agent) -> None:
    result = await agent.act("search for {term}", term="mugs", password=Secret("…"), rounds=3, sees="elements")
    assert_type(result, ActResult)
    assert_type(result.message, str)
    await agent.tap("Save", times=2, timeout=5)
    await agent.double_tap(Target.of("the row", selector="tr"))
    await agent.right_tap("the row")
    await agent.hover("the menu", deep=True)
    await agent.long_press("the row", seconds=1)
    await agent.drag("the first card", "the second card")
    await agent.type("Name", Secret("…"), mode="append", enter=True, delay=0.1)
    await agent.type(None, "text")
    await agent.clear("Name")
    await agent.press("Enter", on="Name", times=2)
    await agent.scroll("down", inside="the list", to_end=True)
    await agent.swipe("left", distance=100)
    await agent.pinch(2, on="the map")
    await agent.select("Country", "Austria", "Italy")
    await agent.upload("Photo", "cat.png", recordable=False)
    assert_type(await agent.read("the list"), str)
    assert_type(await agent.do(Highlight(target=Target.of("Save"), note="{name}"), values={"name": "x"}), str)
    assert_type(await agent.do(actions.Tap(target=Target.of("Save"))), str)
    assert_type(await agent.locate("Save", context="the toolbar"), Found)
    assert_type(await agent.describe((10, 20)), str)
    assert_type(await agent.run(Path("order.stp"), resume=True, user="ann"), ProgramResult)
    assert_type(await agent.pursue("order a mug", on_tell=print, user="ann"), ProgramResult)
    assert_type(await agent.prune_recordings(), int)
    assert_type(agent.report(Path("report.html"), folder=True), Path)
    assert_type(await agent.run_script(Path("shop.yaml"), user="ann", password=Secret("hunter22")), dict[str, Any])
    await agent.record_to_report("Basket", content="before", pictures={"before": b"", "after": Path("after.png")})
    await agent.tap("the logo", images={"logo": "https://shop.example/logo.png"})
    await agent.act("tap the logo", images=[{"name": "logo", "url": "logo.png"}], deep=True)
    agent.on_model_call(lambda call: print(call.role, call.model, call.usage.tokens, call.seconds, call.error))
    assert_type(agent.soft_failures, list[Verdict])
    assert_type(agent.actions, ActionSpace)
    assert_type(agent.trace, Trace)
    assert_type(agent.recordings, Recordings | None)
    assert_type(agent.usage, UsageTotals)
    assert_type(agent.screen, Screen)
    assert_type(agent.settings, Settings)
    agent.context = "a shop"
    agent.actions.add(Highlight)
    await agent.close(failed=True)


async def refused(agent: Agent) -> None:
    """Mistakes that a type checker finds."""
    await agent.tap(5)  # type: ignore[arg-type]
    await agent.tap("Save", tiems=2)  # type: ignore[call-arg]
    await agent.scroll("sideways")  # type: ignore[arg-type]
    await agent.query("the total", returns=float, limit="many")  # type: ignore[call-overload]
    await agent.waitfor("it is open")  # type: ignore[attr-defined]


async def reaches_the_screen(agent: Agent) -> None:
    await agent.navigate("https://shop.example/{page}", timeout=5, values={"page": "basket"})
    await agent.back()
    await agent.forward(timeout=3)
    await agent.reload()
    assert_type(agent.url, str)
    assert_type(agent.known_address, str)
    assert_type(agent.page, Page)
    assert_type(await agent.title(), str)
    assert_type(await agent.text(within="the basket"), str)
    assert_type(await agent.screenshot("basket.png", within=Target.of("the basket"), timeout=2), bytes)
    assert_type(await agent.evaluate("(n) => n + 1", 41), Any)
    await agent.close(failed=True)


async def opened(page: Page, context: BrowserContext, screen: Screen) -> AsyncIterator[Agent]:
    settings = Settings(limits=Limits(money=1.0), models=ModelRoles(ModelSettings("gpt", price=Price(1, 2))))
    web = launch.web("https://shop.example", headed=True, browser=BrowserOptions(), options=PageOptions())
    assert_type(web, AbstractAsyncContextManager[Agent])
    async with web as agent:
        yield agent
    async with launch.page(page, settings=settings, recordings="shop") as agent:
        yield agent
    async with launch.page(context, model=OwnModel()) as agent:
        yield agent
    async with launch.cdp("http://localhost:9222", "https://shop.example", context="a shop") as agent:
        yield agent
    async with launch.kind("fake", file="shop.yaml", model=ScriptedModel("done")) as agent:
        yield agent
    async with launch.screen(screen, model=ModelSettings("gpt"), title="orders") as agent:
        assert_type(agent, Agent)
        yield agent


async def fails(agent: Agent) -> str:
    try:
        await agent.act("save")
    except errors.CheckFailed as failed:
        return failed.message
    except AskonceError as error:
        return error.remedy
    return ""


def models(settings: ModelSettings) -> Model:
    return Fallback(build_model(settings), Cassette(OwnModel(), Path("replies.jsonl"), mode="record"))


def screens() -> Screen:
    return FakeScreen()
