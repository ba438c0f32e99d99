"""Entries of the user's own in the report, with pictures."""

from __future__ import annotations

from collections.abc import Mapping

from askonce.agent.screen_reader import ScreenReader
from askonce.agent.turn_lock import TurnLock
from askonce.errors import ConfigError
from askonce.models import Image
from askonce.models.reference_images import ImageSource, read_image, read_images
from askonce.screens.report_pictures import keep_picture
from askonce.trace import ActEnded, ActStarted, ItemEnded, ItemStarted, Looked, Noted
from askonce.trace.call_site import find_call_site
from askonce.trace.source_excerpt import keep_source

UNTITLED = "untitled"


class ReportEntries(ScreenReader):
    """The method of an agent that writes into its report."""

    _turn: TurnLock

    async def record_to_report(
        self,
        title: str = UNTITLED,
        /,
        *,
        content: str = "",
        picture: ImageSource | None = None,
        pictures: Mapping[str, ImageSource] | None = None,
    ) -> None:
        """Add an entry to the report, with a picture of the screen, or with pictures of your own.

        `picture` is one picture, `pictures` are several by their captions: files, bytes, data URIs, addresses or
        pictures of Pillow. Secrets are hidden in the texts and in a picture of the screen; in pictures of your own
        nothing is painted over.

        >>> await agent.record_to_report("The form", content="as it is at the start")
        """
        if picture is not None and pictures is not None:
            raise ConfigError("both picture and pictures are given", remedy="put all of them into pictures")
        for text in (title, content):
            if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers need not be typed
                raise ConfigError(f"{text!r} is not a text", remedy="an entry has a title and a content in words")
        own = await read_images(pictures)
        if picture is not None:
            own = {"": await read_image(title, picture)}
        async with self._turn:
            if len(own) < 2:
                caption, image = next(iter(own.items()), ("", None))
                await self._enter(title, "\n".join(filter(None, (content, caption))), image)
                return
            self.trace.emit(ItemStarted(line=0, words=title))
            for number, (caption, image) in enumerate(own.items()):
                await self._enter(caption, content if number == 0 else "", image)
            self.trace.emit(ItemEnded(outcome="done", message=content))

    async def _enter(self, title: str, content: str, picture: Image | None) -> None:
        trace = self.trace
        trace.act, trace.round = trace.act + 1, 1
        caller = keep_source(trace, find_call_site()) if trace.folder else None
        trace.emit(ActStarted(act=trace.act, instruction=title, model="", sees="", rounds=1, caller=caller))
        if picture is None:
            self._eyes.blink()
            await keep_picture(self._eyes, trace)
        else:
            kept = trace.keep_image(picture.data, picture.media_type)
            trace.emit(Looked(act=trace.act, round=1, shot=kept))
        if content:
            trace.emit(Noted(act=trace.act, round=1, text=content))
        trace.emit(ActEnded(act=trace.act, outcome="done", message=content, rounds=1))
