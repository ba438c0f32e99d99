"""A target: the field of an action that must be found on the screen before the action can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, model_validator

from askonce.geometry import Box, Point
from askonce.language.commitments import link_commits
from askonce.lazy import dataclass, regex
from askonce.models import Image
from askonce.models.reference_images import NO_IMAGES, Images
from askonce.screens import Node
from askonce.values import Instruction

_FOCUSED = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "radio", "tab"})
"""Roles for which a second tap changes nothing."""
_PLAIN_ADDRESS = regex(r"(?!\w+:(?!//)|#)[^?]+")


@dataclass(frozen=True, slots=True)
class Found:
    """Where a target was found, in screen units, by which finder, and the element if the screen knows it."""

    box: Box
    finder: str
    node: Node | None = None
    point: Point | None = None
    """The point to touch when it is not the centre."""
    area: Box | None = None
    """The part of the screen in which it was looked for, when that was not the whole."""

    @property
    def touch(self) -> Point:
        point = self.point or self.box.center
        is_known = self.node is not None and "seen" not in self.node.attributes
        return replace(point, element=self.node.number) if self.node and is_known else point


@dataclass(frozen=True, slots=True)
class TargetRow:
    """The row, entry or card of an element, as it was at one look."""

    number: int
    role: str
    name: str
    """The text by which it is known."""
    head: str
    """How that begins, up to where no other row says the same: what follows may be a count or a state."""
    texts: tuple[str, ...]
    """The texts that other rows with such an element did not have; all of them where it has none of its own."""
    is_alone: bool
    """Whether the element was the only one of its role and name on the screen."""


def _read_number(value: object) -> object:
    """Models copy numbers from the list with their brackets."""
    if isinstance(value, bool):
        raise ValueError("an element is named by its number")
    return value.strip().strip("[]#") if isinstance(value, str) else value


class Target(BaseModel):
    """An element in words, and where the model believes it to be.

    `position` is in the model's own units and is read by its family. What was found is a private attribute, so no
    reply can write it.

    >>> await agent.tap(Target.of("the Save button", deep=True))
    """

    model_config = ConfigDict(defer_build=True, extra="forbid", str_strip_whitespace=True)

    prompt: str = Field(default="", validation_alias=AliasChoices("prompt", "description", "text"))
    element: Annotated[int | None, BeforeValidator(_read_number)] = None
    position: Any = Field(
        default=None, validation_alias=AliasChoices("position", "bbox", "bbox_2d", "box_2d", "box", "point")
    )

    _selector: str = PrivateAttr(default="")
    _deep: bool = PrivateAttr(default=False)
    _context: str = PrivateAttr(default="")
    _images: Images = PrivateAttr(default=())
    _references: Mapping[str, Image] = PrivateAttr(default_factory=lambda: NO_IMAGES)
    _planned: Box | None = PrivateAttr(default=None)
    _pinned: Node | None = PrivateAttr(default=None)
    _row: TargetRow | None = PrivateAttr(default=None)
    _row_found: TargetRow | None = PrivateAttr(default=None)
    _later: bool = PrivateAttr(default=False)
    _typed_into: bool = PrivateAttr(default=False)
    _found: Found | None = PrivateAttr(default=None)
    _template: str = PrivateAttr(default="")
    _values: Instruction | None = PrivateAttr(default=None)

    @classmethod
    def of(
        cls,
        prompt: str,
        *,
        selector: str = "",
        deep: bool = False,
        context: str = "",
        images: Images | None = None,
    ) -> Target:
        """A target with what only the caller may say of it, and no reply.

        >>> Target.of("the Save button", selector="#save").prompt
        'the Save button'
        """
        target = cls(prompt=prompt)
        target._selector, target._deep, target._context = selector, deep, context
        target._images = images or ()
        return target

    def filled(self, instruction: Instruction) -> Target:
        """This target with values in place of their names; secrets stay names."""
        copy = self.model_copy(update={"prompt": instruction.fill(self.prompt, secrets=False)})
        copy._template, copy._values = self.template, instruction
        return copy

    @property
    def template(self) -> str:
        """The words as they were given, with the names of values in them."""
        return self._template or self.prompt

    @property
    def values(self) -> Instruction:
        """The instruction that it belongs to, with the values that its words stand for."""
        return self._values or Instruction(self.prompt)

    @property
    def selector(self) -> str:
        """An XPath, a CSS selector or a Playwright locator for it."""
        return self._selector

    @property
    def deep(self) -> bool:
        """Whether to find its section first, and then the element in that."""
        return self._deep

    def set_deep(self) -> None:
        self._deep = True

    @property
    def context(self) -> str:
        """Background knowledge for whoever looks for it."""
        return self._context

    @property
    def images(self) -> Images:
        """Pictures that its words refer to, as they were given."""
        return self._images

    @property
    def references(self) -> Mapping[str, Image]:
        """The same, as they were read."""
        return self._references

    def set_references(self, images: Mapping[str, Image]) -> None:
        self._references = images

    @model_validator(mode="before")
    @classmethod
    def _from_words(cls, data: Any) -> Any:
        return {"prompt": data} if isinstance(data, str) else data

    @model_validator(mode="after")
    def _says_something(self) -> Target:
        if not self.prompt and self.element is None and self.position is None:
            raise ValueError("a target needs a prompt: the element in words")
        return self

    @property
    def planned(self) -> Box | None:
        """Where the planner's reply placed it, in screen units."""
        return self._planned

    def set_planned(self, box: Box | None) -> None:
        self._planned = box

    @property
    def pinned(self) -> Node | None:
        """The element that stood at the planned place, or had the number, when the planner saw it."""
        return self._pinned

    def set_pinned(self, node: Node) -> None:
        self._pinned = node

    @property
    def row(self) -> TargetRow | None:
        """The row of the element when it was listed for the planner, if it was."""
        return self._row

    def set_row(self, row: TargetRow | None) -> None:
        self._row = row

    @property
    def row_found(self) -> TargetRow | None:
        """The row that the element stood in when it was found for a planner, which may be another one by now."""
        return self._row_found

    def set_row_found(self, row: TargetRow | None) -> None:
        self._row_found = row

    @property
    def is_worded(self) -> bool:
        """Whether a reply names it in words alone."""
        return self.element is None and self.position is None

    @property
    def is_later(self) -> bool:
        """Whether the planner named it in words alone, for a screen that it has not seen yet."""
        return self._later

    def set_later(self) -> None:
        self._later = True

    @property
    def is_typed_into(self) -> bool:
        """Whether something is to be typed there, so that words beside a field are not it."""
        return self._typed_into

    def set_typed_into(self) -> None:
        self._typed_into = True

    @property
    def found(self) -> Found:
        if self._found is None:
            raise RuntimeError(f"{self} was used before it was found")
        return self._found

    def set_found(self, found: Found) -> None:
        self._found = found

    @property
    def is_found(self) -> bool:
        return self._found is not None

    @property
    def is_harmless(self) -> bool:
        """Whether a second tap on it does no harm: a link that only leads somewhere, or a field that gets the focus."""
        node = self._found.node if self._found else None
        if node is not None and "seen" in node.attributes:
            return False
        if node is None or node.role != "link":
            return node is not None and node.role in _FOCUSED
        address = node.attributes.get("href", "")
        return bool(_PLAIN_ADDRESS.fullmatch(address)) and not link_commits(node.words, address)

    @property
    def is_search(self) -> bool:
        """Whether it is a search field."""
        node = self._found.node if self._found else None
        return node is not None and node.role == "searchbox"

    @property
    def point(self) -> Point:
        """Where to touch it."""
        return self.found.touch

    def __eq__(self, other: object) -> bool:
        """Targets that say the same are the same, whoever found them where."""
        return isinstance(other, Target) and self.__dict__ == other.__dict__

    def __str__(self) -> str:
        return self.prompt or (f"element [{self.element}]" if self.element is not None else f"position {self.position}")
