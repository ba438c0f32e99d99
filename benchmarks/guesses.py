"""What becomes of replies that go on past the screen they were written for.

Each scene of `guesses/scenes.yaml` is a small site in a browser, and a reply that taps Go and then names elements that
the planner has not seen. The page itself notes what is touched. A touch of anything but the element that was meant is a
wrong act; the limit is none.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml
from playwright.async_api import Browser, async_playwright
from showing import parse_arguments, show

from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.errors import AskonceError
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.planning import later_targets
from askonce.screens.web import BrowserOptions, PageOptions, open_browser_screen
from askonce.screens.web.browser_launch import launch_browser
from askonce.values import Secret

SCENES = Path(__file__).parent / "guesses" / "scenes.yaml"
QUICK_PATIENCE = 1.0
_STEP = re.compile(r"(?P<action>\w+) (?P<words>.*?)(?: = (?P<text>.*?))?(?P<enter> \+ Enter)?")
_NOTING = """<script>for (const kind of ["click", "input", "submit", "drop"]) addEventListener(kind, (event) => {
  const touched = event.target.closest("[id]")?.id || event.target.outerHTML.slice(0, 60);
  if (kind !== "click" || !["INPUT", "SELECT", "LABEL"].includes(event.target.tagName) || event.target.type === "radio")
    navigator.sendBeacon("/noted", kind + " " + touched);
}, true)</script>"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A site, and what a reply goes on with after Go."""

    name: str
    pages: Mapping[str, Any]
    then: Sequence[str]
    used: int = 0
    first: str = "Tap"


def read_scenes() -> list[Scene]:
    return [Scene(**entries) for entries in yaml.safe_load(SCENES.read_text("utf-8"))]


@dataclass
class Site:
    """Serves the pages of one scene after another, and keeps what they note."""

    address: str = ""
    pages: Mapping[str, Any] = field(default_factory=dict[str, Any])
    noted: list[str] = field(default_factory=list[str])


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None: ...

        def do_GET(self) -> None:
            page = site.pages.get(self.path.partition("?")[0], {"status": 404})
            page = page if isinstance(page, dict) else {"body": page}
            if "delay" in page:
                threading.Event().wait(page["delay"])
            self._answer(page.get("status", 200), _NOTING + page.get("body", ""), page.get("location", ""))

        def do_POST(self) -> None:
            said = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
            site.noted.append(said if self.path == "/noted" else f"POST {self.path}")
            self._answer(200, "", "")

        def _answer(self, status: int, body: str, location: str) -> None:
            content = body.encode()
            self.send_response(status)
            headers = {"content-type": "text/html; charset=utf-8", "content-length": len(content), "location": location}
            for name, value in headers.items():
                if value or name != "location":
                    self.send_header(name, str(value))
            self.end_headers()
            self.wfile.write(content)

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None: ...  # browsers hang up all the time

    server = Server(("127.0.0.1", 0), Handler)
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


def reply_of(scene: Scene, request: Request) -> str:
    """The scene's reply, with Go by its number in the list."""
    number = re.search(r"\[(\d+)\]\*? \w+ \"Go\"", request.messages[-1].text)
    parts = ["<thought>Go on.</thought><log>Go on</log>"]
    parts.append(_written(scene.first, {"target": {"prompt": "Go", "element": int(number[1]) if number else 0}}))
    return "\n".join([*parts, *map(_written_step, scene.then)])


def _written_step(step: str) -> str:
    if step.startswith("expect "):
        return f"<expect>{step.removeprefix('expect ')}</expect>"
    found = _STEP.fullmatch(step)
    assert found, step
    words, text = found["words"], found["text"]
    match found["action"]:
        case "Press":
            return _written("Press", {"keys": words})
        case "Drag":
            return _written("Drag", {"start": {"prompt": words}, "end": {"prompt": text}})
        case action:
            given = {"Type": {"text": text, "enter": bool(found["enter"])}, "Select": {"options": [text]}}
            return _written(action, {"target": {"prompt": words}, **given.get(action, {})})


def _written(action: str, params: Mapping[str, Any]) -> str:
    return f"<action-type>{action}</action-type><action-param-json>{json.dumps(params)}</action-param-json>"


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a scene."""

    scene: Scene
    used: int
    wrong: tuple[str, ...]
    told: str
    seconds: float

    @property
    def verdict(self) -> str:
        if self.wrong or self.used > self.scene.used:
            return "WRONG"
        return "right" if self.used == self.scene.used else "looked again"


async def play(scene: Scene, site: Site, browser: Browser) -> Played:
    site.pages, site.noted = scene.pages, []
    asked: list[str] = []

    def answer(request: Request) -> str:
        asked.append(request.messages[-1].text)
        return (
            reply_of(scene, request)
            if len(asked) == 1
            else '<thought>.</thought><complete success="true">ok</complete>'
        )

    started, done = time.perf_counter(), 0
    screen = await open_browser_screen(browser, PageOptions(dialogs="ask"))
    async with screen, Agent(screen, Models.of(ScriptedModel(answer)), settings=Settings(runs=None)) as agent:
        await screen.navigate(site.address)
        await screen.settle()
        try:
            done = len((await agent.act("go on", who="Bob Ross", pin=Secret("4711"))).steps) - 1
        except AskonceError as error:
            asked.append(f"{type(error).__name__}: {error}")
        if screen.dialog is None:
            await screen.settle()
    touched = [
        note for note in site.noted if not note.endswith((" go", " right", " right2")) and note != "submit right"
    ]
    not_run = re.findall(r"not run, (.*)", asked[-1])
    told = not_run[0] if not_run else asked[-1].split("# Screen")[0][-200:] if done < len(scene.then) else ""
    return Played(scene, done, tuple(touched), told, time.perf_counter() - started)


async def main() -> int:
    arguments = parse_arguments(__doc__ or "")
    if arguments.quick:
        later_targets.PATIENCE = QUICK_PATIENCE
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        with serving() as site:
            played = [await play(scene, site, browser) for scene in read_scenes()]
        await browser.close()
    rows = [
        {
            "scene": each.scene.name,
            "done": f"{each.used} of {each.scene.used}",
            "verdict": each.verdict,
            "told": each.told,
            "s": each.seconds,
        }
        for each in played
    ]
    counts = {
        verdict: sum(each.verdict == verdict for each in played) for verdict in ("right", "looked again", "WRONG")
    }
    show({"Replies that go on": rows, "All": [{"scenes": len(played), **counts}]}, as_json=arguments.json)
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
