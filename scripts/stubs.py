"""Writes the type stubs of the blocking classes, from the methods that they are derived from.

    python scripts/stubs.py            # writes them
    python scripts/stubs.py --check    # says which of them are out of date

`act = blocking(AsyncAgent.act)` is all that Python needs. Type checkers lose overloads on that way, and editors the
docstrings; a stub beside the module gives both back.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from askonce.sync.blocking_methods import blocking_doc

ROOT = Path(__file__).parents[1]
MODULES = ("askonce.sync.blocking_agent", "askonce.sync.blocking_observation")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a stub is out of date")
    options = parser.parse_args()
    stale: list[str] = []
    for name in MODULES:
        path = stub_path(name)
        text = write_stub(name)
        if not path.is_file() or path.read_text("utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
            if not options.check:
                path.write_text(text, "utf-8")
    if options.check and stale:
        sys.exit(f"out of date: {', '.join(stale)}\n  → python scripts/stubs.py writes them again")


def stub_path(name: str) -> Path:
    return Path(inspect.getfile(import_module(name))).with_suffix(".pyi")


def write_stub(name: str) -> str:
    """The stub of a module: its public class, with each derived method spelled out."""
    module = import_module(name)
    stub = Stub(module)
    for node in Source(module).tree.body:
        if isinstance(node, ast.ClassDef):
            stub.add_class(node)
    return _formatted(stub.text())


class Source:
    """The text of a module as a tree, and where its names come from."""

    def __init__(self, module: ModuleType) -> None:
        self.name = module.__name__
        self.tree = ast.parse(Path(inspect.getfile(module)).read_text("utf-8"))

    def functions(self, owner: str, name: str) -> list[Function]:
        """The definitions of a method in a class: its overloads, and the one that runs."""
        owners = (node for node in self.tree.body if isinstance(node, ast.ClassDef) and node.name == owner)
        return [node for node in next(owners).body if isinstance(node, Function) and node.name == name]

    def import_of(self, name: str) -> tuple[str, str]:
        """Module and name to import something from that this module uses: where it comes from, or this module."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        return str(node.module), alias.name
        return self.name, name


class Stub:
    """A stub in the making."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._source = Source(module)
        self._classes: list[ast.ClassDef] = []
        self._imports: dict[str, tuple[str, str]] = {}

    def text(self) -> str:
        imports = [
            f"from {module} import {name}" + ("" if name == used else f" as {used}")
            for used, (module, name) in sorted(self._imports.items())
        ]
        head = f'"""Types of `{self._module.__name__}`, written by `scripts/stubs.py`."""'
        return "\n\n".join([head, "\n".join(imports), *map(ast.unparse, self._classes)]) + "\n"

    def add_class(self, node: ast.ClassDef) -> None:
        body = [member for part in node.body for member in self._members(part)]
        for base in node.bases:
            self._note_names(base, self._source)
        self._classes.append(ast.ClassDef(node.name, node.bases, node.keywords, body, node.decorator_list))

    def _members(self, node: ast.stmt) -> Iterator[ast.stmt]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                yield node
            case ast.FunctionDef():
                yield self._signature(node, self._source, ast.get_docstring(node) or "")
            case ast.Assign(value=ast.Call(args=[ast.Attribute(value=ast.Name(id=owner), attr=name)])):
                yield from self._derived(getattr(self._module, owner), name)
            case _:
                pass  # what a type checker is not to see

    def _derived(self, owner: type, name: str) -> Iterator[ast.FunctionDef]:
        """The signatures of a method that blocks, from those of its coroutine; the first has the docstring."""
        home = next(base for base in owner.__mro__ if name in vars(base))
        source = Source(import_module(home.__module__))
        found = source.functions(home.__name__, name)
        documented = blocking_doc(inspect.getdoc(getattr(owner, name)) or "")
        signatures = found[:-1] or found
        for number, function in enumerate(signatures):
            yield self._signature(function, source, documented if number == 0 else "")

    def _signature(self, function: Function, source: Source, docstring: str) -> ast.FunctionDef:
        arguments = function.args
        arguments.defaults = [_shown(value) for value in arguments.defaults]
        arguments.kw_defaults = [value and _shown(value) for value in arguments.kw_defaults]
        for part in (arguments, function.returns, *function.decorator_list):
            if part is not None:
                self._note_names(part, source)
        body = ast.Expr(ast.Constant(docstring or ...))
        made = ast.FunctionDef(function.name, arguments, [body], function.decorator_list, function.returns)
        return ast.fix_missing_locations(made)

    def _note_names(self, part: ast.AST, source: Source) -> None:
        for node in ast.walk(part):
            if not isinstance(node, ast.Name) or hasattr(builtins, node.id) or node.id in self._own_names:
                continue
            found = source.import_of(node.id)
            if self._imports.setdefault(node.id, found) != found:
                raise SystemExit(f"{node.id} means {self._imports[node.id]} and {found}: give one of them another name")

    @property
    def _own_names(self) -> set[str]:
        """Names that need no import: classes of the module, and properties whose setters name them."""
        tree = self._source.tree
        return {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def _shown(default: ast.expr) -> ast.expr:
    """A default as a stub shows it: what is not written out there is `...`."""
    return default if isinstance(default, ast.Constant) else ast.Constant(...)


def _formatted(text: str) -> str:
    for command in (["check", "--select", "I,UP043", "--fix", "--quiet"], ["format", "--quiet"]):
        ruff = [str(Path(sys.executable).with_name("ruff")), *command, "--stdin-filename", "src/askonce/stub.pyi", "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return text


if __name__ == "__main__":
    main()
