"""Values of items: texts, numbers, references, elements."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from askonce.items.field_types import REFERENCE, AnyElement, Element, TypedText


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{a} and ${b}", ["a"]),
        ("$whole", []),
        ("costs $5 or $a b", []),
        ("{ a } {1} {}", []),
        ("{contact.name}", ["contact.name"]),
    ],
)
def test_a_reference_is_a_name_in_braces_without_a_dollar(text: str, names: list[str]) -> None:
    found = [match["slot"] for match in REFERENCE.finditer(text)]
    assert found == names


def test_a_text_to_type_may_be_a_number_or_empty() -> None:
    typed = TypeAdapter[str](TypedText)
    assert [typed.validate_python(value) for value in ("", 7, 1.5)] == ["", "7", "1.5"]
    with pytest.raises(ValidationError):
        typed.validate_python(["a"])


def test_an_element_is_words_or_a_mapping_however_deep() -> None:
    element = TypeAdapter(Element)
    nested = {"prompt": {"prompt": "Save", "images": [{"name": "a", "url": "b"}]}, "xpath": "//a"}

    assert element.validate_python("Save").prompt == element.validate_python(nested).prompt == "Save"
    assert element.validate_python(nested).images[0].name == "a"
    for nothing in (None, ""):
        assert TypeAdapter(AnyElement).validate_python(nothing) is None
        with pytest.raises(ValidationError):
            element.validate_python(nothing)
    with pytest.raises(ValidationError, match="a text is needed here"):
        element.validate_python(True)
