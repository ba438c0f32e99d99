"""Somebody at the page of a playground, with everything noticed that the page must never do."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from askonce.playground.server import Playground

PATIENCE = 60.0
LAPTOP, PHONE = (1100, 640), (390, 700)
expect.set_options(timeout=PATIENCE * 1000)


@dataclass
class Visitor:
    """One open page. `troubles` are errors, warnings and refusals that the browser told of."""

    page: Page
    troubles: list[str] = field(default_factory=list[str])

    @property
    def session(self) -> Locator:
        """The session that is shown."""
        return self.page.locator(".session:not([hidden])")

    @property
    def surface(self) -> Locator:
        """The screen in the live view."""
        return self.session.locator(".surface")

    async def show(self, session: str) -> None:
        await self.page.locator(f".session-tabs [data-name='{session}']").click()

    async def arrive(self, playground: Playground) -> None:
        await self.page.goto(playground.link)
        await self.sees(".session:not([hidden]) .surface[data-frames]")

    async def sees(self, selector: str) -> None:
        await self.page.locator(selector).first.wait_for()

    async def point(self, x: float, y: float, of: tuple[float, float]) -> None:
        """Move the pointer to a point of the screen, which is this wide and high."""
        box = await self.surface.bounding_box()
        assert box
        await self.page.mouse.move(box["x"] + box["width"] * x / of[0], box["y"] + box["height"] * y / of[1])

    async def tap(self, x: float, y: float, of: tuple[float, float]) -> None:
        await self.point(x, y, of)
        await self.page.mouse.down()
        await self.page.mouse.up()

    async def ask(self, words: str, tool: str = "act") -> Locator:
        """Ask something; the card of it, once it has come to an end."""
        await self.session.get_by_role("tab", name="Ask").click()
        await self.session.get_by_label("Tool").select_option(tool)
        before = await self.session.locator(".ask-card").count()
        await self.session.get_by_label("Words", exact=True).fill(words)
        await self.page.keyboard.press("Enter")
        await self.session.locator(f".ask-card:nth-last-child({before + 1}):not([data-state=running])").wait_for()
        return self.session.locator(".ask-card").first

    async def looks(self, size: tuple[int, int], *, dark: bool) -> None:
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})
        await self.page.emulate_media(color_scheme="dark" if dark else "light")

    async def is_wider_than_the_screen(self) -> bool:
        return await self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

    async def focused(self) -> str:
        """The name of what has the focus, as a screen reader says it."""
        return await self.page.evaluate(
            """(() => {
            const it = document.activeElement;
            return it.getAttribute("aria-label") || (it.labels && it.labels[0] ? it.labels[0].innerText : it.innerText);
            })()"""
        )


@asynccontextmanager
async def visitor(browser: Browser, playground: Playground) -> AsyncGenerator[Visitor, None]:
    """Somebody who has opened the link."""
    viewport: ViewportSize = {"width": LAPTOP[0], "height": LAPTOP[1]}
    context = await browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = await context.new_page()
    somebody = Visitor(page)
    page.on("console", lambda said: somebody.troubles.append(said.text))
    page.on("pageerror", lambda error: somebody.troubles.append(str(error)))
    await somebody.arrive(playground)
    yield somebody
    await context.close()
