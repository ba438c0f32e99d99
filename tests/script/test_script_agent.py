"""What scripts say of their target and of the agent, played in Chromium."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser
from script_rig import BOARD, kept, play_file, play_flow, write_script

from askonce.config import Settings, read_settings
from askonce.geometry import Size
from askonce.screens.screen_kind import OpenContext
from askonce.screens.web.page_choice import target_page_options
from askonce.screens.web.web_options import WebTarget
from askonce.script.script_loader import load_script
from askonce.testing import ScriptedModel


@dataclass
class Echo:
    """A server that remembers what was asked of it; one answer of it never ends."""

    home: str = ""
    asked: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    end: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def echo() -> Iterator[Echo]:
    told = Echo()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None: ...

        def do_GET(self) -> None:
            told.asked.append({name.lower(): value for name, value in self.headers.items()} | {"path": self.path})
            if self.path == "/slow":
                told.end.wait(20)
            page = "<script>fetch('/slow')</script>" if self.path == "/busy" else ""
            body = f"<!doctype html><title>Echo</title><h1>Echo</h1>{page}".encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.home = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield told
    told.end.set()
    server.shutdown()
    server.server_close()


def script_at(folder: Path, url: str, flow: str = "- sleep: 1", **web: object) -> Path:
    file = folder / "script.yaml"
    options = "".join(f"  {name}: {json.dumps(value)}\n" for name, value in web.items())
    lines = "".join(f"    {line}\n" for line in flow.splitlines())
    file.write_text(f"web:\n  url: {url}\n{options}tasks:\n- name: a\n  flow:\n{lines}")
    return file


async def test_a_page_is_opened_as_the_script_says(tmp_path: Path, chromium: Browser, echo: Echo) -> None:
    cookies = [{"name": "who", "value": "ada", "sameSite": "no_restriction", "hostOnly": True, "secure": False}]
    (tmp_path / "cookies.json").write_text(json.dumps(cookies))
    flow = "- javascript: '[innerWidth, innerHeight, devicePixelRatio, navigator.language]'\n  name: sizes"

    result = await play_file(
        script_at(
            tmp_path,
            f"{echo.home}/start",
            flow,
            userAgent="Tester/1",
            viewportWidth=700,
            viewportHeight=500,
            deviceScaleFactor=2,
            locale="de-DE",
            extraHTTPHeaders={"X-Token": "t1"},
            cookie=str(tmp_path / "cookies.json"),
            waitForNetworkIdle={"timeout": 3000},
        ),
        chromium,
    )

    assert result.success, result.error
    assert result.results["sizes"] == [700, 500, 2, "de-DE"]
    first = echo.asked[0]
    assert (first["path"], first["user-agent"], first["x-token"]) == ("/start", "Tester/1", "t1")
    assert first["cookie"] == "who=ada"


def test_options_that_a_page_on_loopback_cannot_show_reach_the_browser(tmp_path: Path) -> None:
    script = load_script(
        script_at(tmp_path, "x", acceptInsecureCerts=True, viewportScale=3, storageState="a.json", downloadPath="d"),
        environment={},
    )
    assert isinstance(script.target, WebTarget)

    options = target_page_options(script.target, "x", OpenContext(Settings()))

    assert options.session.insecure_certificates
    assert options.session.storage_state == Path("a.json")
    assert (options.device.scale, options.device.viewport) == (3, Size(1440, 800))
    assert options.downloads == Path("d")

    own = OpenContext(Settings(runs=tmp_path / "runs"), home=tmp_path)
    options = target_page_options(script.target, "x", own)
    assert (options.session.storage_state, options.downloads) == (tmp_path / "a.json", tmp_path / "runs" / "d")


async def test_a_network_that_never_rests_is_an_error_only_on_request(
    tmp_path: Path, chromium: Browser, echo: Echo
) -> None:
    patient = await play_file(script_at(tmp_path, f"{echo.home}/busy", waitForNetworkIdle={"timeout": 50}), chromium)
    strict = await play_file(
        script_at(
            tmp_path,
            f"{echo.home}/busy",
            waitForNetworkIdle={"timeout": 50, "continueOnNetworkIdleError": False},
        ),
        chromium,
    )

    assert patient.success
    assert strict.result_type == "failed"
    assert "was not idle within 50 ms" in strict.error
    assert [one.status for one in strict.tasks] == ["notRun"]


@pytest.mark.parametrize(
    ("option", "tabs", "seen"),
    [
        ("", 1, "second page"),
        pytest.param("  forceSameTabNavigation: true\n", 1, "second page", marks=pytest.mark.long),
        ("  forceSameTabNavigation: false\n", 2, "Other page"),
        ("  mode: browser\n", 2, "Other page"),
        ("  mode: browser\n  autoFollowNewPage: true\n", 2, "second page"),
    ],
)
async def test_a_new_tab_opens_in_place_or_behind_or_is_followed(
    tmp_path: Path, chromium: Browser, option: str, tabs: int, seen: str
) -> None:
    context = await chromium.new_context()
    flow = f'- aiTap: the Other page link\n- aiAssert: the text "{seen}" is visible\n'
    counted: list[int] = []

    def count(moment: object) -> None:
        counted.append(len(context.pages))

    result = await play_file(write_script(tmp_path, flow, web=option), context, watch=count)

    assert result.success, result.error
    assert counted[-1] == tabs
    await context.close()


async def test_downloads_go_into_their_folder(tmp_path: Path, chromium: Browser) -> None:
    await play_flow(tmp_path, chromium, "- aiTap: the Download link\n", web=f"  downloadPath: {tmp_path / 'got'}\n")

    assert (tmp_path / "got" / "data.txt").read_text() == "data"


async def test_a_script_in_a_context_of_others_leaves_it_as_it_was(tmp_path: Path, chromium: Browser) -> None:
    context = await chromium.new_context()
    page = await context.new_page()

    result = await play_file(write_script(tmp_path, "- aiTap: the Save button\n"), context)

    assert result.success, result.error
    assert context.pages == [page]
    assert len(result.tasks) == 1
    await context.close()


async def test_arguments_of_the_browser_take_a_browser_of_its_own(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(
        tmp_path,
        "- javascript: navigator.userAgent\n  name: agent\n",
        web="  chromeArgs: ['--user-agent=Own/1']\n",
    )
    settings = Settings(runs=tmp_path / "runs", browser=read_settings().browser)

    result = await play_file(file, chromium, settings=settings)

    assert result.results == {"agent": "Own/1"}


async def test_a_script_plays_in_a_browser_that_runs_already(tmp_path: Path) -> None:
    from playwright.async_api import async_playwright

    from askonce.screens.web import BrowserOptions
    from askonce.screens.web.browser_launch import launch_browser

    async with async_playwright() as playwright:
        options = BrowserOptions(executable=read_settings().browser, arguments=("--remote-debugging-port=0",))
        profile = tmp_path / "profile"
        running = await launch_browser(
            playwright,
            BrowserOptions(options.headed, options.executable, options.arguments, profile=profile),
            context={},
        )
        port = (profile / "DevToolsActivePort").read_text().splitlines()[0]
        result = await play_flow(
            tmp_path,
            None,
            "- aiTap: the Save button\n- javascript: log.join()\n  name: log\n",
            web=f"  cdpEndpoint: http://127.0.0.1:{port}\n",
        )
        await running.close()

    assert result.results == {"log": "saved 1 "}


async def test_only_allowed_hosts_are_loaded_from(tmp_path: Path, chromium: Browser, echo: Echo) -> None:
    file = write_script(tmp_path, f"- Navigate: {echo.home}/x\n", head='allowedHosts: ["example.org", "127.0.0.1:1"]\n')

    result = await play_file(file, chromium)

    assert "outside the allowed hosts" in result.error
    assert echo.asked == []


async def test_the_agent_is_as_the_script_says(tmp_path: Path, chromium: Browser) -> None:
    model = ScriptedModel(["<thought>?</thought>"] * 9, family="qwen3-vl")
    head = """agent:
  groupName: The shop
  groupDescription: buying mugs
  reportFileName: my shop/report
  replanningCycleLimit: 1
  aiActContext: cookies are fine
  waitAfterAction: 10
