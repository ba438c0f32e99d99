"""What axe-core has to say against a page."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT  # pyright: ignore[reportMissingTypeStubs]
from playwright.async_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


async def faults(page: Page, within: str = ":root") -> list[str]:
    """What stands in the way of a screen reader, or cannot be read, on the page or a part of it as it is now."""
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(AXE_SCRIPT)
    options = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"], "preload": False}
    found = await page.evaluate("([within, options]) => axe.run(within, options)", [within, options])
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
