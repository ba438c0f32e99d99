"""The screen itself, for what is not said in words: its picture, its text, its address, scripts, Playwright's page."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

from askonce.actions import Found
from askonce.agent.call_timeout import waiting_time
from askonce.agent.expected_page import ExpectedPage
from askonce.agent.screen_reader import LONGEST_NOTE, ScreenReader
from askonce.agent.single_actions import Words
from askonce.errors import ConfigError, ScreenError
from askonce.geometry import Box
from askonce.planning.secret_entry import begin_unseen_entry
from askonce.screens import Node, PageHolder, Screen, Scripted, Shot, Tree
from askonce.screens.report_pictures import note_picture
from askonce.values import Instruction, Secret, Value

if TYPE_CHECKING:
    from playwright.async_api import Page

_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_QUALITY = 90


class ScreenAccess(ScreenReader):
    """The methods of an agent that give what the screen has, without a model."""

    screen: Screen

    @property
    def page(self) -> Page:
        """Playwright's page, the tab that the agent is in: whatever the agent does not do, the page does.

        Hosts that are not allowed stay out of reach. What is done on the page itself is not in the report.

        >>> await agent.page.get_by_role("button").count()
        1
        """
        if not isinstance(self.screen, PageHolder):
            self._lacks("no page of Playwright's", "only web screens have one")
        return cast("Page", self.screen.page)

    def expect_page(self, *, timeout: float | None = None) -> ExpectedPage:
        """Wait for a new page: `async with agent.expect_page() as opened:`, and do in the block what opens it.

        After the block the agent is in the new page, which has settled. `timeout` is in seconds.

        >>> async with agent.expect_page() as opened:  # doctest: +SKIP
        ...     await agent.tap("the Terms link")
        >>> agent.url == opened.url  # doctest: +SKIP
        True
        """
        return ExpectedPage(self, waiting_time(timeout, self.settings.patience))

    @property
    def known_address(self) -> str:
        """Where the screen is, or was when it was last looked at; empty where nobody knows.

        >>> agent.known_address
        'fake://start'
        """
        return self._eyes.known_address

    @property
    def url(self) -> str:
        """The address of the page that is shown.

        >>> agent.url
        'fake://start'
        """
        if not self.known_address:
            self._lacks("no address", "web screens have one, and others once they were looked at")
        return self.known_address

    async def title(self) -> str:
        """The title of the page.

        >>> await agent.title()
        'fake://start'
        """
        async with self._reads(Instruction("the title of the page"), "read", None):
            await self._settle()
            return (await self._elements()).title

    async def text(
        self,
        *,
        within: Words | None = None,
        timeout: float | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> str:
        """The words that can be read on the page, or `within` one element: a line for each piece, in reading order.

        They count also where one has to scroll to them. What fields hold is not among them: `query` reads that.

        >>> "Total: 12.50" in await agent.text()
        True
        >>> await agent.text(within="the Save button")
        'Save'
        """
        asked = Instruction.of(f"the text of {within}" if within is not None else "the text of the page", values)
        async with self._reads(asked, "read", timeout):
            await self._settle()
            if within is None:
                return _lines(await self._eyes.whole_tree() or await self._elements())
            found = await self._region(within, asked, timeout)
            return _lines(await self._elements(), found)

    async def screenshot(
        self,
        path: str | Path | None = None,
        *,
        within: Words | None = None,
        timeout: float | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> bytes:
        """A picture of what is in view, or of one element `within` it; written to `path` if that is given.

        Elements that show a secret are painted over, as in all pictures. The ending of the path says the format: PNG,
        JPEG or WebP; without one it is PNG.

        >>> picture = await agent.screenshot()
        >>> picture = await agent.screenshot("save.png", within="the Save button")
        """
        format = _format_of(Path(path) if path is not None else None)
        asked = Instruction.of(str(within) if within is not None else "what is in view", values)
        async with self._reads(asked, "screenshot", timeout):
            await self._settle()
            found = await self._region(within, asked, timeout) if within is not None else None
            shot = await self._eyes.shot()
            note_picture(shot, self._eyes, self.trace)
            if shot.withheld:
                raise ScreenError(shot.withheld, remedy="take the picture where the secret is not shown")
            picture = _encoded(shot, found.box if found else None, format)
        if path is not None:
            _write(Path(path), picture)
        return picture

    async def evaluate(self, script: str, argument: Any = None, /, *, timeout: float | None = None) -> Any:
        """Run JavaScript in the page and return its value: an expression, or a function that gets the `argument`.

        A `Secret` in the argument is passed in plain. The report shows the script, not what it returns.

        >>> await agent.evaluate("document.title")
        'Shop'
        >>> await agent.evaluate("(order) => order.mugs + 1", {"mugs": 2})
        3
        """
        screen = self.screen
        if not isinstance(screen, Scripted):
            self._lacks("no scripts", "JavaScript runs in web pages")
        if not isinstance(script, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers need not be typed
            raise ConfigError(f"a script is a text, not {script!r}", remedy='pass JavaScript, such as "document.title"')
        secrets = dict(_secrets_in(argument))
        asked = Instruction("{script}", {**secrets, "script": textwrap.shorten(script, LONGEST_NOTE, placeholder=" …")})
        async with self._reads(asked, "evaluate", timeout):
            self._eyes.refuse_while_frozen("running a script")
            if secrets:
                await begin_unseen_entry(self._eyes)  # a script may draw it
            value = await screen.evaluate(script, _revealed(argument))
            await self._settle()
            return value

    async def _elements(self) -> Tree:
        tree = await self._eyes.tree()
        if tree is None:
            self._lacks("no elements that can be read", "take a screenshot instead")
        return tree

    def _lacks(self, what: str, remedy: str) -> NoReturn:
        raise ConfigError(f"this {self.screen.kind} screen has {what}", remedy=remedy)


def _lines(tree: Tree, within: Found | None = None) -> str:
    """The words of the elements. What holds others has a name for those who listen; its words are theirs."""
    holders = {node.parent for node in tree}
    shown = [
        node.text or ("" if node.number in holders or "spoken" in node.attributes else node.shown)
        for node in tree
        if within is None or _is_inside(node, within, tree)
    ]
    return "\n".join(words for words in shown if words)


def _is_inside(node: Node, outer: Found, tree: Tree) -> bool:
    if outer.node is None:
        return outer.box.contains(node.box.center)
    holder: Node | None = node
    while holder and holder.number != outer.node.number:
        holder = tree.find(holder.parent) if holder.parent is not None else None
    return holder is not None


def _format_of(path: Path | None) -> str:
    suffix = path.suffix.lower() if path else ".png"
    if suffix not in _FORMATS:
        raise ConfigError(f"{path} is not a file for a picture", remedy=f"end it with {', '.join(_FORMATS)}")
    return _FORMATS[suffix]


def _encoded(shot: Shot, box: Box | None, format: str) -> bytes:
    """A picture, or the part of it that shows a box, as a file of this format."""
    from PIL import Image

    if box is None and shot.media_type == Image.MIME.get(format, f"image/{format.lower()}"):
        return shot.image
    with Image.open(io.BytesIO(shot.image)) as opened:
        picture = opened.convert("RGB")
    if box is not None:
        left, top, right, bottom = shot.frame.box_to_image(box.intersection(shot.frame.region) or box).edges
        picture = picture.crop((math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)))
    out = io.BytesIO()
    picture.save(out, format, quality=_QUALITY)
    return out.getvalue()


def _write(path: Path, picture: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
    except OSError as error:
        raise ConfigError(f"could not write {path}: {error.strerror}", remedy="choose another path") from error


def _secrets_in(argument: object, name: str = "secret") -> Iterator[tuple[str, Secret]]:
    """The secrets in the argument of a script, by the keys that they stand at."""
    match argument:
        case Secret():
            yield name, argument
        case dict():
            for key, value in cast("dict[object, object]", argument).items():
                yield from _secrets_in(value, str(key))
        case list() | tuple():
            for value in cast("Sequence[object]", argument):
                yield from _secrets_in(value, name)
        case _:
            pass


def _revealed(argument: Any) -> Any:
    match argument:
        case Secret():
            return argument.reveal()
        case dict():
            return {key: _revealed(value) for key, value in cast("dict[Any, Any]", argument).items()}
        case list() | tuple():
            return [_revealed(value) for value in cast("Sequence[Any]", argument)]
        case _:
            return argument
