"""The generated pages about commands, MCP tools, settings and errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from page_text import cell, code, documentation, field_notes, sentence, table

from askonce import config, errors
from askonce.cli.app import command_line
from askonce.cli.help import GLOBAL
from askonce.config import model_settings, run_settings
from askonce.mcp.session_tools import server_tools
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.web.browser_options import BrowserOptions, Device, PageOptions, Proxy, Session
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS

# ---- commands


def command_page() -> str:
    root = command_line()
    parts = [
        "# Commands\n\n",
        "`askonce COMMAND --help` prints the same. Each command also has `-q` (only results and errors), `-v` (model "
        "calls, finders and times too), `--debug` (the traceback of an error) and `--help`.\n\n",
    ]
    panels: dict[str, list[str]] = {}
    for name, command in root.commands.items():
        panel = getattr(command, "rich_help_panel", None) or "Other"
        panels.setdefault(panel, []).append("".join(_command(command, f"askonce {name}")))
    for panel, commands in panels.items():
        parts += [f"## {panel}\n\n", *commands]
    return "".join(parts).rstrip() + "\n"


def _command(command: Any, path: str) -> Iterator[str]:
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from _command(inner, f"{path} {name}")
        return
    context = command.make_context(path.removeprefix("askonce "), [], resilient_parsing=True)
    made = context.command
    params = [param for param in made.params if param.name != "help" and not getattr(param, "hidden", False)]
    own = [param for param in params if getattr(param, "rich_help_panel", None) != GLOBAL]
    arguments = [_typed(param) for param in own if param.param_type_name == "argument"]
    yield f"### {path}\n\n"
    yield "\n\n".join(" ".join(paragraph.split()) for paragraph in (made.help or "").split("\n\n")) + "\n\n"
    yield f"Usage: `{' '.join([path, *arguments])} [OPTIONS]`\n\n"
    yield table(
        ("argument or option", "meaning"), ((code(_typed(param)), getattr(param, "help", "") or "") for param in own)
    )
    if made.epilog:
        yield "For example " + ", ".join(f"``{line}``" for line in made.epilog.splitlines()) + ".\n\n"


def _typed(param: Any) -> str:
    """What to type for a parameter."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    names = ", ".join(sorted(param.opts, key=len, reverse=True))
    if param.secondary_opts:
        names = f"{names}/{param.secondary_opts[0]}"
    return names if param.is_flag else f"{names} {param.metavar or 'TEXT'}"


# ---- MCP


def tool_page() -> str:
    screen = screen_kinds().default.load_screen_class()
    actions = action_tools.named(action_tools.actions_of(screen))
    parts = [
        "# MCP tools\n\n",
        "What `askonce mcp` offers. Every tool but those for sessions also takes `session`, the id that `open_session` "
        "gave; it may be left out while there is exactly one.\n\n",
        "## Sessions\n\n",
        *(_tool(name, tool.describe(), tool.model_json_schema()) for name, tool in server_tools().items()),
        "## Reading, checking and longer work\n\n",
        *(_tool(name, tool.describe(), tool.model_json_schema()) for name, tool in SCREEN_TOOLS.items()),
        "## Actions\n\n",
        *(
            _tool(name, action_tools.describe(action), action_tools.schema_of(action))
            for name, action in actions.items()
        ),
    ]
    return "".join(parts).rstrip() + "\n"


def _tool(name: str, description: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [
        (code(field), _kinds(part) + (", required" if field in required else ""), sentence(part.get("description", "")))
        for field, part in schema.get("properties", {}).items()
    ]
    return f"### {name}\n\n{' '.join(description.split())}\n\n" + table(("argument", "value", "meaning"), rows)


def _kinds(schema: dict[str, Any]) -> str:
    """What a part of a JSON Schema may be, in words."""
    parts = (schema, *schema.get("anyOf", ()))
    values = [code(value) for part in parts for value in part.get("enum", ())]
    kinds = [part["type"] for part in parts if part.get("type", "null") != "null"]
    return " or ".join(dict.fromkeys(values or kinds))


# ---- settings


CLASSES = (
    config.Settings,
    *(
        kind
        for module in (model_settings, run_settings)
        for kind in vars(module).values()
        if is_dataclass(kind) and kind.__module__ == module.__name__ and kind is not config.Settings
    ),
    PageOptions,
    Device,
    Session,
    BrowserOptions,
    Proxy,
)
"""What can be set in Python."""


def setting_page() -> str:
    parts = [
        "# Settings\n\n",
        "Settings come from the environment; commands also read a `.env` file in the current folder. In Python, "
        "`settings=Settings(…)` replaces them: `launch.web(url, settings=…)`. A misspelt name and a value that cannot "
        "be are errors, and `askonce doctor` shows what is set.\n\n",
        "## Environment variables\n\n",
        table(
            ("variable", "meaning"), ((code(setting.name), sentence(setting.meaning)) for setting in config.SETTINGS)
        ),
        "`MIDSCENE_MODEL_NAME` and related variables are read when `ASKONCE_MODEL_NAME` is not set, `OPENAI_API_KEY` "
        "and `OPENAI_BASE_URL` when there is no key or address of ours.\n\n",
        "## In Python\n\n",
    ]
    for kind in CLASSES:
        notes = field_notes(kind)
        rows = [(code(field.name), _default(field), notes.get(field.name, "")) for field in fields(kind)]
        parts.append(
            f"### {kind.__name__}\n\n{cell(documentation(kind))}\n\n{table(('field', 'default', 'meaning'), rows)}"
        )
    return "".join(parts).rstrip() + "\n"


def _default(field: Field[Any]) -> str:
    if field.default is not MISSING:
        value = field.default
        is_own = type(value).__module__.startswith("askonce")
        return code(f"{type(value).__name__}()" if is_own else f'"{value}"' if isinstance(value, str) else str(value))
    return "" if field.default_factory is MISSING else "none"


# ---- errors


def error_page() -> str:
    rows = "".join(_error(errors.AskonceError, 0))
    return (
        "# Errors\n\n"
        "Every error that Askonce raises on purpose is an `AskonceError`. Its `message` says what happened, `remedy` "
        "what to do about it; both are in its text. Import them from `askonce.errors`.\n\n" + rows
    )


def _error(kind: type, depth: int) -> Iterator[str]:
    also = [base.__name__ for base in kind.__bases__ if not issubclass(base, errors.AskonceError)]
    extra = f" Also a `{also[0]}`." if also and depth else ""
    yield f"{'    ' * depth}- **`{kind.__name__}`**: {cell(documentation(kind))}{extra}\n"
    for inner in kind.__subclasses__():
        if inner.__module__ == errors.__name__:
            yield from _error(inner, depth + 1)
