"""Sentences as testers write them, and what has to come of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from real_apps.app_state import changes, is_part, matches
from real_apps.application import APPS, Application

Kind = Literal["act", "ask", "check"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The application at one moment."""

    data: Mapping[str, Any]
    """What the server holds, and what the page keeps for itself."""
    view: Mapping[str, Any]
    """What the page shows."""


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    kind: Kind = "act"
    at: str = ""
    """The page it begins on, if it is not the application's first one."""
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What becomes different in the data; nothing else may. `~` is what is gone; a row with `new` may hold more."""
    shows: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the page shows in the end."""
    fields: Mapping[str, Any] | None = None
    """What becomes different in the fields of the page; nothing else may."""
    answer: Any = None
    """The value that is asked for, or whether the statement is true."""
    declines: str = ""
    """Why nothing may be done."""
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Values of the slots in the text."""

    def is_met(self, before: Snapshot, after: Snapshot) -> bool:
        """Whether the application is as the sentence wants it, and nothing else changed."""
        if not matches(self.changes, changes(before.data, after.data)):
            return False
        if self.fields is not None and self._fields(before, after) != self.fields:
            return False
        return all(_shows(wanted, after.view.get(name)) for name, wanted in self.shows.items())

    def is_begun(self, before: Snapshot, after: Snapshot) -> bool:
        """Whether nothing changed in the data but what the sentence wants, all of it or a part."""
        return is_part(changes(before.data, after.data), self.changes)

    def difference(self, before: Snapshot, after: Snapshot) -> dict[str, Any]:
        """What became different, to be shown."""
        view = changes(before.view, after.view)
        return changes(before.data, after.data) | {f"view.{name}": value for name, value in view.items()}

    def _fields(self, before: Snapshot, after: Snapshot) -> dict[str, Any]:
        return changes(before.view.get("fields", {}), after.view.get("fields", {}))


def read_sentences(application: Application) -> list[Sentence]:
    entries = yaml.safe_load((APPS / application.name / "sentences.yaml").read_text("utf-8"))
    return [_sentence(entry) for entry in entries]


def _sentence(entry: dict[str, Any]) -> Sentence:
    kinds: tuple[Kind, ...] = ("act", "ask", "check")
    kind = next(kind for kind in kinds if kind in entry)
    text = entry.pop(kind)
    for name in ("changes", "fields"):
        if name in entry:
            entry[name] = _with_text_keys(entry[name])
    return Sentence(text, kind, **entry)


def _with_text_keys(value: Any) -> Any:
    """YAML reads the key of a row as a number."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(key): _with_text_keys(inner) for key, inner in value.items()}
    return value


def _shows(wanted: Any, found: Any) -> bool:
    """A mapping names the entries that matter."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(_shows(inner, found.get(key)) for key, inner in wanted.items())
    return wanted == found
