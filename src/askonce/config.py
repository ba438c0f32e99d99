"""Settings, and the one function that reads them from the environment.

Models are set with `ASKONCE_MODEL_NAME` and related variables. Midscene's variables (`MIDSCENE_MODEL_NAME` and related)
are read when `ASKONCE_MODEL_NAME` is not set.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.values import Secret

Seeing = Literal["screenshot", "both", "elements"]
Shots = Literal["seen", "rounds", "actions"]
ShotFormat = Literal["jpeg", "webp", "png"]
Reasoning = Literal["default", "off", "on", "low", "medium", "high"]
Strategy = Literal["read-write", "read-only", "strict", "write-only", "off"]
Commit = Literal["at-once", "on-pass"]


@dataclass(frozen=True, slots=True)
class Price:
    """The price per million tokens, for the money budget and the costs in reports.

    >>> model = ModelSettings("gpt-4o-mini", price=Price(prompt=0.15, completion=0.60))
    """

    prompt: float = 0.0
    """For what is sent."""
    completion: float = 0.0
    """For what comes back."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How to reach one model.

    >>> ModelSettings("gpt-4o-mini", api_key=Secret("sk-key")).name
    'gpt-4o-mini'
    """

    name: str
    """As its provider writes it."""
    base_url: str = ""
    """The provider's address; OpenAI's when empty."""
    api_key: Secret | None = None
    """The key for it."""
    family: str = ""
    """The model family; guessed from the name when empty."""
    timeout: float = 180.0
    """Seconds that one request may take."""
    temperature: float | None = None
    """From 0 to 2; None is the provider's own."""
    retries: int = 3
    """How often to ask again after a passing failure."""
    reasoning: Reasoning = "default"
    """How much the model thinks before it answers."""
    extra_body: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Added to every request."""
    proxy: str = field(default="", repr=False)
    """A URL that may hold a password, so it is not shown."""
    price: Price = Price()
    """For the costs in reports and the limit on money."""

    def __post_init__(self) -> None:
        if isinstance(self.api_key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ConfigError(
                f"the api_key of {self.name} is a plain text, which could be shown",
                remedy="pass api_key=Secret(…)",
            )


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """The model for each role. A role without a model of its own uses `default`.

    >>> roles = ModelRoles(default=ModelSettings("gpt-4o-mini"), planning=ModelSettings("gpt-4o"))
    """

    default: ModelSettings
    """For everything that has no model of its own."""
    planning: ModelSettings | None = None
    """For plans."""
    insight: ModelSettings | None = None
    """For questions about the screen."""


@dataclass(frozen=True, slots=True)
class ActSettings:
    """How an `act` behaves. None means the default of the model family.

    >>> settings = Settings(act=ActSettings(rounds=10, timeout=60))
    """

    sees: Seeing | None = None
    """What the planner sees: the screenshot, the elements, or both."""
    deep_think: bool = False
    """Whether it plans with sub-goals and memories."""
    rounds: int | None = None
    """How many rounds an act may take."""
    failures: int = 5
    """How many rounds in a row may fail."""
    timeout: float | None = None
    """Seconds that an act may take."""
    tell_time: bool = False
    """Whether the planner is told the time on the device or page."""

    def __post_init__(self) -> None:
        if self.rounds is not None and self.rounds < 1:
            raise ConfigError(f"an act cannot have {self.rounds} rounds", remedy="allow at least 1")
        if self.timeout is not None and not 0 <= self.timeout < math.inf:
            raise ConfigError(
                f"an act cannot have a timeout of {self.timeout:g} s",
                remedy="allow some seconds, or 0 to wait for nothing",
            )


@dataclass(frozen=True, slots=True)
class RecordingSettings:
    """How recordings are stored and replayed.

    >>> settings = Settings(recordings=RecordingSettings(strategy="read-only"))
    """

    strategy: Strategy = "read-write"
    """`read-write`: replay, and record what is new or healed. `read-only`: write nothing. `strict`: replay or fail; no
    model is ever asked. `write-only`: record everything again. `off`: neither replay nor record."""
    store: str = ""
    """A folder or a URL. When empty, the folder `recordings` next to the traces."""
    commit: Commit = "at-once"
    """When they are written: as soon as something worked, or only if the run passes."""
    patience: float | None = None
    """How many seconds a replayed step waits for its element before a model is asked; None for the usual patience."""


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """What else a report shows. Without a folder for runs there is no report, and nothing of this is collected."""

    page_log: bool = True
    """Whether console and network of pages are kept."""
    snapshots: bool = True
    """Whether the page of a failure is kept, to be opened in a browser."""


@dataclass(frozen=True, slots=True)
class ShotSettings:
    """Which screenshots are taken and kept. Without a folder for runs there is no report, and only models get any."""

    when: Shots = "rounds"
    """`seen`: those that a model is shown. `rounds`: also for rounds that a model plans without one, and at the end of
    an act that asked a model. `actions`: also after every action, and during replay."""
    format: ShotFormat = "jpeg"
    """How pictures for people are kept."""


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """How long what runs leave behind is kept. The latest run is kept in any case, and those that can be resumed."""

    days: float | None = 30.0
    """None keeps them however old they are."""
    megabytes: float | None = 1000.0
    """None keeps them however large they are."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run. None means no limit.

    >>> settings = Settings(limits=Limits(steps=50, money=0.10))
    """

    steps: int | None = None
    """Actions on the screen."""
    tokens: int | None = None
    """Tokens, sent and received."""
    money: float | None = None
    """What they cost, by the prices set."""
    seconds: float | None = None
    """Time."""


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """How programs are run.

    >>> settings = Settings(program=ProgramSettings(limits=Limits(steps=200)))
    """

    limits: Limits = Limits()
    """For a whole run, including what ran before an interruption. `steps` counts actions on the screen."""
    step_limits: Limits = Limits(steps=60, seconds=900.0)
    """For one step of a program."""
    lines: int = 100_000
    """How many lines a run may execute. This ends endless loops."""
    failures: int = 2
    """How often a step may fail before the program is replanned or the run ends."""
    replans: int = 3
    """How often a run may replan its program; 0 for never."""
    final_check: bool = True
    """Whether the goal is checked once more before the run succeeds."""

    def __post_init__(self) -> None:
        if self.lines < 1 or self.failures < 1 or self.replans < 0:
            raise ConfigError(
                f"a run cannot have {self.lines} lines, {self.failures} failures a step and {self.replans} replans",
                remedy="allow at least 1 line and 1 failure, and 0 replans or more",
            )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings that the environment can hold.

    >>> settings = Settings(patience=10, allowed_hosts=("shop.example",))
    """

    models: ModelRoles | None = None
    """The configured models; None is the embedded one."""
    act: ActSettings = ActSettings()
    """How an `act` behaves."""
    limits: Limits = Limits()
    """The limits of a run."""
    recordings: RecordingSettings = RecordingSettings()
    """How recordings are stored and replayed."""
    program: ProgramSettings = ProgramSettings()
    """How programs are run."""
    shots: ShotSettings = ShotSettings()
    """Which screenshots are taken and kept."""
    evidence: EvidenceSettings = EvidenceSettings()
    """What else a report shows."""
    runs: Path | None = Path("askonce_run")
    """The folder for traces and reports; None writes no files."""
    keep: KeepSettings = KeepSettings()
    """How long what runs leave behind is kept."""
    patience: float = 5.0
    """How many seconds a call waits until what it needs is there, unless it has a timeout: a check until it is true, an
    action until its element can be touched. `agent/call_timeout.py` says it for each call. 0 looks once."""
    allowed_hosts: tuple[str, ...] = ()
    """The only hosts that pages may load from; nothing means every host."""
    browser: Path | None = None
    """The browser's executable; without it, an installed one is found."""
    session: str = ""
    """The session that commands use by default; when empty, the only one that is open."""
    short_secrets: bool = False
    """Whether secrets of fewer than 4 characters are taken from the environment."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable."""

    name: str
    meaning: str


