"""The variables of a project's `.env` under our names. Values are kept as they are, and none is ever shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from askonce.cli.migration.difference import Difference
from askonce.config.midscene_variables import reason_without_effect
from askonce.lazy import dataclass

_LINE = re.compile(r"(?P<before>\s*(?:export\s+)?)(?P<name>[A-Za-z_]\w*)(?P<equals>\s*=[ \t]*)(?P<value>.*)")
_QUOTES = "\"'`"
_ROLES = ("", "PLANNING_", "INSIGHT_")
_PARTS = {
    "NAME": "NAME",
    "BASE_URL": "BASE_URL",
    "API_KEY": "API_KEY",
    "FAMILY": "FAMILY",
    "TEMPERATURE": "TEMPERATURE",
    "TIMEOUT": "TIMEOUT",
    "RETRY_COUNT": "RETRIES",
    "EXTRA_BODY_JSON": "EXTRA_BODY",
    "HTTP_PROXY": "PROXY",
    "SOCKS_PROXY": "PROXY",
    "REASONING_EFFORT": "REASONING",
    "REASONING_ENABLED": "REASONING",
    "REASONING_BUDGET": "REASONING_BUDGET",
}
_NAMES: Mapping[str, str] = {
    **{
        f"MIDSCENE_{role}MODEL_{theirs}": f"ASKONCE_{role}MODEL_{ours}"
        for role in _ROLES
        for theirs, ours in _PARTS.items()
    },
    "MIDSCENE_OPENAI_HTTP_PROXY": "ASKONCE_MODEL_PROXY",
    "MIDSCENE_OPENAI_SOCKS_PROXY": "ASKONCE_MODEL_PROXY",
    "MIDSCENE_PREFERRED_LANGUAGE": "ASKONCE_LANGUAGE",
    "MIDSCENE_CACHE": "ASKONCE_RECORDINGS",
    "MIDSCENE_REPLANNING_CYCLE_LIMIT": "ASKONCE_ROUNDS",
    "MIDSCENE_CHROME_PATH": "ASKONCE_BROWSER",
    "MIDSCENE_MCP_CHROME_PATH": "ASKONCE_BROWSER",
    "MIDSCENE_LANGSMITH_DEBUG": "ASKONCE_TELEMETRY",
    "MIDSCENE_LANGFUSE_DEBUG": "ASKONCE_TELEMETRY",
    "MIDSCENE_USE_QWEN_VL": "ASKONCE_MODEL_FAMILY",
    "MIDSCENE_USE_QWEN3_VL": "ASKONCE_MODEL_FAMILY",
    "MIDSCENE_USE_DOUBAO_VISION": "ASKONCE_MODEL_FAMILY",
    "MIDSCENE_USE_GEMINI": "ASKONCE_MODEL_FAMILY",
    "MIDSCENE_USE_VLM_UI_TARS": "ASKONCE_MODEL_FAMILY",
}
_REMEDIES = {"INIT_CONFIG_JSON": "set its headers as ASKONCE_MODEL_HEADERS, and its key and address by their own names"}
_OFF = frozenset({"", "0", "false"})
_UI_TARS = {"1": "ui-tars", "doubao": "ui-tars-doubao-1.5", "doubao-1.5": "ui-tars-doubao-1.5"}


def _seconds(value: str) -> str:
    return f"{float(value) / 1000:g}"


def _family(name: str) -> Callable[[str], str]:
    return lambda value: "" if value.lower() in _OFF else name


_VALUES: Mapping[str, Callable[[str], str]] = {
    **{f"MIDSCENE_{role}MODEL_TIMEOUT": _seconds for role in _ROLES},
    **{
        f"MIDSCENE_{role}MODEL_REASONING_ENABLED": lambda value: (
            value if value.lower() == "default" else "off" if value.lower() in _OFF else "on"
        )
        for role in _ROLES
    },
    "MIDSCENE_CACHE": lambda value: "off" if value.lower() in _OFF else "read-write",
    "MIDSCENE_LANGSMITH_DEBUG": lambda value: "off" if value.lower() in _OFF else "content",
    "MIDSCENE_LANGFUSE_DEBUG": lambda value: "off" if value.lower() in _OFF else "content",
    "MIDSCENE_USE_QWEN_VL": _family("qwen2.5-vl"),
    "MIDSCENE_USE_QWEN3_VL": _family("qwen3-vl"),
    "MIDSCENE_USE_DOUBAO_VISION": _family("doubao-vision"),
    "MIDSCENE_USE_GEMINI": _family("gemini"),
    "MIDSCENE_USE_VLM_UI_TARS": lambda value: (
        "" if value.lower() in _OFF else _UI_TARS.get(value.lower(), "ui-tars-doubao")
    ),
}
"""How values are written here, where that is not the same."""


@dataclass(frozen=True, slots=True)
class MigratedEnvironment:
    """The text of a `.env` under our names, and what became of each variable."""

    text: str
    differences: tuple[Difference, ...]
    names: frozenset[str]
    """All names that it sets."""


def migrate_environment(text: str, file: str) -> MigratedEnvironment:
    """Rename what has another name here; all other lines stay as they are."""
    lines = text.splitlines(keepends=True)
    found = [_LINE.fullmatch(line.rstrip("\r\n")) for line in lines]
    theirs = {match["name"]: match["value"] for match in found if match}
    differences: list[Difference] = []
    written: set[str] = {name for name in theirs if name not in _NAMES}
    ours_at = {name: ours for name, ours in _NAMES.items() if name in theirs}
    settings = dict.fromkeys((*written, *ours_at.values()), "set")
    for number, match in enumerate(found):
        if match is None or not match["name"].startswith("MIDSCENE_"):
            continue
        name, ours = match["name"], ours_at.get(match["name"], "")
        if not ours:
            what, why = f"{name} has no effect here", reason_without_effect(name, settings)
            differences.append(Difference(file, number + 1, name, what, _REMEDIES.get(_ending(name), why)))
            continue
        end = lines[number][len(lines[number].rstrip("\r\n")) :]
        value = _value(name, match["value"])
        why = _superfluous(name, theirs) or (f"{ours} is set already" if ours in written else "")
        why = why or ("it is switched off" if value == "" else "" if value is not None else "its value cannot be read")
        if why:
            lines[number] = f"# {lines[number]}"
            differences.append(Difference(file, number + 1, name, f"{name} is left out: {why}"))
            continue
        written.add(ours)
        lines[number] = f"{match['before']}{ours}{match['equals']}{value}{end}"
        differences.append(Difference(file, number + 1, name, f"{name} is {ours}", effect="renamed"))
    return MigratedEnvironment("".join(lines), tuple(differences), frozenset(theirs))


def _ending(name: str) -> str:
    return name.rpartition("MODEL_")[2]


def _superfluous(name: str, theirs: Mapping[str, str]) -> str:
    """Why one of the two variables about thinking says nothing beside the other."""
    stem = name.removesuffix("ENABLED").removesuffix("EFFORT")
    if not stem.endswith("_REASONING_"):
        return ""
    is_on = _plain(theirs.get(f"{stem}ENABLED", "")).lower() not in {*_OFF, "default"}
    if name.endswith("EFFORT"):
        return "" if is_on else f"it counts only where {stem}ENABLED is true"
    return f"{stem}EFFORT says more" if is_on and f"{stem}EFFORT" in theirs else ""


def _plain(written: str) -> str:
    """A value without its quotes and the comment after it."""
    value = written.split(" #")[0].strip()
    return value[1:-1] if len(value) > 1 and value[0] in _QUOTES and value[-1] == value[0] else value


def _value(name: str, written: str) -> str | None:
    """The value as ours has it; None where it cannot be read. One that is the same here is not looked at."""
    change = _VALUES.get(name)
    if change is None:
        return written
    try:
        return change(_plain(written))
    except ValueError:
        return None
