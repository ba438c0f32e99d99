"""Kinds of screens: those of the package, and those that other packages bring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from fake_screens import WATCH, install

from askonce.errors import ConfigError
from askonce.screens.kind_registry import BUILT_IN, GROUP, read_kinds, screen_kinds

HEAVY = ("playwright", "openai", "PIL")


def run(folder: Path, *arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with the packages in `path` installed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ASKONCE_", "OPENAI_"))}
    environment |= {"PYTHONPATH": str(path), "ASKONCE_BROWSER": os.environ.get("ASKONCE_BROWSER", "")}
    command = [sys.executable, "-c", "from askonce.cli import main; main()", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kind that works, one that cannot be imported, and one that takes a name which is taken."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "askonce-watch", "watch", WATCH)
    install(folder, "askonce-broken", "glasses", "import no_such_module\n")
    return install(folder, "askonce-greedy", "web", WATCH)


def test_a_kind_of_another_package_is_driven_from_the_command_line(tmp_path: Path, packages: Path) -> None:
    done = run(tmp_path, "act", 'press the button "Start"', "--watch", "A1", "--json", path=packages)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"][0]["action"] == 'Tap(the button "Start")'
    assert "--watch SERIAL" in run(tmp_path, "act", "--help", path=packages).stdout


def test_a_script_plays_on_a_kind_of_another_package(tmp_path: Path, packages: Path) -> None:
    flow = '[{aiTap: the button Start}, {aiAssert: the text "Running" is visible}]'
    (tmp_path / "run.yaml").write_text(f"watch: {{watch: A1}}\ntasks:\n- name: a\n  flow: {flow}\n")

    done = run(tmp_path, "run", "run.yaml", path=packages)

    assert done.returncode == 0, done.stderr


def test_a_broken_kind_is_named_with_its_package_where_it_is_asked_for(tmp_path: Path, packages: Path) -> None:
    (tmp_path / "run.yaml").write_text("glasses: {}\ntasks:\n- name: a\n  flow: [{sleep: 1}]\n")

    act = run(tmp_path, "act", "x", "--screen", "glasses", path=packages)
    check = run(tmp_path, "check", "run.yaml", path=packages)

    for told in (act.stderr, check.stdout):
        assert "the screen kind 'glasses' of the package askonce-broken cannot be used: ModuleNotFoundError" in told
        assert "pip install -U askonce-broken" in told
    assert (act.returncode, check.returncode) == (2, 1)


@pytest.mark.long
def test_the_doctor_looks_at_kinds_of_other_packages_and_names_the_broken_ones(tmp_path: Path, packages: Path) -> None:
    done = run(tmp_path, "doctor", "--json", path=packages)

    found = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    assert found["watch"]["said"] == "a watch is near"
    assert "of the package askonce-broken: ModuleNotFoundError" in found["glasses"]["said"]
    assert "the name belongs to Askonce itself" in found["web (askonce-greedy)"]["said"]
    assert not found["glasses"]["needed"]
    assert "browser" in found


def test_importing_the_package_and_the_help_load_no_kind_and_nothing_heavy(tmp_path: Path, packages: Path) -> None:
    code = (
        "import sys, askonce, askonce.launch\nfrom askonce.cli.app import run\nrun(['--help'])\n"
        f"print([m for m in sys.modules if m.startswith({(*HEAVY, 'askonce_', 'askonce.screens.web.web_')!r})])"
    )
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)

    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_built_in_kinds_load_without_what_they_open() -> None:
    code = (
        "import sys\nfrom askonce.screens.kind_registry import screen_kinds\nnames = [k.name for k in screen_kinds()]\n"
        f"print(names, [m for m in sys.modules if m.split('.')[0] in {HEAVY!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert done.stdout == f"{list(BUILT_IN)} []\n", done.stderr


def test_an_unknown_kind_is_an_error_with_the_closest_name() -> None:
    with pytest.raises(ConfigError, match=r"screen: there is no kind of screen named 'wep'\n.*did you mean web\?"):
        screen_kinds().get("wep")


def test_a_kind_of_ours_that_does_not_load_is_not_hidden() -> None:
    kinds = read_kinds([EntryPoint("ours", "no_such_module:KIND", GROUP)])

    with pytest.raises(ModuleNotFoundError):
        kinds.get("ours")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("KIND = 3\n", "is not a ScreenKind"),
        (
            WATCH.replace('name="watch", title', 'name="clock", title'),
            "is announced as 'watch' and names itself 'clock'",
        ),
        (WATCH.replace('metavar="SERIAL")', 'name="recordings")'), "'recordings' of an option or key means something"),
        (WATCH.replace("examine=examine", 'keys=("page",)'), "the script key 'page' belongs to web already"),
        ("raise RuntimeError('no licence')\n", "RuntimeError: no licence"),
    ],
)
def test_what_is_not_a_usable_kind_says_why(
    source: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "askonce-odd", "watch", source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "askonce_odd", raising=False)
    from importlib.metadata import entry_points

    kinds = read_kinds([one for one in entry_points(group=GROUP) if one.name == "watch"])

    (broken,) = kinds.broken
    assert broken.package == "askonce-odd"
    assert reason in broken.reason
    assert [kind.name for kind in kinds] == list(BUILT_IN)
    with pytest.raises(ConfigError, match="of the package askonce-odd cannot be used"):
        kinds.get("watch")
