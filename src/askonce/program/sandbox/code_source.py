"""The code of a model before it runs: without its fence, parsed for the names that it uses."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Collection, Iterator

from askonce.lazy import dataclass, regex

LONGEST = 50_000
"""The most characters of code that are run."""
_FENCED = regex(r"\A\s*```\w*\s*\n(.*?)\n?```\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CodeSource:
    """`assigned` are the names that it gives a value to outside of functions, `used` all that it names."""

    code: str
    assigned: tuple[str, ...]
    used: frozenset[str]


def read_source(text: str, hosted: Collection[str]) -> CodeSource | str:
    """The code to run, or what is wrong with it.

    Calls of `hosted` names give their results at once; an `await` before one is left out. A `ui.check` that has to be
    true, since it is asserted or its result is not used, is `ui.expect`.
    """
    if len(text) > LONGEST:
        return f"the code has more than {LONGEST} characters"
    fenced = _FENCED.match(text)
    code = textwrap.dedent(fenced[1] if fenced else text).strip("\n")
    code = code.replace("\r\n", "\n").replace("\r", "\n")  # as Python counts lines
    try:
        code = _with_expectations(_without_awaits(code, hosted))
        tree = ast.parse(code)
        compile(tree, "code", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        return f"SyntaxError in line {error.lineno or 1}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"the code cannot be read: {type(error).__name__}"
    used = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return CodeSource(code, tuple(dict.fromkeys(_assigned(tree.body))), used)


def _without_awaits(code: str, hosted: Collection[str]) -> str:
    """The same code with the word blanked out, so that all else keeps its line and column."""
    lines = code.split("\n")
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call) and _root(node.value.func) in hosted:
            line = lines[node.lineno - 1].encode()
            at = node.col_offset
            if line[at : at + 5] == b"await":
                lines[node.lineno - 1] = (
                    (line[:at] + line[at + 5 :].lstrip()).decode()
                    if at == 0
                    else (line[:at] + b"     " + line[at + 5 :]).decode()
                )
    return "\n".join(lines)


def _with_expectations(code: str) -> str:
    lines = [line.encode() for line in code.split("\n")]
    checks = [check for node in ast.walk(ast.parse(code)) for check in _required_checks(node)]
    for check in sorted(checks, key=lambda check: check.end_col_offset or 0, reverse=True):
        row, end = (check.end_lineno or 1) - 1, check.end_col_offset or 0
        lines[row] = lines[row][: end - len("check")] + b"expect" + lines[row][end:]
    return b"\n".join(lines).decode()


def _required_checks(node: ast.AST) -> Iterator[ast.Attribute]:
    """Each `ui.check` in a statement that means nothing unless it is true."""
    match node:
        case ast.Assert(test=part) | ast.Expr(value=ast.Call() as part):
            parts = [part]
        case _:
            return
    for part in parts:
        match part:
            case ast.BoolOp(op=ast.And(), values=values):
                parts += values
            case ast.Call(func=ast.Attribute(value=ast.Name(id="ui"), attr="check") as called):
                yield called
            case _:
                pass


def _root(function: ast.expr) -> str:
    while isinstance(function, ast.Attribute):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""


def _assigned(body: list[ast.stmt]) -> Iterator[str]:
    """Names set by assignments, not by loops, imports, functions and classes."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from (name for node in ast.walk(statement) if isinstance(node, ast.Global) for name in node.names)
            continue
        match statement:
            case ast.Assign(targets=targets):
                yield from (name for target in targets for name in _names(target))
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                yield from _names(target)
            case _:
                pass
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.expr):
                yield from (inner.target.id for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
        for field in ("body", "orelse", "finalbody"):
            yield from _assigned(getattr(statement, field, []))
        for handler in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
            yield from _assigned(handler.body)


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _names(part)
        case ast.Starred(value=value):
            yield from _names(value)
        case _:
            pass
