"""What a person types into one field, key by key, until something else is done."""

from __future__ import annotations

from askonce.lazy import dataclass
from askonce.recorder.hand_step import Moment
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
    label: str = ""
    """What the field is called."""

    def hold(self, text: str) -> None:
        """The field holds this now, however it got there."""
        self.text, self.is_sure, self.is_all_selected = text, True, False

    def type(self, text: str) -> None:
        self.text = text if self.is_all_selected else self.text + text
        self.is_all_selected = False

    def edit(self, keys: str) -> None:
        """Take account of a key that is no character."""
        match keys:
            case "Backspace" | "Delete" if self.is_all_selected:
                self.text, self.is_all_selected = "", False
            case "Backspace":
                self.text = self.text[:-1]
            case "End" | "Delete":
                self.is_all_selected = False  # at the end nothing is left to delete
            case _ if keys.lower() in {"control+a", "meta+a", "controlormeta+a"}:
                self.is_all_selected = True
            case _ if keys.lower().endswith("+c"):
                pass
            case _:
                self.is_sure = self.is_all_selected = False

    def read(self, now: Node | None) -> str | None:
        """What the field holds now; None where that cannot be told."""
        if now is not None and now.value is not None and not self.is_secret and "password" not in now.states:
            return now.value
        if not self.is_sure or (
            now is not None and now.value is not None and len(now.value) != min(len(self.text), 30)
        ):
            return None
        return self.text
