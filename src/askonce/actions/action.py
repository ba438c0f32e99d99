"""The base of all actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic.fields import FieldInfo

from askonce.actions.action_sentence import Quote, format_wording, plain_sentence, quoted
from askonce.actions.playwright_call import PlaywrightCall
from askonce.actions.target import Target
from askonce.lazy import dataclass
from askonce.values import Instruction

Verb = TypeVar("Verb")

Gesture = Literal[
    "tap", "double", "right", "hold", "hover", "drag", "type", "choose", "keys", "scroll", "swipe", "pinch", "go",
    "wait", "do",
]  # fmt: skip
"""What the film shows for an action; `do` has no picture of its own."""


@dataclass(frozen=True, slots=True)
class _TypedText:
    """Marks text that reaches the screen as it is: white space is kept, and secrets may stand in it."""


Typed = Annotated[str, StringConstraints(strip_whitespace=False), _TypedText()]


class Action(BaseModel, Generic[Verb]):
    """One thing that can be done, declared.

    `class Tap(Action[Pointer])` is offered on every screen that has the verb `Pointer`. The docstring is what the
    model reads. Fields of type `Target` are found on the screen before `perform` runs; text of type `Typed` may hold
    secrets. Everything else that is known of an action derives from its class: the tool, the command, the YAML item,
    the film, the report and the exports. Only the fields are required; the facts below make these better.

    >>> class Shake(Action[Any]):
    ...     'Shake the screen.'
    ...     async def perform(self, screen: Any) -> str:
    ...         return "shaken"
    >>> agent.actions.add(Shake).title()
    'Shake'
    """

    model_config = ConfigDict(
        defer_build=True, extra="forbid", str_strip_whitespace=True, frozen=True, allow_inf_nan=False
    )

    needs: ClassVar[Any] = object
    also: ClassVar[tuple[str, ...]] = ()
    """Other names by which models call this action."""
    operates: ClassVar[bool] = True
    """Whether it uses its targets, so that they must be enabled, or only needs the place where they are."""
    only_reads: ClassVar[bool] = False
    """Whether it changes nothing, so that recordings leave it out."""
    longest_output: ClassVar[int] = 500
    """How many characters of what it returns are told to the model."""
    examples: ClassVar[tuple[str, ...]] = ("",)
    """Arguments for the command `askonce NAME`, as its help shows them. The help also shows titles of fields."""
    wording: ClassVar[str] = ""
    """A sentence for reports and exports, such as `Type "{text}"[ into {target}]`; see `format_wording`."""
    gesture: ClassVar[Gesture] = "do"
    """What the film shows."""
    lacking: ClassVar[str] = ""
    """What to do where a screen does not have what it needs; the usual advice when empty."""
    film_field: ClassVar[str] = ""
    """The field that the film writes beside the gesture: a text, keys, a direction, a factor."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, verb):
            """Only names the verb; pydantic would make a model for each."""
            return GenericAlias(cls, verb)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            verb = get_args(base)
            if verb and not isinstance(verb[0], TypeVar):
                cls.needs = object if verb[0] is Any else verb[0]

    async def perform(self, screen: Verb) -> str | None:
        """Do it. A returned text is shown to the model."""
        raise NotImplementedError

    @property
    def is_repeatable(self) -> bool:
        """Whether doing it twice leaves the same as doing it once. Its targets are found, as far as they can be.

        An action that may commit something is not: after an interruption, nobody does it again by itself.
        """
        return False

    @property
    def awaits(self) -> tuple[str, float]:
        """A statement about the screen that is waited for before `perform` runs, and for how many seconds."""
        return "", 0.0

    def playwright(self) -> Iterable[PlaywrightCall]:
        """What an exported test calls on the page; nothing where Playwright cannot do it."""
        return ()

    def sentence(self, quote: Quote = quoted) -> str:
        """What it does, in a sentence that begins with a verb."""
        if self.wording:
            return format_wording(self.wording, self, quote)
        given = dict(self._changed_fields())
        targets = [str(value) for value in given.values() if isinstance(value, Target)]
        others = {name: value for name, value in given.items() if not isinstance(value, Target)}
        return plain_sentence(self.title(), others, " and ".join(targets))

    @classmethod
    def title(cls) -> str:
        return cls.__name__

    @classmethod
    def target_fields(cls) -> list[str]:
        """The names of the fields that hold a target."""
        return [name for name, field in cls.model_fields.items() if _is_target(field.annotation)]

    @classmethod
    def typed_fields(cls) -> list[str]:
        """The names of the fields that hold typed text, where secrets may stand."""
        return [name for name, field in cls.model_fields.items() if _is_typed(field)]

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

        typed = self.typed_fields()
        return self.model_copy(update={name: fill(value, secrets=name in typed) for name, value in self})

    def __str__(self) -> str:
        """As a step in a log: `Type(the search box, text='mugs')`."""
        words = [
            str(value) if isinstance(value, Target) else f"{name}={value!r}" for name, value in self._changed_fields()
        ]
        return f"{self.title()}({', '.join(words)})"

    def _changed_fields(self) -> Iterator[tuple[str, object]]:
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if value is not None and value != field.default:
                yield name, value


def _is_target(annotation: Any) -> bool:
    """Whether a type is `Target`, or may be one as in `Target | None`."""
    return annotation is Target or Target in get_args(annotation)


def _is_typed(part: Any) -> bool:
    """Whether a field, or something inside its type as in `Typed | None`, is `Typed`."""
    if isinstance(part, FieldInfo):
        return any(isinstance(mark, _TypedText) for mark in part.metadata) or _is_typed(part.annotation)
    return isinstance(part, _TypedText) or any(map(_is_typed, get_args(part)))
