"""Items of a Midscene flow as steps of ours. The models of `items` read them, as they read those of a script."""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic import ValidationError

from askonce.actions import BUILT_IN
from askonce.diagnostics.location import Location
from askonce.items.action_items import ACTION_BY_KEY
from askonce.items.field_types import LocateOptions
from askonce.items.flow_items import SUBJECT
from askonce.items.query_items import FinalizeItem
from askonce.recordings.recording import RecordedStep

_UNRECORDABLE = ("xpath", "context", "images")
"""Options of an element that a step cannot hold."""


_PASSIVE = frozenset({
    "aiAssert", "aiQuery", "aiWaitFor", "aiAsk", "aiString", "aiNumber", "aiBoolean", "aiLocate", "logScreenshot",
    "recordToReport",
})  # fmt: skip
"""Items that change nothing on the screen."""
_LONGEST_INTENT = 200


class NoCounterpart(Exception):
    """Why something cannot be taken over; the reason is shown to a person."""


def read_item(item: object) -> list[RecordedStep]:
    """The steps that do what a flow item does; `NoCounterpart` when no action of ours does."""
    fields: dict[str, Any] = dict(cast("dict[str, Any]", item)) if isinstance(item, dict) else {}
    written = next((name for name in fields if _key(name) in ACTION_BY_KEY), None)
    if written is None:
        raise NoCounterpart(f"holds {next(iter(fields), f'{item}')!r}, which no action of ours does")
    key = _key(written)
    given = {name: value for name, value in fields.items() if name != written and value is not None}
    try:
        read = ACTION_BY_KEY[key].model_validate({key: fields[written], **given})
        read.put(Location(), key)
        action = next(known for known in BUILT_IN if known.title() == read.performs)
        kept = {name for name, field in action.model_fields.items() if not field.exclude}
        params = {name: _plain(value) for name, value in read.params().items() if name in kept and value is not None}
        action.model_validate(params)
    except ValidationError as error:
        raise NoCounterpart(_reason(written, error)) from None
    return [RecordedStep(action=read.performs, params=params)] * read.repetitions


def is_end(item: object) -> bool:
    """Whether an item only says that the plan has ended."""
    return isinstance(item, dict) and any(name in item for name in FinalizeItem.called)


def is_passive(item: object) -> bool:
    """Whether an item only looks at the screen, or at nothing."""
    return isinstance(item, dict) and next(iter(cast("dict[str, Any]", item)), "") in _PASSIVE


def missing_step(item: object) -> RecordedStep:
    """A step in place of an item that no action of ours does, with what is known of it for whoever does it instead."""
    fields = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
    name = str(next(iter(fields), "an item"))[:40]
    words = json.dumps(fields or item, ensure_ascii=False, default=str)[:_LONGEST_INTENT]
    return RecordedStep(action=f"Midscene's {name}", intent=words)


def _key(name: str) -> str:
    """The name of an item as scripts have it: Midscene also writes `Tap`, `launch` and `sleep`."""
    return name if name.startswith("ai") else f"ai{name[:1].upper()}{name[1:]}"


def _plain(value: Any) -> Any:
    """A value as a step holds it: an element by its words."""
    if not isinstance(value, LocateOptions):
        return value
    if surplus := [name for name in _UNRECORDABLE if getattr(value, name)]:
        raise NoCounterpart(f"has a target with {', '.join(surplus)}")
    return value.prompt


def _reason(key: str, error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != SUBJECT)
    if first["type"] == "extra_forbidden":
        return f"has {key} with {where}, which {ACTION_BY_KEY[_key(key)].action} does not know"
    message = first["msg"].removeprefix("Value error, ")
    return f"has {key} with values that do not fit ({f'{where}: ' if where else ''}{message})"
