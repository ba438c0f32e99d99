"""Models whose fields are described by the docstrings below them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue


class DescribedModel(BaseModel):
    """A model that says what its fields mean, in JSON schemas and help texts.

    The docstrings are read from the source when they are asked for. Pydantic's `use_attribute_docstrings` reads them
    when a class is made, which took longer than everything else that a command does before it starts.
    """

    model_config = ConfigDict(defer_build=True)

    @classmethod
    def field_description(cls, name: str) -> str:
        """What a field means: its own description, or else its docstring."""
        own = cls.model_fields[name].description
        return own or next((docs[name] for base in cls.__mro__ if name in (docs := _field_docstrings(base))), "")

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, field in cls.model_fields.items():
            described = properties.get(field.alias or name, properties.get(name))
            if described is not None and (description := cls.field_description(name)):
                described.setdefault("description", description)
        return schema


@cache
def _field_docstrings(kind: type) -> Mapping[str, str]:
    """The docstrings of the fields that a class declares itself; none where its source is not to be had."""
    if kind is DescribedModel or not issubclass(kind, DescribedModel):
        return {}
    try:
        parsed = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    except (OSError, TypeError, SyntaxError):
        return {}
    found: dict[str, str] = {}
    for field, below in pairwise(parsed.body if isinstance(parsed, ast.ClassDef) else ()):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = inspect.cleandoc(text)
            case _:
                pass
    return found
