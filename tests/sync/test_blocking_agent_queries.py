"""Reading the screen without awaiting, in a browser of its own. See `test_blocking_agent` for a `page` of pytest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from queries_rig import value, verdict
from replies import say, tap

from askonce.config import RecordingSettings, Settings, read_settings
from askonce.errors import CannotTell, CheckFailed, ConfigError, ModelError, OutOfTime
from askonce.sync import Agent, launch
from askonce.testing import Asked, ModelServer
from askonce.values import Secret

BROWSER = read_settings().browser
PAGE = """data:text/html,<title>Shop</title><h1>Basket</h1><p id=state>Working</p><button onclick="
setTimeout(() => { state.textContent = state.textContent === 'Saved' ? 'Idle' : 'Saved' }, 50)">
Save</button>
<section aria-label='Notes'><p>Second floor</p><button>Edit</button></section>"""


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def agent(server: ModelServer) -> Iterator[Agent]:
    """One browser for all; it is reloaded by nobody, so tests change nothing that another one reads."""
    server.rule(answer)
    with launch.web(PAGE, model=server.settings(), settings=Settings(runs=None, browser=BROWSER, patience=1)) as agent:
        yield agent


def answer(asked: Asked) -> str | None:
    replies = {
        "# Wanted\nthe names": value(["Red mug", "Tea"]),
        "# Wanted\nhow it looks": value("tidy"),
        "# Wanted\nthe sum": value(15.5),
        "# Wanted\nis it cheap": value(False),
        "# Statement\nit looks fine": verdict(True, "it does"),
        "# Statement\nit looks bad": verdict(False, "it looks fine"),
        "# Statement\nit was stored": verdict("cannot tell", "that is not shown"),
        "# Statement\nit is strange": verdict("true"),
        "# Statement\nit ever ends": verdict(False, "it goes on"),
    }
    return next((reply for words, reply in replies.items() if words in asked.text), None)


def test_values_of_every_short_form(agent: Agent) -> None:
    assert agent.query("the names", returns=list[str]) == ["Red mug", "Tea"]
    assert agent.query("string[], the names") == ["Red mug", "Tea"]
    assert agent.ask("how it looks") == agent.string("how it looks") == "tidy"
    assert agent.number("the sum") == 15.5
    assert agent.boolean("is it cheap") is False
    told = agent.answer("the title of the page", returns=str)
    assert (told.value, told.source, told.usage.calls) == ("Shop", "elements", 0)


def test_verdicts_checks_and_their_errors(agent: Agent) -> None:
    assert agent.verdict("it looks fine").usage.calls == 1
    assert agent.check("the text 'Basket' is visible").source == "elements"
    with pytest.raises(CheckFailed, match="it looks fine"):
        agent.check("it looks bad")
    with pytest.raises(CannotTell, match="that is not shown"):
        agent.check("it was stored")
    with pytest.raises(ModelError):
        agent.check("it is strange")


def test_context_region_and_secrets(agent: Agent, server: ModelServer) -> None:
    agent.context = "A shop of two floors."
    agent.check(
        "it looks fine", within="the section 'Notes'", context="It is {code}.", values={"code": Secret("s-9-t")}
    )
    asked = server.requests[-1]
    agent.context = ""
    assert "A shop of two floors." in asked.last
    assert "only that part counts" in asked.last
    assert "Second floor" in asked.last
    assert 'heading "Basket"' not in asked.last
    assert "s-9-t" not in asked.text


def test_waiting(agent: Agent) -> None:
    assert agent.wait_for("the text 'Basket' is visible", timeout=30).source == "elements"
    with pytest.raises(OutOfTime, match="it goes on"):
        agent.wait_for("it ever ends", timeout=0.2, interval=0.05)


def test_a_frozen_view_refuses_to_act_and_ends_with_its_block(agent: Agent) -> None:
    with agent.frozen():
        assert agent.check("the text 'Basket' is visible")
        with pytest.raises(ConfigError, match="frozen"):
            agent.press("Escape")
    agent.press("Escape")


def test_watching(agent: Agent, server: ModelServer) -> None:
    before = len(server.requests)
    with agent.observe(frames=4) as watched:
        agent.tap("the button 'Save'")
        while not any(seen.text == "Saved" and seen.is_legible for seen in watched.texts):
            agent.wait_for("the text 'Saved' is visible", timeout=20)
        agent.tap("the button 'Save'")
        agent.wait_for("the text 'Idle' is visible", timeout=20)
    assert watched.check("the text 'Saved' appeared").source == "elements"
    assert 2 <= watched.frames <= 4
    assert "Saved" in {seen.text for seen in watched.texts}
    assert len(server.requests) == before
    assert watched.verdict("it looks fine")
    assert watched.query("the names", returns=list[str]) == ["Red mug", "Tea"]
    assert watched.answer("the sum", returns=float).usage.calls == 1
    assert len(server.requests[-1].images) == watched.frames


def test_soft_failures_end_the_block_and_keep_recordings_from_being_written(tmp_path: Path) -> None:
    kept = RecordingSettings(commit="on-pass", patience=0.3)
    settings = Settings(runs=tmp_path, browser=BROWSER, recordings=kept, patience=1)
    page = "data:text/html,<button onclick='note.textContent=`Gone`'>Go</button><p id=note></p>"

    def run(text: str) -> None:
        with launch.web(page, model=server.settings(), settings=settings, recordings="it") as agent:
            agent.act("go")
            agent.check(f"the text '{text}' is visible", soft=True)
            assert len(agent.soft_failures) == (text == "Sorry")

    file = tmp_path / "recordings" / "it.yaml"
    with ModelServer() as server:
        server.reply(say(tap(1), expect='visible "Gone"', done="ok"))
        with pytest.raises(CheckFailed, match="1 soft check failed:\n  - \"the text 'Sorry' is visible\" is not true"):
            run("Sorry")
        assert not file.exists()
        run("Gone")
        assert file.exists()
