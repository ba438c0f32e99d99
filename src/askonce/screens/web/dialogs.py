"""JavaScript dialogs. While one is open the page does nothing at all, so calls to it would hang."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import Dialog as BrowserDialog

from askonce.errors import AskonceError, NotOperable
from askonce.screens.screen_protocol import Dialog
from askonce.screens.web.browser_options import DialogPolicy
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.settle import Settling

T = TypeVar("T")


class DialogDesk:
    """Answers dialogs by policy, or keeps the one that is open until it is answered."""

    def __init__(self, policy: DialogPolicy, news: News, settling: Settling) -> None:
        self._policy: DialogPolicy = policy
        self._news = news
        self._settling = settling
        self._open: BrowserDialog | None = None
        self._opened: asyncio.Future[None] | None = None
        """Done while a dialog is open; made for the first that waits for one."""
        self._blocked: set[asyncio.Task[Any]] = set()
        self.alerts: list[str] = []
        """What alerts said since somebody took that."""
        self.on_hand_answer: Callable[[bool, str | None], None] | None = None
        """Called when a person answers a dialog in its window."""
        self.is_left: Callable[[], bool] | None = None
        """Says whether alerts, and questions whether to leave a page, are left to a person too."""
        self.on_stay: Callable[[], None] | None = None
        """Called when a person stays on a page that asked whether to leave it."""
        self._left: BrowserDialog | None = None

    def attach(self, page: Page, listeners: Listeners) -> None:
        listeners.listen(page, "dialog", self._on_dialog)
        listeners.listen(page, "close", self._on_gone)
        listeners.listen(page, "crash", self._on_gone)

    def attach_session(self, session: CDPSession, listeners: Listeners) -> None:
        listeners.listen(session, "Page.javascriptDialogClosed", self._on_answered)

    @property
    def dialog(self) -> Dialog | None:
        if self._open is None:
            return None
        kind = "prompt" if self._open.type == "prompt" else "confirm"
        return Dialog(kind, self._open.message, self._open.default_value)

    @property
    def is_reading(self) -> bool:
        """Whether a person has to read something first, while the page waits."""
        return self._left is not None

    def refuse_while_open(self) -> None:
        if dialog := self.dialog:
            raise NotOperable(
                f"a dialog is open: {dialog.kind} {dialog.message!r}", remedy="answer it first, then go on"
            )

    async def unless_opened(
        self, work: Coroutine[Any, Any, T], limit: float | None = None, late: Callable[[], None] | None = None
    ) -> T | None:
        """The result of `work`; None when a dialog opened meanwhile. The work then goes on after the answer.

        `late` is called after each `limit` seconds that it takes: it may raise an error, which ends the work.
        """
        task = asyncio.ensure_future(work)
        opened = self._opened = self._opened or asyncio.get_running_loop().create_future()
        await _any_done({task, opened}, task, limit, late)
        if task.done():
            return task.result()
        self._blocked.add(asyncio.ensure_future(_finished(task, limit, late)) if late else task)
        return None

    async def answer(self, accept: bool, text: str | None) -> None:
        dialog = self._open
        if dialog is None:
            raise NotOperable("no dialog is open")
        self._close()
        with translated("answering a dialog"):
            await _respond(dialog, accept, text)
        blocked, self._blocked = self._blocked, set()
        for task in blocked:
            await self.unless_opened(self._finish(task))

    async def close(self) -> None:
        if self._open:
            dialog = self._open
            self._close()
            with translated("closing a dialog"):
                await _respond(dialog, False, None)
        for task in self._blocked:
            task.cancel()
        await asyncio.gather(*self._blocked, return_exceptions=True)

    async def _finish(self, task: asyncio.Task[Any]) -> None:
        try:
            await task
        except AskonceError as error:
            self._news.tell(f"what the dialog had interrupted failed: {error.message}")

    def _close(self) -> None:
        self._open = self._left = None
        if self._opened and self._opened.done():
            self._opened = None

    def _on_gone(self, page: Page) -> None:
        shown = self._open or self._left
        if shown and shown.page is page:
            self._close()

    def _on_answered(self, event: dict[str, Any]) -> None:
        """By us, by the user's listener, or by a person in a headed browser."""
        dialog, left = self._open, self._left
        self._close()
        if left and left.type == "beforeunload" and not event["result"] and self.on_stay:
            self.on_stay()
        if dialog is None:
            return
        blocked, self._blocked = self._blocked, set()
        for task in blocked:
            self._settling.include(self._finish(task))
        if self.on_hand_answer:
            accept = bool(event["result"])
            self.on_hand_answer(accept, event.get("userInput") if accept and dialog.type == "prompt" else None)

    def _on_dialog(self, dialog: BrowserDialog) -> None:
        match dialog.type, self._policy:
            case ("beforeunload" | "alert", _) if self.is_left and self.is_left():
                self._left = dialog
                if dialog.type == "alert":
                    self._news.tell(f"an alert said {dialog.message!r}")
            case ("beforeunload", _):
                self._settling.include(_respond(dialog, True, None))
            case ("alert", _):
                self._news.tell(f"an alert said {dialog.message!r}")
                self.alerts.append(dialog.message)
                self._settling.include(_respond(dialog, True, None))
            case (kind, "ask"):
                self._open = dialog
                self._opened = self._opened or asyncio.get_running_loop().create_future()
                if not self._opened.done():
                    self._opened.set_result(None)
                self._settling.stir()
                self._news.tell(f"a {kind} dialog opened and waits for an answer: {dialog.message!r}")
            case (kind, policy):
                word = "accepted" if policy == "accept" else "dismissed"
                self._news.tell(f"a {kind} dialog was {word}: {dialog.message!r}")
                self._settling.include(_respond(dialog, policy == "accept", None))


async def _any_done(
    awaited: set[asyncio.Future[Any]], task: asyncio.Task[Any], limit: float | None, late: Callable[[], None] | None
) -> None:
    """Wait for the first of them. The task ends with whoever waits."""
    try:
        while not (await asyncio.wait(awaited, timeout=limit, return_when=asyncio.FIRST_COMPLETED))[0]:
            if late:
                late()
    except BaseException:
        task.cancel()
        raise


async def _finished(task: asyncio.Task[T], limit: float | None, late: Callable[[], None]) -> T:
    await _any_done({task}, task, limit, late)
    return task.result()


async def _respond(dialog: BrowserDialog, accept: bool, text: str | None) -> None:
    """A listener of the user may have answered already, and the page may be gone: both leave nothing to do."""
    try:
        if not accept:
            await dialog.dismiss()
        elif dialog.type == "prompt":
            await dialog.accept(dialog.default_value if text is None else text)
        else:
            await dialog.accept()
    except Error:
        return
