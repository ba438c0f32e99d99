"""Writing a program down: one way to say each thing, which reads back as the same program."""

from __future__ import annotations

import re
from typing import assert_never

from askonce.lazy import regex
from askonce.program import expression_tree, syntax_tree
from askonce.program.expression_tree import Condition, Expression, Reference, TextTemplate
from askonce.program.parser.interpolated_text import read_text
from askonce.program.parser.references import read_reference
from askonce.program.syntax_tree import Block, DataStatement, PlainStatement, Program

INDENT = "    "
_WORD = regex(r"[^\W\d]\w*")
_STEP = regex(r"[^\W\d]\w*(?: (?!of\b)\w+){0,4}")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_program(program: Program) -> str:
    """The program as text, without comments."""
    return "".join(f"{line}\n" for line in _lines(program.statements, 0))


def _lines(block: Block, depth: int) -> list[str]:
    lines: list[str] = []
    indent = INDENT * depth
    for statement in block:
        match statement:
            case syntax_tree.If(branches=branches, otherwise=otherwise):
                word = "If"
                for branch in branches:
                    lines += (f"{indent}{word} {write_condition(branch.condition)}:", *_lines(branch.body, depth + 1))
                    word = "Otherwise if"
                if otherwise:
                    lines += (f"{indent}Otherwise:", *_lines(otherwise, depth + 1))
            case syntax_tree.Repeat(times=times, body=body):
                lines += (f"{indent}Repeat {_operand(times)} times:", *_lines(body, depth + 1))
            case syntax_tree.Until(condition=condition, body=body):
                lines += (f"{indent}Repeat until {write_condition(condition)}:", *_lines(body, depth + 1))
            case syntax_tree.While(condition=condition, body=body):
                lines += (f"{indent}While {write_condition(condition)}:", *_lines(body, depth + 1))
            case syntax_tree.ForEach(item=item, collection=collection, body=body):
                lines += (f"{indent}For each {{{item}}} in {_operand(collection)}:", *_lines(body, depth + 1))
            case syntax_tree.Define():
                lines += _definition(statement, depth)
            case _:
                lines.append(indent + _plain(statement))
    return lines


def _definition(define: syntax_tree.Define, depth: int) -> list[str]:
    inner = INDENT * (depth + 1)
    lines = [f"{INDENT * depth}Define a task named {_quoted_plain(define.name)}:"]
    if define.inputs:
        inputs = (
            f"{{{declared.name}}}" + (f" ({declared.hint})" if declared.hint else "") for declared in define.inputs
        )
        lines.append(f"{inner}Task input: {', '.join(inputs)}")
    return [*lines, *_lines(define.body, depth + 1)]


def _plain(statement: PlainStatement) -> str:
    """A line that opens no block."""
    match statement:
        case syntax_tree.Tell(message=message):
            return f"Tell user {_operand(message)}"
        case syntax_tree.AskUser(question=question, into=into):
            return f"Ask user {_operand(question)}, get response as {{{into}}}"
        case syntax_tree.Step(instruction=words, results=results):
            names = " and ".join(f"{{{name}}}" for name in results)
            return _raw(words) + (f", record as {names}" if results else "")
        case syntax_tree.Assign(to=to, value=value):
            return f"Set {write_reference(to)} to {write_value(value)}"
        case syntax_tree.Break():
            return "Break the loop"
        case syntax_tree.Continue():
            return "Continue with the next item"
        case syntax_tree.Stop():
            return "Stop the program"
        case syntax_tree.Return(value=value):
            return "Return" if value is None else f"Task returns {write_value(value)}"
        case syntax_tree.Call(name=name, arguments=arguments, into=into):
            given = "".join(f", {_key(key)} is {_operand(value)}" for key, value in arguments)
            return f"Execute task {_quoted_plain(name)}{given}" + (
                f", output result recorded as {{{into}}}" if into else ""
            )
        case _:
            return _data(statement)


def _data(statement: DataStatement) -> str:
    """Work on lists, tables and files."""
    match statement:
        case syntax_tree.Append(value=value, to=to):
            return f"Add {_operand(value)} to {write_reference(to)}"
        case syntax_tree.AddColumn(name=name, to=to, value=value):
            rest = "" if value is None else f" with {_operand(value)}"
            return f"Add a new column {write_value(name)} to {write_reference(to)}{rest}"
        case syntax_tree.Sort(of=of, by=by, descending=descending, into=into):
            key = "" if by is None else f" by {write_value(by)} column"
            order = "descending" if descending else "ascending"
            return f"Sort {write_reference(of)}{key} in {order} order{_recorded(into)}"
        case syntax_tree.Filter(of=of, where=where, into=into):
            return f"Filter {write_reference(of)} to rows where {write_condition(where)}{_recorded(into)}"
        case syntax_tree.Merge(left=left, right=right, by=by, into=into):
            tables = f"{write_reference(left)} and {write_reference(right)}"
            return f"Merge {tables} by {write_value(by)} column{_recorded(into)}"
        case syntax_tree.Unique(of=of, by=by, into=into):
            key = f" based on {', '.join(map(write_value, by))} columns" if by else ""
            return f"Remove duplicate rows from {write_reference(of)}{key}{_recorded(into)}"
        case syntax_tree.ReadFile(kind=kind, name=name, into=into):
            what = {"table": "table file", "text": "text file", "image": "image file"}[kind]
            return f"Read the {what} {write_value(name)}{_recorded(into)}"
        case syntax_tree.SaveFile(kind=kind, value=value, name=name):
            if kind == "table":
                return f"Save {_operand(value)} as table file {write_value(name)}"
            return f"Save text content {_operand(value)} to document {write_value(name)}"
        case _:
            assert_never(statement)


