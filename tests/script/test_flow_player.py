"""Values, conditions, loops, programs and tasks of scripts, played in Chromium."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import Browser
from script_rig import kept, play_file, play_flow, write_script

from askonce.config import RecordingSettings, Settings
from askonce.script.flow_player import words_of
from askonce.script.player import ItemProgress
from askonce.script.script_loader import load_script
from askonce.trace import ActStarted, read_trace

LOG = "- javascript: log.join()\n  name: log\n"


def files_with(folder: Path, text: bytes) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and text in file.read_bytes()]


async def test_values_and_results_stand_in_later_items(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- aiString: the heading
  name: heading
- javascript: "({people: [{name: Ada = 'Ada'}]})"
  name: data
- aiInput: the Name field
  value: "{greeting} {data.people.0.name} of {heading}, {{heading}}"
- javascript: document.getElementById('name').value
  name: typed
"""

    result = await play_flow(
        tmp_path, chromium, flow.replace("{name: Ada = 'Ada'}", "{name: 'Ada'}"), head="vars: {greeting: hello}\n"
    )

    assert result.results["typed"] == "hello Ada of Board, {heading}"


async def test_a_secret_is_typed_and_written_nowhere(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- aiInput: the Name field
  value: "{pin}"
- ai: type {pin} into the Note field
- aiTap: the Save button
- javascript: document.getElementById('name').value + document.getElementById('note').value
  name: typed
- javascript: document.getElementById('name').value.length
  name: length
"""

    result = await play_flow(
        tmp_path,
        chromium,
        flow,
        head="secrets: {pin: SHOP_PIN}\nconfig: {unstableLogContent: true}\n",
        environment={"SHOP_PIN": "s3cr3t-9"},
    )

    assert kept(result) == {"typed": "{pin}{pin}", "length": 8}
    assert files_with(tmp_path, b"unstableLogContent") != []
    assert (tmp_path / "runs" / "output" / "unstableLogContent.json") in files_with(tmp_path, b"act-started")
    assert files_with(tmp_path, b"s3cr3t-9") == []


async def test_a_secret_cannot_stand_in_an_address(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, "- Navigate: /{pin}\n", head="secrets: [PIN]\nvars: {pin: 1}\n")
    file.write_text(file.read_text().replace("/{pin}", "/{PIN}"))

    result = await play_file(file, chromium, environment={"PIN": "s3cr3t-9"})

    assert "{PIN} is a secret" in result.error
    assert "s3cr3t-9" not in result.error


CONDITIONS = {
    "{amount} > 1": True,
    "{amount} > 1 and {amount} < 2": False,
    "{ready}": True,
    "not {ready}": False,
    '{word} is "b"': False,
    '{words} contains "b"': True,
    'the text "ready" is visible': True,
    'the field "Note" is "{word}"': False,
    '{amount} is 2 and the text "ready" is visible': True,
}


async def test_a_condition_is_worked_out_or_seen(tmp_path: Path, chromium: Browser) -> None:
    flow = "".join(
        f"""
- if: {json.dumps(condition)}
  then:
    - javascript: "true"
      name: way {number}
  else:
    - javascript: "false"
      name: way {number}
"""
        for number, condition in enumerate(CONDITIONS)
    )

    result = await play_flow(tmp_path, chromium, flow, head="vars: {amount: 2, ready: true, word: a, words: [a, b]}\n")

    assert dict(zip(CONDITIONS, result.results.values(), strict=True)) == CONDITIONS
    assert result.usage.calls == 0


async def test_loops_run_as_often_as_they_should(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- for: who
  in: "{people}"
  do:
    - aiInput: the Name field
      value: "{who.name}"
    - aiTap: the Save button
- for: word
  in: [x, "{first}"]
  do:
    - javascript: "values => { say(values.word) }"
- repeat: "{times}"
  as: n
  do:
    - if: "{n} > 1"
      then:
        - javascript: "values => { say('pass ' + values.n) }"
- while: "{page} < 4"
  do:
    - aiTap: the Next button
    - javascript: page
      name: page
- while: the field "Amount" is "2"
  do:
    - javascript: say(document.getElementById('amount').value = 3)
"""

    result = await play_flow(
        tmp_path, chromium, flow + LOG, head="vars: {people: [{name: Ada}, {name: Bob}], first: y, times: 2, page: 1}\n"
    )

    assert result.results["log"] == "saved 1 Ada,saved 2 Bob,x,y,pass 2,page 2,page 3,page 4,3"


async def test_a_loop_that_never_ends_is_stopped(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, '- while: the text "Board" is visible\n  limit: 2\n  do: [sleep: 1]\n')

    result = await play_file(file, chromium)

    assert "still true after 2 passes" in result.error
    assert result.tasks[0].line == 7


async def test_a_program_runs_inside_of_a_flow(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- program: |
    set variable {total} to {amount} * 21
    Click the Save button
    set variable {answer} to {total}
  name: answer
- aiInput: the Name field
  value: "{answer}"
- aiTap: the Save button
"""

    result = await play_flow(tmp_path, chromium, flow + LOG, head="vars: {amount: 2}\n")

    assert result.results["answer"] == 42
    assert result.results["log"] == "saved 1 ,saved 2 42"


async def test_a_task_that_may_fail_does_not_stop_the_others(tmp_path: Path, chromium: Browser) -> None:
    tasks = """tasks:
- name: first
  continueOnError: true
  flow:
    - aiString: the heading
      name: heading
    - aiTap: the Teapot button
- name: second
  flow:
    - aiTap: the Save button
"""
    moments: list[ItemProgress] = []

    result = await play_file(write_script(tmp_path, tasks), chromium, watch=moments.append)

    assert result.result_type == "partialFailed"
    assert not result.success
    assert [(one.status, one.line) for one in result.tasks] == [("failed", 10), ("done", 0)]
    assert kept(result) == {"heading": "Board"}
    told = [(one.kind, one.task, one.outcome) for one in moments if one.kind.startswith("task")]
    assert told == [
        ("task-started", 0, ""),
        ("task-ended", 0, "failed"),
        ("task-started", 1, ""),
        ("task-ended", 1, "done"),
    ]


async def test_a_task_that_fails_ends_the_script_and_is_told_before_one_that_may_fail(
    tmp_path: Path, chromium: Browser
) -> None:
    tasks = """tasks:
- {name: first, continueOnError: true, flow: [aiTap: the Kettle button]}
- {name: second, flow: [aiTap: the Teapot button]}
- {name: third, flow: [sleep: 1]}
"""

    result = await play_file(write_script(tmp_path, tasks), chromium)

    assert result.result_type == "failed"
    assert [one.status for one in result.tasks] == ["failed", "failed", "notRun"]
    assert "could not find 'the Teapot button'" in result.error
    assert "Teapot" in str(result.cause)


async def test_a_name_without_a_value_yet_is_told(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, "- aiInput: Name\n  value: '{late}'\n- aiString: the heading\n  name: late\n")

    assert "{late} has no value yet" in (await play_file(file, chromium)).error


async def test_what_worked_is_replayed_under_the_name_of_the_file(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, "- ai: click the Save button\n" + LOG, name="shop")

    first = await play_file(file, chromium)
    second = await play_file(file, chromium)

    assert (tmp_path / "runs" / "recordings" / "shop.yaml").is_file()
    assert first.results == second.results == {"log": "saved 1 "}
    assert second.trace
    events = [entry.event for entry in read_trace(second.trace)]
    assert "replayed" in [getattr(event, "how", "") for event in events]
    callers = [event.caller for event in events if isinstance(event, ActStarted) and event.caller]
    line = file.read_text("utf-8").splitlines().index("    - ai: click the Save button") + 1
    first_line = callers[0].file, callers[0].line, callers[0].code
    assert first_line == (file.name, line, "- ai: click the Save button")


@pytest.mark.parametrize(
    ("agent", "outside", "files"),
    [
        ("{cache: true}", "read-write", ["script.yaml"]),
        ("{cache: {id: other, strategy: write-only}}", "read-write", ["other.yaml"]),
        ("{cache: {strategy: read-only}}", "read-write", []),
        ("{cache: false}", "read-write", []),
        ("{cache: {strategy: read-write}}", "read-only", []),
    ],
)
async def test_recordings_are_kept_as_the_script_and_the_settings_say(
    tmp_path: Path, chromium: Browser, agent: str, outside: str, files: list[str]
) -> None:
    settings = Settings(runs=tmp_path / "runs", recordings=RecordingSettings(strategy=outside))  # type: ignore[arg-type]

    await play_flow(tmp_path, chromium, "- ai: click the Save button\n", head=f"agent: {agent}\n", settings=settings)

    assert [file.name for file in (tmp_path / "runs" / "recordings").glob("*.yaml")] == files


async def test_a_script_that_is_stopped_leaves_good_files(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, "- aiString: the heading\n  name: heading\n- sleep: 60000\n")
    sleeping = asyncio.Event()

    def watch(moment: ItemProgress) -> None:
        if moment.words.startswith("sleep"):
            sleeping.set()

    playing = asyncio.create_task(play_file(file, chromium, watch=watch))
    await sleeping.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing

    (output,) = (tmp_path / "runs" / "output").glob("*")
    assert json.loads(output.read_text()) == {"heading": "Board"}
    (report,) = (tmp_path / "runs" / "traces").glob("*/report.html")
    assert "Board" in report.read_text()


def test_an_item_is_named_by_its_element_or_its_key_in_either_form(tmp_path: Path) -> None:
    flow = """
- aiInput: mug
  locate: the search box
- aiInput: the search box
  value: mug
- aiKeyboardPress: Enter
- aiTap: Save
"""
    (task,) = load_script(write_script(tmp_path, flow), environment={}).tasks
    told = [words_of(item) for item in task.flow]
    assert told == ["aiInput: the search box"] * 2 + ["aiKeyboardPress: Enter", "aiTap: Save"]


async def test_progress_shows_no_secret_of_the_environment(tmp_path: Path, chromium: Browser) -> None:
    told: list[ItemProgress] = []
    flow = "- javascript: \"'${SHOP_PASSWORD}'.length\"\n  name: size"
    result = await play_flow(
        tmp_path, chromium, flow, environment={"SHOP_PASSWORD": "hunter2-zebra"}, watch=told.append
    )
    assert kept(result) == {"size": 13}
    assert any("javascript" in moment.words for moment in told)
    assert "hunter2" not in str(told)
