"""What code in the sandbox can do: the actions of the screen as `ui.*`, questions to the model, and the clock."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Annotated, Any, cast

from pydantic import Field, StringConstraints, TypeAdapter

from askonce.actions import Action
from askonce.errors import CannotTell, UnreadableReply
from askonce.geometry import Frame, Size
from askonce.models import Message, Request
from askonce.models.messages import Image
from askonce.models.reply_text import read_params
from askonce.program.data_types import ImageFile, plain
from askonce.program.hands import Hands
from askonce.program.sandbox.monty_sandbox import CodeResult, Function
from askonce.program.sandbox.named_texts import named_texts
from askonce.program.sandbox.return_specs import Spec, describe, fit, read_spec, type_of
from askonce.program.screen_elements import read_tree
from askonce.program.value_text import shortened, to_text
from askonce.program.work_files import WorkFiles
from askonce.prompts import prompt
from askonce.screens import Tree
from askonce.values import Instruction

Do = Callable[[Action[Any]], Awaitable[Any]]
SCROLLS = 20
BACKS = 10
LONGEST_WAIT = 120.0
PATIENCE = 5.0
"""How many seconds a check waits that has to be true."""
PAUSE = 0.5
"""Seconds between two looks at the screen."""
_PICTURES = frozenset({"canvas", "video", "img", "application"})
_LEAST_PICTURE = 0.03
"""How much of the screen a picture takes that may show a text."""
QUESTION = 60_000
"""How many characters a question to the model may have."""
_CODE = (
    "Python 3; of modules only collections, datetime, itertools, json, math, random, re. The program's variables are "
    "there by name, tables as lists of dicts; what you assign or change is kept, print() is shown to you. Also: "
    "ui.check(text) -> bool for the screen as it is now (as a statement or in an assert it waits a moment and fails if "
    "it is not true), ui.read(demand, returns=type), ui.wait_until(text, timeout=30), "
    "ui.scroll_until(text, direction='down'), ui.back_to(text), the other actions as ui.tap(target='…') and so on, "
    "llm.query(*texts, returns=type) with types such as int, list[str], ('age', int), {'name': str}, "
    "now() for the device's time. No await."
)


def functions(hands: Hands, do: Do, files: WorkFiles) -> dict[str, Function]:
    """All that code may call, by name. `do` carries out an action, its targets found first."""
    screen = _ScreenFunctions(hands, do)
    given: dict[str, Function] = {
        _snake(action.title()): screen.action(action) for action in hands.actions if action.title() != "Code"
    }
    given |= {
        "check": screen.check,
        "expect": screen.expect,
        "read": screen.read,
        "wait_until": screen.wait_until,
        "scroll_until": screen.scroll_until,
        "back_to": screen.back_to,
    }
    named = {f"ui.{name}": function for name, function in given.items()}
    return named | {"llm.query": _ModelFunctions(hands, files).query, "now": screen.now}


def code_action(run: Callable[[str], Awaitable[CodeResult]]) -> type[Action[Any]]:
    """The action that lets a model work on the variables by code; `run` runs it and keeps what it set."""

    class Code(Action[Any]):
        """Run Python on the program's variables, for data work; use plain actions for one step on the screen."""

        also = ("Python", "RunCode", "RunPython")
        code: Annotated[str, StringConstraints(strip_whitespace=False, min_length=1), Field(description=_CODE)]

        @property
        def is_repeatable(self) -> bool:
            """Each action of the code is announced by itself."""
            return True

        async def perform(self, screen: Any) -> str:
            return _report(await run(self.code))

        def filled(self, instruction: Instruction) -> Action[Any]:
            """Braces in code are code, and the variables are there anyway."""
            return self

    return Code


def _report(ran: CodeResult) -> str:
    """What came of it, as the model reads it."""
    kept = ", ".join(f"{name} = {shortened(to_text(value), 200)}" for name, value in ran.variables.items())
    parts = (ran.output.rstrip(), f"error: {ran.error}" if ran.error else "", f"kept: {kept}" if kept else "")
    return "\n".join(part for part in parts if part) or "done, nothing was printed or kept"


