"""The variables of a project's `.env` under our names. Values are kept as they are, and none is ever shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from askonce.cli.migration.difference import Difference
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
_OFF = frozenset({"", "0", "false"})
_UI_TARS = {"doubao": "ui-tars-doubao", "doubao-1.5": "ui-tars-doubao-1.5"}


def _seconds(value: str) -> str:
    if float(value) <= 0:
        raise ValueError("no limit")
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
    "MIDSCENE_USE_VLM_UI_TARS": lambda value: "" if value.lower() in _OFF else _UI_TARS.get(value.lower(), "ui-tars"),
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
    theirs = {match["name"] for match in found if match}
    differences: list[Difference] = []
    written: set[str] = {name for name in theirs if name not in _NAMES}
    for number, match in enumerate(found):
        if match is None or not match["name"].startswith("MIDSCENE_"):
            continue
        name, ours = match["name"], _NAMES.get(match["name"], "")
        line = number + 1
        if not ours:
            reason = "stays as it is; askonce doctor says whether it is read"
            differences.append(Difference(file, line, name, f"{name} has no name of ours", reason))
            continue
        end = lines[number][len(lines[number].rstrip("\r\n")) :]
        value = _value(name, match["value"])
        if value is None or ours in written or (name.endswith("_ENABLED") and _effort(name) in theirs):
            why = f"{ours} is set already" if value is not None else "its value cannot be turned into one of ours"
            why = "it is switched off" if value == "" else why
            lines[number] = f"# {lines[number]}"
            what, remedy = f"{name} is left out: {why}", f"set {ours} by hand if needed"
            differences.append(Difference(file, line, name, what, remedy))
            continue
        if value == "":
            lines[number] = f"# {lines[number]}"
            continue
        written.add(ours)
        lines[number] = f"{match['before']}{ours}{match['equals']}{value}{end}"
        differences.append(Difference(file, line, name, f"{name} is {ours}", effect="renamed"))
    return MigratedEnvironment("".join(lines), tuple(differences), frozenset(theirs))


def _effort(name: str) -> str:
    return name.removesuffix("ENABLED") + "EFFORT"


def _value(name: str, written: str) -> str | None:
    """The value as ours has it; None where it cannot be read. One that is the same here is not looked at."""
    change = _VALUES.get(name)
    if change is None:
        return written
    value = written.split(" #")[0].strip()
    if len(value) > 1 and value[0] in _QUOTES and value[-1] == value[0]:
        value = value[1:-1]
    try:
        return change(value)
    except ValueError:
        return None
