"""What the embedded model says where a vision model is needed: what could not be decided, and what helps."""

from __future__ import annotations

from askonce.errors import ConfigError
from askonce.models.no_model import HOW_TO_SET_UP

_LONGEST = 300
_PLAINLY = (
    'ask what the elements alone can prove, for example: the text "Thank you" is visible; the button "Save" is '
    "disabled; the value of the field Total; the number of data rows. Or "
)
NO_WRITER = f"CANNOT: this takes a language model, and none is set up: {HOW_TO_SET_UP}"
"""The reply to a request to write a program."""


def refusal(kind: str = "", words: str = "") -> ConfigError:
    """Why there is no answer, with the value or statement that was asked for."""
    words = " ".join(words.split())
    words = repr(words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…")
    match kind:
        case "statement":
            reason = f"whether {words} holds cannot be decided from the elements of the page alone"
        case "value":
            reason = f"{words} cannot be read from the elements of the page alone"
        case _:
            return ConfigError("this needs a vision model, and none is set up", remedy=HOW_TO_SET_UP)
    return ConfigError(f"{reason}; that takes a vision model, and none is set up", remedy=_PLAINLY + HOW_TO_SET_UP)
