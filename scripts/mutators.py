"""The small changes that mutation tests make to a source file."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES = frozenset({"str", "int", "float", "bool"})
HARMLESS_CALLS = frozenset({"assert_never", "cast", "TypeVar", "ParamSpec", "debug", "info", "warning"})
HARMLESS_FUNCTIONS = frozenset({"__repr__", "__str__"})
Change = tuple[ast.expr | ast.stmt, str]


@dataclass(frozen=True)
class Mutant:
    """A file with one small change. `first` and `last` are the lines of the function, or 0 outside of functions and in
    one whose result is kept for the whole process: the first test that needs it is not the only one."""

    path: Path
    line: int
    first: int
    last: int
    before: str
    after: str
    start: int
    end: int

    @property
    def name(self) -> str:
        return f"{self.path.as_posix()}:{self.line}:{self.start}: {self.before!r} -> {self.after!r}"

    def applied_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def find_mutants(path: Path, source: bytes) -> Iterator[Mutant]:
    """Every change of a file that still compiles."""
    offsets = [0]
    for line in source.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    for changed, after, first, last in _changes(ast.parse(source), 0, 0):
        start = offsets[changed.lineno - 1] + changed.col_offset
        end = offsets[(changed.end_lineno or changed.lineno) - 1] + (changed.end_col_offset or 0)
        before = source[start:end].decode()
        mutant = Mutant(path, changed.lineno, first, last, before, after, start, end)
        if before != after and _compiles(mutant.applied_to(source)):
            yield mutant


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _changes(node: ast.AST, first: int, last: int) -> Iterator[tuple[ast.expr | ast.stmt, str, int, int]]:
    if _is_harmless(node):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not first and not _is_cached(node):
        first = min(part.lineno for part in (node, *node.decorator_list))
        last = node.end_lineno or node.lineno
    for mutator in MUTATORS:
        yield from ((changed, after, first, last) for changed, after in mutator(node))
    for child in _children(node):
        yield from _changes(child, first, last)


def _is_cached(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = (ast.unparse(decorator).partition("(")[0] for decorator in function.decorator_list)
    return any(name.rpartition(".")[2] in {"cache", "lru_cache"} for name in names)


def _is_harmless(node: ast.AST) -> bool:
    """Annotations, messages of errors, log lines, and what only type checkers read."""
    match node:
        case ast.FunctionDef(name=name):
            return name in HARMLESS_FUNCTIONS
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Call(func=ast.Name(name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in HARMLESS_CALLS
        case _:
            return False


def _children(node: ast.AST) -> Iterator[ast.AST]:
    left_out = {"annotation", "returns", "decorator_list", "bases", "type_params"}
    if isinstance(node, ast.Raise):
        return
    for name, value in ast.iter_fields(node):
        if name not in left_out:
            parts: list[object] = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST))


def _change_comparison(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            operators = [*node.ops[:at], COMPARISONS[type(operator)](), *node.ops[at + 1 :]]
            yield node, ast.unparse(ast.Compare(node.left, operators, node.comparators))


def _change_boolean(node: ast.AST) -> Iterator[Change]:
    """`and` and `or` lose each of their parts in turn: a part is often a guard."""
    match node:
        case ast.BoolOp(op=operator, values=values):
            for at in range(len(values)):
                rest = [*values[:at], *values[at + 1 :]]
                yield node, f"({ast.unparse(ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0])})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(value=True):
            yield node, "False"
        case ast.Constant(value=False):
            yield node, "True"
        case _:
            pass


def _change_condition(node: ast.AST) -> Iterator[Change]:
    """A condition that is not a comparison is negated; the filter of a comprehension lets everything pass."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
                yield test, f"(not ({ast.unparse(test)}))"
        case ast.comprehension(ifs=filters):
            yield from ((condition, "True") for condition in filters)
        case _:
            pass


def _change_number(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            yield node, repr(number + 1)
        case ast.BinOp(op=operator) if (other := ARITHMETIC.get(type(operator))) and not _is_trivial(node):
            yield node, f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})"
        case _:
            pass


def _is_trivial(node: ast.BinOp) -> bool:
    """Whether a side is a text or a type: any other operator fails at once, so that the change shows nothing."""
    for side in (node.left, node.right):
        match side:
            case ast.JoinedStr() | ast.Constant(value=str() | bytes() | None):
                return True
            case ast.Name(name) if name in TYPES or (name[0].isupper() and not name.isupper()):
                return True
            case ast.BinOp() if _is_trivial(side):
                return True
            case _:
                pass
    return False


def _change_call(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Name(name) as function) if name in CALLS:
            yield function, CALLS[name]
        case _:
            pass
    if isinstance(node, ast.Call):
        for at, keyword in enumerate(node.keywords):
            if keyword.arg and not isinstance(keyword.value, ast.Constant):
                rest = [*node.keywords[:at], *node.keywords[at + 1 :]]
                yield node, ast.unparse(ast.Call(node.func, node.args, rest))


def _change_slice(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Slice):
        if node.upper:
            yield node, ast.unparse(ast.Slice(node.lower, None, node.step))
        if node.lower:
            yield node, ast.unparse(ast.Slice(None, node.upper, node.step))


def _drop_statement(node: ast.AST) -> Iterator[Change]:
    """Guards are often statements of their own: a check that raises, a counter, a call."""
    match node:
        case ast.Raise() | ast.AugAssign() | ast.Delete():
            yield node, "pass"
        case ast.Expr(value=ast.Call() | ast.Await() as value) if not _is_harmless(value):
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
        case ast.If(body=[ast.Return() | ast.Continue() | ast.Break() as leaving], orelse=[]):
            yield leaving, "pass"
        case _:
            pass


def _change_return(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.Constant(value=None | bool())) | ast.Return(value=None):
            pass
        case ast.Return(value=ast.expr() as value):
            yield value, "None"
        case _:
            pass


MUTATORS: tuple[Callable[[ast.AST], Iterator[Change]], ...] = (
    _change_comparison,
    _change_boolean,
    _change_condition,
    _change_number,
    _change_call,
    _change_slice,
    _drop_statement,
    _change_return,
)
