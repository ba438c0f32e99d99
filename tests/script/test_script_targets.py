"""The targets of scripts: one for each kind of screen."""

from __future__ import annotations

from pathlib import Path

from fake_screens import write_login

from askonce.config import Settings
from askonce.script.player import play
from askonce.script.script_loader import examine_script, load_script


def script(folder: Path, target: str) -> Path:
    file = folder / "script.yaml"
    file.write_text(
        f"{target}\nvars: {{page: login}}\ntasks:\n- name: sign in\n  flow:\n  - aiInput: Email\n    value: ada@x\n"
        "  - aiTap: the button Sign in\n  - aiAssert: 'the text \"Welcome, ada@x\" is visible'\n"
    )
    return file


async def test_a_script_plays_on_the_fake_screen_that_is_described_beside_it(tmp_path: Path) -> None:
    write_login(tmp_path)

    result = await play(load_script(script(tmp_path, "fake: {file: '{page}.yaml'}")), settings=Settings(runs=None))

    assert result.success, result.error


def test_a_fake_screen_without_its_file_is_refused_at_its_line(tmp_path: Path) -> None:
    file = script(tmp_path, "fake: {}")

    (problem,) = examine_script(file.read_text(), file).errors

    assert (problem.location.line, problem.message) == (1, "fake is missing 'file'")
    assert problem.suggestion == "name the file that describes it: file: …"


def test_two_targets_are_refused_whatever_their_kinds(tmp_path: Path) -> None:
    file = script(tmp_path, "fake: {file: a.yaml}\nweb: {url: x}")

    assert "this one has fake and web" in examine_script(file.read_text(), file).errors[0].message
