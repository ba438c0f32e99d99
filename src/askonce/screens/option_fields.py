"""The mappings in which users describe a screen, and the texts in them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, GetJsonSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue

from askonce.diagnostics.yaml_nodes import spelling_of
from askonce.lazy import dataclass
from askonce.values.described_model import DescribedModel


@dataclass(frozen=True, slots=True)
class NotSupported:
    """Marks a key that may be written and cannot be obeyed: a value for it is an error."""

    remedy: str

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core_schema) | {"description": f"Not supported yet; {self.remedy}."}


@dataclass(frozen=True, slots=True)
class NoEffect:
    """Marks a key that changes nothing here: writing it is a warning."""

    reason: str = "it makes no difference"

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core_schema) | {"description": f"Accepted for Midscene's scripts; {self.reason}."}


class Section(DescribedModel):
    """A mapping of a script: its keys are written in camel case, and others are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=False,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )


def text_of(value: Any) -> str:
    """A text. Numbers may stand unquoted where texts are meant; one from a file knows how it was written."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return spelling_of(value)
    if not isinstance(value, str):
        raise ValueError("a text is needed here")
    return value


def _words(value: Any) -> str:
    text = text_of(value)
    if not text.strip():
        raise ValueError("this is empty: say it in plain words")
    return text


Words = Annotated[str, BeforeValidator(_words, json_schema_input_type=str | int | float)]
"""A text that is not empty."""
AnyText = Annotated[str, BeforeValidator(text_of, json_schema_input_type=str | int | float)]


def _scalar(value: Any) -> str:
    return "null" if value is None else spelling_of(value) if isinstance(value, bool) else text_of(value)


AnyScalar = Annotated[str, BeforeValidator(_scalar, json_schema_input_type=str | int | float | bool | None)]
"""A text where true, false and null are meant as they are written."""
