"""Conditions that may need a look at the screen: their questions are asked one by one, as far as they matter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from askonce.program.evaluation import Evaluation
from askonce.program.expression_tree import BooleanLiteral, Condition, ConditionValue, Expression, needs_screen
from askonce.program.variables import VariableScope
from askonce.program.work_files import WorkFiles

Ask = Callable[[str], Awaitable[bool]]


async def decide(condition: Condition, scope: VariableScope, files: WorkFiles, ask: Ask, *, line: int = 0) -> bool:
    """Whether a condition is met; `ask` answers the sentences in it, from left to right, as far as they matter."""
    asking = Evaluation(scope, files, line).judge(condition)
    try:
        question = next(asking)
        while True:
            question = asking.send(await ask(question))
    except StopIteration as end:
        return end.value


async def settle(
    expression: Expression, scope: VariableScope, files: WorkFiles, ask: Ask, *, line: int = 0
) -> Expression:
    """The expression, ready to be evaluated: a condition in it that needs the screen is decided now."""
    if isinstance(expression, ConditionValue) and needs_screen(expression.condition):
        return BooleanLiteral(await decide(expression.condition, scope, files, ask, line=line))
    return expression