config:
  output: OUT
""".replace("OUT", str(tmp_path / "deep" / "out.json"))

    result = await play_file(write_script(tmp_path, "- ai: wonder\n", head=head), chromium, model=model)

    assert not result.success
    assert "cookies are fine" in str([message.text for message in model.asked[0].messages])
    assert result.report == tmp_path / "runs" / "reports" / "my-shop-report.html"
    assert "The shop · buying mugs" in result.report.read_text("utf-8")
    assert result.output == tmp_path / "deep" / "out.json"
    assert kept(result) == {}


async def test_no_report_is_written_where_none_is_wanted(tmp_path: Path, chromium: Browser) -> None:
    result = await play_flow(tmp_path, chromium, "- sleep: 1\n", head="agent: {generateReport: false}\n")

    assert result.report is None


async def test_nothing_is_left_where_there_is_no_folder_for_runs(tmp_path: Path, chromium: Browser) -> None:
    result = await play_flow(tmp_path, chromium, "- aiTap: the Save button\n", settings=Settings(runs=None))

    assert (result.output, result.report, result.trace) == (None, None, None)
    assert os.listdir(tmp_path) == ["script.yaml"]


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (f"web: {{serve: {BOARD}/none, url: x}}", "there is no folder"),
        ("web: {url: x, cookie: none.json}", "none.json could not be read"),
        ("ios: {wdaPort: 1}", "no WebDriverAgent answers at http://localhost:1"),
        ("harmony: {hdcPath: /no/hdc}", "there is no hdc program at /no/hdc"),
        ("interface: {module: no_such_module}", "could not be imported"),
        ("interface: {module: ../x}", "could not be imported"),
        ("interface: {module: json, export: Nothing}", "json has no Nothing"),
        ("interface: {module: collections, export: OrderedDict}", "OrderedDict of collections is not a screen"),
    ],
)
async def test_what_cannot_be_opened_is_told(tmp_path: Path, head: str, says: str) -> None:
    file = tmp_path / "script.yaml"
    file.write_text(f"{head}\ntasks: [{{name: a, flow: [aiTap: x]}}]\n")

    result = await play_file(file, None)

    assert result.result_type == "failed"
    assert says in result.error
    assert result.output is None


OWN = """
from askonce.actions import Action, Target
from askonce.screens.fake import FakeScreen
from askonce.geometry import Box
from askonce.screens.fake.widgets import Button

