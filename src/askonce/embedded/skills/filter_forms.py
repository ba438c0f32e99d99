"""Filters of a table that are filled in: a column, an operator and a value are chosen, and a button applies them."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.embedded.form_controls import form_of, submit_button
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import TEXT_FIELDS, ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.clicks import write_sent
from askonce.embedded.skills.column_sort import column_heads, column_values
from askonce.language.normalization import key, split_words
from askonce.lazy import dataclass
from askonce.screens import Node

_EQUALS = ("=", "equals", "is", "equal to", "exact", "exactly")
_COMPARES = frozenset(
    {"!=", "≠", ">", "<", "contains", "starts with", "not equal", "like", "greater than", "less than"}
)
"""What a list of operators offers besides: a column, a value and "=" alone may just as well change all rows."""
_APPLIES = ("apply", "apply filter", "apply filters", "filter", "search", "go")
_NOT_VALUES = frozenset({"and", "or", "not", "than", "least", "most", "between", "above", "below", "under", "over"})
"""Words of a value that compare or join: only "equals" is chosen here, and one value typed."""
_UNSEEN = "no effect of it can be seen in the table"


@dataclass(frozen=True, slots=True)
class FilterRow:
    """One filter as a form shows it."""

    columns: Node
    operators: Node
    value: Node


def filter_by_form(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Choose the column, "equals", and type the value; done once the column shows nothing else."""
    wanted = intent.get("option")
    text = screen.state.fill(wanted.text)
    empty = [row for row in _filter_rows(screen) if not row.value.value]
    if any(past.action == "Tap" and past.is_done for past in progress.past_actions):
        return _effect(intent, text, screen)
    if len(empty) != 1:
        return None
    column = _column(intent, text, empty[0], screen)
    if isinstance(column, Decline):
        return column
    if not wanted.fixed and not _NOT_VALUES.isdisjoint(split_words(text)):
        return Decline(f"it is not clear that the value is {text!r}; put it in quotes", tied=True, final=True)
    row = empty[0]
    controls = [node for node in screen.tree if form_of(node) == form_of(row.columns)]
    button = submit_button(controls, _APPLIES, alone=False)
    if isinstance(button, str):
        return Decline(f"{button}; name the button that applies the filter", tied=True)
    equals = [name for name in row.operators.options if name.casefold() in _EQUALS]
    if not equals:
        return Decline(f"the filter does not offer to compare {column} for being equal", tied=True)
    actions = [plan_action("Select", target=target(row.columns, "the column to filter by"), options=[column])]
    if row.operators.value not in equals:
        actions.append(plan_action("Select", target=target(row.operators, "the operator"), options=equals[:1]))
    actions.append(plan_action("Type", target=target(row.value, "the value to filter by"), text=wanted.text))
    applied = tap(button, button.name or "apply")
    return SkillPlan((*actions, applied), finished=False, memory=write_sent(progress.part))


def _filter_rows(screen: ScreenIndex) -> Iterator[FilterRow]:
    """Each list of columns that a list of operators and a field follow in the same form."""
    controls = [node for node in screen.tree if node.actionable]
    for columns, operators, value in zip(controls, controls[1:], controls[2:], strict=False):
        is_field = value.role in TEXT_FIELDS and not value.options
        is_one_form = form_of(columns) == form_of(operators) == form_of(value)
        compares = not _COMPARES.isdisjoint(name.casefold() for name in operators.options)
        if is_field and is_one_form and compares and _lists_columns(columns, screen):
            yield FilterRow(columns, operators, value)


def _lists_columns(node: Node, screen: ScreenIndex) -> bool:
    """Whether a list offers columns of a table on the page; one of its options may say that none is chosen."""
    heads = [option for option in node.options if column_heads(IntentArgument(option), screen)]
    return len(heads) > 1 and len(heads) >= len(node.options) - 1


def _column(intent: Intent, text: str, row: FilterRow, screen: ScreenIndex) -> str | Decline:
    """The column that is named; else the only one that shows the value."""
    field = intent.get("field")
    if field:
        named = [option for option in row.columns.options if key(option) == key(screen.state.fill(field.text))]
        return named[0] if len(named) == 1 else Decline(f"no column is called {field.prompt}", tied=True)
    showing = [option for option in row.columns.options if key(text) in map(key, _shown(option, screen))]
    if len(showing) == 1:
        return showing[0]
    return Decline(f"{len(showing)} columns show {text!r}; say by which to filter", tied=True)


def _shown(column: str, screen: ScreenIndex) -> list[str]:
    heads = column_heads(IntentArgument(column), screen)
    return column_values(heads[0], screen) if len(heads) == 1 else []


def _effect(intent: Intent, text: str, screen: ScreenIndex) -> SkillPlan | Decline:
    """Whether a filter with that value is set, and its column shows nothing else."""
    rows = [row for row in _filter_rows(screen) if key(row.value.value or "") == key(text)]
    values = _shown(rows[0].columns.value or "", screen) if len(rows) == 1 else []
    is_seen = bool(values) and all(key(value) == key(text) for value in values)
    return (
        SkillPlan(certain=True) if is_seen else Decline(f"the filter was applied, and {_UNSEEN}", tied=True, final=True)
    )
