"""What a person types into one field, key by key, until something else is done."""

from __future__ import annotations

from collections.abc import Iterable

from askonce.lazy import dataclass
from askonce.recorder.hand_step import Moment
from askonce.recorder.noise import is_rich
from askonce.screens.ui_tree import Node


@dataclass(slots=True)
class TypedText:
    """The text of a field, as far as the keys tell it."""

    moment: Moment
    field: Node
    """The field before anything was typed."""
    text: str
    is_secret: bool
    is_sure: bool = True
    """Whether the keys alone tell what the field holds."""
    is_all_selected: bool = False
    is_done: bool = False
    """Whether it was in the field before anybody looked."""
    is_added: bool = False
    """Whether the field holds something before it that is not to be recorded."""
    label: str = ""
    """What the field is called."""

    def hold(self, text: str) -> None:
        """The field holds this now, however it got there."""
        if self.is_added:
            unrecorded = self.field.value or ""
            self.is_sure = text.startswith(unrecorded)
            self.text = text.removeprefix(unrecorded) if self.is_sure else ""
            return
        self.text, self.is_sure, self.is_all_selected = text, True, False

    def type(self, text: str) -> None:
        self.is_added = self.is_added and not self.is_all_selected
        self.text = text if self.is_all_selected else self.text + text
        self.is_all_selected = False

    def edit(self, keys: str) -> None:
        """Take account of a key that is no character."""
        match keys:
            case "Backspace" | "Delete" if self.is_all_selected:
                self.text, self.is_all_selected, self.is_added = "", False, False
            case "Backspace" if self.text or not self.is_added:
                self.text = self.text[:-1]
            case "End" | "Delete":
                self.is_all_selected = False  # at the end nothing is left to delete
            case _ if keys.lower() in {"control+a", "meta+a", "controlormeta+a"}:
                self.is_all_selected = True
            case _ if keys.lower().endswith("+c"):
                pass
            case _:
                self.is_sure = self.is_all_selected = False

    def split(self, now: Node | None) -> tuple[str | None, str]:
        """What the field holds now, None where that cannot be told, and what was typed and is not in it."""
        if self.is_added or now is None or now.value is None:
            return (self.text if self.is_sure else None), ""
        if "password" in now.states:
            length = len(now.value)  # more than 30 signs are not shown
            if not self.is_sure or length > len(self.text):
                return None, ""
            return (self.text, "") if length == min(len(self.text), 30) else (self.text[:length], self.text[length:])
        if self.is_sure and " ".join(self.text.split()) == now.value:
            return self.text, ""  # of some fields the screen tells no lines
        if not self.is_sure and is_rich(self.field) and (self.field.value or "\n" in self.text):
            return None, ""
        typed, kept = _letters(self.text), _letters(now.value)
        is_more = self.is_sure and typed != kept and typed.startswith(kept)  # formatting does not count
        return now.value, typed[len(kept) :] if is_more else ""


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def shared_out(rest: str, fields: Iterable[tuple[Node, Node]]) -> list[tuple[Node, str]] | None:
    """Which fields took the rest of a text, one after the other, with what each of them holds; None where not all of it
    is found. Fields are given as they were and as they are; of hidden ones the length has to do."""
    taken: list[tuple[Node, str]] = []
    for before, now in fields:
        value = now.value or ""
        if not rest or not value or value == before.value:
            continue
        kept = rest[: len(value)] if "password" in now.states else _letters(value)
        if not kept or not rest.startswith(kept):
            continue
        taken.append((before, kept if "password" in now.states else value))
        rest = rest[len(kept) :]
    return None if rest else taken
