"""The tasks that the PyPI package `miniwob` registers, and the ability that each of them needs.

The package imports a browser driver and a gym as soon as it is imported, and needs neither for its pages. So its source
is read and never run.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

SINGLE_INTENT = (
    "click-button", "click-link", "click-option", "click-checkboxes", "enter-text", "enter-password", "login-user",
    "focus-text-2", "click-tab", "use-spinner", "choose-list", "click-dialog-2", "form-sequence-3", "search-engine",
    "navigate-tree",
)  # fmt: skip
"""Instructions that say one thing, which nobody would misunderstand."""

QUICK = (
    *SINGLE_INTENT, "click-checkboxes-soft", "choose-date-easy", "click-collapsible", "click-menu", "click-scroll-list",
    "copy-paste", "drag-items", "email-inbox-delete", "read-table", "simple-arithmetic", "social-media",
    "text-transform", "use-autocomplete", "use-slider", "find-greatest", "terminal", "circle-center", "count-shape",
    "guess-number", "book-flight", "flight.AA",
)  # fmt: skip
"""A fixed spread: what has to work, and one or two of each other kind."""


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of page with an instruction that changes with the seed."""

    name: str
    ability: str

    @property
    def path(self) -> str:
        """Where its page lies among those of the package."""
        if self.name.startswith("flight."):
            return f"{self.name.replace('.', '/', 1)}/wrapper.html"
        return f"miniwob/{self.name}.html"

    @property
    def viewport(self) -> tuple[int, int]:
        """The window that the package itself opens for it."""
        return (600, 800) if self.name.startswith("flight.") else (500, 320)


def package_folder() -> Path:
    """Where the installed package lies. The name `miniwob` is that of this folder too, so it is asked for by its
    distribution."""
    try:
        return Path(str(distribution("miniwob").locate_file("miniwob")))
    except PackageNotFoundError:
        raise SystemExit("the pages are not there: pip install --no-deps miniwob") from None


def registered(package: Path) -> tuple[str, ...]:
    """The names of all tasks that the package registers, in its own order."""
    pages = {
        f"miniwob.envs.{file.stem}:{class_name}": subdomain
        for file in sorted((package / "envs").glob("*.py"))
        for class_name, subdomain in _subdomains(ast.parse(file.read_text("utf-8")))
    }
    calls = ast.walk(ast.parse((package / "registration.py").read_text("utf-8")))
    return tuple(pages[entry] for entry in _entry_points(calls))


def _subdomains(module: ast.Module) -> Iterator[tuple[str, str]]:
    for definition in module.body:
        if isinstance(definition, ast.ClassDef):
            for line in definition.body:
                match line:
                    case ast.Assign([ast.Name("subdomain")], ast.Constant(str() as subdomain)):
                        yield definition.name, subdomain
                    case _:
                        pass


def _entry_points(nodes: Iterator[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(ast.Name("register"), keywords=keywords):
                yield from (word.value.value for word in keywords if word.arg == "entry_point")  # pyright: ignore
            case _:
                pass


def all_tasks(package: Path) -> tuple[Task, ...]:
    """Every registered task, by name. One whose ability nobody wrote down yet is an error, not a gap in the table."""
    groups: dict[str, list[str]] = json.loads((Path(__file__).parent / "abilities.json").read_text("utf-8"))
    abilities = {name: ability for ability, names in groups.items() for name in names}
    names = sorted(registered(package))
    unknown = [name for name in names if name not in abilities]
    if unknown:
        raise SystemExit(f"abilities.json does not say what these tasks need: {', '.join(unknown)}")
    return tuple(Task(name, abilities[name]) for name in names)


def choose(tasks: Sequence[Task], patterns: str, group: str) -> tuple[Task, ...]:
    """Those whose name fits one of the patterns and whose ability holds `group`; nothing said means all."""
    wanted = [pattern.strip() for pattern in patterns.split(",") if pattern.strip()]
    for pattern in wanted:
        if not any(fnmatchcase(task.name, pattern) for task in tasks):
            raise SystemExit(f"no task is called {pattern!r}")
    chosen = [
        task
        for task in tasks
        if (not wanted or any(fnmatchcase(task.name, pattern) for pattern in wanted))
        and group.casefold() in task.ability.casefold()
    ]
    if not chosen:
        abilities = ", ".join(sorted({task.ability for task in tasks}))
        raise SystemExit(f"no task is left; the abilities are: {abilities}")
    return tuple(chosen)
