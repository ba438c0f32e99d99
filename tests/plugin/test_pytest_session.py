"""Whole sessions with the plugin, each in a process of its own, in Chromium on the sample shop."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from inner import CONFTEST, PLAYWRIGHT, RunInner, report_in

from askonce.testing.shop import SampleShop

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.timeout(300)

WITHOUT_OTHERS = [f"-pno:{plugin}" for plugin in ("playwright", "html", "allure_pytest", "asyncio")]
"""Options for a session that needs none of the other plugins, which take long to load."""
MIXED = """
import pytest
from askonce.testing import Fault, ModelServer


@pytest.mark.parametrize("how", ["asked", "replayed"])
def test_search(agent, how):
    assert agent.act("search for {term}", term="teapot").how == how
    agent.check('the text "2 products" is visible')


def test_failing_check(agent):
    agent.act("search for {term}", term="mug")
    agent.check('the text "Golden mug" is visible')


def test_soft_checks(agent):
    agent.check('the text "Silver mug" is visible', soft=True)
    agent.check('the text "Golden mug" is visible', soft=True)


def test_plain_assertion(agent):
    agent.act("search for {term}", term="honey")
    assert agent.soft_failures == ["never so"]


@pytest.mark.xfail(reason="not built yet", strict=True)
def test_expected_to_fail(agent):
    agent.check('the text "Golden mug" is visible', soft=True)


@pytest.mark.askonce(timout=3)
def test_misspelt_mark(agent):
    pass


@pytest.mark.asyncio
@pytest.mark.askonce(recordings="own/name")
async def test_awaited(async_agent):
    await async_agent.act("search for {term}", term="teapot")
    with pytest.raises(AssertionError):
        await async_agent.check('the text "Golden mug" is visible')
    raise ValueError("broken on purpose")


class TestModelError:
    @pytest.fixture
    def askonce_options(self, askonce_options):
        with ModelServer() as server:
            server.fail_next(Fault.status(401))
            yield {**askonce_options, "model": server.settings()}

    def test_model_error(self, agent):
        agent.check("the mugs look friendly")
"""


def recordings_in(folder: Path) -> list[str]:
    kept = folder / "askonce_run" / "recordings"
    return sorted(path.relative_to(kept).as_posix() for path in kept.rglob("*.yaml"))


def section_of(test: str, output: str) -> str:
    """What pytest prints of a failed test, from its title on."""
    begun = re.split(rf"^_+ (?:ERROR at setup of )?{test} _+$", output, flags=re.MULTILINE)[1]
    return re.split(r"\n(?:____|====)", begun)[0]


def test_a_session_tells_of_each_failure_and_keeps_what_passed(run_inner: RunInner, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mixed=MIXED)

    ran = run_inner("--junitxml=junit.xml", "--html=page.html", "--alluredir=allure")

    ran.assert_outcomes(passed=2, failed=5, errors=1, xfailed=1)
    output = ran.stdout.str()
    check = section_of("test_failing_check", output)
    assert ">       agent.check('the text \"Golden mug\" is visible')" in check
    assert "blocking.py" not in check
    assert 'step:      check: the text "Golden mug" is visible' in check
    assert "reason:    'the text \"Golden mug\" is visible' is not true, according to the elements" in check
    picture = re.search(r"^picture:   (\S+)$", check, re.MULTILINE)
    report = re.search(r"^report:    file://(\S+)$", check, re.MULTILINE)
    assert picture
    assert report
    assert Path(picture[1]).is_file()
    assert "Golden mug" in Path(report[1]).read_text("utf-8")
    soft = section_of("test_soft_checks", output)
    assert soft.startswith("\n2 soft checks failed:")
    assert "Silver mug" in soft
    assert "Golden mug" in soft
    plain = section_of("test_plain_assertion", output)
    assert "last step: search for {term} (done)" in plain or "last step: search for honey (done)" in plain
    assert re.search(r"^picture:   \S+$", plain, re.MULTILINE)
    assert "did you mean timeout?" in section_of("test_misspelt_mark", output)
    awaited = section_of("test_awaited", output)
    assert "broken on purpose" in awaited
    assert 'last step: check: the text "Golden mug" is visible (failed)' in awaited
    assert re.search(r"Askonce, at teardown -+\npicture:   \S+", awaited)
    error = section_of("TestModelError.test_model_error", output)
    assert "scripted answered with status 401" in error
    assert "AssertionError" not in error
    assert recordings_in(pytester.path) == ["test_mixed/test_search.yaml"]
    assert 'name="askonce_report"' in (pytester.path / "junit.xml").read_text("utf-8")
    page = html.unescape((pytester.path / "page.html").read_text("utf-8"))
    assert page.count('"name": "Askonce report"') == 5
    assert '"name": "the screen"' in page
    attached = [path.read_text("utf-8") for path in (pytester.path / "allure").glob("*-result.json")]
    attached += [path.read_text("utf-8") for path in (pytester.path / "allure").glob("*-container.json")]
    assert sum(one.count("Askonce report") for one in attached) == 8
    counted = r"^Askonce: 1 replayed, 0 healed, \d asked · report: file://(\S+)$"
    index = re.search(counted, output, re.MULTILINE)
    assert index, output
    told = report_in(Path(index[1]))
    assert told.title == "5 of 8 failed"
    assert [run.outcome for run in told.runs] == ["failed"] * 5 + ["skipped", "passed", "passed"]
    assert len(list(Path(index[1]).parent.glob("*.html"))) == 9
    parts = {run.title.partition("::")[2]: run.nodes[-1] for run in told.runs}
    caller = parts["test_failing_check"].caller
    assert caller
    assert (caller.file, caller.code) == ("test_mixed.py", "agent.check('the text \"Golden mug\" is visible')")
    for name in ("test_failing_check", "test_plain_assertion"):
        snapshot = parts[name].snapshot
        assert snapshot
        assert (Path(index[1]).with_name("index_files") / (snapshot.blob or "")).is_file()


ON_PAGE = """
from playwright.sync_api import expect


