"""Items of a flow that read the screen, wait, or write something."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, field_validator

from askonce.errors import ConfigError
from askonce.items.field_types import Amount, DeepThink, Paths, PromptOptions, Said
from askonce.items.flow_items import SUBJECT, ActionItem, Item, Params
from askonce.language.gherkin import read_scenario
from askonce.lazy import regex
from askonce.screens.option_fields import AnyText, NoEffect, NotSupported, Words


class QuestionItem(Item):
    """A question about the screen. Its answer is kept under `name`, or under a running number."""

    subject: Any = Field(alias=SUBJECT)
    name: AnyText | None = None
    """Keep the answer under this name; later items use it as {name}."""
    context: AnyText | None = None
    """Background knowledge for this question."""
    dom_included: bool | Literal["visible-only"] | None = None
    """true: the texts of the whole page; visible-only (the default): those in view; false: the picture only."""
    screenshot_included: Annotated[bool | None, NoEffect("what a model sees is up to its family")] = None
    deep_think: Annotated[DeepThink, NoEffect("it has no effect on questions")] = None
    observe: Annotated[Any, NotSupported("watch the screen with agent.observe() in Python")] = None


def _is_fields(value: object) -> str:
    """Fields with their descriptions, unless it is a prompt."""
    if isinstance(value, list):
        return "·list"
    is_prompt = isinstance(value, dict) and "prompt" in value and value.keys() <= _PROMPT
    return "·fields" if isinstance(value, dict) and not is_prompt else "·words"


_PROMPT = {field.alias or name for name, field in PromptOptions.model_fields.items()}
Demand = Annotated[
    Annotated[Said, Tag("·words")]
    | Annotated[dict[str, Any], Field(min_length=1), Tag("·fields")]
    | Annotated[list[Any], Field(min_length=1), Tag("·list")],
    Discriminator(_is_fields),
]


class QueryItem(QuestionItem):
    """Read data from the screen: `string[], the names of all products`, or a mapping of fields to descriptions, also
    with mappings and lists in it."""

    called = ("aiQuery",)
    subject: Demand = Field(alias=SUBJECT)


class BooleanItem(QuestionItem):
    """Whether a statement is true, as true or false."""

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
    """The error message if it is not true."""


class WaitForItem(QuestionItem):
    """Wait until a statement about the screen is true."""

    called = ("aiWaitFor",)
    subject: Said = Field(alias=SUBJECT)
    timeout: Amount | None = None
    """Timeout in milliseconds; 15000 by default."""
    timeout_ms: Amount | None = None
    """The same as timeout."""
    check_interval_ms: Amount | None = None
    """Minimum time between two model requests, in milliseconds; 3000 by default."""


class LocateItem(ActionItem):
    """Locate an element: its rect and center are kept under `name`."""

    called = ("aiLocate",)
    action = ""


_MILLISECONDS = regex(r"\s*(\d+)\s*ms\s*")
_TIME = float | Annotated[str, Field(pattern=r"[{$]|^[-+.\d]+ *(ms)?$")]


def _without_unit(value: object) -> object:
    found = _MILLISECONDS.fullmatch(value) if isinstance(value, str) else None
    return found[1] if found else value


class SleepItem(Item):
    """Wait for a time, in milliseconds."""

    called = ("sleep",)
    subject: Annotated[Amount, BeforeValidator(_without_unit, json_schema_input_type=_TIME)] = Field(alias=SUBJECT)

    @field_validator("subject")
    @classmethod
    def _some_time(cls, value: float | str) -> float | str:
        if isinstance(value, float | int) and value <= 0:
            raise ValueError(f"the time to sleep must be more than 0 milliseconds, not {value:g}")
        return value


def _code(value: object) -> object:
    return "" if value is None else value


class JavascriptItem(Item):
    """Run JavaScript in the page. A function gets the values of the script: `values => values.total * 2`."""

    called = ("javascript",)
    subject: Annotated[AnyText, BeforeValidator(_code, json_schema_input_type=str | int | float | None)] = Field(
        alias=SUBJECT
    )
    name: AnyText | None = None
    """Keep its result under this name."""


class FinalizeItem(Item):
    """The end of a plan, as Midscene writes it into caches: nothing is done."""

    called = ("Finalize",)
    subject: Any = Field(default=None, alias=SUBJECT)

    @classmethod
    def arranged(cls, data: Params) -> Params:
        return {SUBJECT: data.get(SUBJECT)}


class FileChooserItem(Item):
    """Files for the file choosers that later items of the task open."""

    called = ("registerFileChooserAccept", "RegisterFileChooserAccept")
    subject: Any = Field(default=None, alias=SUBJECT)
    files: Paths

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """`files` stand in a mapping, beside the key, or at it."""
        inner = data.get(SUBJECT)
        given = cast("Params", inner) if isinstance(inner, dict) else {"files": inner} if inner else {}
        return {SUBJECT: None, **given, **{key: value for key, value in data.items() if key != SUBJECT}}


class WdaRequestItem(Item):
    """Ask WebDriverAgent something, on an iPhone. Its answer is kept."""

    called = ("runWdaRequest", "RunWdaRequest")
    subject: Any = Field(default=None, alias=SUBJECT)
    method: Words
    """GET, POST or DELETE."""
    endpoint: Words
    """The path, such as /wda/device/info; {sessionId} in it stands for the session."""
    data: Any = None
    """What is sent with it."""
    name: AnyText | None = None
    """Keep the answer under this name."""

    @classmethod
    def arranged(cls, data: Params) -> Params:
        inner = data.get(SUBJECT)
        beside = {key: value for key, value in data.items() if key != SUBJECT}
        return {SUBJECT: None, **cast("Params", inner), **beside} if isinstance(inner, dict) else data


def _steps(text: str) -> str:
    try:
        read_scenario(text)
    except ConfigError as error:
        raise ValueError(f"{error.message}: {error.remedy}") from None
    return text


class GherkinItem(Item):
    """Carry out a scenario in Gherkin: Given and When are acts, Then is a check."""

    called = ("runGherkinScenario",)
    subject: Annotated[Words, AfterValidator(_steps)] = Field(alias=SUBJECT)
    context: AnyText | None = None
    """Background knowledge for its steps."""


class ReportItem(Item):
    """Put a picture of the screen into the report, with a title."""

    called = ("recordToReport", "logScreenshot")
    subject: AnyText | None = Field(alias=SUBJECT)
    content: AnyText = ""
    """A description of it."""
