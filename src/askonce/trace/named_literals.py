"""The literals of Python code whose names say that they are secrets, whatever stands around them in the expression."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import accumulate

from askonce.lazy import regex

SECRET_WORD = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|private)[-_]?key|credential|authorization|bearer)"
)
_SECRET_NAME = regex(rf"\w*{SECRET_WORD}\w*", re.IGNORECASE)
_ASKING = frozenset({"input", "getpass", "open", "Path"})
"""Functions whose argument only says where a value is."""
_DECODING = frozenset({"b64decode", "b64encode", "decode", "encode", "fromhex", "unhexlify", "unquote", "loads"})
_GIVING = frozenset({"get", "getenv", "pop", "setdefault"})
"""Functions whose first argument is a name, and the others what stands in for its value."""

Span = tuple[int, int]


def named_literals(text: str) -> list[Span]:
    """Where the code has literals that may be secrets; none where it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the code that is read
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    starts = [0, *accumulate(len(line.encode()) for line in text.splitlines(keepends=True))]
    data = text.encode()
    spans: list[Span] = []
    for value in _values(tree):
        for literal in _literals(value):
            assert literal.end_lineno is not None
            assert literal.end_col_offset is not None
            start = starts[literal.lineno - 1] + literal.col_offset
            end = starts[literal.end_lineno - 1] + literal.end_col_offset
            spans.append((len(data[:start].decode()), len(data[:end].decode())))
    return spans


def _values(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions that something named like a secret is set to, or compared with."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value) if any(map(_is_named, targets)):
                yield value
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _is_named(target):
                yield value
            case ast.NamedExpr(target=target, value=value) | ast.AugAssign(target=target, value=value):
                yield from [value] if _is_named(target) else []
            case ast.keyword(arg=str() as name, value=value) if _SECRET_NAME.fullmatch(name):
                yield value
            case ast.Dict(keys=keys, values=values):
                yield from (value for key, value in zip(keys, values, strict=True) if key and _is_named(key))
            case ast.arguments():
                yield from _defaults(node)
            case ast.Compare(left=left, comparators=[right], ops=[ast.Eq() | ast.NotEq()]):
                yield from [right] if _is_named(left) else [left] if _is_named(right) else []
            case ast.Call(args=[ast.Constant() as name, value, *_]) if _is_named(name):
                yield value
            case _:
                pass


def _defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [*zip(reversed(positional), reversed(arguments.defaults), strict=False)]
    pairs += [(name, value) for name, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
    yield from (value for name, value in pairs if _SECRET_NAME.fullmatch(name.arg))


def _is_named(target: ast.expr) -> bool:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str() as name):
            return _SECRET_NAME.fullmatch(name) is not None
        case ast.Subscript(slice=key):
            return isinstance(key, ast.Constant) and _is_named(key)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(map(_is_named, parts))
        case _:
            return False


def _literals(value: ast.expr) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The literals that may be the value: not the names of variables and fields that it is read from."""
    match value:
        case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
            yield value
        case ast.Constant(value=int() as number) if number > 999:
            yield value
        case ast.Subscript(value=inner) | ast.Attribute(value=inner):
            yield from _literals(inner)
        case ast.Call():
            yield from (literal for part in _passed_on(value) for literal in _literals(part))
        case _:
            parts = (part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr))
            yield from (literal for part in parts for literal in _literals(part))


def _passed_on(call: ast.Call) -> list[ast.expr]:
    """What a call may return as it is: the text that it is a method of, what it decodes, what it falls back on."""
    given = [keyword.value for keyword in call.keywords if keyword.arg in {None, "default", "fallback", "value"}]
    match call.func:
        case ast.Name(id=name):
            is_name = name in _GIVING
            return given if name in _ASKING else [*call.args[is_name:], *given]
        case ast.Attribute(attr=name, value=owner):
            passed = call.args if name in _DECODING else call.args[1:] if name in _GIVING else []
            return [owner, *passed, *given]
        case _:
            return given
