"""What speaks against the claim that an act is done in what was set off and may still answer."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.screens.late_answer import LateAnswer
from askonce.screens.ui_tree import plain

SHORTEST_SENT = 3
"""Letters of what was typed that are not in any message by chance."""


def late_objection(answers: Sequence[LateAnswer], typed: Sequence[str], written: Sequence[str]) -> str:
    """Why what is shown may still be taken back; empty where nothing may do so.

    `written` is what was sent by requests that were answered without an error. Where that is what was typed, only what
    surely comes counts, or was told the same: a page may talk to a chat, count clicks and hide messages after a while.
    """
    is_answered = carries("\n".join(written), typed)
    for each in answers:
        is_told = each.told is not None
        if each.is_due or (is_told and carries(each.told or "", typed)):
            return f"it may still be answered: {each.by}"
        if is_answered or (is_told and each.is_older) or (not is_told and not typed and written):
            continue
        return f"it may still be taken back: {each.by}"
    return ""


def carries(message: str, typed: Sequence[str]) -> bool:
    """Whether something of what was typed is in a message."""
    sent = plain(message)
    return any(len(text) >= SHORTEST_SENT and text in sent for text in map(plain, typed))
