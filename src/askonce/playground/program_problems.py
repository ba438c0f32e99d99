"""What is wrong with the text of a program or a script, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from askonce.diagnostics.problem import Problem, errors_in
from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex
from askonce.playground.folder_files import ProgramFormat
from askonce.program.checked_program import check_source
from askonce.script.script_loader import ExaminedScript, examine_script

_CLOSEST = regex(r"did you mean (?:\{(?P<name>[^}]+)\}|(?P<word>[^?]+))\?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CheckedText:
    """The problems of a text, and the values to pass to it."""

    problems: tuple[Problem, ...]
    inputs: tuple[str, ...] = ()
    """The values that it needs and does not set itself."""

    def fields(self) -> dict[str, Any]:
        return {"problems": [problem_fields(problem) for problem in self.problems], "inputs": list(self.inputs)}

    def refuse_errors(self) -> None:
        """Raise if the text has errors."""
        errors = errors_in(self.problems)
        if errors:
            first = errors[0]
            count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
            raise ConfigError(
                f"nothing was run: there is {count}, at line {first.location.line}: {first.message}",
                remedy=first.suggestion or "correct it and run again",
            )


def problem_fields(problem: Problem) -> dict[str, Any]:
    place = problem.location
    found = _CLOSEST.search(problem.suggestion)
    return {
        "line": place.line,
        "column": place.column,
        "length": place.length,
        "message": problem.message,
        "remedy": problem.suggestion,
        "closest": (found["name"] or found["word"] or "") if found else "",
        "severity": problem.severity,
    }


def check_text(text: str, format: ProgramFormat, given: Mapping[str, Any], path: Path, kind: str) -> CheckedText:
    """Check a text that is to run on a screen of this kind, with these values; `path` is where it is, or would be."""
    if format == "stp":
        checked = check_source(text, given=given)
        return CheckedText(checked.problems, tuple(sorted(checked.inputs)))
    return CheckedText(examine_text(text, given, path, kind).problems)


def examine_text(text: str, given: Mapping[str, Any], path: Path, kind: str) -> ExaminedScript:
    """A script for a screen that is open. Of the environment it gets nothing but what its values say."""
    return examine_script(text, path, variables=given, screen=kind)


def named_in(text: str, names: Collection[str]) -> list[str]:
    """Those of the names that a text has in braces."""
    return [name for name in names if re.search(rf"\{{\s*{re.escape(name)}\s*[}}.\[]", text)]