class SignHere(Action[FakeScreen]):
    '''Sign a box.'''
    target: Target
    style: str = "plain"
    async def perform(self, screen):
        return f"signed {self.style} at {self.target.prompt} by {screen.who}"

class Desk(FakeScreen):
    actions = (SignHere,)
    def __init__(self, who):
        super().__init__([Button("Sign", Box(10, 10, 80, 30))])
        self.who = who
"""


async def test_a_screen_of_ones_own_is_played_on_with_its_actions(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(OWN)
    file = tmp_path / "script.yaml"
    file.write_text(
        "interface: {module: desk.py, export: Desk, param: {who: '{user}'}}\nvars: {user: Ada}\n"
        "tasks:\n- name: a\n  flow:\n  - aiTap: the Sign button\n"
        "  - SignHere: the Sign button\n    style: bold\n    name: said\n"
    )

    result = await play_file(file, None)

    assert result.success, result.error
    assert result.results == {"said": "signed bold at the Sign button by Ada"}


async def test_a_tab_in_a_context_of_others_is_as_the_script_says_as_far_as_a_tab_can_be(
    tmp_path: Path, chromium: Browser, echo: Echo
) -> None:
    (tmp_path / "cookies.json").write_text('{"cookies": [{"name": "a", "value": "b"}]}')
    context = await chromium.new_context()

    file = script_at(
        tmp_path,
        echo.home,
        "- javascript: innerWidth\n  name: width",
        viewportWidth=640,
        extraHTTPHeaders={"X-Token": "t2"},
        cookie=str(tmp_path / "cookies.json"),
    )
    result = await play_file(file, context)
    refused = await play_file(script_at(tmp_path, echo.home, userAgent="Tester", touch=True), context)

    assert result.results == {"width": 640}
    assert (echo.asked[0]["x-token"], echo.asked[0]["cookie"]) == ("t2", "a=b")
    assert "userAgent, touch cannot be set in a browser context that is there already" in refused.error
    await context.close()


async def test_strict_recordings_need_a_folder(tmp_path: Path, chromium: Browser) -> None:
    file = tmp_path / "it.yaml"
    file.write_text(
        "web: {url: about:blank}\nagent: {cache: {strategy: strict}}\ntasks: [{name: a, flow: [{aiTap: x}]}]\n"
    )

    result = await play_file(file, chromium, settings=Settings(runs=None))

    assert "there is no folder for them" in result.error
