"""The actions that a screen offers: those whose verb it has, and the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar, cast

from pydantic import ValidationError

from askonce.actions.action import Action
from askonce.actions.action_prompt import describe_action
from askonce.actions.builtin import BUILT_IN
from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.invalid_fields import invalid_fields
from askonce.errors import ConfigError, InvalidAction
from askonce.screens import Screen

AnyAction = TypeVar("AnyAction", bound=type[Action[Any]])
AnAction = TypeVar("AnAction", bound=Action[Any])
Fields = ParamSpec("Fields")


class ActionSpace:
    """What can be done on one screen, by name."""

    def __init__(self, screen: Screen, actions: tuple[type[Action[Any]], ...] = BUILT_IN) -> None:
        self._screen = screen
        self._actions: dict[str, type[Action[Any]]] = {}
        for action in actions:
            if _has(screen, action):
                self.add(action)

    def add(self, action: AnyAction) -> AnyAction:
        """Offer one more action; works as a class decorator too."""
        name = _key(action.title())
        if name in self._actions:
            raise ConfigError(
                f"there is an action named {action.title()} already",
                remedy=f'choose another name, or call actions.remove("{action.title()}") first',
            )
        self.refuse_impossible(action)
        self._actions[name] = action
        return action

    def refuse_impossible(self, action: type[Action[Any]]) -> None:
        """Raise when the screen does not have what an action needs."""
        if not _has(self._screen, action):
            usual = "use another action, or a device that has it: on the web, Device(touch=True) is touched"
            raise ConfigError(
                f"{action.title()} needs {action.needs.__name__}, which this {self._screen.kind} screen does not have",
                remedy=action.lacking or usual,
            )

    def having(self, *actions: type[Action[Any]]) -> ActionSpace:
        """These actions and some more, for a while: this space stays as it is. One of the same name is replaced."""
        space = ActionSpace(self._screen, ())
        titles = {_key(action.title()) for action in actions}
        for action in (*(action for action in self if _key(action.title()) not in titles), *actions):
            space.add(action)
        return space

    def remove(self, name: str) -> None:
        """Offer an action no longer, for instance to keep a model from navigating."""
        self._actions.pop(_key(self[name].title()))

    def __iter__(self) -> Iterator[type[Action[Any]]]:
        return iter(self._actions.values())

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def __getitem__(self, name: str) -> type[Action[Any]]:
        action = self._find(name)
        if action is None:
            shipped = next((known for known in BUILT_IN if _answers_to(known, _key(name))), None)
            titles = [known.title() for known in self]
            others = f"{did_you_mean(name, titles)} there are: {', '.join(titles)}".lstrip()
            remedy = shipped.lacking if shipped and shipped.lacking else others
            raise InvalidAction(f"there is no action named {name!r}", remedy=remedy)
        return action

    def titled(self, name: str) -> type[Action[Any]] | None:
        """The action of that very name, as a class or as a method is called; None if there is none."""
        return self._actions.get(_key(name))

    def method_name(self, name: str) -> str:
        """What an agent's method is called that does what models and other libraries call `name`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self[name].title()).lower()

    def read(self, name: str, params: dict[str, Any]) -> Action[Any]:
        """The action that a reply or a script names, checked against its declaration."""
        action = self[name]
        try:
            return action.model_validate(params)
        except ValidationError as error:
            raise _misfit(action, error) from None

    def describe(self) -> str:
        """All actions as a model reads them, one line each, in a stable order."""
        return "\n".join(describe_action(action) for action in self)

    def _find(self, name: str) -> type[Action[Any]] | None:
        key = _key(name)
        return self._actions.get(key) or next((action for action in self if _answers_to(action, key)), None)


def build_action(action: Callable[Fields, AnAction], *given: Fields.args, **fields: Fields.kwargs) -> AnAction:
    """An action with these fields, which a type checker knows; `InvalidAction` when they do not fit."""
    try:
        return action(*given, **fields)
    except ValidationError as error:
        raise _misfit(cast("type[Action[Any]]", action), error) from None


def _misfit(action: type[Action[Any]], error: ValidationError) -> InvalidAction:
    return InvalidAction(f"{action.title()} does not fit: {invalid_fields(error)}", remedy=describe_action(action))


def _has(screen: Screen, action: type[Action[Any]]) -> bool:
    try:
        return isinstance(screen, action.needs)
    except TypeError as error:
        raise ConfigError(
            f"{action.title()} is declared for {action.needs!r}, which no screen can be checked for",
            remedy="declare it for a class, or for a Protocol that is marked @runtime_checkable",
        ) from error


def _answers_to(action: type[Action[Any]], key: str) -> bool:
    return any(_key(name) == key for name in (action.title(), *action.also))


def _key(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()