EMBEDDED = "embedded"
"""The name of the model that comes with the package. It is asked where no other is named."""
PREFIX = "ASKONCE_"
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")

_MODEL_SETTINGS: Mapping[str, str] = {
    "NAME": "the model's name, as its provider writes it",
    "BASE_URL": "the provider's address, usually ending in /v1; OpenAI's when not set",
    "API_KEY": "the key for it; OPENAI_API_KEY when not set",
    "FAMILY": "the model family, such as qwen3-vl or gemini; guessed from the name when not set",
    "TIMEOUT": "seconds that one request may take, 180 when not set",
    "TEMPERATURE": "from 0 to 2; the provider's own when not set",
    "RETRIES": "how often to ask again after a passing failure, 3 when not set",
    "REASONING": "default, off, on, low, medium or high",
    "EXTRA_BODY": "a JSON object that is added to every request",
    "PROXY": "a proxy for requests, such as http://127.0.0.1:8080",
    "PRICE": "money per million tokens, prompt/completion, such as 2.5/10",
}
_ROLES: Mapping[str, str] = {"": "", "PLANNING_": ", for planning", "INSIGHT_": ", for questions about the screen"}

SETTINGS: tuple[Setting, ...] = (
    *(
        Setting(f"{PREFIX}{role}MODEL_{part}", meaning + suffix)
        for role, suffix in _ROLES.items()
        for part, meaning in _MODEL_SETTINGS.items()
    ),
    Setting("ASKONCE_SEES", "what the planner sees: screenshot, elements or both; the family's own when not set"),
    Setting("ASKONCE_ROUNDS", "how many rounds an act may take; the family's own limit when not set"),
    Setting("ASKONCE_RUNS", "the folder for traces and reports, askonce_run when not set; empty for none"),
    Setting("ASKONCE_KEEP_DAYS", "how many days traces and reports are kept, 30 when not set; all for ever"),
    Setting(
        "ASKONCE_KEEP_MEGABYTES", "how much room traces and reports may take, 1000 when not set; all for any amount"
    ),
    Setting(
        "ASKONCE_RECORDINGS",
        "what to do with recordings: read-write when not set, read-only, strict to ask no model at all, "
        "write-only or off",
    ),
    Setting("ASKONCE_RECORDINGS_STORE", "a folder or URL for recordings; askonce_run/recordings when not set"),
    Setting(
        "ASKONCE_SHOTS",
        "which pictures a report has: rounds when not set, actions for one after every action, also of a replay, "
        "or seen for none that no model needs",
    ),
    Setting(
        "ASKONCE_SHOT_FORMAT",
        "how pictures for people are kept: jpeg when not set, png for every pixel, webp for small files of plain pages",
    ),
    Setting("ASKONCE_PAGE_LOG", "false to keep no console messages and requests of pages for the report"),
    Setting("ASKONCE_SNAPSHOTS", "false to keep no snapshot of the page when something fails"),
    Setting("ASKONCE_ALLOWED_HOSTS", "the only hosts that pages may load from, with commas between; all when not set"),
    Setting("ASKONCE_SHORT_SECRETS", "true to take secrets of fewer than 4 characters; they hide parts of other texts"),
    Setting("ASKONCE_BROWSER", "the browser's executable; an installed Chrome or Chromium when not set"),
    Setting("ASKONCE_SESSION", "the kept session that commands use; the only one there is when not set"),
    Setting(
        "ASKONCE_PATIENCE",
        "seconds that a check waits until it is true, and an action for its element: 5 when not set, 0 to look once",
    ),
    Setting("ASKONCE_MAX_STEPS", "how many steps a run may take"),
    Setting("ASKONCE_MAX_TOKENS", "how many tokens a run may use"),
    Setting("ASKONCE_MAX_MONEY", "how much money a run may cost, by the prices set"),
    Setting("ASKONCE_MAX_SECONDS", "how long a run may take"),
)
"""Every variable that is read, for documentation and for `askonce doctor`."""


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from `environment`, by default that of the process.

    An invalid value or a misspelt name raises a `ConfigError`.
    """
    environment = os.environ if environment is None else environment
    _refuse_misspelt(environment)
    at = _Environment(environment)
    return Settings(
        models=_read_roles(environment),
        act=ActSettings(sees=at.read("ASKONCE_SEES", _seeing), rounds=at.read("ASKONCE_ROUNDS", _whole(1))),
        limits=Limits(
            steps=at.read("ASKONCE_MAX_STEPS", _whole(1)),
            tokens=at.read("ASKONCE_MAX_TOKENS", _whole(1)),
            money=at.read("ASKONCE_MAX_MONEY", _number(above=0)),
            seconds=at.read("ASKONCE_MAX_SECONDS", _number(above=0)),
        ),
        recordings=RecordingSettings(
            strategy=at.read("ASKONCE_RECORDINGS", _strategy) or "read-write",
            store=at.text("ASKONCE_RECORDINGS_STORE"),
        ),
        shots=ShotSettings(
            when=at.read("ASKONCE_SHOTS", _shots) or "rounds",
            format=at.read("ASKONCE_SHOT_FORMAT", _shot_format) or "jpeg",
        ),
        evidence=EvidenceSettings(
            page_log=at.read("ASKONCE_PAGE_LOG", _yes_or_no) is not False,
            snapshots=at.read("ASKONCE_SNAPSHOTS", _yes_or_no) is not False,
        ),
        runs=_read_runs(environment),
        keep=_read_keep(at),
        allowed_hosts=tuple(environment.get("ASKONCE_ALLOWED_HOSTS", "").replace(",", " ").split()),
        browser=at.read("ASKONCE_BROWSER", Path),
        session=at.text("ASKONCE_SESSION"),
        patience=_or(at.read("ASKONCE_PATIENCE", _seconds), Settings().patience),
        short_secrets=at.read("ASKONCE_SHORT_SECRETS", _yes_or_no) or False,
    )


def secret_from(environment: Mapping[str, str], variable: str) -> Secret:
    """The secret in an environment variable. Short ones are refused unless the environment allows them."""
    allow_short = _Environment(environment).read("ASKONCE_SHORT_SECRETS", _yes_or_no) or False
    try:
        return Secret(environment[variable], allow_short=allow_short)
    except ConfigError as error:
        remedy = "use a longer one, pass a plain value, or set ASKONCE_SHORT_SECRETS=true"
        raise ConfigError(f"{variable}: {error.message}", remedy=remedy) from None


def process_environment() -> Mapping[str, str]:
    """The environment of this process."""
    return os.environ


def problem_with_url(url: str, schemes: tuple[str, ...] = ("http", "https")) -> str:
    """What is wrong with a URL, in a few words; empty when nothing is."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "it is not a URL"
    if parts.scheme not in schemes:
        return f"it must start with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    if not host or any(letter.isspace() for letter in url):
        return "it has no host"
    return ""


