"""Files of Midscene's Test Runner are played: cases one by one, with what runs before and after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.config import Settings
from askonce.errors import ScriptError
from askonce.script.player import ScriptResult, play
from askonce.script.script_loader import examine_script, load_script
from askonce.values import Secret

SCREEN = "pages:\n  start: [{button: Save}]\n"
CASES = """\
beforeAll:
  - {first}
beforeEach:
  - wait: {{duration: 1}}
cases:
  - name: it fails and goes on
    tags: [smoke]
    steps:
      - aiAssert:
          prompt: the text "Gone" is visible
          message: nothing is gone
          $: {{continue-on-error: true}}
      - aiTap: ${{button}}
  - name: it takes too long
    steps:
      - wait: {{duration: 1, unit: min, $: {{timeout: 10}}}}
  - name: it passes
    steps:
      - aiAct: {{prompt: "press ${{{{BUTTON}}}}", options: {{cacheable: false}}}}
afterEach:
  - recordToReport: {{title: after, content: each}}
afterAll:
  - wait: {{duration: 0.001, unit: s}}
"""


async def played(tmp_path: Path, first: str) -> ScriptResult:
    (tmp_path / "screen.yaml").write_text(SCREEN)
    (tmp_path / "cases.yaml").write_text(CASES.format(first=first))
    script = load_script(
        tmp_path / "cases.yaml",
        variables={"button": "Save"},
        environment={"BUTTON": "Save"},
        overlays={"fake": {"file": str(tmp_path / "screen.yaml")}},
    )
    return await play(script, settings=Settings(runs=None, patience=0))


async def test_each_case_runs_whatever_came_of_those_before_it(tmp_path: Path) -> None:
    result = await played(tmp_path, "wait: {duration: 1}")
    assert [(task.name, task.status) for task in result.tasks] == [
        ("beforeAll", "done"),
        ("it fails and goes on", "failed"),
        ("it fails and goes on: afterEach", "done"),
        ("it takes too long", "failed"),
        ("it takes too long: afterEach", "done"),
        ("it passes", "done"),
        ("it passes: afterEach", "done"),
        ("afterAll", "done"),
    ]
    assert "nothing is gone" in result.tasks[1].error
    assert "took longer than 0.01 s" in result.tasks[3].error
    assert not result.success


async def test_without_its_preparation_no_case_runs_and_the_end_does(tmp_path: Path) -> None:
    result = await played(tmp_path, 'aiAssert: the text "Gone" is visible')
    statuses = [task.status for task in result.tasks]
    assert statuses == ["failed", *["notRun"] * 6, "done"]
    assert result.result_type == "failed"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cases: []", "1:8: error: cases is not a list with entries"),
        ("cases:\n  - steps: [{aiAct: x}]", "2:5: error: this case has no name"),
        ("cases:\n  - {name: a, step: []}", "2:15: error: a case has no key 'step'"),
        (
            "cases:\n  - {name: a, steps: [{order.create: x}]}",
            "2:24: error: order.create is a node of the project's own",
        ),
        ("cases:\n  - {name: a, steps: [{aiAct: x, aiTap: y}]}", "2:23: error: a step has exactly one node"),
        ("cases:\n  - {name: a, steps: [{wait: {duration: soon}}]}", "2:24: error: wait needs a duration"),
        (
            "cases:\n  - {name: a, steps: [{aiAct: {prompt: x, $: {timeout: 0}}}]}",
            "2:46: error: \\$ has no such limits",
        ),
        ("cases:\n  - {name: a, steps: [{aiAct: '${nobody}'}]}", "2:31: error: the variable nobody is not set"),
    ],
)
def test_what_is_wrong_is_told_at_its_line(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "cases.yaml").write_text(text)
    with pytest.raises(ScriptError, match=problem):
        load_script(tmp_path / "cases.yaml", environment={}, overlays={"web": {"url": "http://127.0.0.1"}})


def test_a_check_needs_no_target() -> None:
    text = "cases:\n  - {name: a, steps: [{aiAct: 'press ${button}'}]}\n"
    examined = examine_script(text, Path("cases.yaml"), environment={}, rehearsed=True)
    assert not examined.errors
    assert examined.problems[0].message == "the variable button is not set"


def test_a_secret_of_the_environment_is_typed_by_its_name() -> None:
    step = "      - aiAct: {prompt: 'log in with ${{SHOP_PASSWORD}} as ${{SHOP_USER}}'}\n"
    text = f"cases:\n  - name: log in\n    steps:\n{step}"
    environment = {"SHOP_PASSWORD": "hunter2-zebra", "SHOP_USER": "ada"}
    script = examine_script("web: {url: about:blank}\n" + text, Path("cases.yaml"), environment=environment).script
    assert script
    assert script.tasks[0].flow[0].subject.prompt == "log in with {SHOP_PASSWORD} as ada"  # type: ignore[attr-defined]
    assert script.secrets == {"SHOP_PASSWORD": Secret("hunter2-zebra")}
