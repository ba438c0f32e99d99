"""A report opened in a browser, read as a person would, with everything noticed that a report must never do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, Request

LAPTOP, PHONE, WIDE = (1280, 800), (390, 844), (2560, 1440)
NARROWEST = (320, 640)
"""What a page has to fit into for those who enlarge it fourfold."""
Edges = tuple[float, float, float, float]
PATIENCE = 60.0
ODD = "test_tea[50%] #1 ✓"
"""The name of a run that failed, as test runners make them."""


@dataclass
class Reader:
    """One open report. `troubles` are errors, warnings and refusals that the browser told of."""

    page: Page
    address: str
    troubles: list[str] = field(default_factory=list[str])
    requested: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    """What the policy of the page did not let through."""

    async def heading(self) -> tuple[str, str]:
        """How it ended and what was asked, as the page begins."""
        badge, whole = self.page.locator("h1 .badge"), self.page.locator("h1")
        ended = await badge.inner_text()
        return ended, (await whole.inner_text()).removeprefix(ended).strip()

    async def rows(self) -> list[str]:
        """The titles of the rows that are drawn, from top to bottom."""
        return await self.page.evaluate(
            """[...document.querySelectorAll("[role=treeitem]")]
            .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
            .map((row) => row.querySelector(".title").innerText.replaceAll("\\u00a0", " "))"""
        )

    async def row(self, words: str) -> str:
        """All that is written in the first row with these words."""
        return await self.page.locator("[role=treeitem]", has_text=words).first.inner_text()

    async def pick(self, words: str) -> None:
        await self.page.locator("[role=treeitem]", has_text=words).first.click()

    async def follow(self, link: str) -> None:
        """Go where a link within the page leads, and wait until that is shown."""
        await self.run("(link) => { location.hash = link; }", link)
        await self.until(f"tree.selected.key === {json.dumps(link)}")

    async def open_everything(self) -> None:
        """Open each section, and what is folded in it."""
        for _ in range(2):
            await self.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            await self.run("new Promise(requestAnimationFrame)")

    async def selected(self) -> str:
        """The title of the row that is selected, which is also the one that a screen reader is led to."""
        return await self.page.evaluate(
            """(() => {
            const row = document.getElementById(find("#tree").getAttribute("aria-activedescendant"));
            const isIt = row && row.getAttribute("aria-selected") === "true";
            return isIt ? row.querySelector(".title").innerText : null;
            })()"""
        )

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def details(self) -> str:
        return await self.page.locator("#details").inner_text()

    async def section(self, name: str) -> str:
        """What a section of the details says, opened if it is closed; empty when there is none of this name."""
        whole = self._section(name)
        if not await whole.count():
            return ""
        if await whole.get_attribute("open") is None:
            await self.turn(name)
            await whole.locator(":scope > :not(summary)").first.wait_for()
        return await whole.inner_text()

    async def turn(self, name: str) -> None:
        """Open or close a section, and wait until the page has heard of it."""
        section = self._section(name)
        await section.evaluate(
            "(it) => { it.heard = new Promise((done) => it.addEventListener('toggle', () => done(), { once: true })); }"
        )
        await section.locator("summary").first.click()
        await section.evaluate("(it) => it.heard")

    def _section(self, name: str) -> Locator:
        return self.page.locator("details.section", has=self.page.locator("h3", has_text=name))

    async def pictures_are_there(self) -> None:
        await self.until(
            """[...document.querySelectorAll("#details .shots img")]
            .every((image) => image.complete && image.naturalWidth)"""
        )

    async def edges(self, selector: str, number: int = 0) -> Edges:
        """Where an element is on the screen, exactly."""
        return await self.page.evaluate(
            """([selector, number]) => {
            const box = document.querySelectorAll(selector)[number].getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
            }""",
            [selector, number],
        )

    def forgive(self, *words: str) -> None:
        """Leave out of account what a test brought about itself."""
        for kept in (self.troubles, self.requested):
            kept[:] = [one for one in kept if not any(word in one for word in words)]

    async def is_wider_than_the_screen(self) -> bool:
        return await self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

    async def until(self, condition: str) -> None:
        """Wait for something to be so. Playwright's own way of waiting evaluates text, which the page forbids."""
        look = f"const look = () => ({condition}) ? done() : requestAnimationFrame(look)"
        await asyncio.wait_for(self.run(f"new Promise((done) => {{ {look}; look(); }})"), PATIENCE)

    async def is_kept(self, condition: str) -> None:
        """Load the page anew until something is so: a browser stores a setting some time after it was made."""
        await self.until(condition)
        async with asyncio.timeout(PATIENCE):
            await self.page.reload()
            while not await self.run(condition):
                await self.page.reload()

    async def run(self, script: str, argument: Any = None) -> Any:
        return await self.page.evaluate(script, argument)


@asynccontextmanager
async def set_up_desk(browser: Browser) -> AsyncGenerator[Desk, None]:
    """A desk with a page of its own."""
    desk = Desk(browser)
    yield desk
    await desk.leave()


class Desk:
    """Opens one report after another in one page, which is much quicker than a page for each."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page: Page | None = None
        self._readers: list[Reader] = []
        self._opened = 0

    async def _unused_page(self) -> Page:
        """The page, or a new one where the last reader had settings stored: a browser clears them at leisure."""
        if self._page and not await self._page.evaluate("localStorage.length"):
            return self._page
        await self.leave()
        context = await self._browser.new_context(offline=True)
        context.set_default_timeout(PATIENCE * 1000)
        self._page = page = await context.new_page()
        page.on("console", lambda said: self._readers[-1].troubles.append(said.text))
        page.on("pageerror", lambda error: self._readers[-1].troubles.append(str(error)))
        page.on("request", lambda request: self._readers[-1].requested.append(request.url))
        page.on("requestfailed", self._note_refusal)
        return page

    async def leave(self) -> None:
        """Close the page that is open."""
        if self._page:
            await self._page.context.close()

    def _note_refusal(self, request: Request) -> None:
        if request.failure == "csp":
            self._readers[-1].refused.append(request.url)

    async def open(self, report: Path, link: str = "", *, size: tuple[int, int] = LAPTOP, dark: bool = False) -> Reader:
        """A report as somebody sees it who opens it for the first time."""
        self._opened += 1
        page = await self._unused_page()
        reader = Reader(page, f"{report.as_uri()}?{self._opened}")
        self._readers.append(reader)
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await page.emulate_media(color_scheme="dark" if dark else "light")
        await page.goto(reader.address + link)
        assert await reader.run("document.documentElement.dataset.ready") == "yes", reader.troubles
        return reader

    def close(self) -> None:
        """Nothing may have gone wrong on any page, nor may any have asked for anything that is not its own."""
        readers, self._readers = self._readers, self._readers[-1:]
        for reader in readers:
            assert not reader.troubles, reader.troubles
            assert {url.partition(":")[0] for url in reader.requested} <= {"file", "blob"}
