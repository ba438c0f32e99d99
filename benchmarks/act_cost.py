"""What an act costs in tokens and rounds.

    python benchmarks/act_cost.py [--quick] [--json]

First table: the prompt of one round by part, on pages that nobody tuned for it, for each way of seeing. Second: two
whole tasks, with the model server as a perfect reader. Text counts as 4 characters a token, pictures as 750 pixels a
token. The baseline beside it is the same engine with a reader that gives one action a call.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

from playwright.async_api import Page, async_playwright
from showing import Row, parse_arguments, show

from askonce import launch
from askonce.config import Seeing, Settings
from askonce.geometry import Box, Size
from askonce.models import Image, Request
from askonce.models.families import family_named
from askonce.models.scripted_model import ScriptedModel
from askonce.planning.act_result import ActResult
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing import Asked, ModelServer

PAGES = Path(__file__).parent.parent / "tests" / "pages"
NAMES = ("shop_grid", "settings_form", "people_table", "mail_client", "date_picker")
RULES_LIMIT, ELEMENTS_LIMIT = 1500, 1300
SETTINGS = Settings(runs=None)

FORM = {
    "First name": "Ada",
    "Last name": "Lovelace",
    "Email": "ada@example.org",
    "Phone": "555 0100",
    "City": "London",
    "Company": "Analytical Engines",
}
TOPICS = ("Tea", "Coffee", "Mugs", "Plates", "Bowls", "Spoons", "Forks", "Knives", "Jugs", "Trays")

FORM_PAGE = (
    "<h1>Sign up</h1><form onsubmit=\"document.body.innerHTML='<h1>Thank you, '+f0.value+'</h1>'; return false\">"
    + "".join(f"<p><label>{name} <input id=f{number}></label></p>" for number, name in enumerate(FORM))
    + "<button>Create account</button></form>"
)
TOPICS_PAGE = (
    "<h1>Topics</h1><form onsubmit=\"document.body.innerHTML='<h1>Saved '+"
    "document.querySelectorAll(':checked').length+' topics</h1>'; return false\">"
    + "".join(f"<p><label><input type=checkbox> {name}</label></p>" for name in TOPICS)
    + "<button>Save</button></form>"
)

Places = Mapping[str, Box]


def tokens(text: str) -> int:
    return -(-len(text) // 4)


def parts_of(request: Request, actions: str) -> Row:
    """How many tokens each part of a planning request takes."""
    system, *said = request.messages
    now = [part for part in said[-1].parts if isinstance(part, str)]
    elements = next((part for part in now if part.startswith("# Screen")), "")
    pictures = [part for message in said for part in message.parts if isinstance(part, Image)]
    image = sum(picture.frame.image.area // 750 for picture in pictures)
    rules, listed = tokens(system.text) - tokens(actions), tokens(elements)
    history = sum(tokens(message.text) for message in said) - listed
    total = rules + tokens(actions) + listed + history + image
    within = "yes" if rules <= RULES_LIMIT and listed <= ELEMENTS_LIMIT else "NO"
    return {
        "rules": rules,
        "actions": tokens(actions),
        "elements": listed,
        "history": history,
        "image": image,
        "total": total,
        "within limits": within,
    }


async def prompt_sizes(page: Page, names: tuple[str, ...]) -> list[Row]:
    rows: list[Row] = []
    for name in names:
        await page.goto((PAGES / f"{name}.html").as_uri())
        for sees in get_args(Seeing):
            model = ScriptedModel(['<complete success="true">seen</complete>'])
            async with launch.page(page, model=model, settings=SETTINGS) as agent:
                await agent.act("look around", sees=sees)
                rows.append({"page": name, "sees": sees, **parts_of(model.asked[0], agent.actions.describe())})
    return rows


Step = tuple[str, str, dict[str, Any]]


class Reader:
    """A model that sees everything and makes no mistakes.

    It gives as many actions a reply as `at_once` allows, and completes with the last of them.
    """

    def __init__(self, steps: list[Step], end: str, places: Places, sees: Seeing, at_once: int) -> None:
        self._left = steps
        self._end = end
        self._places = places
        self._sees = sees
        self._at_once = at_once

    def __call__(self, asked: Asked) -> str:
        steps, self._left = self._left[: self._at_once], self._left[self._at_once :]
        lines = ["<thought>The form is in view; every field is known.</thought>", "<log>Fill in the form</log>"]
        for action, name, fields in steps:
            params = json.dumps({"target": self._target(name, asked), **fields})
            lines += [f"<action-type>{action}</action-type>", f"<action-param-json>{params}</action-param-json>"]
        if not self._left:
            lines += [f'<expect>visible "{self._end}"</expect>', f'<complete success="true">{self._end}</complete>']
        return "\n".join(lines)

    def _target(self, name: str, asked: Asked) -> dict[str, Any]:
        if self._sees == "screenshot":
            size = Size(*asked.image.size)
            return {"prompt": name, "bbox": family_named("generic").write_box(self._places[name], size)}
        found = re.search(rf'\[(\d+)\] \w+ "{re.escape(name)}"', asked.last)
        if found is None:
            raise LookupError(f"{name} is not in the list of elements")
        return {"prompt": name, "element": int(found[1])}


async def places_of(page: Page, names: list[str]) -> Places:
    places: dict[str, Box] = {}
    for name in names:
        found = page.get_by_label(name).or_(page.get_by_role("button", name=name))
        box = await found.bounding_box()
        assert box
        places[name] = Box(box["x"], box["y"], box["width"], box["height"])
    return places


async def task_cost(page: Page) -> list[Row]:
    fill: list[Step] = [("Type", name, {"text": value}) for name, value in FORM.items()]
    tick: list[Step] = [("Tap", name, {}) for name in (*TOPICS, "Save")]
    tasks = (
        ("a form of six fields", FORM_PAGE, [*fill, ("Tap", "Create account", {})], "Thank you, Ada"),
        ("ten check boxes", TOPICS_PAGE, tick, "Saved 10 topics"),
    )
    rows: list[Row] = []
    for name, html, steps, end in tasks:
        for sees in get_args(Seeing):
            ours = await run_task(page, html, steps, end, sees, at_once=len(steps))
            singly = await run_task(page, html, steps, end, sees, at_once=1)
            rows.append(
                {
                    "task": name,
                    "sees": sees,
                    "calls": ours.usage.calls,
                    "tokens": ours.usage.tokens,
                    "one action a call: calls": singly.usage.calls,
                    "one action a call: tokens": singly.usage.tokens,
                    "ratio of tokens": ours.usage.tokens / singly.usage.tokens,
                }
            )
    return rows


async def run_task(page: Page, html: str, steps: list[Step], end: str, sees: Seeing, *, at_once: int) -> ActResult:
    await page.set_content(html)
    places = await places_of(page, [target for _, target, _ in steps])
    with ModelServer() as server:
        server.rule(Reader(steps, end, places, sees, at_once))
        async with launch.page(page, model=server.settings(), settings=SETTINGS) as agent:
            return await agent.act("fill in the form and send it", sees=sees)


@asynccontextmanager
async def open_page() -> AsyncGenerator[Page, None]:
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions())
        yield await browser.new_page(viewport={"width": 1280, "height": 800})
        await browser.close()


async def measure(*, quick: bool) -> dict[str, list[Row]]:
    async with open_page() as page:
        return {
            f"Tokens of one round (limits: rules {RULES_LIMIT}, elements {ELEMENTS_LIMIT})": await prompt_sizes(
                page, NAMES[:2] if quick else NAMES
            ),
            "Whole tasks with a perfect reader": await task_cost(page),
        }


if __name__ == "__main__":
    arguments = parse_arguments(__doc__ or "")
    show(asyncio.run(measure(quick=arguments.quick)), as_json=arguments.json)
