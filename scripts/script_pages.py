"""The generated page about scripts: every section, item and condition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from page_text import cell, code, documentation, sentence, table

from askonce.items.action_items import NamedAction
from askonce.items.field_types import LocateOptions, PromptImage, PromptOptions
from askonce.items.flow_items import SUBJECT, ActionItem, Item
from askonce.items.query_items import QuestionItem
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.option_fields import Section
from askonce.script.batch_config import batch_model
from askonce.script.flow_blocks import ITEMS, ForBlock, IfBlock, ProgramItem, RepeatBlock, WhileBlock
from askonce.script.script_models import AgentOptions, Cache, Config, ScriptFile, ScriptTask

ACCEPTED = "Accepted for Midscene's scripts; "
BLOCKS = (IfBlock, ForBlock, RepeatBlock, WhileBlock, ProgramItem)
CONDITIONS = (
    ("{found}", "the value counts as true: yes, a number but 0, a list with entries"),
    ("{found} > 10", "compared, by `==`, `!=`, `<`, `<=`, `>`, `>=` or words such as `is at least`"),
    ('{name} starts with "Red"', "also `contains`, `ends with`, `is one of`, each with a negation"),
    ("{total} is between 10 and 20", "a range, its ends included"),
    ("{rows} is not empty", "a list, a table or a text"),
    ('({name} == "Red mug" or {found} > 10) and not {sold}', "`and`, `or`, `not` and parentheses"),
    ('the text "Welcome" is visible', "on the screen; its elements answer where they can"),
    ("there is a banner about cookies", "on the screen; a model is asked"),
)
"""What may stand at `if` and `while`; the last two are about the screen."""


def item_page() -> str:
    named = [item for item in ITEMS if issubclass(item, NamedAction)]
    own = [item for item in ITEMS if item not in named and item not in BLOCKS]
    parts = [
        "# Script items\n\n",
        "Every key of a script. An item has one key that says what it is, with options beside it. Any text may hold "
        "values: `{name}` of a variable, a secret or an earlier result, and `${NAME}` of an environment variable; in "
        "`javascript` only the latter. An unknown key is an error in a script that uses something Midscene does not "
        "have, and otherwise a warning. `askonce schema script` prints all this as JSON Schema for your editor.\n\n",
        "## The file\n\n",
        _fields(ScriptFile),
        *(_section(f"`{kind.section_keys[0]}`", kind.section, kind.section_keys) for kind in screen_kinds()),
        *(
            _section(title, model)
            for title, model in (
                ("`agent`", AgentOptions),
                ("`cache` of the agent", Cache),
                ("`config`", Config),
                ("A task", ScriptTask),
            )
        ),
        "## Items that act and read\n\n",
        "Every action item takes the options of an element, and every question those of a question; they are listed "
        "once, below.\n\n",
        *map(_item, own),
        "### Options of every element\n\n",
        _rows(_properties(ActionItem), skip={SUBJECT}),
        "An element may also be a mapping:\n\n",
        _rows(_properties(LocateOptions)),
        "### Options of every question\n\n",
        _rows(_properties(QuestionItem), skip={SUBJECT}),
        "Words may be a mapping, with pictures that they refer to:\n\n",
        _rows(_properties(PromptOptions)),
        _rows(_properties(PromptImage)),
        "## Conditions and loops\n\n",
        *map(_item, BLOCKS),
        "### Conditions\n\n",
        "The same as in [programs](program-phrases.md#conditions):\n\n",
        table(("at `if` or `while`", "meaning"), ((code(words), meaning) for words, meaning in CONDITIONS)),
        "## Every other action\n\n",
        "Each action is an item by its name; what stands at the key is its element or its first parameter.\n\n",
        *map(_item, named),
        "## A batch\n\n",
        "A YAML file with `files` and without `tasks`. Sections of targets override those of each script.\n\n",
        _rows(
            _properties(batch_model()),
            skip={key for kind in screen_kinds() for key in kind.section_keys},
        ),
        "## Keys of Midscene\n\n",
        "All other keys of Midscene's scripts do what they do there. These do not:\n\n",
        table(("key", "here"), _of_no_use()),
    ]
    return "".join(parts).rstrip() + "\n"


def _of_no_use() -> list[tuple[str, str]]:
    """The keys that are read for Midscene's sake alone, and those that cannot be obeyed."""
    models = [*(kind.section for kind in screen_kinds()), AgentOptions, *ITEMS, PromptOptions, batch_model()]
    notes = {key: part.get("description", "") for model in models for key, part in _properties(model).items()}
    accepted = {key: note.removeprefix(ACCEPTED) for key, note in notes.items() if note.startswith(ACCEPTED)}
    refused = {key: note for key, note in notes.items() if note.startswith("Not supported")}
    rows = {**{key: f"No effect: {note}" for key, note in accepted.items()}, **refused}
    return [(code(key), note) for key, note in sorted(rows.items())]


def _section(title: str, model: type[Section], keys: Iterable[str] = ()) -> str:
    others = [code(key) for key in list(keys)[1:]]
    also = f" Other names: {', '.join(others)}." if others else ""
    return f"### {title}\n\n{cell(documentation(model))}{also}\n\n" + _rows(_properties(model))


def _fields(model: type[Section]) -> str:
    return f"{cell(documentation(model).split(' `script_targets`')[0])}\n\n" + _rows(_properties(model))


def _item(item: type[Item]) -> str:
    shared = set(_properties(ActionItem)) if issubclass(item, ActionItem) else set[str]()
    shared |= set(_properties(QuestionItem)) if issubclass(item, QuestionItem) else set()
    return f"### {', '.join(map(code, item.called))}\n\n{cell(documentation(item))}\n\n" + _rows(
        _properties(item), skip={*item.called, *shared, SUBJECT}
    )


@cache
def _properties(model: type[Section]) -> dict[str, Any]:
    schema = model.model_json_schema(by_alias=True)
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return (schema["$defs"][name] if name else schema)["properties"]


def _rows(properties: dict[str, Any], skip: Iterable[str] = ()) -> str:
    rows = [
        (code(key), _values(part), sentence(part.get("description", "")))
        for key, part in properties.items()
        if key not in set(skip)
    ]
    return table(("key", "value", "meaning"), rows)


def _values(schema: dict[str, Any]) -> str:
    """What may stand at a key, in words."""
    parts = [inner for part in schema.get("anyOf", [schema]) for inner in part.get("anyOf", [part])]
    words = [word for part in parts for word in _kind(part)]
    words = list(dict.fromkeys(words))
    if "text" in words:
        words = [word for word in words if word != "number"]
    return " or ".join(words)


def _kind(part: dict[str, Any]) -> list[str]:
    if "enum" in part or "const" in part:
        return [
            code(str(value).lower() if isinstance(value, bool) else value)
            for value in part.get("enum", [part.get("const")])
        ]
    if ref := re.search(r"/(\w+)$", part.get("$ref", "")):
        return {"LocateOptions": ["an element"], "PromptOptions": ["words with pictures"]}.get(ref[1], ["mapping"])
    names = {
        "string": "text",
        "integer": "number",
        "number": "number",
        "boolean": "true or false",
        "array": "list",
        "object": "mapping",
    }
    return [names[part["type"]]] if part.get("type") in names else []
