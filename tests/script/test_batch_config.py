"""The file of a batch."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.errors import ScriptError
from askonce.screens.android.android_kind import AndroidTarget
from askonce.screens.web.web_options import WebTarget
from askonce.script.batch_config import is_config, load_config
from askonce.script.batch_files import find_files
from askonce.script.batch_loader import MemberOptions, load_members
from askonce.script.script import Script

WHOLE = """\
files:
  - "*.yaml"
concurrent: 4
retry: 2
continueOnError: true
shareBrowserContext: true
summary: out/summary.json
dotenvDebug: true
web:
  viewportWidth: 800
  url: http://127.0.0.1/${PLACE}
  waitForNetworkIdle:
    timeout: 0
"""
SCRIPT = """\
page:
  url: http://127.0.0.1/own
  viewportHeight: 500
  waitForNetworkIdle:
    continueOnNetworkIdleError: false
tasks:
  - name: one
    flow:
      - sleep: 1
"""
PHONE = "android:\n  deviceId: x\ntasks:\n  - name: one\n    flow:\n      - sleep: 1\n"


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


def test_a_batch_says_which_files_how_and_where_the_summary_goes(tmp_path: Path) -> None:
    path = write(tmp_path, "batch.yaml", WHOLE)
    assert is_config(path)
    config = load_config(path, {"PLACE": "here"})
    assert config.files == ("*.yaml",)
    assert (config.concurrent, config.retry, config.continue_on_error) == (4, 2, True)
    assert config.share_browser_context is True
    assert config.summary == tmp_path / "out" / "summary.json"
    assert config.overlays["web"]["url"] == "http://127.0.0.1/here"
    assert config.warnings == (f"{path}:8: dotenvDebug has no effect here: askonce doctor shows what is set",)


def test_the_target_of_a_batch_is_laid_over_that_of_each_script_of_its_kind(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, "batch.yaml", WHOLE), {"PLACE": "here"})
    write(tmp_path, "a.yaml", SCRIPT)
    write(tmp_path, "b.yaml", PHONE)
    files = find_files(config.files, config.folder)

    loaded = load_members(files, [str(path) for path in files], MemberOptions(overlays=config.overlays))

    assert loaded.broken == 0
    one, two = loaded.members
    assert isinstance(one, Script)
    assert isinstance(one.target, WebTarget)
    assert one.target.url == "http://127.0.0.1/here"
    assert (one.target.viewport_width, one.target.viewport_height) == (800, 500)
    waiting = one.target.wait_for_network_idle
    assert waiting
    assert (waiting.timeout, waiting.continue_on_network_idle_error) == (0, False)
    assert isinstance(two, Script)
    assert isinstance(two.target, AndroidTarget)


def test_a_batch_is_checked_like_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "batch.yaml", WHOLE)
    write(tmp_path, "a.yaml", SCRIPT)
    assert run(["check", str(path)]) == 0
    told = capsys.readouterr().out
    assert "batch.yaml:8:1: warning: dotenvDebug has no effect here" in told
    assert told.splitlines()[-1].startswith("2 files, ")
    write(tmp_path, "batch.yaml", WHOLE.replace("retry", "retries"))
    assert run(["check", str(path)]) == 1
    assert "batch.yaml:4:1: error: a batch has no key 'retries'" in capsys.readouterr().out


def test_a_script_is_no_batch_even_when_it_speaks_of_files(tmp_path: Path) -> None:
    assert not is_config(write(tmp_path, "a.yaml", f"files: x\n{SCRIPT}"))
    assert not is_config(write(tmp_path, "a.stp", "files: x"))
    assert not is_config(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("files: []\n", "b.yaml:1:8: error: files: at least one entry"),
        ("concurrent: 2\nfiles:\n", "b.yaml:2:1: error: files: a list is needed here"),
        ("files: a.yaml\nconcurent: 2\n", "b.yaml:2:1: error: a batch has no key 'concurent'"),
        ("files: a.yaml\nconcurent: 2\n", "→ did you mean concurrent?"),
        ("files: a.yaml\nzzz: 2\n", "→ its keys are files, concurrent"),
        ("files: a.yaml\nconcurrent: 0\n", "b.yaml:2:13: error: concurrent: "),
        ("files: a.yaml\nretry: often\n", "b.yaml:2:8: error: retry: a whole number is needed here, not 'often'"),
        ("files: a.yaml\nweb:\n  viewportWith: 3\n", "b.yaml:3:3: error: web has no key 'viewportWith'"),
        ("files: a.yaml\nweb:\n  viewportWith: 3\n", "→ did you mean viewportWidth?"),
        ("files: a.yaml\nweb: {}\npage: {}\n", "b.yaml:3:1: error: page and web are the same target"),
        ("files: ${NOWHERE}\n", "b.yaml:1:8: error: the environment variable NOWHERE is not set"),
        ("files:\n\t- a.yaml\n", "b.yaml:2:1: error: the line is indented with a tab"),
        ("- files: a\n", "b.yaml:1:1: error: the batch file must be a mapping"),
        ("files: a\nfiles: b\n", "b.yaml:2:1: error: duplicate key 'files'"),
        ("files: a.yaml\nconcurent: 2\nretry: often\n", "b.yaml:3:8: error: retry"),
    ],
)
def test_what_is_wrong_with_a_batch_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ScriptError) as raised:
        load_config(write(tmp_path, "b.yaml", text), {})
    assert told in raised.value.message
