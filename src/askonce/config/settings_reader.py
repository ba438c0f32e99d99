"""The one function that reads settings from the environment.

Models are set with `ASKONCE_MODEL_NAME` and related variables. Midscene's variables (`MIDSCENE_MODEL_NAME` and related)
are read when `ASKONCE_MODEL_NAME` is not set.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path

from askonce.config import value_parsers as parse
from askonce.config.environment_variables import PREFIX, SETTINGS
from askonce.config.model_roles import read_roles
from askonce.config.run_settings import (
    ActSettings,
    EvidenceSettings,
    FleetSettings,
    KeepSettings,
    Limits,
    RecordingSettings,
    Settings,
    ShotSettings,
)
from askonce.config.value_parsers import Environment, Value
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.values import Secret


def allows_shell(environment: Mapping[str, str]) -> bool:
    """Whether shell commands may be run on phones."""
    return Environment(environment).read("ASKONCE_ADB_SHELL", parse.yes_or_no) or False


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from `environment`, by default that of the process.

    An invalid value or a misspelt name raises a `ConfigError`.
    """
    environment = os.environ if environment is None else environment
    _refuse_misspelt(environment)
    _takes_short_secrets(environment)  # only `secret_from` needs it; an invalid value is refused at the start
    at = Environment(environment)
    return Settings(
        models=read_roles(environment),
        act=ActSettings(
            sees=at.read("ASKONCE_SEES", parse.seeing),
            rounds=_first(at, parse.whole_from(1), "ASKONCE_ROUNDS", "MIDSCENE_REPLANNING_CYCLE_LIMIT"),
        ),
        limits=Limits(
            steps=at.read("ASKONCE_MAX_STEPS", parse.whole_from(1)),
            tokens=at.read("ASKONCE_MAX_TOKENS", parse.whole_from(1)),
            money=at.read("ASKONCE_MAX_MONEY", parse.number_above(0)),
            seconds=at.read("ASKONCE_MAX_SECONDS", parse.number_above(0)),
        ),
        recordings=RecordingSettings(
            strategy=at.read("ASKONCE_RECORDINGS", parse.strategy) or "read-write",
            store=at.text("ASKONCE_RECORDINGS_STORE"),
            caches=(Path(at.text("MIDSCENE_RUN_DIR") or "midscene_run") / "cache",),
        ),
        shots=ShotSettings(
            when=at.read("ASKONCE_SHOTS", parse.shots) or "rounds",
            format=at.read("ASKONCE_SHOT_FORMAT", parse.shot_format) or "jpeg",
        ),
        evidence=EvidenceSettings(
            page_log=at.read("ASKONCE_PAGE_LOG", parse.yes_or_no) is not False,
            snapshots=at.read("ASKONCE_SNAPSHOTS", parse.yes_or_no) is not False,
        ),
        runs=_read_runs(environment),
        keep=_read_keep(at),
        allowed_hosts=tuple(environment.get("ASKONCE_ALLOWED_HOSTS", "").replace(",", " ").split()),
        browser=_first(at, Path, "ASKONCE_BROWSER", "MIDSCENE_CHROME_PATH", "MIDSCENE_MCP_CHROME_PATH"),
        cdp=at.text("ASKONCE_CDP"),
        chrome_profile=at.read("ASKONCE_CHROME_PROFILE", Path),
        session=at.text("ASKONCE_SESSION"),
        patience=_or(at.read("ASKONCE_PATIENCE", parse.seconds), Settings().patience),
        language=_first(at, parse.language, "ASKONCE_LANGUAGE", "MIDSCENE_PREFERRED_LANGUAGE") or "",
        telemetry=at.read("ASKONCE_TELEMETRY", parse.telemetry) or "off",
        fleet=FleetSettings(
            database=at.read("ASKONCE_FLEET", parse.postgres_url),
            store=at.text("ASKONCE_FLEET_STORE"),
            key=at.read("ASKONCE_FLEET_KEY", parse.api_key),
        ),
        adb_shell=allows_shell(environment),
    )


def secret_from(environment: Mapping[str, str], variable: str) -> Secret:
    """The secret in an environment variable. Short ones are refused unless the environment allows them."""
    allow_short = _takes_short_secrets(environment)
    try:
        return Secret(environment[variable], allow_short=allow_short)
    except ConfigError as error:
        remedy = "use a longer one, pass a plain value, or set ASKONCE_SHORT_SECRETS=true"
        raise ConfigError(f"{variable}: {error.message}", remedy=remedy) from None


def _takes_short_secrets(environment: Mapping[str, str]) -> bool:
    return Environment(environment).read("ASKONCE_SHORT_SECRETS", parse.yes_or_no) or False


def process_environment() -> Mapping[str, str]:
    """The environment of this process."""
    return os.environ


def _read_runs(environment: Mapping[str, str]) -> Path | None:
    folder = environment.get("ASKONCE_RUNS")
    if folder is None:
        return Settings().runs
    return Path(folder.strip()) if folder.strip() else None


def _read_keep(at: Environment) -> KeepSettings:
    usual = KeepSettings()
    days, megabytes = (at.read(f"ASKONCE_KEEP_{unit}", parse.amount_kept) for unit in ("DAYS", "MEGABYTES"))
    return KeepSettings(_or_all(days, usual.days), _or_all(megabytes, usual.megabytes))


def _or_all(wanted: float | None, usual: float | None) -> float | None:
    return usual if wanted is None else None if wanted == math.inf else wanted


def _first(at: Environment, read: parse.Parse[Value], *names: str) -> Value | None:
    """The value under the first of these names that is set."""
    values = (at.read(name, read) for name in names)
    return next((value for value in values if value is not None), None)


def _or(value: Value | None, otherwise: Value) -> Value:
    return otherwise if value is None else value


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
