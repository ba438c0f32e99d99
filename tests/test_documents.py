"""The documents say what is true: their code runs as it stands, their links and names lead somewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from document_answers import answer
from document_blocks import ROOT, SHOP, PageRun, blocks_of, run_pytest

from askonce.actions.action_prompt import describe_action
from askonce.config import SETTINGS
from askonce.insight.exact.demands import read_demand
from askonce.insight.exact.statement_grammar import read_statement
from askonce.models.providers import providers
from askonce.screens import Pointer
from askonce.testing import ModelServer
from askonce.testing.shop import SampleShop

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS = sorted({*PAGES, *ROOT.glob("*.md")})
LONGEST_README = 8 * 1024
FIRST = next(block for block in blocks_of(ROOT / "README.md") if block.language == "python")
"""The first example. A test of its own runs it, twice."""
SHOWN_ELSEWHERE = {
    "acting",
    "get-started",
    "programs",
    "pytest",
    "reading",
    "recordings",
    "reports",
    "scripts",
    "shell",
}
"""Pages of docs that start a browser at each block, for what the tests of their rooms prove. They run with LONG=1."""
TESTED_OFTEN = ("README.md", "docs/pytest.md")
"""Pages whose tests run each time, as do the files of GET_STARTED; others use the same fixtures, for what the tests of
their rooms prove."""
GET_STARTED = ROOT / "docs" / "get-started.md"
SETTING = re.compile(r"\bASKONCE_[A-Z_]+[A-Z]\b(?!_?…)")
PLAYWRIGHT_PAGE = """
import os
import pytest
from askonce.screens.web.browser_launch import find_browser

@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {"executable_path": os.environ.get("ASKONCE_BROWSER") or find_browser(), "args": ["--no-sandbox"]}
"""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        server.rule(answer)
        yield server


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, with no settings but the browser's."""
    for name in os.environ:
        if name.startswith(("ASKONCE_", "MIDSCENE_", "OPENAI_", "PYTEST_ADDOPTS")) and name != "ASKONCE_BROWSER":
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "page").mkdir()
    monkeypatch.chdir(tmp_path / "page")
    return tmp_path / "page"


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_what_the_blocks_of_a_page_name_is_there(
    document: Path, empty_folder: Path, shop: SampleShop, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = PageRun(empty_folder, shop, server, monkeypatch)
    for block in blocks_of(document):
        run.read(block)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "document",
    [pytest.param(page, marks=pytest.mark.long if page.stem in SHOWN_ELSEWHERE else ()) for page in PAGES],
    ids=name_of,
)
def test_the_blocks_of_a_page_run_from_top_to_bottom(
    document: Path, empty_folder: Path, shop: SampleShop, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = PageRun(empty_folder, shop, server, monkeypatch)
    for block in blocks_of(document):
        if block != FIRST:
            run.run(block)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("often", [True, pytest.param(False, marks=pytest.mark.long)], ids=["often", "others"])
def test_the_tests_on_all_pages_pass(empty_folder: Path, shop: SampleShop, often: bool) -> None:
    """Those without a file name, and those that whoever gets started writes. In one process, so that they share a
    browser; its folder is the one whose files get served."""
    pages = [page for page in PAGES if (name_of(page) in TESTED_OFTEN) == often]
    tests = [block for page in pages for block in blocks_of(page) if block.is_test and not block.title]
    (empty_folder / "conftest.py").write_text(PLAYWRIGHT_PAGE)
    for number, block in enumerate(tests):
        name = re.sub(r"\W", "_", f"test_{number}_{block.place}")
        (empty_folder / f"{name}.py").write_text(block.code.replace(SHOP, shop.url.rstrip("/")))
    (empty_folder / "started").mkdir()
    for block in (block for block in blocks_of(GET_STARTED) if often and block.title):
        file = empty_folder / ("" if block.language == "html" else "started") / block.title
        file.write_text(block.code.replace(SHOP, shop.url.rstrip("/")))

    ended, output = run_pytest(empty_folder, "-q", "-p", "pytest_playwright.pytest_playwright")

    assert len(tests) > (1 if often else 8)
    assert ended == 0, output
    recorded = {file.parent.name for file in (empty_folder / "askonce_run" / "recordings" / "started").rglob("*.yaml")}
    assert recorded == ({"test_shop", "test_tasks"} if often else set())


# ---- the README


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= LONGEST_README


def test_the_first_example_of_the_readme_is_short_and_replayed_the_second_time(
    empty_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = compile(FIRST.code, "README.md", "exec", dont_inherit=True)

    exec(example, {})

    assert capsys.readouterr().out.startswith("asked ")

    exec(example, {})

    assert capsys.readouterr().out.startswith("replayed ")
    assert len([line for line in FIRST.code.splitlines() if line.strip()]) <= 12


# ---- what documents name


def test_every_sentence_that_needs_no_model_is_understood() -> None:
    section = (ROOT / "docs" / "reading.md").read_text("utf-8").partition("## Without a model")[2]
    sentences = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| .+", section, re.MULTILINE)))

    assert len(sentences) > 10
    assert [words for words in sentences if not read_statement(words) and not read_demand(words, truth=False)] == []


def test_the_table_of_models_names_what_the_doctor_names() -> None:
    rows = [line for line in (ROOT / "docs" / "models.md").read_text("utf-8").splitlines() if line.startswith("| ")]

    for provider in providers():
        (row,) = (row for row in rows if row.startswith(f"| {provider.name} |"))
        assert f"`{provider.model}`" in row
        assert f"`{provider.base_url}`" in row or (not provider.base_url and "leave it out" in row)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_variable_that_a_document_names_is_one_that_is_read(document: Path) -> None:
    known = {setting.name for setting in SETTINGS}

    assert set(SETTING.findall(document.read_text("utf-8"))) <= known


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_of_the_documents_lead_somewhere(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert link.startswith("https://") or target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_in(target), link


def anchors_in(path: Path) -> set[str]:
    """The headings of a page as addresses name them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w-]+", "", head.lower().replace(" ", "-")) for head in heads}


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2])

    pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted({*pages, *(path for path in listed if (ROOT / path).exists())})


def test_the_words_of_the_project_are_said_where_they_first_occur() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    for word in ("STP", "belief", "journal", "anchor", "heal", "trace", "slot", "cassette"):
        assert f"| {word} |" in glossary


# ---- what contributors are told


@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {*PAGES}), ids=name_of)
def test_every_block_for_contributors_compiles(document: Path) -> None:
    for block in blocks_of(document):
        if block.language == "python":
            compile(block.code, document.name, "exec")


def test_the_action_of_the_contributing_guide_can_be_offered() -> None:
    (block,) = (block for block in blocks_of(ROOT / "CONTRIBUTING.md") if "class Stamp" in block.code)
    space: dict[str, Any] = {}
    exec(compile(block.code, block.place, "exec", dont_inherit=True), space)

    assert space["Stamp"].needs is Pointer
    assert (
        describe_action(space["Stamp"])
        == "- Stamp {target: target, word: string}: Press a rubber stamp onto an element."
    )


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
