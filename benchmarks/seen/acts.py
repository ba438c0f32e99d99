"""Acts on the sample shop and the sample phone whose effect can be told from the screen's own elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal

from playwright.async_api import Browser

from askonce import launch
from askonce.agent import Agent
from askonce.config import ActSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import AskonceError, GaveUp, ModelError
from askonce.models.factory import Models
from askonce.screens import Inspectable, Screen, Tree
from askonce.screens.web import open_page_screen
from askonce.testing.apps.app_records import Contact
from askonce.testing.phone import SamplePhone
from askonce.testing.shop import ACCOUNTS, SampleShop

VIEW = {"width": 1280, "height": 800}
# A busy machine reads pictures slowly: rounds are limited and not seconds. What is not there is not waited for.
SETTINGS = Settings(runs=None, patience=0.5, act=ActSettings(rounds=12))

Verdict = Literal["success", "declined", "wrong"]
Start = Callable[[str], Awaitable[Screen]]
"""Brings a screen to where an act begins."""


@dataclass(frozen=True)
class SeenAct:
    """An instruction, where it is given, and how its effect is told."""

    where: str
    instruction: str
    is_done: Callable[[Tree], bool]


def leads_to(part: str) -> Callable[[Tree], bool]:
    return lambda tree: part in tree.address


def shows(*words: str) -> Callable[[Tree], bool]:
    return lambda tree: all(tree.shows(text) for text in words)


def hides(words: str) -> Callable[[Tree], bool]:
    return lambda tree: not tree.shows(words)


def holds(**fields: str) -> Callable[[Tree], bool]:
    """Whether fields hold these texts; their names have `_` for a space."""
    wanted = {name.replace("_", " "): text for name, text in fields.items()}
    return lambda tree: all(
        any(node.name == name and node.value == text for node in tree) for name, text in wanted.items()
    )


def ticks(name: str) -> Callable[[Tree], bool]:
    return lambda tree: any(node.name.startswith(name) and "checked" in node.states for node in tree)


USER, PASSWORD = next(iter(ACCOUNTS.items()))
LOGIN = f'type "{USER}" into User name, type "{PASSWORD}" into Password'
SHOP_ACTS = (
    SeenAct("front, cookies", "click Accept all", hides("Accept all")),
    SeenAct("front", "click Teapots", leads_to("category=")),
    SeenAct("login", f"{LOGIN} and click the Log in button", shows("Log out")),
    SeenAct("checkout", 'type "Ann Lee" into Full name', holds(Full_name="Ann Lee")),
    SeenAct("front", 'type "honey" into the search field and press Enter', leads_to("q=honey")),
    SeenAct("front", "click Log in", leads_to("/login")),
    SeenAct("front", "click Red mug", leads_to("/product/")),
    SeenAct("front", "click Basket", leads_to("/basket")),
    SeenAct("product", "click Add to basket", shows("Basket 1")),
    SeenAct("product", 'type "3" into Quantity', holds(Quantity="3")),
    SeenAct("basket", "click Go to checkout", leads_to("/checkout")),
    SeenAct("checkout", 'type "Rome" into City and "00100" into Postcode', holds(City="Rome", Postcode="00100")),
    SeenAct("checkout", "check Wrap it as a gift", ticks("Wrap it as a gift")),
    SeenAct("checkout", "click Express", ticks("Express")),
)  # fmt: skip
PHONE_ACTS = (
    SeenAct("home", "tap Contacts", shows("Search contacts")),
    SeenAct("editor", 'type "Cid Ash" into Name, type "5550103" into Phone and tap Save', shows("Cid Ash")),
    SeenAct("home", "tap Markor", hides("Contacts")),
    SeenAct("contacts", "tap Bob Ray", shows("Mobile", "Bob Ray")),
    SeenAct("contacts", 'type "Bob" into Search contacts', hides("Ann Lee")),
    SeenAct("calendar", "tap 12", shows("October 12")),
)


@asynccontextmanager
async def shop_scenes(browser: Browser) -> AsyncGenerator[Start]:
    """The shop as a fresh visitor has it, on one of its pages."""
    with SampleShop() as shop:

        async def start(where: str) -> Screen:
            await context.clear_cookies()
            if "cookies" not in where:
                await page.request.post(f"{shop.url}cookies")
            if where in {"product", "basket", "checkout"}:  # visitors have no basket before they log in
                await page.request.post(f"{shop.url}login", form={"user": USER, "password": PASSWORD})
            if where in {"basket", "checkout"}:
                await page.request.post(f"{shop.url}basket/add", form={"product": "red-mug"})
            paths = {"login": "login", "product": "product/coffee-grinder", "basket": "basket", "checkout": "checkout"}
            await page.goto(shop.url + paths.get(where, ""))
            return screen

        context = await browser.new_context(viewport=VIEW)  # type: ignore[arg-type]
        page = await context.new_page()
        screen = await open_page_screen(page)
        yield start
        await screen.close()
        await context.close()


@asynccontextmanager
async def phone_scenes() -> AsyncGenerator[Start]:
    """The phone with two contacts, in one of its apps."""
    with SamplePhone() as phone:
        host, port = phone.adb_server
        async with launch.android(phone.serial, adb_host=host, adb_port=port, settings=Settings(runs=None)) as agent:

            async def start(where: str) -> Screen:
                phone.reset()
                phone.records.contacts += [Contact("Ann Lee", "5550101"), Contact("Bob Ray", "5550102")]
                app = {"contacts": "Contacts", "editor": "Contacts", "calendar": "Simple Calendar Pro"}.get(where)
                if app:
                    phone.launch(app)
                if where == "editor":
                    await agent.tap("Create contact")
                await agent.screen.settle()
                return agent.screen

            yield start


async def carry_out(act: SeenAct, start: Start, hide: Callable[[Screen], Screen]) -> tuple[Verdict, str]:
    """What came of an act by the model in the package, and its last word; `hide` takes away what it may not know."""
    screen = await start(act.where)
    assert isinstance(screen, Inspectable)
    before = _told(await screen.tree())
    agent, error, said = Agent(hide(screen), Models.of(EmbeddedModel()), settings=SETTINGS), None, ""
    try:
        said = (await agent.act(act.instruction)).message
    except AskonceError as problem:
        error, said = problem, str(problem)
    await screen.settle()
    after = await screen.tree()
    if act.is_done(after) and error is None:
        return "success", said
    is_declined = isinstance(error, GaveUp | ModelError) and _told(after) == before
    return ("declined" if is_declined else "wrong"), said


def _told(tree: Tree) -> Sequence[object]:
    return [tree.address, *((node.role, node.name, node.value, "checked" in node.states) for node in tree)]
