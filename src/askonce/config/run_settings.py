"""How acts, recordings and programs behave, what a run may use, and what is kept of it."""

from __future__ import annotations

import math
from dataclasses import field
from pathlib import Path
from typing import Literal

from askonce.config.model_settings import ModelRoles
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.values import Secret

Seeing = Literal["screenshot", "both", "elements"]
Shots = Literal["seen", "rounds", "actions"]
ShotFormat = Literal["jpeg", "webp", "png"]
Strategy = Literal["read-write", "read-only", "strict", "write-only", "off"]
Commit = Literal["at-once", "on-pass"]
Telemetry = Literal["off", "spans", "content"]


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
    caches: tuple[Path, ...] = (Path("midscene_run/cache"),)
    """Folders with caches of Midscene, which are read where nothing is recorded."""
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
    an act that asked a model. `actions`: also after every action, and during replay, where
    fields that are filled one after the other share those before and after them."""
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
class FleetSettings:
    """Where a fleet of workers meets.

    >>> settings = Settings(fleet=FleetSettings(database=Secret("postgresql://db.example/fleet")))
    """

    database: Secret | None = None
    """The URL of its PostgreSQL database, which may hold a password."""
    store: str = field(default="", repr=False)
    """The folder or URL where workers keep what runs leave behind; the same for all of them."""
    key: Secret | None = None
    """The key that encrypts the logins of interrupted runs in the store."""


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
    cdp: str = ""
    """The DevTools address of the Chrome that bridge mode uses; when empty, one that runs is looked for."""
    chrome_profile: Path | None = None
    """The folder of a profile with which bridge mode may start Chrome where none runs."""
    session: str = ""
    """The session that commands use by default; when empty, the only one that is open."""
    language: str = ""
    """The language in which models write thoughts, reasons and answers, such as French; when empty, as they like."""
    telemetry: Telemetry = "off"
    """Whether spans of OpenTelemetry are written, with what is written to and by models or without."""
    fleet: FleetSettings = FleetSettings()
    """Where a fleet of workers meets."""
    adb_shell: bool = False
    """Whether commands may be run in the shell of Android phones, by models too."""