class _ScreenFunctions:
    """`ui.*`."""

    def __init__(self, hands: Hands, do: Do) -> None:
        self._hands = hands
        self._do = do

    def action(self, action: type[Action[Any]]) -> Function:
        """The function for an action: its fields by name, or in their order."""
        names = [name for name, field in action.model_fields.items() if not field.exclude]

        async def call(*args: Any, **params: Any) -> Any:
            if len(args) > len(names):
                raise TypeError(f"takes {', '.join(names) or 'nothing'}")
            by_order = dict(zip(names, args, strict=False))
            if twice := by_order.keys() & params.keys():
                raise TypeError(f"{', '.join(sorted(twice))} is given twice")
            return await self._do(self._hands.actions.read(action.title(), plain(by_order | params)))

        return call

    async def check(self, text: str) -> bool:
        """Whether it is true now."""
        return bool(await self._hands.verdict(_words(text)))

    async def expect(self, text: str, timeout: float = PATIENCE) -> bool:
        """What a `check` is that has to be true: an error unless it is true, or soon will be."""
        return await self.wait_until(text, timeout)

    async def read(self, demand: str, returns: Any = None) -> Any:
        """What the screen shows; a list to its end, also where it goes on out of view."""
        spec = read_spec(returns)
        if returns is None:
            return await self._hands.query(_words(demand))
        kind = type_of(spec)
        adapter: TypeAdapter[Any] = TypeAdapter(kind)
        is_list = adapter.json_schema().get("type") == "array"
        value = await self._hands.query(_words(demand), returns=kind, **({"scroll": True} if is_list else {}))
        return fit(spec, adapter.dump_python(value, mode="json"))

    async def wait_until(self, text: str, timeout: float = 30.0) -> bool:
        """Look until it is true. An error after `timeout` seconds."""
        loop = asyncio.get_running_loop()
        seconds = min(max(_number(timeout), 0.0), LONGEST_WAIT)
        end = loop.time() + seconds
        while not await self._holds(text):
            if loop.time() >= end:
                raise TimeoutError(f"after {seconds:g} seconds this was still not met: {text}")
            await asyncio.sleep(PAUSE)
        return True

    async def scroll_until(self, text: str, direction: str = "down") -> bool:
        """Scroll until it is true; an error if it never is. Where a text is named that no element shows, nothing is
        asked: it is not there yet."""
        named, before, ends = named_texts(_words(text)), None, 0
        for _ in range(SCROLLS):
            tree = await read_tree(self._hands) if named else None
            ends += tree is not None and tree == before
            before, is_there = tree, tree is None or _may_show(tree, named)
            if (is_there or ends == 1) and await self._holds(text):
                return True
            await self._do(self._hands.actions.read("Scroll", {"direction": _words(direction)}))
        raise CannotTell(f"after {SCROLLS} scrolls {direction} this was still not met: {text}")

    async def back_to(self, text: str) -> bool:
        """Go back until it is true; an error if it never is."""
        for _ in range(BACKS):
            if await self._holds(text):
                return True
            await self._do(self._hands.actions.read("Back", {}))
        raise CannotTell(f"after going back {BACKS} times this was still not met: {text}")

    async def now(self) -> datetime:
        """The time on the device, as its clock shows it."""
        return (await self._hands.now()).replace(tzinfo=None)

    async def _holds(self, text: str) -> bool:
        """Whether the statement is true; not true while it cannot be judged."""
        try:
            return await self.check(text)
        except CannotTell:
            return False


def _may_show(tree: Tree, texts: Sequence[str]) -> bool:
    """Whether all of these texts are on the screen, or may be in a picture of it."""
    least = _LEAST_PICTURE * tree.view.width * tree.view.height
    pictures = (node for node in tree if node.role in _PICTURES or "surface" in node.attributes)
    is_pictured = any(node.box.area > least for node in pictures)
    return is_pictured or all(tree.shows(text) for text in texts)


class _ModelFunctions:
    """`llm.*`."""

    def __init__(self, hands: Hands, files: WorkFiles) -> None:
        self._hands = hands
        self._files = files

    async def query(self, *parts: Any, returns: Any = None) -> Any:
        """Ask the model; an answer that does not fit is corrected once."""
        spec = read_spec(returns)
        asked = tuple(self._part(part) for part in parts)
        if not any(isinstance(part, str) and part.strip() for part in asked):
            raise TypeError("takes at least one text: the question, with the data that it is about")
        if sum(len(part) for part in asked if isinstance(part, str)) > QUESTION:
            raise ValueError(f"takes at most {QUESTION} characters; ask about less at a time")
        messages = (Message("system", (prompt("ask", shape=describe(spec)),)), Message("user", asked))
        reply = await self._hands.consult(Request(messages))
        try:
            return _answer(reply.text, spec)
        except (UnreadableReply, ValueError) as error:
            correction = f"That does not fit: {error}\nReply with the JSON object again, corrected."
        messages += (Message("assistant", (reply.text,)), Message("user", (correction,)))
        again = await self._hands.consult(Request(messages))
        try:
            return _answer(again.text, spec)
        except ValueError as error:
            raise UnreadableReply(f"the answer does not fit: {error}", raw=again.text) from None

    def _part(self, part: Any) -> str | Image:
        match part:
            case {"image": str() as path} if len(cast("dict[str, Any]", part)) == 1:
                return self._picture(path)
            case _:
                return to_text(plain(part))

    def _picture(self, path: str) -> Image:
        from PIL import Image as PillowImage
        from PIL import UnidentifiedImageError

        data = self._files.read_bytes(ImageFile(path))
        try:
            with PillowImage.open(io.BytesIO(data)) as opened:
                size, kind = Size(*opened.size), PillowImage.MIME.get(opened.format or "", "image/png")
        except (UnidentifiedImageError, OSError) as error:
            raise ValueError(f"{path} is not an image") from error
        return Image(data, kind, Frame.whole(size, size))


def _answer(text: str, spec: Spec) -> Any:
    read = read_params(text)
    if "cannot" in read and "value" not in read:
        raise CannotTell(f"the model cannot answer: {to_text(read['cannot'])}")
    if "value" not in read:
        raise UnreadableReply('the object has no "value"')
    return fit(spec, read["value"])


def _words(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise TypeError(f"takes a text, not {to_text(plain(text)) or 'nothing'}")
    return text


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"takes a number of seconds, not {to_text(plain(value))}")
    return float(value)


def _snake(title: str) -> str:
    """`DoubleTap` is `double_tap`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).replace(" ", "_").lower()