def _recorded(into: str) -> str:
    return f", record as {{{into}}}" if into else ""


# ---- values


def write_value(value: Expression) -> str:
    match value:
        case Reference():
            return write_reference(value)
        case TextTemplate():
            return _quoted(value)
        case expression_tree.NumberLiteral(value=number):
            return str(number)
        case expression_tree.BooleanLiteral(value=truth):
            return "true" if truth else "false"
        case expression_tree.ListLiteral(items=items):
            return f"[{', '.join(map(_operand, items))}]"
        case expression_tree.ObjectLiteral(pairs=pairs):
            return f"{{{', '.join(f'{_quoted_plain(key)}: {_operand(item)}' for key, item in pairs)}}}"
        case expression_tree.EmptyTable(columns=columns):
            return "an empty table" + (f" with columns [{', '.join(map(_operand, columns))}]" if columns else "")
        case expression_tree.Arithmetic(operator=operator, left=left, right=right):
            return f"{_operand(left)} {operator} {_operand(right)}"
        case expression_tree.JoinedText(parts=parts):
            return f"the combined text of [{', '.join(map(_operand, parts))}]"
        case expression_tree.Conversion(of=of, to=to):
            return f"{_operand(of)} to {to}"
        case expression_tree.ConditionValue(condition=condition):
            return f"whether {write_condition(condition)}"
        case expression_tree.Column(name=name):
            return "the item" if name == TextTemplate() else f"the {_operand(name)} column"
        case expression_tree.Access():
            return _access(value)
        case expression_tree.Aggregate():
            return _aggregate(value)
        case _:
            assert_never(value)


def _aggregate(value: expression_tree.Aggregate) -> str:
    key = "all values" if value.column is None else f"the {_operand(value.column)} column"
    rest = "" if value.where is None else f" where {write_condition(value.where)}"
    return f"the {value.kind} of {key} in {_operand(value.of)}{rest}"


def _access(value: expression_tree.Access) -> str:
    of, argument = _operand(value.of), "" if value.argument is None else _operand(value.argument)
    match value.kind:
        case "item":
            return f"the item {argument} of {of}"
        case "last":
            return f"the last item of {of}"
        case "length":
            return f"the length of {of}"
        case "attribute":
            return f"the value of {argument} column from {of}"
        case "columns":
            return f"all column names from {of}"
        case "last row's":
            return f"the value of {argument} column from the last row of {of}"
        case _:
            assert_never(value.kind)


def _operand(value: Expression) -> str:
    """A value beside others: in parentheses unless it is enclosed already."""
    written = write_value(value)
    if isinstance(
        value,
        Reference
        | TextTemplate
        | expression_tree.ListLiteral
        | expression_tree.ObjectLiteral
        | expression_tree.BooleanLiteral,
    ) or (isinstance(value, expression_tree.NumberLiteral) and value.value >= 0):
        return written
    return f"({written})"


def write_reference(reference: Reference) -> str:
    path = ""
    for step in reference.path:
        if isinstance(step, Reference):
            path += f"[{write_reference(step)}]"
        elif isinstance(step, int):
            path += f"[{step}]"
        else:
            path += f".{step}" if _STEP.fullmatch(step) else f"[{_quoted_key(step)}]"
    return f"{{{reference.name}{path}}}"


def _quoted_key(key: str) -> str:
    """In single quotes where it can be, for a reference may stand in a quoted text."""
    return _quoted_plain(key) if "'" in key or "\\" in key else f"'{key}'"


def _key(name: str) -> str:
    return f"{{{name}}}" if _WORD.fullmatch(name) else _quoted_plain(name)


def _quoted(text: TextTemplate) -> str:
    parts = (write_reference(part) if isinstance(part, Reference) else _escaped(part) for part in text.parts)
    return f'"{"".join(parts)}"'


def _quoted_plain(words: str) -> str:
    return f'"{_escaped(words)}"'


def _escaped(words: str) -> str:
    written = "".join(_ESCAPES.get(sign, sign) for sign in words)
    return written.replace("{", "\\{").replace("}", "\\}") if "{" in words or "}" in words else written


def _raw(text: TextTemplate) -> str:
    """A sentence; braces of its own that would read as a variable are doubled."""
    written = ""
    for part in text.parts:
        if isinstance(part, Reference):
            written += write_reference(part)
        elif read_text(part, escapes=False).references or "{{" in part:
            written += re.sub(r"\{([^{}]*)\}", _doubled, part)
        else:
            written += part
    return written


def _doubled(found: re.Match[str]) -> str:
    return f"{{{found.group()}}}" if read_reference(found[1]) else found.group()


# ---- conditions


def write_condition(condition: Condition) -> str:
    match condition:
        case expression_tree.Comparison(operator=operator, left=left, right=right):
            words = "is" if operator == "==" and not isinstance(right, expression_tree.BooleanLiteral) else operator
            return f"{_operand(left)} {words} {_operand(right)}"
        case expression_tree.Between(value=value, low=low, high=high):
            return f"{_operand(value)} is between {_operand(low)} and {_operand(high)}"
        case expression_tree.IsEmpty(of=of):
            return f"{_operand(of)} is empty"
        case expression_tree.IsTrue(of=of):
            return f"{_operand(of)} is true"
        case expression_tree.FileExists(name=name):
            return f"file {write_value(name)} exists"
        case expression_tree.Not(condition=inner):
            return f"not ({write_condition(inner)})"
        case expression_tree.AllOf(conditions=inner):
            return " and ".join(f"({write_condition(part)})" for part in inner)
        case expression_tree.AnyOf(conditions=inner):
            return " or ".join(f"({write_condition(part)})" for part in inner)
        case expression_tree.ScreenCondition(words=words):
            return _raw(words)
        case _:
            assert_never(condition)