Value = TypeVar("Value")
Parse = Callable[[str], Value]
"""Reads a value or raises a ValueError that says what is allowed."""


@dataclass(frozen=True, slots=True)
class _Environment:
    """The values of an environment by name. Blank values count as not set."""

    environment: Mapping[str, str]

    def text(self, name: str) -> str:
        return self.environment.get(name, "").strip()

    def read(self, name: str, parse: Parse[Value]) -> Value | None:
        text = self.text(name)
        if not text:
            return None
        try:
            return parse(text)
        except ValueError as error:
            # A proxy URL may hold a password, so it is not quoted.
            shown = "the value" if "PROXY" in name else repr(text[:80])
            raise ConfigError(f"{name} cannot be {shown}", remedy=f"set it to {error}, or leave it out") from None


def _read_roles(environment: Mapping[str, str]) -> ModelRoles | None:
    at = _Environment(environment)
    own = {role: _own_values(at, role) for role in _ROLES}
    if "name" not in own[""]:
        if at.text("MIDSCENE_MODEL_NAME"):
            own = {role: {**_midscene_values(at, role), **values} for role, values in own.items()}
        elif any(own.values()):
            culprit = next(setting.name for setting in SETTINGS if at.text(setting.name))
            raise ConfigError(
                f"{culprit} is set, but no model is named", remedy="set ASKONCE_MODEL_NAME to the name of the model"
            )
        else:
            return None
    if any(values.get("name") == EMBEDDED for values in own.values()):
        others = sorted({values["name"] for values in own.values() if values.get("name", EMBEDDED) != EMBEDDED})
        if others:
            raise ConfigError(
                f"the embedded model cannot share the roles with {others[0]}",
                remedy=f"leave out ASKONCE_MODEL_NAME={EMBEDDED}, or name no other model",
            )
        return None
    key = at.read("OPENAI_API_KEY", _api_key)
    values: dict[str, Any] = {"base_url": at.read("OPENAI_BASE_URL", _address) or "", "api_key": key, **own[""]}
    default = ModelSettings(**values)
    return ModelRoles(default, _for_role(default, own["PLANNING_"], key), _for_role(default, own["INSIGHT_"], key))


