"""The report of a script is a tree of its tasks: items, blocks with their passes, and what was done for each."""

from __future__ import annotations

from pathlib import Path

from report_rig import outline

from askonce.config import Settings
from askonce.report.document import Run
from askonce.report.from_trace import read_run
from askonce.report.markdown_report import markdown
from askonce.report.merge import suite_of
from askonce.report.script_tree import CONTINUED
from askonce.script.player import play
from askonce.script.script_loader import load_script
from askonce.trace import ItemStarted, TaskStarted, read_trace

PAGES = "- text: Sign in\n- field: Email\n- checkbox: Remember me\n- button: Sign in\n"
SCRIPT = """fake: {file: page.yaml}
tasks:
  - name: look around
    continueOnError: true
    flow:
      - for: word
        in: [Email, Nowhere]
        do:
          - aiInput: the field '{word}'
            value: x
  - name: sign in
    flow:
      - if: "1 > 2"
        then:
          - sleep: 1
        else:
          - aiTap: the button 'Sign in'
      - ai: check 'Remember me'
      - program: |
          # say hello
          Tell user "hello"
"""


async def run_of(folder: Path, script: str) -> Run:
    (folder / "page.yaml").write_text(PAGES)
    (folder / "script.yaml").write_text(script)
    result = await play(load_script(folder / "script.yaml"), settings=Settings(runs=folder / "runs", patience=0.1))
    assert result.trace
    return read_run(read_trace(result.trace), "run")


async def test_tasks_hold_items_and_items_hold_passes_acts_and_programs(tmp_path: Path) -> None:
    run = await run_of(tmp_path, SCRIPT)

    look, sign_in = run.nodes
    assert [line for line in outline((look,)) if line.split()[0] in ("task", "item", "pass")] == [
        "task look around [failed]",
        "  item for: word in ['Email', 'Nowhere'] [failed]",
        "    pass  [done]",
        "      item aiInput: the field '{word}' [done]",
        "    pass  [failed]",
        "      item aiInput: the field '{word}' [failed]",
    ]
    assert look.notes == (CONTINUED,)
    assert "script.yaml:9: " in look.error
    condition, act, program = sign_in.children
    assert (condition.message, [child.title for child in condition.children]) == (
        "false",
        ["aiTap: the button 'Sign in'"],
    )
    assert [child.kind for child in (*act.children, *program.children)] == ["act", "program"]
    assert [node.number for node in (look, sign_in)] == [1, 2]
    assert [node.number for node in (condition, act, program)] == [13, 18, 19]
    assert run.counts.tasks == 2
    assert [failure.title for failure in run.failures] == ["aiInput: the field '{word}'"]


async def test_the_summary_counts_tasks(tmp_path: Path) -> None:
    run = await run_of(tmp_path, SCRIPT.replace(", Nowhere", ""))

    assert run.status == "done"
    assert "<summary>2 tasks</summary>" in markdown(suite_of([run]))


async def test_what_a_killed_script_was_at_is_not_finished(tmp_path: Path) -> None:
    await run_of(tmp_path, SCRIPT)
    (folder,) = (tmp_path / "runs" / "traces").iterdir()
    entries = list(read_trace(folder))
    second = [entry for entry in entries if isinstance(entry.event, TaskStarted)][1]
    item = next(entry for entry in entries if isinstance(entry.event, ItemStarted) and entry.number > second.number)

    run = read_run(entries[: item.number])

    assert outline(run.nodes[1:]) == ["task sign in [unfinished]", "  item if: 1 > 2 [unfinished]"]
