"""What a test asks of its agent: by its marks, by the fixture `askonce_options`, by the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.config import EMBEDDED, RecordingSettings, Seeing, Settings, Strategy, process_environment, read_settings
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.launch import AnyModel
from askonce.lazy import dataclass
from askonce.plugin.node_ids import recordings_id
from askonce.screens.screen_choice import ScreenChoice, choose_screen, offered_at

MARK = "askonce"
OPTIONS_FIXTURE = "askonce_options"


class MarkOptions(BaseModel):
    """All that `@pytest.mark.askonce(...)` may say, besides the options of a kind of screen."""

    model_config = ConfigDict(defer_build=True, extra="forbid", arbitrary_types_allowed=True, frozen=True)

    screen: str = ""
    """The kind of screen, where its options do not say it."""
    context: str = ""
    """Background knowledge for all calls."""
    model: Any = None
    """The name of a model, `embedded`, or whatever `launch` takes."""
    recordings: str | None = None
    """The id to keep recordings under; None for none."""
    strategy: Strategy | None = None
    timeout: float | None = Field(None, ge=0)
    """Seconds that one act may take."""
    rounds: int | None = Field(None, ge=1)
    sees: Seeing | None = None
    deep_think: bool | None = None
    allowed_hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestOptions:
    """How the agent of one test is to be."""

    __test__ = False  # not a class of tests, whatever its name

    settings: Settings
    screen: ScreenChoice
    model: AnyModel | None = None
    recordings: str | None = None
    context: str = ""
    base_url: str = ""
    """What an address without a host begins with."""


def read_test_options(request: pytest.FixtureRequest, settings: Settings) -> TestOptions:
    """What the test of a request asks for; its own mark is read last."""
    node = cast("pytest.Item", request.node)
    given: dict[str, Any] = {**_mapping(request.getfixturevalue(OPTIONS_FIXTURE))}
    for mark in reversed(list(node.iter_markers(MARK))):
        if mark.args:
            raise ConfigError(
                f"@pytest.mark.{MARK} takes settings by name, and {mark.args[0]!r} has none",
                remedy=f"write @pytest.mark.{MARK}(recordings='shop', timeout=60)",
            )
        given |= mark.kwargs
    options, screen = read_mark(given)
    base_url = request.config.getoption("base_url", None) or ""
    return _test_options(options, screen, settings, _lasting_id(node), base_url)


def read_mark(given: Mapping[str, Any]) -> tuple[MarkOptions, ScreenChoice]:
    """What a mark says of the agent and of its screen, or an error that names what is wrong."""
    general = {name: value for name, value in given.items() if name in MarkOptions.model_fields}
    rest = {name: value for name, value in given.items() if name not in general}
    known = [*MarkOptions.model_fields, *offered_at("mark")]
    for name in rest:
        if name not in known:
            close = closest_name(name, known, cutoff=0.5)
            meant = f"did you mean {close}? " if close else ""
            raise ConfigError(f"{MARK} has no setting {name!r}", remedy=f"{meant}There are {', '.join(sorted(known))}")
    try:
        options = MarkOptions.model_validate(general)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise ConfigError(f"{MARK}: {name} cannot be {general[name]!r}", remedy=first["msg"]) from None
    set_options = {name: value for name, value in rest.items() if value is not None}
    return options, choose_screen(set_options, "mark", named=options.screen, spell=lambda name: f"{MARK}: {name}")


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


def _test_options(
    options: MarkOptions, screen: ScreenChoice, settings: Settings, test: str, base_url: str
) -> TestOptions:
    model = options.model
    if isinstance(model, str):
        settings, model = replace(settings, models=_read_settings(model).models), None
    act = settings.act
    act = replace(
        act,
        timeout=act.timeout if options.timeout is None else options.timeout,
        rounds=options.rounds or act.rounds,
        sees=options.sees or act.sees,
        deep_think=act.deep_think if options.deep_think is None else options.deep_think,
    )
    kept = settings.recordings
    if kept.strategy != "strict":  # said for the whole session, it holds for every test
        kept = replace(kept, strategy=options.strategy or kept.strategy)
    hosts = options.allowed_hosts or settings.allowed_hosts
    return TestOptions(
        replace(settings, act=act, recordings=kept, allowed_hosts=hosts),
        screen,
        model=cast("AnyModel | None", model),
        recordings=options.recordings if "recordings" in options.model_fields_set else _usual_id(test, settings, kept),
        context=options.context,
        base_url=base_url,
    )


def _usual_id(test: str, settings: Settings, kept: RecordingSettings) -> str | None:
    """The id that follows from the test; None where there is no folder to keep anything in."""
    return recordings_id(test) if settings.runs or kept.store else None


def _lasting_id(node: pytest.Item) -> str:
    """The id of a test, without its parameters and the group that pytest-xdist adds under --dist=loadgroup."""
    grouped = node.get_closest_marker("xdist_group") and node.config.getoption("dist", "no") == "loadgroup"
    id = node.nodeid.rpartition("@")[0] if grouped else node.nodeid
    case = getattr(node, "callspec", None)
    return id.removesuffix(f"[{case.id}]") if case else id


def _mapping(options: object) -> Mapping[str, Any]:
    if not isinstance(options, Mapping):
        raise ConfigError(
            f"the fixture {OPTIONS_FIXTURE} gave {options!r}", remedy="let it return a mapping of settings, such as {}"
        )
    return cast("Mapping[str, Any]", options)
