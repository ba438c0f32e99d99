"""What the embedded model says where it takes one that sees the screen: what could not be decided, and what helps."""

from __future__ import annotations

import re

from askonce.errors import ConfigError
from askonce.models import Request
from askonce.models.no_model import HOW_TO_SET_UP

_STATEMENT = re.compile(r"\A# Statement\n(?P<words>.+?)(?=\n\n# |\Z)", re.DOTALL)
_WANTED = re.compile(r"\A# Wanted\n(?P<words>.+?)(?=\n\n# |\Z)", re.DOTALL)
_DRAFT = "CANNOT: "
_LONGEST = 300
_PLAINLY = (
    'ask what the elements alone can prove, as in: the text "Thank you" is visible; the button "Save" is disabled; '
    "the value of the field Total; the number of rows. Or "
)
NO_WRITER = f"{_DRAFT}this takes a language model, and none is set up: {HOW_TO_SET_UP}"
"""The reply to whoever wants a program written."""


def wants_draft(request: Request) -> bool:
    """Whether a program is to be written, which may be refused in a reply."""
    return request.role == "default" and any(_DRAFT in message.text for message in request.messages)


def refusal(request: Request) -> ConfigError:
    """Why there is no answer, in the words of whoever asked."""
    asked = next((message.parts[0] for message in request.messages if message.role == "user" and message.parts), "")
    text = asked if isinstance(asked, str) else ""
    if found := _STATEMENT.match(text):
        told = f"whether {_short(found['words'])!r} holds cannot be told from the elements of the page alone"
    elif found := _WANTED.match(text):
        told = f"{_short(found['words'])!r} cannot be read from the elements of the page alone"
    else:
        return ConfigError("this needs a model that sees the screen, and none is set up", remedy=HOW_TO_SET_UP)
    return ConfigError(
        f"{told}; that takes a model that sees the screen, and none is set up", remedy=_PLAINLY + HOW_TO_SET_UP
    )


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
