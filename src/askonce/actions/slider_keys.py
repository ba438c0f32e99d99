"""Sliders that a page makes itself: they take no text, and go to a number by keys."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from askonce.actions.target import Target
from askonce.errors import NotOperable
from askonce.lazy import regex
from askonce.screens import Focuser, Inspectable, Keyboard, Node, Screen

_KEYS = (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown"))
_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_STANDS_AT = regex(r"(-?\d+(?:\.\d+)?)\s*%?")
"""Where it stands, also in what people are told. Numbers in other words may be of another scale."""
_MOST_PRESSES = 500
_OFF = 0.01
"""Which part of a step a number may lie beside one."""
_MOST_ROUNDS = 6
"""How often it is looked where the slider stands: steps need not all be of one size."""


@runtime_checkable
class KeySliding(Screen, Inspectable, Focuser, Keyboard, Protocol):
    """Moving a slider by keys takes a screen that gives it the focus without a tap, which may move it."""


def is_key_slider(target: Target) -> bool:
    """Whether it is a slider that is no field of the browser."""
    node = target.found.node
    return node is not None and node.role == "slider" and node.attributes.get("tag", "input") != "input"


async def set_slider(screen: KeySliding, target: Target, text: str) -> None:
    """Move a slider to a number. NotOperable where it does not come to stand there."""
    slider = _Slider(screen, target)
    wanted = slider.read_wanted(text)
    value = await slider.read()
    if value == wanted:
        return
    towards, away, step = await slider.try_keys(value, wanted)
    is_mirrored = step * (wanted - value) < 0
    value += step
    if abs((wanted - value) / step - round((wanted - value) / step)) > _OFF:
        await slider.press(away, 1)
        raise NotOperable(
            f"{target} does not stop at {text}",
            remedy=f"it stands at {await slider.read():g}, and a key moves it by {abs(step):g}",
        )
    if is_mirrored:
        towards, step = away, -step
    for _ in range(_MOST_ROUNDS):
        count, before = round((wanted - value) / step), value
        if not 0 < abs(count) <= _MOST_PRESSES:
            break
        await slider.press(towards if count > 0 else away, abs(count))
        value = await slider.read()
        step = max(step, (value - before) / count, key=abs)  # a page may leave out keys that come quickly
    if abs(value - wanted) > abs(step) * _OFF:
        raise NotOperable(f"{target} stands at {value:g}, and not at {text}", remedy="drag its handle")


class _Slider:
    def __init__(self, screen: KeySliding, target: Target) -> None:
        self._screen, self._target = screen, target
        assert target.found.node
        self._node: Node = target.found.node

    def read_wanted(self, text: str) -> float:
        low, high = (_number(self._node.attributes.get(edge)) for edge in ("min", "max"))
        wanted = float(text.strip()) if _NUMBER.fullmatch(text.strip()) else None
        if wanted is None or (low is not None and wanted < low) or (high is not None and wanted > high):
            limits = f" from {low:g} to {high:g}" if low is not None and high is not None else ""
            raise NotOperable(
                f"{self._target} is a slider and takes no such text",
                remedy=f"write a number{limits}, or drag its handle",
            )
        return wanted

    async def read(self) -> float:
        """Where it stands, once the page has come to rest."""
        await self._screen.settle()
        tree = await self._screen.tree()
        alike = [node for node in tree if self._is_alike(node)]
        node = tree.find(self._node.number) or (alike[0] if len(alike) == 1 else None)
        value = _number(node.attributes.get("now") or node.value if node else None)
        if node is None or value is None:
            raise NotOperable(
                f"{self._target} does not tell at which number it stands",
                remedy="drag its handle, and look where it is",
            )
        self._node = node
        return value

    async def press(self, key: str, count: int) -> None:
        """Press a key, and again as long as the slider keeps the focus: else it would move something else."""
        for _ in range(count):
            await self._screen.press(key)
            focused = next((node for node in await self._screen.tree() if "focused" in node.states), None)
            if not (focused and (focused.number == self._node.number or self._is_alike(focused))):
                raise NotOperable(
                    f"{self._target} lost the focus as it was moved by keys",
                    remedy="look what has the focus now, and where the slider stands; else drag its handle",
                )

    def _is_alike(self, node: Node) -> bool:
        return (node.role, node.name) == ("slider", self._node.name)

    async def try_keys(self, value: float, wanted: float) -> tuple[str, str, float]:
        """The key that moves it towards a number, the other one, and how far it has moved it."""
        try:
            await self._screen.focus(self._target.point)
        except NotOperable as error:
            raise self._takes_no_keys() from error
        for more, less in _KEYS:
            towards, away = (more, less) if wanted > value else (less, more)
            await self.press(towards, 1)
            now = await self.read()
            if now != value:
                return towards, away, now - value
        raise self._takes_no_keys()

    def _takes_no_keys(self) -> NotOperable:
        return NotOperable(f"{self._target} is a slider that takes neither text nor keys", remedy="drag its handle")


def _number(text: str | None) -> float | None:
    found = _STANDS_AT.fullmatch(text.strip()) if text else None
    return float(found[1]) if found else None
