"""What goes over the socket of a session: a client's messages as they are read, and the answers to them."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from typing import Any, cast

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.file_errors import file_error
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.values import Mask

LONGEST = 2_000_000
"""How many bytes a message may have: programs and long texts fit, and nothing fills the memory."""


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """What a client asks for."""

    id: int | None
    """What the answer refers to; None where no answer is wanted."""
    word: str
    fields: Mapping[str, Any]


class BadMessage(ConfigError):
    """A message that cannot be read, with the id that it has, if it has one."""

    def __init__(self, message: str, *, remedy: str = "", id: int | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.id = id


def read_message(text: str) -> ClientMessage:
    """A message, or an error that says what is wrong with it."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise BadMessage("a message is not JSON", remedy='send {"id": 1, "do": "tabs"}') from None
    if not isinstance(data, dict):
        raise BadMessage("a message is not an object", remedy='send {"id": 1, "do": "tabs"}')
    fields = cast("dict[str, Any]", data)
    id, word = fields.pop("id", None), fields.pop("do", None)
    if id is not None and (not isinstance(id, int) or isinstance(id, bool)):
        raise BadMessage("the id of a message is not a whole number")
    if not isinstance(word, str):
        raise BadMessage('a message says in "do" what is wanted, in a text', id=id)
    return ClientMessage(id, word, fields)


def unknown_word(message: ClientMessage, known: Mapping[str, object]) -> BadMessage:
    hint = did_you_mean(message.word, known)
    return BadMessage(
        f"there is no command {message.word!r}", remedy=hint or f"there are {', '.join(known)}", id=message.id
    )


def wire_error(error: BaseException) -> dict[str, str]:
    """An error as clients get it. One that is not ours is a defect."""
    if isinstance(error, OSError) and not isinstance(error, AskonceError):
        error = file_error(error) or error
    if isinstance(error, AskonceError):
        return {"message": error.message, "remedy": error.remedy, "kind": type(error).__name__}
    return {"message": f"internal error: {type(error).__name__}: {error}", "remedy": "", "kind": "Defect"}


def log_defect(error: BaseException, mask: Mask | None = None) -> None:
    """Write an error that is not ours to the log as a whole, without secrets."""
    if not isinstance(error, AskonceError | OSError):
        text = "".join(traceback.format_exception(error))
        logging.getLogger(__name__).error("a command failed:\n%s", mask(text) if mask else text)


def to_text(message: Mapping[str, Any]) -> str:
    """JSON for a client. Lone surrogates, which scripts in pages leave when they cut a text, cannot be sent."""
    text = json.dumps(message, ensure_ascii=False, default=str, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def _refuse_constant(name: str) -> float:
    raise ValueError(name)
