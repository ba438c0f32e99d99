"""The base of all actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic.fields import FieldInfo

from askonce.actions.target import Target
from askonce.values import Instruction

Verb = TypeVar("Verb")


@dataclass(frozen=True, slots=True)
class _TypedText:
    """Marks text that reaches the screen as it is: white space is kept, and secrets may stand in it."""


Typed = Annotated[str, StringConstraints(strip_whitespace=False), _TypedText()]


class Action(BaseModel, Generic[Verb]):
    """One thing that can be done, declared.

    `class Tap(Action[Pointer])` is offered on every screen that has the verb `Pointer`. The docstring is what the
    model reads. Fields of type `Target` are found on the screen before `perform` runs; text of type `Typed` may hold
    secrets.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, frozen=True, allow_inf_nan=False)

    needs: ClassVar[Any] = object
    also: ClassVar[tuple[str, ...]] = ()
    """Other names by which models call this action."""
    operates: ClassVar[bool] = True
    """Whether it uses its targets, so that they must be enabled, or only needs the place where they are."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for base in cls.__mro__:
            verb = base.__dict__.get("__pydantic_generic_metadata__", {}).get("args", ())
            if verb and not isinstance(verb[0], TypeVar):
                cls.needs = object if verb[0] is Any else verb[0]
                return

    async def perform(self, screen: Verb) -> str | None:
        """Do it. A returned text is told to the model."""
        raise NotImplementedError

    @classmethod
    def title(cls) -> str:
        return cls.__name__

    def targets(self) -> Iterator[Target]:
        """The targets of this action, in the order of its fields."""
        for name in type(self).model_fields:
            value: object = getattr(self, name)
            several = cast("list[object]", value) if isinstance(value, list) else [value]
            yield from (item for item in several if isinstance(item, Target))

    def filled(self, instruction: Instruction) -> Action[Verb]:
        """This action with values in place of their names; secrets only where text is typed."""

        def fill(value: object, *, secrets: bool) -> object:
            match value:
                case str():
                    return instruction.fill(value, secrets=secrets)
                case list():
                    return [fill(item, secrets=secrets) for item in cast("list[object]", value)]
                case Target():
                    return value.filled(instruction)
                case _:
                    return value

        fields = type(self).model_fields
        return self.model_copy(update={name: fill(value, secrets=_is_typed(fields[name])) for name, value in self})

    def __str__(self) -> str:
        """As a step in a log: `Type 'mugs' into the search box`, derived from the fields."""
        words = [f"{value}" if isinstance(value, Target) else f"{name}={value!r}" for name, value in self._said()]
        return f"{self.title()}({', '.join(words)})"

    def _said(self) -> Iterator[tuple[str, object]]:
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if value is not None and value != field.default:
                yield name, value


def _is_typed(part: Any) -> bool:
    """Whether a field, or something inside its type as in `Typed | None`, is `Typed`."""
    if isinstance(part, FieldInfo):
        return any(isinstance(mark, _TypedText) for mark in part.metadata) or _is_typed(part.annotation)
    return isinstance(part, _TypedText) or any(map(_is_typed, get_args(part)))
