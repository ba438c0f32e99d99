"""A screen of the user's own in a script: a Python class that has what `Screen` asks for."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from pydantic import field_validator

from askonce.errors import ConfigError
from askonce.screens.option_fields import Words
from askonce.screens.screen_kind import TAKES_SLOTS, OpenContext, OpenedScreen, ScreenKind, ScreenOptions
from askonce.screens.screen_protocol import Screen

_JAVASCRIPT = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts")


class InterfaceOptions(ScreenOptions):
    """A screen of your own: a Python class that has what `Screen` asks for."""

    module: Words
    """The module to import, or a .py file beside the script."""
    export: Words | None = None
    """The name of the class in it; the only one with capture() by default."""
    param: Annotated[dict[str, Any] | None, TAKES_SLOTS] = None
    """What the class is called with, by name."""

    @field_validator("module")
    @classmethod
    def _is_python(cls, module: str) -> str:
        if module.endswith(_JAVASCRIPT):
            raise ValueError(f"{module} is JavaScript, and a screen of your own is a Python class: name a .py file")
        return module


@asynccontextmanager
async def _open(options: InterfaceOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    screen_class = _class_in(_import(options.module, context.folder or Path()), options)
    try:
        screen: Any = screen_class(**(options.param or {}))
        screen = await screen if inspect.isawaitable(screen) else screen
    except TypeError as error:
        raise ConfigError(
            f"{options.export or options.module} could not be made: {error}", remedy="see param"
        ) from error
    if not isinstance(screen, Screen):
        raise ConfigError(
            f"{type(screen).__name__} of {options.module} is not a screen",
            remedy="it needs kind, capture(), size(), settle(), news() and close(), as askonce.screens.Screen says",
        )
    try:
        yield OpenedScreen(screen)
    finally:
        await screen.close()


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
    except Exception as error:  # whatever the user's module does when it is imported
        raise ConfigError(
            f"the module {name} of interface could not be imported: {type(error).__name__}: {error}",
            remedy="name a module that is installed, or a .py file beside the script",
        ) from error


def _class_in(module: ModuleType, options: InterfaceOptions) -> Any:
    if options.export:
        if not hasattr(module, options.export):
            raise ConfigError(f"{options.module} has no {options.export}", remedy="correct export")
        return getattr(module, options.export)
    classes = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and value.__module__ == module.__name__ and hasattr(value, "capture")
    ]
    if len(classes) != 1:
        raise ConfigError(
            f"{options.module} has {len(classes)} classes with capture()", remedy="name the class with export"
        )
    return classes[0]


KIND: ScreenKind[InterfaceOptions] = ScreenKind(
    name="interface",
    title="Interface",
    options=InterfaceOptions,
    open=_open,
    needs_one_of=("module",),
    missing="name the module of the class: module: …",
    own_actions=True,
)
