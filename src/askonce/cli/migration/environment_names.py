"""The variables of a project's `.env` under our names. Values are kept as they are, and none is ever shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from askonce.cli.migration.difference import Difference
from askonce.config.midscene_variables import PREFIX, reason_without_effect
from askonce.lazy import dataclass

_STATEMENT = re.compile(
    r"^(?P<before>[ \t]*(?:export[ \t]+)?)(?P<name>[A-Za-z_]\w*)(?P<equals>[ \t]*=[ \t]*)"
    r"""(?P<value>(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`[^`]*`)?[^\r\n]*)""",
    re.MULTILINE,
)
"""A variable and its value, which may have several lines where it is in quotes."""
_REFERENCE = re.compile(r"(?P<start>\$\{\{?\s*)(?P<name>\w+)")
"""How values and scripts refer to a variable."""
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
_CLIENT_OPTIONS = "INIT_CONFIG_JSON"
_CLIENT_REMEDY = "set its headers as ASKONCE_MODEL_HEADERS, and its key and address by their own names"
_OFF = frozenset({"", "0", "false"})
_UI_TARS = {"1": "ui-tars", "doubao": "ui-tars-doubao-1.5", "doubao-1.5": "ui-tars-doubao-1.5"}


def _seconds(value: str) -> str:
    return f"{float(value) / 1000:g}"


def _reasoning(value: str) -> str:
    return value if value.lower() == "default" else "off" if value.lower() in _OFF else "on"


def _family(name: str) -> Callable[[str], str]:
    return lambda value: "" if value.lower() in _OFF else name


_VALUES: Mapping[str, Callable[[str], str]] = {
    **{f"MIDSCENE_{role}MODEL_TIMEOUT": _seconds for role in _ROLES},
    **{f"MIDSCENE_{role}MODEL_REASONING_ENABLED": _reasoning for role in _ROLES},
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


@dataclass(frozen=True, slots=True)
class MigratedEnvironments:
    """The environments of a project, by their files."""

    files: Mapping[str, MigratedEnvironment]
    names: frozenset[str]
    """All names that they set."""
    renamed: Mapping[str, str]
    """Names that are not set any more, with the one that has the same value now."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What becomes of a variable of Midscene."""

    found: re.Match[str]
    ours: str = ""
    """Its name here, if it has an effect."""
    value: str = ""
    omitted: str = ""
    """Why it is left out."""
    ignored: str = ""
    """Why it has no effect, and stays as it is."""

    @property
    def name(self) -> str:
        return self.found["name"]

    @property
    def is_same(self) -> bool:
        """Whether its value is found under our name."""
        return bool(self.ours) and not self.omitted and self.name not in _VALUES


def migrate_environments(texts: Mapping[str, str], used: Collection[str] = ()) -> MigratedEnvironments:
    """Rename what has another name here, and references to it; all other lines stay as they are.

    What has another value here, or is left out, is kept beside ours where a value refers to it, or a script (`used`).
    """
    found = {file: list(_STATEMENT.finditer(text)) for file, text in texts.items()}
    theirs = {match["name"]: match["value"] for matches in found.values() for match in matches}
    outcomes = {file: list(_outcomes(matches, theirs)) for file, matches in found.items()}
    every = [outcome for several in outcomes.values() for outcome in several]
    different = {outcome.name for outcome in every if not outcome.is_same}
    renamed = {each.name: each.ours for each in every if each.name not in different}
    values = [each.value if each.ours else each.found["value"] for each in every]
    values += [value for name, value in theirs.items() if not name.startswith(PREFIX)]
    kept = different & {*used, *(name for value in values for name in referenced_names(value))}
    files = {file: _written(file, text, outcomes[file], renamed, kept) for file, text in texts.items()}
    return MigratedEnvironments(files, frozenset(theirs), renamed)


def referenced_names(text: str) -> frozenset[str]:
    """The variables that a value or a script refers to."""
    return frozenset(found["name"] for found in _REFERENCE.finditer(text))


def rename_references(text: str, renamed: Mapping[str, str]) -> str:
    """The text with references to variables under their names of now."""
    return _REFERENCE.sub(lambda found: found["start"] + renamed.get(found["name"], found["name"]), text)


def _outcomes(found: Sequence[re.Match[str]], theirs: Mapping[str, str]) -> Iterator[_Outcome]:
    written = {match["name"] for match in found if match["name"] not in _NAMES}
    settings = {**{name: _plain(value) for name, value in theirs.items()}}
    settings |= {ours: "set" for name, ours in _NAMES.items() if name in theirs}
    for match in found:
        name = match["name"]
        if not name.startswith(PREFIX):
            continue
        role = next((role for role in _ROLES if role and name.startswith(f"{PREFIX}{role}MODEL_")), "")
        ours = _NAMES.get(name, "")
        if not ours or (role and not settings.get(f"{PREFIX}{role}MODEL_NAME")):
            why = _CLIENT_REMEDY if name.endswith(_CLIENT_OPTIONS) else reason_without_effect(name, settings)
            yield _Outcome(match, ignored=why)
            continue
        value = _value(name, match["value"])
        why = _superfluous(name, theirs) or (f"{ours} is set already" if ours in written else "")
        why = why or ("it is switched off" if value == "" else "" if value is not None else "its value cannot be read")
        written |= set() if why else {ours}
        yield _Outcome(match, ours, match["value"] if why else value or "", why)


def _written(
    file: str, text: str, outcomes: Sequence[_Outcome], renamed: Mapping[str, str], kept: Collection[str]
) -> MigratedEnvironment:
    """A file with its variables under our names. The difference of each names no value."""
    by_place = {outcome.found.start(): outcome for outcome in outcomes}
    newline = "\r\n" if "\r\n" in text else "\n"
    differences: list[Difference] = []

    def write(found: re.Match[str]) -> str:
        before, name, equals, value = found["before"], found["name"], found["equals"], found["value"]
        same = f"{before}{name}{equals}{rename_references(value, renamed)}"
        outcome = by_place.get(found.start())
        if outcome is None:
            return same
        line, ours = text.count("\n", 0, found.start()) + 1, outcome.ours
        if outcome.ignored:
            differences.append(Difference(file, line, name, f"{name} has no effect here", outcome.ignored))
            return same
        if outcome.omitted:
            differences.append(Difference(file, line, name, f"{name} is left out: {outcome.omitted}"))
            return same if name in kept else re.sub("(?m)^", "# ", found.group())
        stays = ", and stays for what refers to it" if name in kept else ""
        differences.append(Difference(file, line, name, f"{name} is {ours}{stays}", effect="renamed"))
        new = f"{before}{ours}{equals}{rename_references(outcome.value, renamed)}"
        return f"{same}{newline}{new}" if name in kept else new

    return MigratedEnvironment(_STATEMENT.sub(write, text), tuple(differences))


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
    value = _plain(written)
    if reference := re.fullmatch(r"\$\{(\w+)\}", value):
        alike = _VALUES.get(reference[1]) is change
        return f"${{{_NAMES[reference[1]]}}}" if alike else None
    try:
        return None if "$" in value else change(value)
    except ValueError:
        return None
