"""The actions that ship."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from askonce.actions import (
    basic_actions,
    desktop_actions,
    form_actions,
    gesture_actions,
    navigation_actions,
    phone_actions,
    reading_actions,
)
from askonce.actions.action import Action


def _shipped_in(module: ModuleType) -> Iterator[type[Action[Any]]]:
    """The actions that a module exports, in the order in which it defines them."""
    return (value for name, value in vars(module).items() if name in module.__all__)


BUILT_IN: tuple[type[Action[Any]], ...] = tuple(
    action
    for module in (
        basic_actions,
        gesture_actions,
        form_actions,
        reading_actions,
        navigation_actions,
        phone_actions,
        desktop_actions,
    )
    for action in _shipped_in(module)
)
"""In the order in which models read them."""


def built_in(title: str) -> type[Action[Any]] | None:
    """The shipped action of that name."""
    return next((action for action in BUILT_IN if action.title() == title), None)
