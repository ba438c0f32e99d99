"""Opens what a script plays on: a page of its own, or a screen of the user's own, and an agent on it."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, assert_never, cast

from askonce import launch
from askonce.actions import Action
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Screen
from askonce.script.play_options import Surroundings
from askonce.script.script import Script
from askonce.script.script_models import Android, Cache, Computer, Harmony, Interface, Ios, Web
from askonce.script.script_pages import address_of, begin, open_web_screen
from askonce.script.script_scope import Scope

if TYPE_CHECKING:
    from askonce.screens.web import WebScreen


@asynccontextmanager
async def opened(script: Script, around: Surroundings, scope: Scope) -> AsyncGenerator[Agent, None]:
    """An agent on what the script plays on, at the address where it begins."""
    settings = _settings(script, around.settings)
    async with AsyncExitStack() as stack:
        match script.target:
            case Web() as target:
                address = address_of(target, scope, stack)
                screen = await open_web_screen(script, target, address, replace(around, settings=settings), stack)
            case Interface() as target:
                address = ""
                screen = await _own_screen(target, script, scope, stack)
            case Android() | Ios() | Harmony() | Computer():
                raise ConfigError(
                    f"not supported yet: scripts for {script.kind}",
                    remedy="scripts play on web pages, and on a screen of your own with interface",
                )
            case _:
                assert_never(script.target)
        agent = await stack.enter_async_context(
            launch.screen(
                screen,
                model=around.model,
                settings=settings,
                context=scope.fill(_context(script)),
                recordings=_recordings(script, around, settings),
                title=" · ".join(
                    filter(None, (script.agent.group_name or script.name, script.agent.group_description))
                ),
            )
        )
        agent.trace.mask.learn(scope.secrets)
        for action in cast("Sequence[type[Action[Any]]]", getattr(screen, "actions", ())):
            agent.actions.add(action)
        if address:
            await begin(cast("WebScreen", screen), address, cast("Web", script.target))
        yield agent
        if around.session and isinstance(script.target, Web):
            await cast("WebScreen", screen).keep_session(around.session)


def _settings(script: Script, settings: Settings) -> Settings:
    limit = script.agent.replanning_cycle_limit
    act = replace(settings.act, rounds=limit) if limit else settings.act
    return replace(settings, act=act, allowed_hosts=script.allowed_hosts or settings.allowed_hosts)


def _context(script: Script) -> str:
    options = script.agent
    own = options.ai_act_context if options.ai_act_context is not None else options.ai_action_context
    return own or (options.ai_contexts or {}).get("default", "")


def _recordings(script: Script, around: Surroundings, settings: Settings) -> str | Recordings | None:
    """What worked before, under the name of the file unless the script says otherwise."""
    if around.recordings is not None:
        return around.recordings
    cache, wanted = script.agent.cache or Cache(), settings.recordings
    has_place = settings.runs is not None or bool(wanted.store)
    if cache.strategy == "off" or not has_place:
        return None
    id = cache.id or script.agent.test_id or script.name
    # What the surroundings say, such as read-only where scripts are checked in, is stronger than the script.
    if wanted.strategy == "read-write":
        wanted = replace(wanted, strategy=cache.strategy)
    return launch.open_recordings(id, replace(settings, recordings=wanted))


# ---- screens of the user's own


async def _own_screen(target: Interface, script: Script, scope: Scope, stack: AsyncExitStack) -> Screen:
    made = _class_in(_import(target.module, script.path.parent), target)
    params: Mapping[str, Any] = scope.value(target.param or {})
    try:
        screen: Any = made(**params)
        screen = await screen if inspect.isawaitable(screen) else screen
    except TypeError as error:
        raise ConfigError(f"{target.export or target.module} could not be made: {error}", remedy="see param") from error
    if not isinstance(screen, Screen):
        raise ConfigError(
            f"{type(screen).__name__} of {target.module} is no screen",
            remedy="it needs kind, capture(), size(), settle(), news() and close(), as askonce.screens.Screen says",
        )
    stack.push_async_callback(screen.close)
    return screen


def _import(name: str, folder: Path) -> ModuleType:
    try:
        if not name.endswith(".py"):
            return importlib.import_module(name)
        path = folder / name
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise ImportError(f"there is no file {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(path.stem, module)
        spec.loader.exec_module(module)
        return module
    except ImportError as error:
        raise ConfigError(
            f"the module {name} of interface could not be imported: {error}",
            remedy="name a module that is installed, or a .py file beside the script",
        ) from error


def _class_in(module: ModuleType, target: Interface) -> Any:
    if target.export:
        if not hasattr(module, target.export):
            raise ConfigError(f"{target.module} has no {target.export}", remedy="correct export")
        return getattr(module, target.export)
    own = [
        one
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__ == module.__name__ and hasattr(one, "capture")
    ]
    if len(own) != 1:
        raise ConfigError(f"{target.module} has {len(own)} classes with capture()", remedy="name the class with export")
    return own[0]
