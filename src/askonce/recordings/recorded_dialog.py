"""The browser dialog that a step answers. Its words are part of the step: "yes" to another question is another act."""

from __future__ import annotations

from askonce.recordings.recording import RecordedStep
from askonce.screens import Dialogs, Screen
from askonce.values import Instruction


def dialog_text(screen: Screen, *, has_answer: bool) -> str:
    """The dialog that is open, as `confirm "Delete it?"`; "" if none is.

    What a prompt suggests belongs to it, unless the step `has_answer`, a text of its own.
    """
    dialog = screen.dialog if isinstance(screen, Dialogs) else None
    if dialog is None:
        return ""
    suggested = "" if has_answer or not dialog.default else f' "{dialog.default}"'
    return f'{dialog.kind} "{dialog.message}"{suggested}'


def has_answer(step: RecordedStep) -> bool:
    return step.params.get("text") is not None


def dialog_deviation(step: RecordedStep, screen: Screen, instruction: Instruction) -> str:
    """How the open dialog differs from the one that a step was recorded with; "" if it does not."""
    now = dialog_text(screen, has_answer=has_answer(step))
    wanted = instruction.fill(step.dialog, secrets=True)
    if " ".join(now.split()) == " ".join(wanted.split()):
        return ""
    if not now:
        return "no dialog is open"
    return f"a dialog is open: {now}" + (f", not {instruction.fill(step.dialog, secrets=False)}" if wanted else "")
