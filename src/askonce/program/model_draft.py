"""Having a model write a program or a part of one: its reply is read strictly, and what is wrong is quoted back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from askonce.errors import GaveUp, ProgramError, UnreadableReply
from askonce.lazy import dataclass, regex
from askonce.models import Message, Purpose, Reply, Request
from askonce.models.reply_text import whole_characters
from askonce.trace import Usage

T = TypeVar("T")

REPAIRS = 3
_LONGEST = 60_000
_FENCE = regex(r"^(?P<indent>[ \t]*)(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_CANNOT = regex(r"\s*CANNOT:\s*(?P<why>.+)", re.DOTALL)


class Consultant(Protocol):
    """Whoever passes a question on to a model; all `Hands` do."""

    async def consult(self, request: Request) -> Reply: ...


@dataclass(frozen=True, slots=True)
class AcceptedDraft(Generic[T]):
    """What was made of the reply that could be used, how many replies it took, and what they cost."""

    made: T
    attempts: int
    usage: Usage


async def draft(hands: Consultant, opening: tuple[Message, ...], make: Callable[[str], T]) -> AcceptedDraft[T]:
    """Ask until `make` has no objection to the text in the reply; it raises a `ProgramError` that says what is wrong.

    Only the last reply is quoted back, so that no question is much longer than the first. A model that says why it
    cannot be done ends it with `GaveUp`, one that does not mend its text with a `ProgramError` that holds it.
    """
    usage, messages, text, complaint = Usage(), opening, "", ""
    for attempt in range(1, REPAIRS + 2):
        reply = await hands.consult(Request(messages, values=Purpose("program")))
        usage += reply.usage
        _refuse_refusal(reply.text)
        try:
            text = read_draft(reply.text)
            return AcceptedDraft(make(text), attempt, usage)
        except (UnreadableReply, ProgramError) as error:
            complaint = error.message
        messages = (
            *opening,
            Message("assistant", (whole_characters(reply.text) or "(nothing)",)),
            Message("user", (f"That cannot be used as it is:\n{complaint}\n\n{_AGAIN}",)),
        )
    raise ProgramError(
        f"none of {REPAIRS + 1} replies was a valid program. Problems of the last one:\n{complaint}\n\n{text}".rstrip(),
        remedy="reword the task, use a stronger model for planning, or fix the program by hand",
    )


_AGAIN = "Reply again with all of it, corrected, in one fenced block. Change nothing that is right already."


def read_draft(text: str) -> str:
    """The lines in the one fenced block of a reply. Anything else is an `UnreadableReply`."""
    text = whole_characters(text).replace("\r\n", "\n")
    if len(text) > _LONGEST:
        raise UnreadableReply(f"the reply has {len(text)} characters; a program has {_LONGEST} at most", raw=text)
    fences = list(_FENCE.finditer(text))
    match fences:
        case []:
            # Any sentence is a step: what stands outside of a block may as well be talk.
            raise UnreadableReply("the reply holds no fenced block; write the program in one", raw=text)
        case [_]:
            raise UnreadableReply("the reply breaks off before its block is closed; write less, and close it", raw=text)
        case [start, end]:
            lines = _without_indent(text[start.end() + 1 : end.start()], start["indent"])
        case _:
            raise UnreadableReply("the reply holds several fenced blocks; write one", raw=text)
    if not lines.strip():
        raise UnreadableReply("the reply holds no program", raw=text)
    return lines.rstrip() + "\n"


def _without_indent(lines: str, indent: str) -> str:
    """The block may be indented as a whole, fences and all."""
    return re.sub(f"^{re.escape(indent)}", "", lines, flags=re.MULTILINE) if indent else lines


def _refuse_refusal(text: str) -> None:
    if refusal := _CANNOT.fullmatch(text.strip().strip("`").strip()):
        raise GaveUp(
            f"the model says that this cannot be written as a program: {whole_characters(refusal['why']).strip()}",
            remedy="add what is missing to the task, or reword it",
        )