def _for_role(default: ModelSettings, own: Mapping[str, Any], key: Secret | None) -> ModelSettings | None:
    """The default settings overridden by those of the role; None when the role has none.

    What belongs to one model (family, price, extra body) is not inherited by another. The default's key is not sent to
    another base URL: `key` is used there.
    """
    if not own:
        return None
    base = default
    if own.get("name", default.name) != default.name:
        base = replace(base, family="", reasoning="default", extra_body=MappingProxyType({}), price=Price())
    if own.get("base_url", default.base_url) != default.base_url:
        base = replace(base, api_key=key)
    return replace(base, **own)


def _own_values(at: _Environment, role: str) -> dict[str, Any]:
    """The fields of ModelSettings that are set for a role under Askonce's names."""
    name = f"{PREFIX}{role}MODEL_"
    values: dict[str, Any] = {
        "name": at.text(name + "NAME") or None,
        "base_url": at.read(name + "BASE_URL", _address),
        "api_key": at.read(name + "API_KEY", _api_key),
        "family": at.text(name + "FAMILY") or None,
        "timeout": at.read(name + "TIMEOUT", _number(above=0)),
        "temperature": at.read(name + "TEMPERATURE", _temperature),
        "retries": at.read(name + "RETRIES", _whole(0)),
        "reasoning": at.read(name + "REASONING", _reasoning),
        "extra_body": at.read(name + "EXTRA_BODY", _json_object),
        "proxy": at.read(name + "PROXY", _proxy),
        "price": at.read(name + "PRICE", _price),
    }
    return {field: value for field, value in values.items() if value is not None}


