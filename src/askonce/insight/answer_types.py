"""The type that a demand's answer must have, and its description for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from inspect import isroutine
from typing import Annotated, Any, cast

from pydantic import Field, JsonValue, PydanticUndefinedAnnotation, PydanticUserError, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from askonce.errors import ConfigError
from askonce.insight.schema_notation import write_schema
from askonce.insight.shape_notation import object_of, read_shape
from askonce.insight.strict_formats import DECIMAL
from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """`adapter` reads the answer, `schema` tells the model of it, `demand` says in words what is asked for."""

    adapter: TypeAdapter[Any]
    schema: str
    demand: str
    json_schema: Mapping[str, Any]


Fields = Mapping[str, Any] | list[Any]
"""Fields by their names, each described in words, or again by fields; a list of one entry means several of it."""


def shape_of(demand: str | Fields, returns: Any = None) -> Shape:
    """The shape of the answer to `demand`.

    `returns` is any type that pydantic understands. Without it the demand itself may tell: a text that begins with a
    shape (`"{name: string, price?: number}[], the items in the basket"`, `"number, the total"`), or a mapping of field
    names to what they are, texts unless they begin or end with a type (`{"price": "number, without the tax"}`). A field
    may be a mapping itself, or a list of one (`{"items": [{"name": "string"}]}`). Any other text asks for whatever JSON
    answers it best.
    """
    if isinstance(demand, str):
        return _of_text(demand, returns)
    if returns is not None:
        raise ConfigError(
            f"a demand given as fields ({', '.join(map(str, demand))}) has its shape already, and returns={returns!r}",
            remedy="say the demand in a sentence, or leave out returns",
        )
    return _of_fields(demand)


def _of_text(demand: str, returns: Any) -> Shape:
    if not demand.strip():
        raise ConfigError("the demand is empty", remedy="say in plain words what is to be read from the screen")
    if returns is not None:
        return _shape(returns, demand.strip())
    spelled = read_shape(demand)
    if spelled is None:
        return _shape(JsonValue, demand.strip())
    return _shape(spelled.type, spelled.rest or "what the shape names")


def _of_fields(fields: Fields) -> Shape:
    if not fields:
        raise ConfigError("the demand names no field", remedy='name at least one, as in {"total": "number, the total"}')
    kind = _kind(fields)
    names = ", ".join(fields) if isinstance(fields, Mapping) else "a list"
    return _shape(kind, f"{names}, each as the words after // in the shape say")


def _kind(described: Any, name: str = "") -> Any:
    """The type of a field that is described by words or by fields; for several entries, any that are like them."""
    match described:
        case str():
            kind, description = _field(described)
            return Annotated[kind, Field(description=description)] if description else kind
        case Mapping():
            inner = cast("Mapping[Any, Any]", described)
            if strange := next((key for key in inner if not isinstance(key, str)), None):
                raise _no_text(strange, inner[strange])
            return object_of({key: _kind(value, key) for key, value in inner.items()})
        case [one]:
            return list[_kind(one, name)]
        case [_, _, *_]:
            return Annotated[JsonValue, Field(description=json.dumps(described, ensure_ascii=False, default=str))]
        case _:
            raise _no_text(name, described)


def _no_text(name: object, described: object) -> ConfigError:
    return ConfigError(
        f"the field {name!r} of the demand is described by {described!r}, which is not a text",
        remedy='write fields as {"total": "number, the total"}',
    )


def _field(words: str) -> tuple[Any, str]:
    """The type of a field and what it is, from a description that may begin or end with a type."""
    spelled = read_shape(words)
    if spelled is not None:
        return spelled.type, spelled.rest
    for place, sign in enumerate(words):
        last = read_shape(words[place + 1 :]) if sign == "," else None
        if last is not None and not last.rest:
            return last.type, words[:place].strip()
    # A type somewhere in the middle is beyond us, but the model can read it.
    return (JsonValue if "{" in words or "[]" in words else str), words.strip()


def _shape(kind: Any, demand: str) -> Shape:
    if isroutine(kind):  # pydantic would call it with what the model says
        raise _no_type(kind, "it is a function")
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(kind)
        schema = adapter.json_schema(schema_generator=_Schemas)
    except (PydanticUserError, PydanticUndefinedAnnotation, TypeError, NameError) as error:
        raise _no_type(kind, str(error).splitlines()[0]) from error
    return Shape(adapter, write_schema(schema), demand, schema)


def _no_type(kind: object, reason: str) -> ConfigError:
    return ConfigError(
        f"returns={kind!r} is not a type that an answer can have: {reason}",
        remedy="pass what pydantic can write as a JSON schema: a model, a dataclass, list[str], Literal, date, …",
    )


class _Schemas(GenerateJsonSchema):
    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """A text, so that no digit of it is lost on the way."""
        bounds = {"minimum": schema.get("ge"), "exclusiveMinimum": schema.get("gt")}
        bounds |= {"maximum": schema.get("le"), "exclusiveMaximum": schema.get("lt")}
        limits = {key: str(limit) for key, limit in bounds.items() if limit is not None}
        return {"type": "string", "format": DECIMAL, **limits}
