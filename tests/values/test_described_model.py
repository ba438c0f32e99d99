"""Fields that are described by the docstrings below them."""

from __future__ import annotations

from pydantic import ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from askonce.values.described_model import DescribedModel


class Part(DescribedModel):
    model_config = ConfigDict(alias_generator=to_camel)

    full_name: str = ""
    """What it is called,
    in full."""
    size: int = Field(default=1, description="How large it is.")
    colour: str = ""


class Screw(Part):
    parts: tuple[Part, ...] = ()
    """What it consists of."""
    colour: str = ""
    """What it is painted with."""


def test_a_schema_describes_fields_by_their_docstrings() -> None:
    schema = Screw.model_json_schema()
    described = {name: field.get("description") for name, field in schema["properties"].items()}

    assert described == {
        "fullName": "What it is called,\nin full.",
        "size": "How large it is.",
        "colour": "What it is painted with.",
        "parts": "What it consists of.",
    }
    assert schema["$defs"]["Part"]["properties"]["fullName"]["description"] == "What it is called,\nin full."
    assert "description" not in schema["$defs"]["Part"]["properties"]["colour"]


def test_a_field_is_described_by_the_class_that_declares_it_last() -> None:
    assert [Screw.field_description(name) for name in ("full_name", "size", "colour")] == [
        "What it is called,\nin full.",
        "How large it is.",
        "What it is painted with.",
    ]
    assert Part.field_description("colour") == ""


def test_a_class_without_a_source_has_only_the_descriptions_of_its_bases() -> None:
    made = create_model("Made", __base__=Part, weight=(int, 0))

    assert made.field_description("weight") == ""
    assert made.field_description("full_name") == "What it is called,\nin full."


def test_making_a_class_builds_no_schema() -> None:
    class Nut(Part):
        thread: int = 0

    assert not Nut.__pydantic_complete__
    assert Nut(thread=3).thread == 3
