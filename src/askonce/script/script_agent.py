"""Opens the screen of a script, and an agent on it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, cast

from askonce import launch
from askonce.actions import Action
from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.recordings.run_recordings import Recordings
from askonce.screens import LoginKeeper, Screen
from askonce.screens.kind_registry import AnyKind
from askonce.screens.screen_kind import OpenContext, ScreenOptions, TakesSlots
from askonce.script.play_options import Surroundings
from askonce.script.script import Script
from askonce.script.script_models import Cache
from askonce.script.script_scope import Scope


@asynccontextmanager
async def opened(script: Script, around: Surroundings, scope: Scope) -> AsyncGenerator[Agent, None]:
    """An agent on the script's screen, at its start address."""
    settings = _settings(script, around.settings)
    kind = _kind(script)
    context = OpenContext(
        settings,
        headed=around.headed,
        host=around.host,
        logins=around.logins,
        pause=(script.agent.wait_after_action or 0) / 1000,
        folder=script.path.parent,
        home=around.home,
    )
    kind.check_modules()
    async with AsyncExitStack() as own:
        opening = kind.open(_filled(cast("ScreenOptions", script.target), scope), context)
        found = await (around.kept or own).enter_async_context(opening)
        agent = await own.enter_async_context(
            launch.screen(
                found.screen,
                model=around.model,
                settings=settings,
                context=scope.fill((script.agent.ai_contexts or {}).get("default", "")),
                recordings=_recordings(script, around, settings),
                title=" · ".join(
                    filter(None, (script.agent.group_name or script.name, script.agent.group_description))
                ),
                permit=around.permit,
                build=around.build,
            )
        )
        agent.trace.mask.learn(scope.secrets)
        for action in cast("Sequence[type[Action[Any]]]", getattr(found.screen, "actions", ())):
            agent.actions.add(action)
        await found.begin()
        async with keeping_session(found.screen, around):
            yield agent


@asynccontextmanager
async def keeping_session(screen: Screen, around: Surroundings) -> AsyncGenerator[None, None]:
    """A block after which the session is kept for those that share it, also where it failed: it went that far."""
    if around.session is None or not isinstance(screen, LoginKeeper):
        yield
        return
    try:
        yield
    except AskonceError:
        with suppress(AskonceError):  # what went wrong first says more
            await screen.keep_session(around.session)
        raise
    await screen.keep_session(around.session)


def _kind(script: Script) -> AnyKind:
    if script.screen_kind is None:
        raise ConfigError(
            f"not supported yet: scripts for {script.kind}",
            remedy="scripts play on web pages, and on a screen of your own with interface",
        )
    return script.screen_kind


def _filled(target: ScreenOptions, scope: Scope) -> ScreenOptions:
    """The target with `{name}` replaced by values, where its kind allows them."""
    values = {
        name: scope.value(value) if isinstance(value, dict) else scope.fill(value)
        for name, info in type(target).model_fields.items()
        if any(isinstance(mark, TakesSlots) for mark in info.metadata)
        and isinstance(value := getattr(target, name), str | dict)
    }
    return target.model_copy(update=values)


def _settings(script: Script, settings: Settings) -> Settings:
    limit = script.agent.replanning_cycle_limit
    act = replace(settings.act, rounds=limit) if limit else settings.act
    models = read_settings(script.agent.models).models if script.agent.models else settings.models
    return replace(settings, act=act, models=models, allowed_hosts=script.allowed_hosts or settings.allowed_hosts)


def recordings_id(script: Script) -> str:
    """What the recordings of a script are called, unless who runs it says otherwise."""
    named = script.agent.cache.id if script.agent.cache else ""
    return named or script.agent.cache_id or script.agent.test_id or script.name


def _recordings(script: Script, around: Surroundings, settings: Settings) -> str | Recordings | None:
    """The recordings, named after the file unless the script says otherwise."""
    if around.recordings is not None:
        return around.recordings
    cache, wanted = script.agent.cache or Cache(), settings.recordings
    if cache.cache_dir:
        wanted = replace(wanted, store=cache.cache_dir)
    has_place = around.recording_store is not None or settings.runs is not None or bool(wanted.store)
    if "strict" in (cache.strategy, wanted.strategy) and cache.strategy != "off" and not has_place:
        raise ConfigError(
            f"{script.name} is to be replayed from its recordings alone (strict), and there is no folder for them",
            remedy="set ASKONCE_RUNS to a folder, or leave out the strategy",
        )
    if cache.strategy == "off" or not has_place:
        return None
    # What the surroundings say, such as read-only where scripts are checked in, is stronger than the script.
    if wanted.strategy == "read-write":
        wanted = replace(wanted, strategy=cache.strategy)
    return launch.open_recordings(recordings_id(script), replace(settings, recordings=wanted), around.recording_store)
