"""What the values of a script may be: texts that may be numbers, numbers that may be names, prompts with pictures."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field

from askonce.diagnostics.yaml_nodes import spelling_of
from askonce.lazy import dataclass, regex
from askonce.screens.option_fields import AnyText, NoEffect, Section, Words, text_of
from askonce.values import SLOT_NAME

REFERENCE = regex(rf"(?<!\$)\{{(?P<slot>{SLOT_NAME})\}}")
"""How a text refers to a value: `{name}`. A dollar before it makes it an environment variable, or nothing of ours."""


def _typed(value: object) -> object:
    return spelling_of(value) if isinstance(value, bool) else text_of(value)


def _amount(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("a number is needed here")
    if isinstance(value, str) and not REFERENCE.search(value):
        try:
            return float(value)
        except ValueError:
            raise ValueError("a number is needed here, or the {name} of one") from None
    return value


TypedText = Annotated[str, BeforeValidator(_typed, json_schema_input_type=str | int | float | bool)]
"""A text to be typed, also an empty one."""
Amount = Annotated[
    float | str,
    BeforeValidator(_amount, json_schema_input_type=float | Annotated[str, Field(pattern=r"[{$]|^[-+.\d]")]),
]
"""A number, or the name of one in braces."""


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """A time in milliseconds that has no value before the script runs."""

    written: str
    """A text with a name in braces."""


ConvertHttp = Annotated[bool | None, NoEffect("pictures of the web are always loaded here and handed over")]
"""Whether pictures of the web are loaded by Midscene or by the model's server."""


def _unset(value: object) -> object:
    return None if value == "unset" else value


def _locator(value: object) -> object:
    return None if isinstance(value, bool) else value


DeepThink = Annotated[bool | None, BeforeValidator(_unset, json_schema_input_type=bool | Literal["unset"] | None)]
"""true, false, or `unset`, which says nothing."""
Xpath = Annotated[AnyText | None, BeforeValidator(_locator, json_schema_input_type=str | bool | None)]
"""A locator; true and false, which Midscene writes into caches, say nothing."""


Paths = Words | Annotated[list[Words], Field(min_length=1)]
"""One file or several."""


class PromptImage(Section):
    """A reference picture."""

    name: Words
    """How the words refer to it."""
    url: Words
    """A file, a data URI, or an address of the web."""


class PromptOptions(Section):
    """Words with pictures."""

    prompt: Words
    """What is meant, in plain words."""
    images: list[PromptImage] = Field(default=[])
    """Pictures that the words refer to."""
    convert_http_image_to_base64: ConvertHttp = Field(default=None, alias="convertHttpImage2Base64")


class LocateOptions(PromptOptions):
    """An element in words, and how to look for it."""

    deep_locate: bool | None = None
    """Look twice: first for the section that holds the element, then for the element in that section."""
    deep_think: bool | None = None
    """The older name of deepLocate."""
    xpath: Xpath = None
    """An XPath, a CSS selector or a Playwright locator that is asked before anything else."""
    cacheable: bool | None = None
    """False: neither found by what was recorded nor recorded."""
    context: AnyText | None = None
    """Background knowledge for whoever looks for the element."""


def _prompt(value: object) -> object:
    if isinstance(value, dict):
        return _flat(cast("dict[str, Any]", value))
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise ValueError("a text is needed here, or a mapping with a prompt")
    return {"prompt": value}


def _flat(value: dict[str, Any]) -> dict[str, Any]:
    """`{prompt: {prompt: …, images: …}}` says the same as one mapping."""
    inner = value.get("prompt")
    return {**value, **cast("dict[str, Any]", inner)} if isinstance(inner, dict) else value


def _element(value: object) -> object:
    return None if value is None or value == "" else _prompt(value)


Said = Annotated[PromptOptions, BeforeValidator(_prompt, json_schema_input_type=str | int | float | PromptOptions)]
"""Words, or a mapping with words and pictures."""
Element = Annotated[LocateOptions, BeforeValidator(_prompt, json_schema_input_type=str | int | float | LocateOptions)]
"""An element that has to be named."""
AnyElement = Annotated[
    LocateOptions | None, BeforeValidator(_element, json_schema_input_type=str | int | float | LocateOptions | None)
]
"""An element, or nothing."""
