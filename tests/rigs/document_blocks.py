"""The code blocks of the documents, and how each kind of block is run.

A page runs from top to bottom in an empty folder. A block with a title is the file of that name. Python runs, a console
block runs each line that begins with `$`, and what stands below a line has to be in its output (`…` stands for
anything). Addresses of the sample shop lead to one on a free port. A block or a line that says "needs a model" gets one
that is scripted; everything else has none but the embedded one.
"""

from __future__ import annotations

import ast
import importlib
import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from askonce.cli.app import command_line, run
from askonce.program.parser import read_program
from askonce.screens.fake.fake_file_reader import read_fake_file
from askonce.testing import ModelServer
from askonce.testing.shop import SampleShop

ROOT = Path(__file__).parents[2]
SHOP = "http://127.0.0.1:8800"
"""Where `askonce shop` serves, and so where the documents look for it."""
NEEDS_MODEL = "needs a model"
ONLY_READ = ("shop", "mcp", "doctor", "demo", "model", "playground", "record", "fleet")
"""Commands that serve until they are stopped, look at the machine, or have tests that run them as they are."""
_FENCE = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<code>.*?)^```$', re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Block:
    page: str
    line: int
    language: str
    title: str
    code: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def needs_model(self) -> bool:
        return NEEDS_MODEL in self.code

    @property
    def is_test(self) -> bool:
        return self.language == "python" and bool(re.search(r"^(async )?def test_", self.code, re.MULTILINE))


def blocks_of(path: Path) -> list[Block]:
    text = path.read_text("utf-8")
    name = path.relative_to(ROOT).as_posix()
    return [
        Block(name, text[: found.start()].count("\n") + 1, found["language"], found["title"] or "", found["code"])
        for found in _FENCE.finditer(text)
    ]


class PageRun:
    """Runs the blocks of one page in the current folder."""

    def __init__(self, folder: Path, shop: SampleShop, server: ModelServer, patch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._shop = shop.url.rstrip("/")
        self._server = server
        self._patch = patch

    def run(self, block: Block) -> None:
        self.read(block)
        block = replace(block, code=block.code.replace(SHOP, self._shop))
        if block.language == "python" and not block.title and not block.is_test:
            with self._model(block.needs_model):
                exec(compile(block.code, block.place, "exec", dont_inherit=True), {"__name__": "block"})
        elif block.language == "console":
            for line, expected in commands_in(block.code):
                self._command(line, expected, block)

    def read(self, block: Block) -> None:
        """Keep a block that is a file, and see whether there is what a block names."""
        block = replace(block, code=block.code.replace(SHOP, self._shop))
        if block.title:
            target = self._folder / block.title
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.code, "utf-8")
        match block.language:
            case "python":
                compile(block.code, block.place, "exec", dont_inherit=True)
                check_imports(block)
            case "console":
                for line, _ in commands_in(block.code):
                    check_command(shlex.split(line, comments=True), block)
            case "yaml":
                read_yaml(block)
            case "stp":
                problems = [problem for problem in read_program(block.code)[1] if problem.severity == "error"]
                assert not problems, (block.place, problems)
            case "html" | "dockerfile" if block.title:
                pass
            case "text" if block.page.startswith("docs/reference/"):
                pass
            case "json":
                json.loads(block.code)
            case "toml":
                tomllib.loads(block.code)
            case _:
                raise AssertionError(f"{block.place}: nobody runs a block of {block.language}")

    def _command(self, line: str, expected: list[str], block: Block) -> None:
        words = shlex.split(line, comments=True)
        comment = line.rpartition(" # ")[2] if " # " in line else ""
        code = re.search(r"exit code (\d+)", comment)
        with self._model(NEEDS_MODEL in comment):
            ended, output = self._output_of(words)
        told = f"{block.place}: {line}\n{output}"
        assert ended == (int(code[1]) if code else 0), told
        for shown in filter(None, (part.strip() for part in expected)):
            pattern = ".*".join(re.escape(part) for part in shown.split("…"))
            assert re.search(pattern, output), f"{told}\nexpected: {shown}"

    def _output_of(self, words: list[str]) -> tuple[int, str]:
        out = words[words.index(">") + 1] if ">" in words else ""
        words = words[: words.index(">")] if out else words
        match words:
            case ["export", pair]:
                name, _, value = pair.partition("=")
                if not name.startswith("ASKONCE_MODEL"):  # a model of somebody else cannot be asked here
                    self._patch.setenv(name, value)
                return 0, ""
            case ["askonce", *rest]:
                if rest[0] in ONLY_READ:
                    return 0, ""
                ended, output = _in_process(lambda: run(rest))
            case ["python", file]:
                ended, output = _in_process(lambda: int(not runpy.run_path(file, run_name="__main__")))
            case ["pytest", *rest]:
                ended, output = run_pytest(self._folder, *rest)
            case _:  # what is only read
                ended, output = 0, ""
        if out:
            (self._folder / out).write_text(output, "utf-8")
        return ended, output

    @contextmanager
    def _model(self, needed: bool) -> Iterator[None]:
        """The environment with the scripted model, if one is needed."""
        values = {"NAME": "scripted", "BASE_URL": self._server.url, "API_KEY": "k", "FAMILY": "generic"}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in values.items() if needed else ():
                patch.setenv(f"ASKONCE_MODEL_{name}", value)
            yield


def commands_in(code: str) -> Iterator[tuple[str, list[str]]]:
    """The lines to type, each with what is shown below it."""
    first, *parts = re.split(r"^\$ ", code, flags=re.MULTILINE)
    assert not first.strip(), f"this is not a line to type: {first}"
    for part in parts:
        line, *shown = part.splitlines()
        yield line, shown


def check_imports(block: Block) -> None:
    """Everything that a block imports from the package is there."""
    for node in ast.walk(ast.parse(block.code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "askonce":
            module = importlib.import_module(node.module or "")
            for name in node.names:
                assert hasattr(module, name.name), f"{block.place}: {node.module} has no {name.name}"


def check_command(words: list[str], block: Block) -> None:
    """A program that is run here, and commands and options that it has."""
    match words:
        case ["askonce", *rest]:
            command: Any = command_line()
            while rest and rest[0] in getattr(command, "commands", {}):
                command = command.commands[rest.pop(0)]
            assert not getattr(command, "commands", {}) or not rest or rest[0].startswith("-"), (block.place, words)
            options = command.make_context("askonce", list(rest), resilient_parsing=True).command.params
            known = {"--help", *(name for option in options for name in (*option.opts, *option.secondary_opts))}
            given = {word.partition("=")[0] for word in rest if word.startswith("--")}
            assert given <= known, f"{block.place}: {' '.join(words)}: there is no {', '.join(given - known)}"
        case ["make", target, *_]:
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE), target
        case ["pip", "install", *packages]:
            assert all(re.fullmatch(r"askonce(\[\w+\])?|pytest", name) for name in packages), packages
        case ["export", _] | ["python", _] | ["pytest", *_]:
            pass
        case _:
            raise AssertionError(f"{block.place}: nobody runs {words}")


def read_yaml(block: Block) -> None:
    """A script and a batch are checked, a fake screen is read, anything else is YAML."""
    held = YAML(typ="safe").load(block.code)
    file = Path(block.title or "block.yaml")
    file.write_text(block.code, "utf-8")
    if "pages" in held:
        read_fake_file(file)
    elif {"tasks", "files"} & held.keys():
        ended, output = _in_process(lambda: run(["check", str(file)]))
        assert ended == 0, f"{block.place}\n{output}"
    if not block.title:
        file.unlink()


def run_pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    """pytest in a process of its own, since the blocking API of Playwright keeps an event loop running."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "askonce.plugin.hooks", *arguments]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # all plugins take two seconds to load
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ended.returncode, ended.stdout + ended.stderr


def _in_process(work: Callable[[], int]) -> tuple[int, str]:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as error:
        ended = work()
    return ended, out.getvalue() + error.getvalue()
