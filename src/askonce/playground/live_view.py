"""The live view: the screen as a stream of pictures, for as long as somebody looks.

A picture is sent when the screen looks different, and when a client has seen the one before. Secrets are painted over.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Size
from askonce.playground.client_connection import ClientConnection
from askonce.playground.panel import Panel, PanelCommand
from askonce.screens import FastCapture, Inspectable, Screen, Screencast, Shot, Watchable
from askonce.screens.screen_protocol import SecretLocator
from askonce.screens.secret_painter import boxes_with_secrets, paint_over
from askonce.screens.unplaced_secrets import WITHHELD, find_hidden
from askonce.values import Mask

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

QUICKEST, SLOWEST = 0.08, 0.5
"""Seconds between two pictures of a screen that does not say when it changes: while it changes, and while not."""
_QUALITY = 70
_ATTEMPTS = 5
"""How often it is looked for secrets on a screen that cannot be read, before its picture is withheld."""


class StartView(PanelCommand["LiveView"]):
    """Send pictures, at most so large."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "view.start"
    reads: ClassVar[bool] = True
    width: int = Field(default=1280, ge=1, le=8192)
    height: int = Field(default=1280, ge=1, le=8192)

    async def perform(self, panel: LiveView, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.start(client, Size(self.width, self.height))


class StopView(PanelCommand["LiveView"]):
    word: ClassVar[str] = "view.stop"
    reads: ClassVar[bool] = True

    async def perform(self, panel: LiveView, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.left(client)


class SeenView(PanelCommand["LiveView"]):
    """A picture was drawn: another one may come."""

    word: ClassVar[str] = "view.seen"
    reads: ClassVar[bool] = True

    async def perform(self, panel: LiveView, client: ClientConnection) -> Mapping[str, Any] | None:
        client.has_seen()


class LiveView(Panel):
    commands = (StartView, StopView, SeenView)

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.frames = 0
        """How many pictures the screen gave."""
        self._stream: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self._most = Size(1, 1)
        self._last: Shot | None = None
        self._has_told = False

    @property
    def is_streaming(self) -> bool:
        return self._stream is not None

    def start(self, client: ClientConnection, size: Size) -> None:
        client.restart_view(size)
        client.on_ready = self._wanted.set
        if self._last:
            self._show(client, self._last)
        viewers = [one.view for one in self.session.clients if one.view]
        most = Size(max(view.width for view in viewers), max(view.height for view in viewers))
        if self._stream is None or self._stream.done() or most != self._most:
            self._end()
            self._most = most
            self._stream = asyncio.create_task(self._run(most))
        self._wanted.set()

    def left(self, client: ClientConnection) -> None:
        client.restart_view(None)
        if not any(other.view for other in self.session.clients):
            self._end()
            self._last = None

    async def open(self) -> None:
        self.session.mask.listeners.append(self._repaint)

    async def close(self) -> None:
        self.session.mask.listeners.remove(self._repaint)
        stream, self._stream = self._stream, None
        if stream:
            stream.cancel()
            await asyncio.wait({stream})

    def _repaint(self) -> None:
        """There is a new secret: what was painted without it goes to nobody any more, and all get another picture."""
        self._last = None
        for client in self.session.clients:
            client.drop_picture()
        if self._stream:
            self._end()
            self._stream = asyncio.create_task(self._run(self._most))

    def _end(self) -> None:
        if self._stream:
            self._stream.cancel()
            self._stream = None

    async def _run(self, most: Size) -> None:
        """Show the screen until nobody looks any more. A screen that is gone ends the session; one that cannot be shown
        now, since it crashed, is looked at again."""
        told = ""
        while True:
            try:
                await self._show_all(most)
            except ScreenClosed as error:
                self.session.end(error.message)
                return
            except ScreenError as error:
                if error.message != told:
                    told = error.message
                    self.session.tell("note", text=f"The screen cannot be shown: {told}")
            await asyncio.sleep(SLOWEST)

    async def _show_all(self, most: Size) -> None:
        screen, mask = self.session.agent.screen, self.session.mask
        secrets: Sequence[Box] = ()
        async with aclosing(pictures(screen, most)) as stream:
            async for shot in stream:
                self.frames += 1
                if mask:
                    before, secrets = secrets, await secret_boxes(screen, mask)
                    await self._tell_withheld(screen)
                    shot = paint_over(shot, [*before, *secrets])
                self._last = shot
                for client in self.session.clients:
                    if client.view:
                        self._show(client, shot)
                await self._until_wanted()

    async def _tell_withheld(self, screen: Screen) -> None:
        """Say once why nothing is shown."""
        if not self._has_told and (await find_hidden(screen, self.session.mask)).before:
            self._has_told = True
            self.session.tell("note", text=WITHHELD.capitalize())

    def _show(self, client: ClientConnection, shot: Shot) -> None:
        region = shot.frame.region
        size = Size(round(region.width), round(region.height))
        if client.shown != size:
            client.shown = size
            client.send({"event": "frame", "width": size.width, "height": size.height})
        client.show(shot.image)

    async def _until_wanted(self) -> None:
        """Wait until a client takes another picture."""
        while not any(client.is_ready for client in self.session.clients):
            self._wanted.clear()
            await self._wanted.wait()


async def pictures(screen: Screen, most: Size) -> AsyncGenerator[Shot, None]:
    """JPEG pictures of a screen, a new one whenever it looks different."""
    last = b""
    async with aclosing(_stream(screen, most)) as shots:
        async for shot in shots:
            if shot.image != last:
                last = shot.image
                yield shot


async def _stream(screen: Screen, most: Size) -> AsyncGenerator[Shot, None]:
    if isinstance(screen, Screencast):
        try:
            async with aclosing(screen.screencast(most)) as shots:
                async for shot in shots:
                    yield shot
            return
        except NotOperable:
            pass  # a browser without a screencast is photographed
    async with aclosing(_photographs(screen, most)) as shots:
        async for shot in shots:
            yield shot


async def _photographs(screen: Screen, most: Size) -> AsyncGenerator[Shot, None]:
    """Pictures of a screen that makes none by itself: quickly while it changes, slowly while it does not."""
    last, pause = b"", QUICKEST
    while True:
        shot = await (screen.capture_fast() if isinstance(screen, FastCapture) else screen.capture())
        pause = QUICKEST if shot.image != last else min(pause * 1.5, SLOWEST)
        if shot.image != last:
            last = shot.image
            yield await asyncio.to_thread(_as_jpeg, shot, most)
        if isinstance(screen, Watchable):
            await screen.wait_for_change(pause)
        await asyncio.sleep(pause if not isinstance(screen, Watchable) else QUICKEST)


def _as_jpeg(shot: Shot, most: Size) -> Shot:
    from PIL import Image

    with Image.open(io.BytesIO(shot.image)) as opened:
        if opened.format == "JPEG" and opened.width <= most.width and opened.height <= most.height:
            return shot
        picture = opened.convert("RGB")
    picture.thumbnail((most.width, most.height))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    frame = replace(shot.frame, image=Size(*picture.size))
    return replace(shot, image=out.getvalue(), media_type="image/jpeg", frame=frame)


async def secret_boxes(screen: Screen, mask: Mask) -> Sequence[Box]:
    """Where the screen shows a secret now; all of it where nobody can tell."""
    for _ in range(_ATTEMPTS):
        try:
            hidden = await find_hidden(screen, mask)
            if hidden.before or (hidden.left and hidden.before_now((await screen.capture()).image)):
                break  # pictures that are scaled and packed cannot be compared with the one from before
            if isinstance(screen, SecretLocator):
                return [*await screen.find_secrets(mask), *hidden.boxes]
            tree = await screen.tree() if isinstance(screen, Inspectable) else None
            return [*boxes_with_secrets(mask, tree), *hidden.boxes]
        except ScreenClosed:
            raise
        except ScreenError:  # it moves on, or a dialog is open: nothing else may change, so no other picture comes
            await asyncio.sleep(SLOWEST)
    size = await screen.size()
    return [Box(0, 0, size.width, size.height)]
