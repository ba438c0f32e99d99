"""The blocking face: on a browser of its own, inside a running loop, and on pytest-playwright's page."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image as Pictures
from replies import say, tap

from askonce.agent import Agent as AsyncAgent
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError, GaveUp, ScreenClosed
from askonce.geometry import Box
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen
from askonce.sync import Agent, launch
from askonce.sync.blocking_methods import blocking_doc
from askonce.testing import ModelServer

HERE = Path(__file__).parent
SETTINGS = Settings(runs=None, browser=read_settings().browser)


def act(server: ModelServer) -> str:
    with launch.web("data:text/html,<button>Go</button>", model=server.settings(), settings=SETTINGS) as agent:
        return agent.act("press go").message


def test_a_blocking_agent_acts_in_a_browser_of_its_own() -> None:
    with ModelServer() as server:
        server.script([say(tap(1)), say(done="pressed")])
        assert act(server) == "pressed"


def test_it_works_where_an_event_loop_is_running_already() -> None:
    async def inside() -> str:
        return act(server)

    with ModelServer() as server:
        server.script([say(done="fine")])
        assert asyncio.run(inside()) == "fine"


def test_errors_come_through_and_the_browser_is_closed() -> None:
    with ModelServer() as server:
        server.script([say(failed="no such button")])
        with pytest.raises(GaveUp, match="no such button") as raised:
            act(server)
    assert [entry.path.name for entry in raised.traceback][-2:] == [Path(__file__).name, "blocking_methods.py"]


def test_without_a_model_plain_instructions_are_carried_out_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("ASKONCE_MODEL_NAME", "MIDSCENE_MODEL_NAME"):
        monkeypatch.delenv(name, raising=False)
    page = tmp_path / "page.html"
    page.write_text("<button onclick=\"document.title='saved'\">Save</button>")
    with launch.web(page.as_uri(), settings=SETTINGS) as agent:
        assert agent.act("click Save").steps
        agent.check('the page title is "saved"')


SEAMS = {"step", "consult", "now", "answer_about", "verdict_about", "check_about", "action_method", "numbers"}
"""What other rooms ask of an agent, not users."""


def test_the_blocking_agent_has_all_that_the_other_has() -> None:
    awaited = {name: inspect.getattr_static(AsyncAgent, name) for name in dir(AsyncAgent) if not name.startswith("_")}
    with launch.screen(FakeScreen(), settings=Settings(runs=None)) as agent:
        assert sorted({*awaited, *vars(agent.unblocked)} - set(dir(agent)) - SEAMS - _private(agent.unblocked)) == []
    for name, method in awaited.items():
        mine = inspect.getattr_static(Agent, name, None)
        if not inspect.isfunction(method) or name in SEAMS | {"observe", "frozen"}:
            continue
        assert inspect.isfunction(mine), name
        assert inspect.signature(mine).parameters == inspect.signature(method).parameters, name
        assert inspect.getdoc(mine) == blocking_doc(inspect.getdoc(method) or ""), name


def _private(agent: AsyncAgent) -> set[str]:
    return {name for name in vars(agent) if name.startswith("_")}


def test_the_page_of_an_agents_own_browser_stays_in_its_thread() -> None:
    with launch.web("data:text/html,<title>Hi</title>", settings=SETTINGS) as agent:
        assert (agent.title(), agent.evaluate("document.title")) == ("Hi", "Hi")
        with pytest.raises(ConfigError, match="belongs to a thread of its own"):
            agent.page  # noqa: B018


@pytest.mark.parametrize(
    ("page", "passed"), [("blocking_page.py", 4), pytest.param("blocking_queries_page.py", 4, marks=pytest.mark.long)]
)
def test_acting_and_reading_work_on_the_page_of_pytest_playwright(page: str, passed: int) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE / page],
        capture_output=True,
        text=True,
        cwd=HERE.parent.parent,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{passed} passed" in run.stdout


def test_an_agent_whose_block_has_ended_says_so() -> None:
    with launch.screen(FakeScreen([]), settings=Settings(runs=None)) as agent:
        pass

    with pytest.raises(ScreenClosed, match="the agent is closed, since its block has ended"):
        agent.tap("Save")


def test_scripts_entries_pictures_and_calls_of_models_are_there_without_awaiting(tmp_path: Path) -> None:
    calls: list[str] = []
    picture = Pictures.new("RGB", (4, 4), "red")
    screen = FakeScreen([Button("Save", Box(20, 60, 100, 30))])
    model = ScriptedModel(['{"bbox": [25, 100, 150, 150]}'])
    with launch.screen(screen, model=model, settings=Settings(runs=tmp_path)) as agent:
        agent.on_model_call(lambda call: calls.append(call.role))
        agent.context = "It is a form."
        agent.tap("what looks like the mark", images={"mark": picture})
        results = agent.run_script('tasks: [{name: a, flow: [{aiBoolean: the button "Save" is visible}]}]')
        agent.record_to_report("Mark", picture=picture)
        report = agent.report(tmp_path / "report.html", folder=True)
    assert (calls, results, report.is_file()) == (["default"], {"0": True}, True)
