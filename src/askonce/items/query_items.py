"""The items of a flow that look and do not touch, those that wait, and those that leave something behind."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import Discriminator, Field, Tag, field_validator

from askonce.items.field_types import Amount, Said
from askonce.items.flow_items import SUBJECT, ActionItem, Item
from askonce.screens.option_fields import AnyText, NoEffect, Words


class QuestionItem(Item):
    """A question about the screen; its answer is kept under name, or under a running number."""

    subject: Any = Field(alias=SUBJECT)
    name: AnyText | None = None
    """Keep the answer under this name; later items use it as {name}."""
    context: AnyText | None = None
    """Background knowledge for this question."""
    dom_included: bool | Literal["visible-only"] | None = None
    """true: the texts of the whole page; visible-only: of what is in view, as when not said; false: the picture."""
    screenshot_included: Annotated[bool | None, NoEffect("what a model sees is up to its family")] = None
    deep_think: Annotated[bool | None, NoEffect("it has no effect on questions")] = None


def _is_fields(value: object) -> str:
    """Fields with what they are, unless there is a prompt."""
    return "·fields" if isinstance(value, dict) and "prompt" not in cast("dict[str, Any]", value) else "·words"


Demand = Annotated[
    Annotated[Said, Tag("·words")] | Annotated[dict[str, Words], Tag("·fields")], Discriminator(_is_fields)
]


class QueryItem(QuestionItem):
    """Read data off the screen: `string[], the names of all products`, or a mapping of fields with what they are."""

    called = ("aiQuery",)
    subject: Demand = Field(alias=SUBJECT)


class BooleanItem(QuestionItem):
    """Whether something is so, as true or false."""

    called = ("aiBoolean",)
    subject: Said = Field(alias=SUBJECT)


class NumberItem(QuestionItem):
    """A number from the screen."""

    called = ("aiNumber",)
    subject: Said = Field(alias=SUBJECT)


class StringItem(QuestionItem):
    """A text from the screen."""

    called = ("aiString",)
    subject: Said = Field(alias=SUBJECT)


class AskItem(QuestionItem):
    """An answer in words."""

    called = ("aiAsk",)
    subject: Said = Field(alias=SUBJECT)


class AssertItem(QuestionItem):
    """A statement about the screen that has to be true."""

    called = ("aiAssert",)
    subject: Said = Field(alias=SUBJECT)
    error_message: AnyText | None = None
    """What is told when it is not."""


class WaitForItem(QuestionItem):
    """Wait until a statement about the screen is true."""

    called = ("aiWaitFor",)
    subject: Said = Field(alias=SUBJECT)
    timeout: Amount | None = None
    """How long at most, in milliseconds; 15000 when not said."""
    timeout_ms: Amount | None = None
    """The same."""
    check_interval_ms: Amount | None = None
    """How often a model may be asked, in milliseconds; 3000 when not said."""


class LocateItem(ActionItem):
    """Where an element is: its rect and center are kept under name."""

    called = ("aiLocate",)
    action = ""


class SleepItem(Item):
    """Wait for a time, in milliseconds."""

    called = ("sleep",)
    subject: Amount = Field(alias=SUBJECT)

    @field_validator("subject")
    @classmethod
    def _some_time(cls, value: float | str) -> float | str:
        if isinstance(value, float | int) and value <= 0:
            raise ValueError(f"the time to sleep has to be above 0 milliseconds, and is {value:g}")
        return value


class JavascriptItem(Item):
    """Run JavaScript in the page. A function gets the values of the script: `values => values.total * 2`."""

    called = ("javascript",)
    subject: Words = Field(alias=SUBJECT)
    name: AnyText | None = None
    """Keep its result under this name."""


class ReportItem(Item):
    """Put a picture of the screen into the report, with a title."""

    called = ("recordToReport", "logScreenshot")
    subject: AnyText | None = Field(alias=SUBJECT)
    content: AnyText = ""
    """What to say about it."""