def _midscene_values(at: _Environment, role: str) -> dict[str, Any]:
    """The fields that are set for a role under Midscene's names; its times are in milliseconds."""
    name = f"MIDSCENE_{role}MODEL_"
    milliseconds = at.read(name + "TIMEOUT", _number(above=0))
    effort = at.read(name + "REASONING_EFFORT", _reasoning)
    reasons = at.read(name + "REASONING_ENABLED", _yes_or_no)
    values: dict[str, Any] = {
        "name": at.text(name + "NAME") or None,
        "base_url": at.read(name + "BASE_URL", _address),
        "api_key": at.read(name + "API_KEY", _api_key),
        "family": at.text(name + "FAMILY") or None,
        "timeout": milliseconds / 1000 if milliseconds else None,
        "temperature": at.read(name + "TEMPERATURE", _temperature),
        "retries": at.read(name + "RETRY_COUNT", _whole(0)),
        "reasoning": "off" if reasons is False else effort or ("on" if reasons else None),
        "extra_body": at.read(name + "EXTRA_BODY_JSON", _json_object),
        "proxy": at.read(name + "HTTP_PROXY", _proxy) or at.read(name + "SOCKS_PROXY", _proxy),
    }
    return {field: value for field, value in values.items() if value is not None}


def _read_runs(environment: Mapping[str, str]) -> Path | None:
    folder = environment.get("ASKONCE_RUNS")
    if folder is None:
        return Settings().runs
    return Path(folder.strip()) if folder.strip() else None


