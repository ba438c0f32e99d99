"""The JSON Schema of scripts, for editors, from the same models that read them."""

from __future__ import annotations

from typing import Any, cast

from askonce.items.action_items import OwnAction
from askonce.items.flow_items import ActionItem
from askonce.items.query_items import FileChooserItem, WdaRequestItem
from askonce.script.flow_blocks import ITEMS
from askonce.script.script_targets import file_model, target_models

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{model}"
_ITEM = "FlowItem"


def script_schema() -> dict[str, Any]:
    """The schema of a script, without custom actions."""
    schema = file_model().model_json_schema(by_alias=True, ref_template=_REF)
    definitions: dict[str, Any] = schema.pop("$defs")
    definitions.pop(OwnAction.__name__, None)
    for item in ITEMS:
        if issubclass(item, ActionItem | WdaRequestItem | FileChooserItem):
            _allow_mapping(definitions[item.__name__]["properties"], item.called)
    items = {"oneOf": [{"$ref": _REF.format(model=item.__name__)} for item in ITEMS]}
    return {
        "$schema": DRAFT,
        "title": "Askonce script",
        **_tidy(schema),
        "oneOf": [{"required": [name]} for name in target_models()],
        "$defs": {_ITEM: items, **_tidy(definitions)},
    }


def _allow_mapping(properties: dict[str, Any], keys: tuple[str, ...]) -> None:
    """Allow parameters in a mapping under an action's name as well as beside it."""
    for key in keys:
        if "anyOf" in properties[key]:
            properties[key] = {**properties[key], "anyOf": [*properties[key]["anyOf"], {"type": "object"}]}


def _tidy(part: Any) -> Any:
    """Remove titles that only repeat names, and list the kinds of items once."""
    match part:
        case dict():
            kept = cast("dict[str, Any]", part)
            if {"$ref": _REF.format(model=OwnAction.__name__)} in kept.get("oneOf", ()):
                return {"$ref": _REF.format(model=_ITEM)}
            return {key: _tidy(value) for key, value in kept.items() if not (key == "title" and isinstance(value, str))}
        case list():
            return [_tidy(inner) for inner in cast("list[Any]", part)]
        case _:
            return part
