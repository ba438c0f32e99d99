"""The actions on offer: those of the package that the screen can do, and those of users."""

from __future__ import annotations

from typing import Any, Protocol

import pytest
from action_screens import Poster, Touchpad, space_of, titles
from hypothesis import given
from hypothesis import strategies as st

from askonce.actions import (
    BUILT_IN,
    Action,
    ActionSpace,
    Navigate,
    Tap,
    Target,
)
from askonce.errors import AskonceError, ConfigError, InvalidAction
from askonce.screens import Pointer


class Shake(Action[Pointer]):
    """Shake an element."""

    target: Target
    times: int = 2

    async def perform(self, screen: Pointer) -> str:
        for _ in range(self.times):
            await screen.hover(self.target.point)
        return "it rattles"


def test_an_action_of_the_users_own_is_offered_like_the_others() -> None:
    space = space_of()
    assert space.add(Shake) is Shake
    assert space.describe().endswith("\n- Shake {target: target, times?: integer}: Shake an element.")
    assert space.read("shake", {"target": "the tree"}) == Shake(target=Target(prompt="the tree"))


def test_an_action_can_be_added_by_a_decorator() -> None:
    space = space_of()

    @space.add
    class Whistle(Action[Any]):
        """Whistle."""

    assert space["whistle"] is Whistle
    assert "- Whistle {}: Whistle." in space.describe()


def test_an_action_that_names_no_verb_is_offered_everywhere() -> None:
    class Think(Action):  # type: ignore[type-arg]
        """Think."""

    assert titles(ActionSpace(Poster(), (Think,))) == ["Think"]


def test_an_action_needs_the_verb_of_the_action_it_inherits_from() -> None:
    class Poke(Tap):
        """Poke an element."""

    assert titles(ActionSpace(Poster(), (Poke,))) == []
    assert titles(ActionSpace(Touchpad(), (Poke,))) == ["Poke"]


def test_an_action_whose_verb_the_screen_lacks_cannot_be_added() -> None:
    with pytest.raises(ConfigError, match="Shake needs Pointer, which this poster screen does not have"):
        space_of(Poster()).add(Shake)


def test_a_verb_that_cannot_be_checked_is_answered_with_what_is_missing() -> None:
    class Singer(Protocol):
        async def sing(self) -> None: ...

    class Sing(Action[Singer]):
        """Sing."""

    with pytest.raises(ConfigError, match="runtime_checkable"):
        space_of().add(Sing)


def test_a_name_can_be_given_only_once() -> None:
    space = space_of()
    with pytest.raises(ConfigError, match=r"Tap already") as caught:
        space.add(type("Tap", (Shake,), {"__doc__": "Another tap."}))
    assert 'remove("Tap")' in caught.value.remedy


def test_a_removed_action_is_not_offered_and_its_name_is_free() -> None:
    space = space_of()
    space.remove("navigate")
    assert "Navigate" not in space
    assert "Goto" not in space
    assert "Navigate" not in space.describe()
    with pytest.raises(InvalidAction):
        space.remove("Navigate")
    space.add(Navigate)
    assert "Navigate" in space


@pytest.mark.parametrize("name", ["Tap", "tap", "Click", "left_click", "left-click", "LEFT CLICK", "press element"])
def test_an_action_answers_to_the_names_that_models_use(name: str) -> None:
    assert space_of()[name] is Tap
    assert name in space_of()


def test_the_users_own_action_goes_before_another_name_of_a_built_in_one() -> None:
    space = space_of()
    own = space.add(type("Click", (Shake,), {"__doc__": "Click loudly."}))
    assert space["click"] is own
    assert space["tap"] is Tap


def test_an_unknown_name_is_answered_with_the_closest_and_with_all() -> None:
    with pytest.raises(InvalidAction, match="no action named 'Scrol'") as caught:
        space_of()["Scrol"]
    assert "did you mean Scroll?" in caught.value.remedy
    assert "Navigate" in caught.value.remedy


def test_values_that_do_not_fit_are_answered_with_the_declaration() -> None:
    with pytest.raises(InvalidAction, match=r"Scroll does not fit: direction: .*; distance: ") as caught:
        space_of().read("Scroll", {"direction": "sideways", "distance": -1})
    assert caught.value.remedy.startswith("- Scroll {direction?: ")


@given(st.sampled_from(BUILT_IN), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3), max_leaves=6),
    st.data())  # fmt: skip
def test_any_parameters_give_an_action_or_our_own_error(
    action: type[Action[Any]], junk: Any, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from([*action.model_fields, "junk"]), unique=True))
    space = space_of()
    try:
        read = space.read(action.title(), dict.fromkeys(names, junk))
    except AskonceError:
        return
    assert space.read(action.title(), read.model_dump(mode="json")) == read
