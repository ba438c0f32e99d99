"""What an act costs in tokens and rounds.

    python benchmarks/act_cost.py [--quick] [--json]
    python benchmarks/act_cost.py --read FOLDER --reader NAME [--scenes 'shop,login-user']

First table: the prompt of one round by part, on pages that nobody tuned for it, for each way of seeing. Second: two
whole tasks, with the model server as a perfect reader. Text counts as 4 characters a token, pictures as 750 pixels a
token. The baseline beside it is the same engine with a reader that gives one action a call.

Third: tasks and programs with the replies of readers who saw nothing but the prompt and the picture, kept in
`act_cost/readings`. The baseline is what the engine asked when they were read. `--read` makes such a reading: each
request becomes a folder with `messages.txt` and pictures, and waits for an `answer.txt`; `ALL_DONE` ends it. Five of
the scenes are pages of the package `miniwob`; without it they are left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

from act_cost.scenes import LONGEST, SCENES, Scene, has_package
from playwright.async_api import Page, async_playwright
from readings import Follower, Player, Reading, Relay, readings_of
from showing import Progress, Row, show

from askonce import launch
from askonce.config import Seeing, Settings
from askonce.errors import AskonceError
from askonce.geometry import Box, Size
from askonce.models import Image, Request
from askonce.models.families import family_named
from askonce.models.scripted_model import ScriptedModel
from askonce.planning.act_result import ActResult
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing import Asked, ModelServer

READINGS = Path(__file__).parent / "act_cost" / "readings"
PAGES = Path(__file__).parent.parent / "tests" / "pages"
NAMES = ("shop_grid", "settings_form", "people_table", "mail_client", "date_picker")
RULES_LIMIT, ELEMENTS_LIMIT = 1500, 1300
SETTINGS = Settings(runs=None)
QUICK_SCENES = {"login-user", "click-checkboxes", "shop"}

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
            lines += [f'<action type="{action}">{params}</action>']
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


def playable(names: str) -> list[Scene]:
    """The scenes to play: those that are named, or all of which the pages are there."""
    chosen = {name.strip() for name in names.split(",") if name.strip()}
    if unknown := chosen - {scene.name for scene in SCENES}:
        sys.exit(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(s.name for s in SCENES)}")
    scenes = [scene for scene in SCENES if not chosen or scene.name in chosen]
    left_out = [scene for scene in scenes if scene.needs_package and not has_package()]
    if left_out:
        print(f"left out: {', '.join(s.name for s in left_out)} (pip install --no-deps miniwob)", file=sys.stderr)
    return [scene for scene in scenes if scene not in left_out]


async def read_again(page: Page, *, quick: bool) -> list[Row]:
    """What the engine asks now of each reader, beside what it asked then."""
    rows: list[Row] = []
    jobs = [(scene, reading) for scene in playable("") for reading in readings_of(scene.name, READINGS)]
    jobs = [job for job in jobs if not quick or job[0].name in QUICK_SCENES]
    progress = Progress(len(jobs), every=4)
    for scene, reading in jobs:
        row = await play(page, scene, reading)
        progress.add("right" if row["ended"] == "right" else "not right", scene.name)
        rows.append(row)
    return rows


async def play(page: Page, scene: Scene, reading: Reading) -> Row:
    follower = Follower()
    player = Player(reading, follower)
    async with visit(page) as own:
        with ModelServer() as server:
            server.rule(player)
            wrong = await ended(scene, own, server, follower)
    return {
        "scene": scene.name,
        "reader": reading.reader,
        "calls": player.calls,
        "actions": follower.actions,
        "calls when read": reading.calls,
        "ratio": player.calls / reading.calls,
        "ended": wrong or "right",
    }


async def ended(scene: Scene, page: Page, server: ModelServer, follower: Follower) -> str:
    try:
        return await scene.play(page, server.settings(timeout=LONGEST), follower)
    except AskonceError as error:
        return f"{type(error).__name__}: {error}".splitlines()[0][:120]


async def read(folder: Path, reader: str, scenes: list[Scene]) -> list[Row]:
    """Have a reader play the scenes, and keep what it says."""
    rows: list[Row] = []
    async with open_page() as page:
        for scene in scenes:
            follower, reading = Follower(), Reading(scene.name, reader)
            async with visit(page) as own:
                with ModelServer() as server:
                    server.rule(Relay(folder, reading, follower))
                    wrong = await ended(scene, own, server, follower)
            if not wrong:
                reading.save(READINGS)
            rows.append(
                {"scene": scene.name, "calls": reading.calls, "actions": follower.actions, "ended": wrong or "right"}
            )
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    (folder / "ALL_DONE").touch()
    return rows


@asynccontextmanager
async def visit(page: Page) -> AsyncGenerator[Page, None]:
    """A page of a new visitor."""
    browser = page.context.browser
    assert browser
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    yield await context.new_page()
    await context.close()


async def measure(*, quick: bool) -> dict[str, list[Row]]:
    async with open_page() as page:
        return {
            f"Tokens of one round (limits: rules {RULES_LIMIT}, elements {ELEMENTS_LIMIT})": await prompt_sizes(
                page, NAMES[:2] if quick else NAMES
            ),
            "Whole tasks with a perfect reader": await task_cost(page),
            "Scenes with the replies of readers": await read_again(page, quick=quick),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="fewer pages and scenes; done within a minute")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="let a reader answer by files in FOLDER")
    parser.add_argument("--reader", default="reader", help="under which name to keep what it says")
    parser.add_argument("--scenes", default="", help="which scenes it plays, separated by commas")
    arguments = parser.parse_args()
    if arguments.read:
        rows = asyncio.run(read(arguments.read, arguments.reader, playable(arguments.scenes)))
        show({"Read": rows}, as_json=arguments.json)
    else:
        show(asyncio.run(measure(quick=arguments.quick)), as_json=arguments.json)


if __name__ == "__main__":
    main()
