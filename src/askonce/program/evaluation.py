"""Evaluates expressions and conditions from the variables alone.

A `ScreenCondition` needs the screen as well: it becomes a question, which `screen_conditions` asks. Errors name the
variable, its value, the line and what to do.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, assert_never, cast

from askonce.errors import ProgramError
from askonce.lazy import dataclass
from askonce.program import comparison, expression_tree, table_operations
from askonce.program.comparison import Incomparable, is_equal, number_of, truth_of
from askonce.program.data_types import Table, columns_of, holds_secret, kind_of
from askonce.program.expression_tree import Condition, Expression, Reference, TextTemplate
from askonce.program.number_arithmetic import calculate
from askonce.program.value_text import look_up, quote_value, render, slot_name, to_text
from askonce.program.variables import VariableScope, part_of
from askonce.program.work_files import WorkFiles
from askonce.values import Secret

ConditionEvaluation = Generator[str, bool, bool]
"""Evaluates a condition: yields questions about the screen, is sent the answers, and returns whether it holds."""

TEXT = 5_000_000
"""The most characters that a text may have."""
_NO_ROW: Any = object()


def evaluate(expression: Expression, scope: VariableScope, files: WorkFiles, *, line: int = 0) -> Any:
    """The value of an expression. It may be part of the scope, not a copy."""
    return Evaluation(scope, files, line).value(expression)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Evaluates at one place of a program: a line, and within tables a row."""

    scope: VariableScope
    files: WorkFiles
    line: int = 0
    row: Any = _NO_ROW

    def value(self, expression: Expression) -> Any:
        match expression:
            case Reference():
                return self._reference(expression)
            case TextTemplate():
                return self._text(expression)
            case expression_tree.NumberLiteral(value=value) | expression_tree.BooleanLiteral(value=value):
                return value
            case expression_tree.ListLiteral(items=items):
                return [self.value(item) for item in items]
            case expression_tree.ObjectLiteral(pairs=pairs):
                return {key: self.value(item) for key, item in pairs}
            case expression_tree.EmptyTable(columns=columns):
                return Table([self.text(column) for column in columns], [])
            case expression_tree.Arithmetic():
                return self._arithmetic(expression)
            case expression_tree.Access():
                return self._access(expression)
            case expression_tree.Aggregate():
                return self._aggregate(expression)
            case expression_tree.JoinedText(parts=parts):
                return self._short("".join(self.text(part) for part in parts))
            case expression_tree.Conversion():
                return self._convert(expression)
            case expression_tree.ConditionValue(condition=condition):
                return self.holds(condition)
            case expression_tree.Column(name=name):
                return self._cell(self.text(name))
            case _:
                assert_never(expression)

    def text(self, expression: Expression) -> str:
        """The value of an expression, as text."""
        value = self.value(expression)
        if holds_secret(value):
            is_one = "is" if isinstance(value, Secret) else "holds"
            raise self.trouble(
                f"{self.naming(expression)} {is_one} a secret, which cannot become part of another text",
                "use it on its own, in a step that types it",
            )
        return to_text(value)

    def number(self, expression: Expression) -> int | float:
        """The value of an expression, as a number."""
        value = self.value(expression)
        number = number_of(value)
        if number is None:
            raise self.trouble(
                f"{self.naming(expression)} is {_holding(value)}, where a number is needed",
                "set it to a number, such as 12 or 3.5",
                expression,
            )
        return number

    def holds(self, condition: Condition) -> bool:
        """Whether a condition that does not need the screen holds."""
        try:
            question = next(self.judge(condition))
        except StopIteration as end:
            return end.value
        raise self.trouble(
            f'"{question}" cannot be decided from the variables',
            "compare with an operator, such as: {age} > 18, or make it a step of its own",
        )

    def at(self, row: Any) -> Evaluation:
        """The same within a row (or item)."""
        return replace(self, row=row)

    def trouble(self, message: str, remedy: str, at: object = None) -> ProgramError:
        """An error at this line."""
        line = self.line or _line_of(at)
        return ProgramError(f"line {line}: {message}" if line else message, remedy=remedy)

    def naming(self, expression: Expression) -> str:
        """The name of an expression in an error."""
        match expression:
            case Reference():
                return f"{{{slot_name(expression)}}}"
            case expression_tree.Column(name=name):
                return f'the "{self.text(name)}" of a row'
            case _:
                return "a value"

    # ---- conditions

    def judge(self, condition: Condition) -> ConditionEvaluation:
        match condition:
            case expression_tree.ScreenCondition(words=words):
                return (yield render(words, self.scope))
            case expression_tree.Not(condition=inner):
                return not (yield from self.judge(inner))
            case expression_tree.AllOf(conditions=several):
                for part in several:
                    if not (yield from self.judge(part)):
                        return False
                return True
            case expression_tree.AnyOf(conditions=several):
                for part in several:
                    if (yield from self.judge(part)):
                        return True
                return False
            case expression_tree.Comparison():
                return self._compare(condition)
            case expression_tree.Between(value=value, low=low, high=high):
                above = self._order(value, low) >= 0
                return above and self._order(value, high) <= 0
            case expression_tree.IsEmpty(of=of):
                return comparison.is_empty(self.value(of))
            case expression_tree.IsTrue(of=of):
                return self._truth(of)
            case expression_tree.FileExists(name=name):
                return self.files.exists(self.text(name))
            case _:
                assert_never(condition)

    def _compare(self, condition: expression_tree.Comparison) -> bool:
        match condition.operator:
            case "<":
                return self._order(condition.left, condition.right) < 0
            case "<=":
                return self._order(condition.left, condition.right) <= 0
            case ">":
                return self._order(condition.left, condition.right) > 0
            case ">=":
                return self._order(condition.left, condition.right) >= 0
            case "==":
                return is_equal(self.value(condition.left), self.value(condition.right))
            case "!=":
                return not is_equal(self.value(condition.left), self.value(condition.right))
            case "contains":
                return comparison.contains(self._seen(condition.left), self._seen(condition.right))
            case "is in":
                return comparison.contains(self._seen(condition.right), self._seen(condition.left))
            case "starts with":
                return self.text(condition.left).casefold().startswith(self.text(condition.right).casefold())
            case "ends with":
                return self.text(condition.left).casefold().endswith(self.text(condition.right).casefold())
            case _:
                assert_never(condition.operator)

    def _seen(self, expression: Expression) -> Any:
        """The value, unless it is a secret: comparing parts of a secret would reveal it."""
        value = self.value(expression)
        return self.text(expression) if isinstance(value, Secret) else value

    def _order(self, left: Expression, right: Expression) -> int:
        first, second = self.value(left), self.value(right)
        try:
            return comparison.compare(first, second)
        except Incomparable as error:
            odd = left if number_of(first) is None else right
            raise self.trouble(
                f"{self.naming(left)} ({_holding(first)}) and {self.naming(right)} ({_holding(second)}) "
                f"cannot be compared: {error}",
                "compare numbers with numbers, or texts with texts",
                odd,
            ) from None

    def _truth(self, expression: Expression) -> bool:
        value = self.value(expression)
        truth = truth_of(value)
        if truth is None:
            raise self.trouble(
                f"{self.naming(expression)} is {_holding(value)}, which is neither true nor false",
                "compare it with something, or set it to true or false",
                expression,
            )
        return truth

    # ---- expressions

    def _reference(self, reference: Reference) -> Any:
        try:
            return look_up(reference, self.scope)
        except ProgramError as error:
            raise self.trouble(error.message, error.remedy, reference) from None

    def _text(self, text: TextTemplate) -> Any:
        """The text with its values filled in. A text that is one secret stays a secret."""
        if len(text.parts) == 1 and isinstance(text.parts[0], Reference):
            value = self._reference(text.parts[0])
            return value if isinstance(value, Secret) else self.text(text.parts[0])
        return self._short("".join(part if isinstance(part, str) else self.text(part) for part in text.parts))

    def _arithmetic(self, sum_: expression_tree.Arithmetic) -> Any:
        if sum_.operator == "+":
            first, second = self.value(sum_.left), self.value(sum_.right)
            if isinstance(first, list) and isinstance(second, list):
                return [*cast("list[Any]", first), *cast("list[Any]", second)]
            if isinstance(first, str) and isinstance(second, str) and None in (number_of(first), number_of(second)):
                return self._short(first + second)
        left, right = self.number(sum_.left), self.number(sum_.right)
        try:
            return calculate(sum_.operator, left, right)
        except ZeroDivisionError:
            raise self.trouble(
                f"{self.naming(sum_.left)} ({quote_value(left)}) cannot be divided by {self.naming(sum_.right)}, "
                "which is 0",
                "check that it is not 0 first",
                sum_.right,
            ) from None
        except (OverflowError, ValueError):
            raise self.trouble(
                f"{quote_value(left)} {sum_.operator} {quote_value(right)} is not a number that a variable can hold",
                "use smaller numbers",
                sum_.left,
            ) from None

    def _short(self, text: str) -> str:
        if len(text) > TEXT:
            raise self.trouble(f"a text would have {len(text)} characters", f"keep texts under {TEXT} characters")
        return text

    def _access(self, access: expression_tree.Access) -> Any:
        value, name = self.value(access.of), self.naming(access.of).strip("{}")
        match access.kind:
            case "length":
                return self._length(access.of, value)
            case "columns":
                return self._columns(access.of, value)
            case "attribute":
                return self._part(value, self._argument(access), name, access)
            case "last row's":
                return self._part(self._part(value, -1, name, access), self._argument(access), name, access)
            case "last":
                return self._part(value, -1, name, access)
            case "item":
                number = 1 if access.argument is None else self.number(access.argument)
                if number != int(number) or number == 0:
                    raise self.trouble(
                        f"there is no item number {to_text(number)}", "items are counted from 1", access.of
                    )
                return self._part(value, int(number) - 1 if number > 0 else int(number), name, access)
            case _:
                assert_never(access.kind)

    def _argument(self, access: expression_tree.Access) -> str:
        if access.argument is None:
            raise self.trouble("no attribute or column is named", 'name it in quotes, such as "price"', access.of)
        return self.text(access.argument)

    def _part(self, value: Any, step: str | int, name: str, access: expression_tree.Access) -> Any:
        try:
            return part_of(value, step, name)
        except ProgramError as error:
            raise self.trouble(error.message, error.remedy, access.of) from None

    def _columns(self, of: Expression, value: Any) -> list[str]:
        match value:
            case dict():
                return list(cast("dict[str, Any]", value))
            case Table() | list():
                return columns_of(cast("Table | list[Any]", value))
            case _:
                raise self.trouble(f"{self.naming(of)} is {_holding(value)}, which has no columns", "use a table", of)

    def _length(self, of: Expression, value: Any) -> int:
        match value:
            case Table():
                return len(value.rows)
            case list() | dict() | str():
                return len(cast("list[Any]", value))
            case None:
                return 0
            case _:
                raise self.trouble(
                    f"{self.naming(of)} is {_holding(value)}, which has no length", "use a list or a table", of
                )

    def _aggregate(self, aggregate: expression_tree.Aggregate) -> Any:
        collection = self.value(aggregate.of)
        if not isinstance(collection, (Table, list)):
            raise self.trouble(
                f"{self.naming(aggregate.of)} is {_holding(collection)}, where a list or a table is needed",
                "gather the values in a list first",
                aggregate.of,
            )
        rows = table_operations.rows_of(cast("Table | list[Any]", collection))
        if aggregate.where is not None:
            where = aggregate.where
            rows = [row for row in rows if self.at(row).holds(where)]
        column = None if aggregate.column is None else self.text(aggregate.column)
        try:
            return table_operations.aggregate(aggregate.kind, cast("Table | list[Any]", collection), rows, column)
        except (Incomparable, OverflowError, table_operations.TableOperationError) as error:
            raise self.trouble(f"{self.naming(aggregate.of)}: {error}", "check its values", aggregate.of) from None

    def _convert(self, converted: expression_tree.Conversion) -> Any:
        value = self.value(converted.of)
        match converted.to:
            case "number":
                return self.number(converted.of)
            case "text":
                return self.text(converted.of)
            case "boolean":
                return self._truth(converted.of)
            case "list":
                items = table_operations.to_list(value)
                if items is None:
                    raise self.trouble(
                        f"{self.naming(converted.of)} is {_holding(value)}, which is not a list",
                        "give a text with commas, a list or a table",
                        converted.of,
                    )
                return items
            case _:
                assert_never(converted.to)

    def _cell(self, name: str) -> Any:
        if self.row is _NO_ROW:
            raise self.trouble(f'the column "{name}" is named outside of a table', "name the table, too")
        if not name:
            return self.row
        try:
            return part_of(self.row, name, "row")
        except ProgramError as error:
            raise self.trouble(error.message, error.remedy) from None


def _holding(value: Any) -> str:
    """What a value is, for an error: short, and never a secret."""
    match value:
        case str() | int() | float() | bool():
            return quote_value(value)
        case _:
            return kind_of(value)


def _line_of(at: object) -> int:
    return at.location.line if isinstance(at, Reference) else 0