def _read_keep(at: _Environment) -> KeepSettings:
    usual = KeepSettings()
    days, megabytes = (at.read(f"ASKONCE_KEEP_{unit}", _kept) for unit in ("DAYS", "MEGABYTES"))
    return KeepSettings(_or_all(days, usual.days), _or_all(megabytes, usual.megabytes))


def _or_all(wanted: float | None, usual: float | None) -> float | None:
    return usual if wanted is None else None if wanted == math.inf else wanted


def _kept(text: str) -> float:
    return math.inf if text.lower() == "all" else _number(above=0)(text)


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """Raise for a variable that starts like one of ours but is not one of them."""
    known = {setting.name.removeprefix(PREFIX): setting for setting in SETTINGS}
    for name in environment:
        ending = name.removeprefix(PREFIX)
        if ending == name or ending in known:
            continue
        close = closest_name(ending, known, cutoff=0.65)
        if close:
            meant = known[close]
            raise ConfigError(
                f"{name} is not a setting", remedy=f"did you mean {meant.name} ({meant.meaning})? Rename or unset it"
            )


def _number(*, above: float) -> Parse[float]:
    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (number > above and math.isfinite(number)):
            raise ValueError(f"a number above {above:g}")
        return number

    return parse


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise ValueError("a number of seconds, from 0")
    return number


def _or(value: Value | None, otherwise: Value) -> Value:
    return otherwise if value is None else value


def _whole(least: int) -> Parse[int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
            raise ValueError(f"a whole number from {least}")
        return int(text)

    return parse


def _temperature(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 2:
        raise ValueError("a number from 0 to 2")
    return number


def _seeing(text: str) -> Seeing:
    return cast("Seeing", _one_of(text, get_args(Seeing)))


def _shots(text: str) -> Shots:
    return cast("Shots", _one_of(text, get_args(Shots)))


def _shot_format(text: str) -> ShotFormat:
    return cast("ShotFormat", _one_of(text, get_args(ShotFormat)))


def _strategy(text: str) -> Strategy:
    return cast("Strategy", _one_of(text, get_args(Strategy)))


def _reasoning(text: str) -> Reasoning:
    return cast("Reasoning", _one_of(text, get_args(Reasoning)))


def _yes_or_no(text: str) -> bool:
    return _one_of(text, ("true", "false", "1", "0")) in ("true", "1")


def _one_of(text: str, allowed: tuple[str, ...]) -> str:
    if text.lower() not in allowed:
        raise ValueError(f"one of {', '.join(allowed)}")
    return text.lower()


def _api_key(text: str) -> Secret:
    """Servers without keys often want any text in place of one."""
    return Secret(text, allow_short=True)


def _address(text: str) -> str:
    problem = problem_with_url(text)
    if problem:
        raise ValueError(f"a URL such as https://api.example.com/v1 ({problem})")
    if text.rstrip("/").endswith("/chat/completions"):
        raise ValueError("the part before /chat/completions")
    return text


def _proxy(text: str) -> str:
    problem = problem_with_url(text, PROXY_SCHEMES)
    if problem:
        raise ValueError(f"a URL such as http://127.0.0.1:8080 ({problem})")
    return text


def _json_object(text: str) -> Mapping[str, Any]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError('a JSON object such as {"max_tokens": 4096}')
    return MappingProxyType(cast("dict[str, Any]", value))


def _price(text: str) -> Price:
    parts = text.split("/")
    try:
        prompt, completion = (float(part) for part in parts)
    except ValueError:
        prompt = completion = math.nan
    if not all(0 <= price < math.inf for price in (prompt, completion)):
        raise ValueError("two prices per million tokens, prompt/completion, such as 2.5/10")
    return Price(prompt, completion)
