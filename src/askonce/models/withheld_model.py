"""A model that is there and is never asked."""

from __future__ import annotations

from askonce.errors import ModelNotAsked
from askonce.models.messages import Purpose, Reply, Request
from askonce.models.wrapper import ModelWrapper

_PLAINLY = (
    'say what the elements alone can prove, such as: the text "Thank you" is visible; the value of the field Total; '
    "or allow the model with recordings read-only"
)
_WRITTEN = "write the program once with recordings read-write, keep it as a file, and run that"
_LONGEST = 300


class WithheldModel(ModelWrapper):
    """Keeps the word of strict recordings: whatever would have to be asked is an error, and nothing is sent."""

    async def ask(self, request: Request) -> Reply:
        writes = isinstance(request.values, Purpose) and request.values.kind == "program"
        raise ModelNotAsked(
            f"{_subject(request)}, and recordings are strict: no model is asked",
            remedy=_WRITTEN if writes else _PLAINLY,
        )


def _subject(request: Request) -> str:
    match request.values:
        case Purpose(kind="statement", words=words):
            return f"whether {_short(words)} holds cannot be decided from the elements alone"
        case Purpose(kind="value", words=words):
            return f"{_short(words)} cannot be read from the elements alone"
        case Purpose(kind="program"):
            return "a program would have to be written"
        case _:
            return "this takes a model"


def _short(words: str) -> str:
    words = " ".join(words.split())
    return repr(words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…")
