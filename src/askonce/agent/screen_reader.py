"""What all questions about the screen share: the evidence a model is shown, notes in the trace, failed checks."""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

from askonce.actions import Found
from askonce.agent.query_options import LookOptions, QuestionOptions
from askonce.agent.single_actions import Words
from askonce.config import Settings
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import CheckFailed
from askonce.geometry import Box
from askonce.insight.answers import Answer, Verdict
from askonce.insight.evidence import Evidence
from askonce.insight.evidence_capture import capture_evidence
from askonce.lazy import regex
from askonce.models import Model
from askonce.screens.eyes import Eyes
from askonce.screens.report_pictures import keep_picture
from askonce.trace import Noted, Trace
from askonce.trace.recorder import SHOTS_FOLDER
from askonce.values import Instruction

LONGEST_NOTE = 200
"""How much of a value goes into the trace's note on it."""
_QUOTED = regex("“(.+)”")
SOURCES = {"elements": "the elements", "model": "the model"}


class ScreenReader(ABC):
    """The base of an agent's methods that look at the screen and do not touch it."""

    trace: Trace
    settings: Settings
    context: str
    soft_failures: list[Verdict]
    """Soft checks that failed so far."""
    _eyes: Eyes
    _insight: Model

    @abstractmethod
    def _reads(self, asked: Instruction, what: str, timeout: float | None) -> AbstractAsyncContextManager[None]:
        """One question at a time, as an entry of the trace, with its secrets hidden and its time limited."""

    @abstractmethod
    async def _region(self, within: Words, asked: Instruction, timeout: float | None) -> Found:
        """The named part of the screen; it is waited for like any element."""

    async def _settle(self) -> None:
        """Let the page come to rest: a question is about what it shows then, not about what it shows on the way."""
        if not self._eyes.is_frozen:
            await self._eyes.screen.settle()
            self._eyes.blink()

    async def _within(self, asked: Instruction, options: LookOptions) -> Box | None:
        part = options.get("within")
        return (await self._region(part, asked, None)).box if part is not None else None

    async def _evidence(self, within: Box | None, options: LookOptions) -> Evidence:
        return await capture_evidence(
            self._eyes,
            picture=self._insight.family.sees != "elements",
            elements=options.get("elements", True),
            whole_page=options.get("whole_page", False),
            within=within,
            images=options.get("images"),
            context=self._background(options),
        )

    def _background(self, options: QuestionOptions) -> str:
        """What the agent and the question say about the application."""
        return "\n".join(filter(None, (self.context, options.get("context"))))

    async def _require(
        self,
        reads: AbstractAsyncContextManager[None],
        judge: Callable[[], Awaitable[Verdict]],
        *,
        soft: bool,
        waited: float = 0.0,
    ) -> Verdict:
        """The verdict if it is true; else `CheckFailed`, now or at the end. In the trace a soft failure fails too."""
        verdict, more = None, ""
        try:
            async with reads:
                verdict = await judge()
                if not verdict:
                    more = (f" (waited {waited:g} s)" if waited else "") + self._instead(verdict)
                    more += await self._picture()
                    raise CheckFailed(_not_true(verdict) + more)
        except CheckFailed:
            if not soft or verdict is None:
                raise
            self.soft_failures.append(replace(verdict, reason=verdict.reason + more))
        return verdict

    def _instead(self, verdict: Verdict) -> str:
        """What came close, when it was looked at, to the text that a false statement quotes."""
        quoted = _QUOTED.findall(verdict.reason) if verdict.reason.startswith("no element") else []
        tree = self._eyes.seen if quoted else None
        if tree is None:
            return ""
        texts = {node.text or node.shown for node in tree.masked(self.trace.mask)}
        close = closest_name(quoted[0], (text for text in texts if 0 < len(text) <= LONGEST_NOTE))
        return f"\n  the closest text is “{close}”" if close else ""

    async def _picture(self) -> str:
        """A line that names the file with the picture of the screen as it is now, if the run keeps any."""
        if self.trace.folder is None:
            return ""
        kept = await keep_picture(self._eyes, self.trace)
        return f"\n  picture: {self.trace.folder / SHOTS_FOLDER / kept}"

    def _note_verdict(self, verdict: Verdict) -> Verdict:
        self._note(f"{'true' if verdict else 'false'}, according to {SOURCES[verdict.source]}: {verdict.reason}")
        return verdict

    def _note_answer(self, answer: Answer[Any]) -> Answer[Any]:
        value = textwrap.shorten(repr(answer.value), LONGEST_NOTE, placeholder=" …")
        reason = f": {answer.reason}" if answer.reason else ""
        more = f"; not all of it: {answer.more}" if answer.more else ""
        self._note(f"{value}, according to {SOURCES[answer.source]}{reason}{more}")
        return answer

    def _note(self, text: str) -> None:
        self.trace.emit(Noted(act=self.trace.act, round=self.trace.round, text=text))


def soft_failure(verdicts: Sequence[Verdict]) -> CheckFailed:
    """One error for all soft checks that failed."""
    lines = "".join(f"\n  - {_not_true(verdict)}" for verdict in verdicts)
    return CheckFailed(f"{len(verdicts)} soft check{'s' if len(verdicts) > 1 else ''} failed:{lines}")


def _not_true(verdict: Verdict) -> str:
    return f"{verdict.statement!r} is not true, according to {SOURCES[verdict.source]}: {verdict.reason}"
