"""The code in the documents and the examples runs as it stands there."""

from __future__ import annotations

import asyncio
import builtins
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shop_answers import answer

from askonce.actions.action_prompt import describe_action
from askonce.cli.doctor.providers import providers
from askonce.config import SETTINGS
from askonce.screens import Pointer
from askonce.testing import Asked, ModelServer
from askonce.testing.shop import ACCOUNTS, SampleShop

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = sorted(ROOT.glob("*.md"))
LOGGED_IN = """
import pytest
from askonce.screens.web.browser_launch import find_browser

@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {{"executable_path": find_browser(), "args": ["--no-sandbox"]}}

@pytest.fixture
def page(page):
    page.goto("{url}login")
    page.get_by_label("User name").fill("bob")
    page.get_by_label("Password").fill("{bob}")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    return page
"""


def blocks_in(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def block_with(words: str, text: str = README) -> str:
    (block,) = (block for block in blocks_in(text) if words in block)
    return block


def run_block(block: str, shop: SampleShop) -> dict[str, Any]:
    """Run a block of the documents on the sample shop."""
    space: dict[str, Any] = {"__name__": "block"}
    exec(compile(block.replace("https://shop.example", shop.url), "README.md", "exec", dont_inherit=True), space)
    return space


@pytest.fixture
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """The model that is set in the environment. Runs go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    with ModelServer() as server:
        for name, value in {"NAME": "scripted", "BASE_URL": server.url, "API_KEY": "k", "FAMILY": "generic"}.items():
            monkeypatch.setenv(f"ASKONCE_MODEL_{name}", value)
        yield server


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_code_block_of_the_documents_compiles(document: Path) -> None:
    for block in blocks_in(document.read_text("utf-8")):
        compile(block, document.name, "exec")


def test_the_first_example_runs_and_is_short(
    shop: SampleShop, server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server.rule(answer)
    block = block_with("asyncio.run(main())")
    monkeypatch.setenv("SHOP_PASSWORD", ACCOUNTS["bob"])

    run_block(block, shop)

    assert len([line for line in block.splitlines() if line.strip()]) <= 12
    assert "the red mug is in the basket" in capsys.readouterr().out
    assert [line.product.name for line in shop.visits[-1].lines] == ["Red mug"]


def test_the_example_that_stays_where_it_should_runs(shop: SampleShop, server: ModelServer) -> None:
    server.reply('<complete success="true">It is there.</complete>')
    block = block_with("allowed_hosts=").replace('("shop.example"', '("127.0.0.1"')

    asyncio.run(run_block(block, shop)["buy"]())

    assert "http://127.0.0.1" in server.requests[0].last


def test_the_example_of_single_steps_runs_without_asking_the_model(
    shop: SampleShop, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    block = block_with("agent.locate").replace("https://shop.example/", shop.url)

    asyncio.run(run_block(block, shop)["order"]())

    assert [line.product.name for line in shop.visits[-1].lines] == ["Red mug"]
    assert capsys.readouterr().out.startswith("[")
    assert server.requests == []


def test_the_example_of_models_that_hold_models_makes_one(tmp_path: Path, shop: SampleShop) -> None:
    models = run_block(block_with("Cassette(asked").replace("login.cassette", f"{tmp_path}/login.cassette"), shop)[
        "models"
    ]

    assert models(record=True).name == "qwen3-vl-plus"


@pytest.mark.long
def test_the_example_for_pytest_runs_on_the_page_of_pytest_playwright(
    shop: SampleShop, server: ModelServer, tmp_path: Path
) -> None:
    """In a process of its own, since the blocking API of Playwright keeps an event loop running."""
    server.rule(answer)
    (tmp_path / "conftest.py").write_text(LOGGED_IN.format(url=shop.url, **ACCOUNTS))
    block = block_with("def test_the_red_mug_can_be_bought").replace("https://shop.example", shop.url)
    (tmp_path / "test_readme_block.py").write_text(block)

    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", str(tmp_path)], capture_output=True, text=True)

    assert ran.returncode == 0, ran.stdout
    assert [line.product.name for line in shop.visits[-1].lines] == ["Red mug"]


def test_the_example_without_a_model_runs(shop: SampleShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    run_block(block_with("def test_a_busy_provider_is_asked_again"), shop)["test_a_busy_provider_is_asked_again"]()


def test_the_action_of_the_contributing_guide_can_be_offered(shop: SampleShop) -> None:
    action = run_block(block_with("class Stamp", (ROOT / "CONTRIBUTING.md").read_text("utf-8")), shop)["Stamp"]

    assert action.needs is Pointer
    assert describe_action(action) == "- Stamp {target: target, word: string}: Press a rubber stamp onto an element."


def test_the_example_that_fills_a_basket_runs(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.rule(answer)

    runpy.run_path(str(ROOT / "examples" / "fill_basket.py"))

    assert "the red mug is in the basket" in capsys.readouterr().out


def test_the_example_with_an_action_of_its_own_runs(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions: list[str] = []
    monkeypatch.setattr(builtins, "input", lambda question: questions.append(question) or "the blue one")

    @server.rule
    def ask(asked: Asked) -> str:
        if "the blue one" in asked.last:
            return '<complete success="true">You want the blue one.</complete>'
        return '<action-type>AskPerson</action-type><action-param-json>{"question": "Which?"}</action-param-json>'

    runpy.run_path(str(ROOT / "examples" / "own_action.py"))

    assert questions == ["Which? "]
    assert "You want the blue one." in capsys.readouterr().out


def test_the_example_test_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    runpy.run_path(str(ROOT / "examples" / "test_offline.py"))["test_the_search_finds_the_teapots"]()


def test_the_table_of_models_names_what_the_doctor_names() -> None:
    rows = [line for line in README.splitlines() if line.startswith("| ")]

    for provider in providers():
        (row,) = (row for row in rows if row.startswith(f"| {provider.name} |"))
        assert f"`{provider.model}`" in row
        assert f"`{provider.base_url}`" in row or (not provider.base_url and "leave it out" in row)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_variable_that_a_document_names_is_one_that_is_read(document: Path) -> None:
    known = {setting.name for setting in SETTINGS}

    assert set(re.findall(r"\bASKONCE_[A-Z_]+[A-Z]\b", document.read_text("utf-8"))) <= known


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_of_the_documents_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", document.read_text("utf-8")):
        assert link.startswith("https://") or (ROOT / link).exists(), link


PROMISES = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))


def test_every_promise_of_the_security_page_names_a_test_that_exists() -> None:
    rows = [line for line in (ROOT / "SECURITY.md").read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(PROMISES) > 15
    missing = [
        f"{file}::{name}"
        for file, name in PROMISES
        if not re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    ]
    assert missing == []