def test_on_the_users_page(page, agent):
    agent.act("search for {term}", term="teapot")
    expect(page.get_by_role("heading", name="2 products")).to_be_visible()


def test_failing_on_the_users_page(agent, page):
    page.set_content("<p>Nothing here</p>")
    agent.act("click the button Order")


def test_on_a_page_of_its_own(agent):
    agent.check("the page title is 'Everything for a good cup · Kettle & Co.'")
"""


SCRIPT = """
web: {url: "%s"}
tasks:
  - name: search
    flow:
      - aiAct: search for teapot
      - aiAssert: the page title is "%s"
"""


@pytest.mark.long
def test_an_agent_is_on_the_page_of_pytest_playwright_and_scripts_are_tests_when_asked(
    run_inner: RunInner, pytester: pytest.Pytester, visited_shop: SampleShop
) -> None:
    pytester.makeconftest(CONFTEST + PLAYWRIGHT)
    pytester.makepyfile(test_on_page=ON_PAGE)
    pytester.makefile(
        ".yaml",
        flow_right=SCRIPT % (visited_shop.url, "Results for “teapot” · Kettle & Co."),
        flow_wrong=SCRIPT % (visited_shop.url, "Nothing"),
        flow_misspelt="web: {url: 'about:blank'}\ntasks:\n  - name: search\n    flow:\n      - aiActt: search",
        no_script="answer: 42",
    )
    pytester.makefile(".stp", right="Search for teapot\n", wrong="Search for teapot\nPonder it\n")

    ran = run_inner("--askonce-scripts", "--base-url", visited_shop.url)

    ran.assert_outcomes(passed=4, failed=4)
    output = ran.stdout.str()
    failed = section_of(r"test_failing_on_the_users_page\[chromium\]", output)
    assert "step:      click the button Order" in failed
    assert re.search(r"^picture:   \S+$", failed, re.MULTILINE)
    wrong = section_of("flow_wrong", output)
    assert "flow_wrong.yaml:6: 'the page title is \"Nothing\"' is not true" in wrong
    assert "report:    file://" in wrong
    assert re.search(r"flow_misspelt.yaml:5:9: error: .*\n.*\n.*\n.*did you mean aiAct\?", output)
    assert "the run failed at line 2" in section_of("wrong", output)
    assert recordings_in(pytester.path) == [
        "flow_right.yaml", "right.yaml", "test_on_page/test_on_the_users_page.yaml",
    ]  # fmt: skip


SPREAD = """
import os
import pytest


@pytest.mark.parametrize("term", ["teapot", "mug"])
def test_search(agent, term):
    agent.act("search for {term}", term=term)


def test_killed(agent):
    agent.act("search for {term}", term="honey")
    os._exit(9)


def test_failing(agent):
    agent.check('the text "Golden mug" is visible')
"""


@pytest.mark.long
def test_workers_share_one_report_and_a_killed_one_leaves_what_it_did(
    run_inner: RunInner, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(test_spread=SPREAD)

    ran = run_inner("-n", "2", "--askonce-report=out", *WITHOUT_OTHERS)

    ran.assert_outcomes(passed=2, failed=2)
    told = report_in(pytester.path / "out" / "index.html")
    assert [(run.outcome, run.title) for run in told.runs] == [
        ("failed", "test_spread.py::test_failing"),
        ("died", "test_spread.py::test_killed"),
        ("passed", "test_spread.py::test_search[mug]"),
        ("passed", "test_spread.py::test_search[teapot]"),
    ]
    assert [act.title for act in told.runs[1].nodes] == ["search for honey"]
    assert len(list((pytester.path / "out").glob("test_spread-test_killed-*.html"))) == 1
    assert recordings_in(pytester.path) == ["test_spread/test_search.yaml"]
    ran.stdout.fnmatch_lines(["Askonce: * replayed, 0 healed, * asked · report: file://*/out/index.html"])
