"""What a test wants of its agent: by its marks, by the fixture `askonce_options`, by the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urljoin

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.config import RecordingSettings, Seeing, Settings, Strategy, process_environment, read_settings
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.launch import AnyModel
from askonce.plugin.node_ids import recordings_id

MARK = "askonce"
OPTIONS_FIXTURE = "askonce_options"
EMBEDDED = "embedded"
"""The name by which the model that comes with the package is chosen."""


class Wishes(BaseModel):
    """All that `@pytest.mark.askonce(...)` may say."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, frozen=True)

    url: str = ""
    """The page to begin on; one without a host is taken from pytest's --base-url."""
    context: str = ""
    """Background knowledge for all calls."""
    model: Any = None
    """The name of a model, `embedded`, or whatever `launch` takes."""
    recordings: str | None = None
    """The id to keep recordings under; None for none."""
    strategy: Strategy | None = None
    timeout: float | None = Field(None, gt=0)
    """Seconds that one act may take."""
    rounds: int | None = Field(None, ge=1)
    sees: Seeing | None = None
    deep_think: bool | None = None
    allowed_hosts: tuple[str, ...] = ()
    viewport: tuple[int, int] | None = None
    """Width and height of a page of its own."""
    storage_state: Path | None = None
    """Cookies and logins, as Playwright saves them, for a page of its own."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the agent of one test is to be."""

    settings: Settings
    model: AnyModel | None = None
    recordings: str | None = None
    url: str = ""
    context: str = ""
    allowed_hosts: tuple[str, ...] = ()
    viewport: tuple[int, int] | None = None
    storage_state: Path | None = None


def wanted_by(request: pytest.FixtureRequest, settings: Settings) -> Wanted:
    """What the test of a request wants; its own mark is heard last."""
    node = cast("pytest.Item", request.node)
    said: dict[str, Any] = {**_mapping(request.getfixturevalue(OPTIONS_FIXTURE))}
    for mark in reversed(list(node.iter_markers(MARK))):
        if mark.args:
            raise ConfigError(
                f"@pytest.mark.{MARK} takes settings by name, and {mark.args[0]!r} has none",
                remedy=f"write @pytest.mark.{MARK}(recordings='shop', timeout=60)",
            )
        said |= mark.kwargs
    return _wanted(read_wishes(said), settings, _lasting_id(node), request.config.getoption("base_url", None) or "")


def read_wishes(said: Mapping[str, Any]) -> Wishes:
    """The wishes, or an error that names what is wrong with them."""
    for key in said:
        if key not in Wishes.model_fields:
            close = closest_name(key, Wishes.model_fields, cutoff=0.5)
            meant = f"did you mean {close}? " if close else ""
            raise ConfigError(
                f"{MARK} has no setting {key!r}", remedy=f"{meant}There are {', '.join(sorted(Wishes.model_fields))}"
            )
    try:
        return Wishes.model_validate(dict(said))
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0])
        raise ConfigError(f"{MARK}: {key} cannot be {said[key]!r}", remedy=first["msg"]) from None


def read_session_settings(root: Path, *, model: str | None, strategy: Strategy | None) -> Settings:
    """The settings of the environment with those of the command line over them.

    Folders are meant from the root of the tests, so that it does not matter where pytest is started.
    """
    settings = _read_settings(model)
    kept = settings.recordings
    store = str(root / kept.store) if kept.store and "://" not in kept.store else kept.store
    recordings = replace(kept, strategy=strategy or kept.strategy, store=store, commit="on-pass")
    return replace(settings, recordings=recordings, runs=root / settings.runs if settings.runs else None)


def _read_settings(model: str | None) -> Settings:
    """What the environment says, with another model where one is named; it is reached as the environment says."""
    if model == EMBEDDED:
        return replace(read_settings(), models=None)
    return read_settings({**process_environment(), "ASKONCE_MODEL_NAME": model} if model else None)


def _wanted(wishes: Wishes, settings: Settings, test: str, base_url: str) -> Wanted:
    model = wishes.model
    if isinstance(model, str):
        settings, model = replace(settings, models=_read_settings(model).models), None
    act = settings.act
    act = replace(
        act,
        timeout=wishes.timeout or act.timeout,
        rounds=wishes.rounds or act.rounds,
        sees=wishes.sees or act.sees,
        deep_think=act.deep_think if wishes.deep_think is None else wishes.deep_think,
    )
    kept = replace(settings.recordings, strategy=wishes.strategy or settings.recordings.strategy)
    return Wanted(
        replace(settings, act=act, recordings=kept),
        model=cast("AnyModel | None", model),
        recordings=wishes.recordings if "recordings" in wishes.model_fields_set else _usual_id(test, settings, kept),
        url=urljoin(base_url, wishes.url) if wishes.url else "",
        context=wishes.context,
        allowed_hosts=wishes.allowed_hosts,
        viewport=wishes.viewport,
        storage_state=wishes.storage_state,
    )


def _usual_id(test: str, settings: Settings, kept: RecordingSettings) -> str | None:
    """The id that follows from the test; None where there is no folder to keep anything in."""
    return recordings_id(test) if settings.runs or kept.store else None


def _lasting_id(node: pytest.Item) -> str:
    """The id of a test, without the group that pytest-xdist adds to it under --dist=loadgroup."""
    grouped = node.get_closest_marker("xdist_group") and node.config.getoption("dist", "no") == "loadgroup"
    return node.nodeid.rpartition("@")[0] if grouped else node.nodeid


def _mapping(options: object) -> Mapping[str, Any]:
    if not isinstance(options, Mapping):
        raise ConfigError(
            f"the fixture {OPTIONS_FIXTURE} gave {options!r}", remedy="let it return a mapping of settings, such as {}"
        )
    return cast("Mapping[str, Any]", options)
