"""Builds the package and tries the wheel as a user meets it: installed into an empty environment, outside the checkout.

    python scripts/wheel.py            # with each Python that is found; for the others their wheels are looked up
    python scripts/wheel.py --quick    # with the Python that runs this

The environment has no compiler to use, no setuptools and no pip: only wheels are installed, by the pip of `.venv`;
with `--quick` by its uv, which takes an eighth of the time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Mapping
from email.message import Message
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path

from setup import uv_environment  # pyright: ignore[reportUnknownVariableType]

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "askonce"
DIST = ROOT / "dist"
EXTRAS = ("android", "desktop", "fleet", "mcp", "otel", "playground", "shared", "vision")
IN_WHEELS = ("mcp", "shared", "vision")
"""Those whose packages all come as wheels, for every Python."""

SCREEN = """\
pages:
  start:
    - field: Email
    - button: Sign in
      opens: welcome
  welcome:
    - text: Welcome, {Email}
"""
PROGRAM = """\
Type "ada@example.org" into Email
Press the button "Sign in"
Tell user "signed in"
"""
TEST = """\
import pytest


@pytest.mark.askonce(fake="login.yaml")
def test_ada_can_sign_in(agent):
    agent.act('type "ada@example.org" into Email and press the button "Sign in"')
    agent.check('the text "Welcome, ada@example.org" is visible')
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="only with the Python that runs this")
    options = parser.parse_args()
    wheel = build()
    metadata = read_metadata(wheel)
    compare_files(wheel)
    say(f"{wheel.name}: {wheel.stat().st_size // 1024} KB, all files of the package")
    wanted = pythons_in(metadata)
    found = {version_of(sys.executable): sys.executable} if options.quick else installed_pythons(wanted)
    for version, python in found.items():
        with tempfile.TemporaryDirectory(prefix="askonce-wheel-") as folder:
            started = time.time()
            try_wheel(wheel, metadata["Version"], python, Path(folder), quick=options.quick)
            say(f"Python {version}: installed and tried in {time.time() - started:.0f} s")
    for version in () if options.quick else (version for version in wanted if version not in found):
        resolve(wheel, "--python-version", version, "--target", tempfile.gettempdir(), pip=Pip(sys.executable))
        say(f"Python {version}: not installed here; there are wheels of all that it needs")


def build() -> Path:
    """The wheel, made from the source distribution, so that this one holds all it takes."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(DIST)], ROOT)
    (archive,) = DIST.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        (source,) = Path(folder).iterdir()
        run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(DIST)], source)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def read_metadata(wheel: Path) -> Message:
    """What a package index reads of it. Fails if something is missing that users look for."""
    with zipfile.ZipFile(wheel) as files:
        folder = next(name.split("/")[0] for name in files.namelist() if ".dist-info/" in name)
        metadata = Parser().parsestr(files.read(f"{folder}/METADATA").decode())
        entries = files.read(f"{folder}/entry_points.txt").decode()
        require(f"{folder}/licenses/LICENSE" in files.namelist(), "the wheel holds no LICENSE")
    require(metadata["License-Expression"] == "MIT", "the metadata names no licence")
    require(metadata["Description-Content-Type"] == "text/markdown", "the readme is not declared as Markdown")
    readme = (ROOT / "README.md").read_text("utf-8")
    require(str(metadata.get_payload()).strip() == readme.strip(), "the description is not README.md")
    require("Typing :: Typed" in metadata.get_all("Classifier", ()), "the classifiers do not say that it is typed")
    require(set(metadata.get_all("Provides-Extra", ())) == set(EXTRAS), f"the extras are not {', '.join(EXTRAS)}")
    require("askonce = askonce.cli:main" in entries, "there is no command askonce")
    require("askonce = askonce.plugin.hooks" in entries, "pytest does not find the plugin")
    return metadata


def compare_files(wheel: Path) -> None:
    """Everything that the package is made of is in the wheel, data files and type information included."""
    with zipfile.ZipFile(wheel) as files:
        packed = {name for name in files.namelist() if name.startswith("askonce/")}
    paths = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    source = {path.relative_to(PACKAGE.parent).as_posix() for path in paths}
    require("askonce/py.typed" in packed, "the wheel has no py.typed")
    require(packed == source, f"the wheel and src differ in {', '.join(sorted(packed ^ source))}")


def pythons_in(metadata: Message) -> list[str]:
    """The versions of Python that the classifiers name."""
    prefix = "Programming Language :: Python :: 3."
    classifiers: list[str] = metadata.get_all("Classifier", [])
    versions = [name.rpartition(" ")[2] for name in classifiers if name.startswith(prefix)]
    require(bool(versions), "the classifiers name no version of Python")
    return versions


def installed_pythons(wanted: list[str]) -> dict[str, str]:
    """The interpreters on this machine, by version: on the path, or made by pyenv."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found: dict[str, str] = {}
    for version in wanted:
        kept = sorted(str(path) for path in root.glob(f"versions/{version}.*/bin/python"))
        for python in (*kept[-1:], shutil.which(f"python{version}"), sys.executable):
            if python and version_of(python) == version:
                found[version] = python
                break
    return found


