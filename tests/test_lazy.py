"""What `askonce.lazy` makes cannot be told from what the standard library makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import field, fields, replace
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter

from askonce.lazy import dataclass, exports, late, regex


@dataclass(frozen=True, slots=True)
class Spot:
    """A place."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list[str], compare=False)
    note: str = field(default="none", kw_only=True, repr=False)
    count: int = field(default=7, init=False)
    kind: ClassVar[str] = "spot"


@dataclass(frozen=True, slots=True)
class NamedSpot(Spot):
    name: str = "here"

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("left of the screen")


@dataclass(frozen=True, slots=True)
class Alone:
    """A value that compares as it likes."""

    word: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alone) and self.word.lower() == other.word.lower()

    def __repr__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


STANDARD: dict[type, type] = {}
for made in (Spot, NamedSpot, Nothing):
    names = {name: value for name, value in vars(made).items() if name in {"__annotations__", "__post_init__", "kind"}}
    own = {each.name: copy.copy(each) for each in fields(made) if each.name in made.__annotations__}
    bases = tuple(STANDARD[base] for base in made.__bases__ if base in STANDARD)
    twin = type(made.__name__, bases, {**names, **own, "__qualname__": made.__qualname__, "__module__": __name__})
    STANDARD[made] = dataclasses.dataclass(frozen=True, slots=True)(twin)


def outcome(work: Callable[[], Any]) -> object:
    """What came of it: what it shows, or the error with its words."""
    try:
        return repr(work())
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), re.sub(r"\(.*?\)|\.<locals>", "", str(error))


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((1,), {}),
        ((1, 2, ["a"]), {}),
        ((), {"x": 3, "tags": ["b"], "note": "kept"}),
        ((), {}),
        ((1, 2, [], "too many", 5), {}),
        ((1,), {"count": 2}),
        ((1,), {"size": 2}),
        ((-1,), {}),
    ],
)
@pytest.mark.parametrize("made", STANDARD)
def test_a_value_is_made_shown_compared_and_refused_as_the_standard_library_does_it(
    made: type, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    standard = STANDARD[made]
    assert outcome(lambda: made(*values, **named)) == outcome(lambda: standard(*values, **named))
    if not isinstance(outcome(lambda: made(*values, **named)), str):
        return
    value = made(*values, **named)
    assert value == made(*values, **named)
    assert hash(value) == hash(standard(*values, **named))
    assert value != standard(*values, **named)
    assert {value} == {made(*values, **named)}
    assert made.__match_args__ == standard.__match_args__


def test_a_default_that_is_made_is_made_for_each_value() -> None:
    assert Spot(1).tags is not Spot(1).tags


def test_values_of_other_fields_differ_and_fields_that_are_not_compared_do_not_count() -> None:
    assert Spot(1) != Spot(2)
    assert Spot(1, tags=["a"]) == Spot(1, tags=["b"])
    assert NamedSpot(1) != Spot(1)


def test_a_value_cannot_be_changed() -> None:
    spot = Spot(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        spot.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del spot.x  # type: ignore[misc]
    with pytest.raises(AttributeError):
        spot.size = 2  # type: ignore[attr-defined]
    assert not hasattr(spot, "__dict__")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_value_can_be_copied_and_pickled(again: Callable[[Spot], Spot]) -> None:
    spot = NamedSpot(1, 2, ["a"], note="kept", name="there")

    assert again(spot) == spot
    assert (again(spot).tags, again(spot).note) == (["a"], "kept")
    assert replace(spot, x=4) == NamedSpot(4, 2, note="kept", name="there")


def test_methods_of_the_class_itself_stay() -> None:
    assert Alone("Save") == Alone("save")
    assert repr(Alone("Save")) == "Save"
    assert {Alone("Save"): 1}[Alone("Save")] == 1


def test_a_value_that_holds_itself_is_shown() -> None:
    spot = Spot(1)
    spot.tags.append(spot)  # type: ignore[arg-type]
    assert repr(spot) == "Spot(x=1, y=0, tags=[...], count=7)"


def test_pydantic_reads_and_writes_values() -> None:
    spots = TypeAdapter(NamedSpot)
    assert spots.validate_python({"x": "3", "name": "there"}) == NamedSpot(3, name="there")
    assert spots.validate_json(spots.dump_json(NamedSpot(3))) == NamedSpot(3)


def test_what_can_change_has_no_hash_and_is_compared_shown_copied_and_kept_in_slots() -> None:
    @dataclass(slots=True, kw_only=True)
    class Count:
        done: int = 0
        names: list[str] = field(default_factory=list[str])

    count = Count(done=1)
    count.done += 1
    count.names.append("a")

    assert count == Count(done=2, names=["a"]) == copy.deepcopy(count)
    assert count != Count(done=2)
    assert repr(count).endswith("Count(done=2, names=['a'])")
    assert Count.__hash__ is None
    assert not hasattr(count, "__dict__")
    with pytest.raises(TypeError, match="positional"):
        Count(1)  # type: ignore[misc]


def test_names_of_a_package_are_imported_from_their_modules_when_they_are_asked_for() -> None:
    ask = exports("collections", Sequence="abc")

    assert ask("Sequence") is Sequence
    with pytest.raises(AttributeError, match="module 'collections' has no attribute 'Bag'"):
        ask("Bag")


def test_what_is_late_is_made_once_when_something_is_asked_of_it_that_is_not_known() -> None:
    made: list[Spot] = []

    def make() -> Spot:
        made.append(Spot(3))
        return made[0]

    spot = late(make, y=4)

    assert (spot.y, len(made)) == (4, 0)
    assert (spot.x, spot.note, len(made)) == (3, "none", 1)
    assert late(lambda: Spot)(5) == Spot(5)
    with pytest.raises(AttributeError, match="z"):
        print(spot.z)  # type: ignore[attr-defined]


def test_a_class_without_slots_is_left_to_the_standard_library() -> None:
    @dataclass
    class Open:
        x: int = 0

    opened = Open()
    opened.x = 3
    assert repr(opened).endswith("Open(x=3)")


def test_a_pattern_is_that_of_the_standard_library_once_it_is_used() -> None:
    word = regex(r"(?P<first>[a-z]+)\b", re.IGNORECASE)

    assert word.sub("x", "Two words") == "x x"
    assert [found["first"] for found in word.finditer("Two words")] == ["Two", "words"]
    assert (word.pattern, word.groups, bool(word.flags & re.IGNORECASE)) == (r"(?P<first>[a-z]+)\b", 1, True)
    assert word.fullmatch("two words") is None
    with pytest.raises(re.error):
        regex("(").match("")