def version_of(python: str) -> str:
    """The version of an interpreter; empty for one that does not start, such as a shim without a version."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


def try_wheel(wheel: Path, version: str, python: str, folder: Path, *, quick: bool) -> None:
    """Install the wheel into an empty environment, and use all of its doors."""
    environment = folder / "env"
    run([python, "-m", "venv", "--without-pip", str(environment)], folder)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = Pip(programs / "python", quick=quick)
    pip("install", "--quiet", "--no-compile", "--only-binary", ":all:", str(wheel), "pytest")
    pip("check")
    resolve(wheel, pip=pip)
    (folder / "login.yaml").write_text(SCREEN, "utf-8")
    (folder / "login.stp").write_text(PROGRAM, "utf-8")
    (folder / "test_login.py").write_text(TEST, "utf-8")

    askonce = str(programs / "askonce")
    expect(f"askonce {version}", [askonce, "--version"], folder)
    expect("askonce act", [str(programs / "python"), "-m", "askonce", "--help"], folder)
    expect("", [askonce, "check", "login.stp"], folder)
    expect("signed in", [askonce, "run", "login.stp", "--fake", "login.yaml"], folder)
    step = 'type "ada@example.org" into Email and press the button "Sign in"'
    expect("", [askonce, "act", step, "--fake", "login.yaml"], folder)
    pytest = [str(programs / "python"), "-m", "pytest", "-p", "no:cacheprovider"]
    expect("1 passed", [*pytest, "-q", "--askonce-recordings=read-only"], folder)
    if not quick:
        code = "from askonce.sync import launch\nwith launch.web() as agent:\n    reveal_type(agent.string('x'))\n"
        (folder / "users.py").write_text(code, "utf-8")
        mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull]
        expect('"str"', [*mypy, "--python-executable", str(programs / "python"), "users.py"], folder)


class Pip:
    """The pip of `.venv` for the packages of another Python. What its uv can do, uv does, if it is to be quick."""

    def __init__(self, python: Path | str, *, quick: bool = False) -> None:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        self._pip = [*pip, "--python", str(python)]
        self._uv = dict[str, str]()
        if quick and find_spec("uv"):
            settings = subprocess.run([*pip, "config", "list"], stdout=subprocess.PIPE, text=True, check=False).stdout
            if "no-index=" not in settings:
                self._uv = {**uv_environment(settings), "UV_PYTHON": str(python)}

    def __call__(self, *words: str) -> None:
        uv = [sys.executable, "-m", "uv", "pip", *words]
        if not self._uv or started(uv, ROOT, self._uv).returncode:
            run([*self._pip, *words], ROOT)


def resolve(wheel: Path, *options: str, pip: Pip) -> None:
    """Look up the wheels of the package and all its extras, without installing them."""
    extras = ",".join(IN_WHEELS)
    pip("install", "--dry-run", "--quiet", "--only-binary", ":all:", *options, f"{wheel}[{extras}]")


def expect(text: str, command: list[str], folder: Path) -> None:
    output = run(command, folder)
    require(text in output, f"{' '.join(command)} did not print {text!r}:\n{output}")


def run(command: list[str], folder: Path) -> str:
    """Run a command and return what it printed."""
    done = started(command, folder, {})
    require(done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def started(command: list[str], folder: Path, settings: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """A command that has come to its end, with nothing of this checkout in its environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ASKONCE_", "PYTHON", "PYTEST_"))}
    environment = {**settings, **kept}
    return subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(f"✗ {otherwise}")


def say(text: str) -> None:
    print(f"✓ {text}", flush=True)


if __name__ == "__main__":
    main()
