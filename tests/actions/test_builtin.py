from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from askonce.actions import (
    BUILT_IN,
    Action,
    ActionSpace,
    AnswerDialog,
    Found,
    Navigate,
    Press,
    Scroll,
    Select,
    Tap,
    Target,
    Type,
    Typed,
)
from askonce.errors import AskonceError, ConfigError, InvalidAction
from askonce.geometry import Box, Point, Size
from askonce.screens import Keyboard, Pointer, Screen, Shot
from askonce.screens.fake import FakeScreen
from askonce.values import Instruction, Secret

GOLDEN = Path(__file__).with_name("actions.golden.txt")


class Poster:
    """A screen that can only be looked at."""

    kind = "poster"

    async def capture(self) -> Shot:
        raise NotImplementedError

    async def size(self) -> Size:
        return Size(100, 100)

    async def settle(self) -> None: ...

    def news(self) -> tuple[str, ...]:
        return ()

    async def close(self) -> None: ...


class Touchpad(Poster):
    """A screen with a pointer and nothing else."""

    async def tap(self, at: Point, **how: Any) -> None: ...

    async def hover(self, at: Point) -> None: ...

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...


class Terminal(Touchpad):
    """A screen with a pointer and a keyboard."""

    async def type(self, text: str, **how: Any) -> None: ...

    async def clear(self) -> None: ...

    async def press(self, keys: str) -> None: ...


class Shake(Action[Pointer]):
    """Shake an element."""

    target: Target
    times: int = 2

    async def perform(self, screen: Pointer) -> str:
        for _ in range(self.times):
            await screen.hover(self.target.point)
        return "it rattles"


def space_of(screen: Screen | None = None) -> ActionSpace:
    return ActionSpace(screen or FakeScreen())


def titles(space: ActionSpace) -> list[str]:
    return [action.title() for action in space]


# The space


def test_a_screen_offers_the_actions_whose_verb_it_has() -> None:
    pointing = ["Tap", "Hover", "DoubleTap", "RightTap", "LongPress", "Drag"]
    assert titles(space_of(Poster())) == []
    assert titles(space_of(Touchpad())) == pointing
    assert set(titles(space_of(Terminal()))) == {*pointing, "Type", "Press", "Clear"}
    assert titles(space_of(FakeScreen())) == [action.title() for action in BUILT_IN]


def test_what_a_model_reads_of_the_built_in_actions_is_as_agreed() -> None:
    assert space_of().describe() + "\n" == GOLDEN.read_text("utf-8")


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


def test_no_two_built_in_actions_answer_to_the_same_name() -> None:
    names = [name for action in BUILT_IN for name in (action.title(), *action.also)]
    keys = [name.replace(" ", "").lower() for name in names]
    assert len(set(keys)) == len(keys)


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


# Describing


def test_every_kind_of_field_has_a_plain_name() -> None:
    class Cook(Action[Any]):
        """Cook a dish,
        slowly."""

        dish: str
        minutes: int | None = None
        heat: float = Field(default=1.0, description="1 to 10")
        lid: bool = False
        herbs: list[str] = Field(default_factory=list)
        stove: Target | None = None
        pots: list[Target] = Field(default_factory=list)
        how: Typed | None = None
        size: int | str = 1
        secret: str = Field(default="", exclude=True)

    space = ActionSpace(Poster(), (Cook,))
    assert space.describe() == (
        "- Cook {dish: string, minutes?: integer, heat?: number (1 to 10), lid?: true|false, herbs?: [string, …], "
        "stove?: target, pots?: [target, …], how?: string, size?: integer|string}: Cook a dish, slowly."
    )


# Text


def test_typed_text_keeps_its_white_space_and_other_text_is_trimmed() -> None:
    space = space_of()
    assert space.read("Type", {"text": "  a b\n"}).text == "  a b\n"
    assert space.read("AnswerDialog", {"accept": True, "text": " Bob "}).text == " Bob "
    assert space.read("Navigate", {"url": "  http://shop/ "}).url == "http://shop/"
    assert space.read("Select", {"target": " size ", "options": [" L "]}).options == ["L"]
    assert space.read("Tap", {"target": {"prompt": "  the mug "}}).target.prompt == "the mug"


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "Infinity", 1e999])
def test_a_number_without_end_is_refused(value: object) -> None:
    with pytest.raises(InvalidAction):
        space_of().read("Scroll", {"distance": value})


@pytest.mark.parametrize(
    ("keys", "read"),
    [("ctrl+a", "Control+A"), (["ctrl", "a"], "Control+A"), (" ", "Space"), (["ctrl", " "], "Control+Space"), (5, "5")],
)
def test_keys_are_read_in_the_ways_that_models_write_them(keys: object, read: str) -> None:
    assert space_of().read("Press", {"keys": keys}).keys.lower() == read.lower()


def test_an_option_may_stand_alone() -> None:
    assert space_of().read("Select", {"target": "size", "options": "L"}) == Select(
        target=Target(prompt="size"), options=["L"]
    )


def test_an_action_reads_as_a_step_in_a_log() -> None:
    assert str(Type(text="mugs", target=Target(prompt="search box"))) == "Type(search box, text='mugs')"
    assert str(Tap(target=Target(element=3))) == "Tap(element [3])"
    assert str(Scroll()) == "Scroll()"


# Filling


def test_secrets_are_filled_only_where_text_is_typed() -> None:
    class Whisper(Action[Keyboard]):
        """Whisper."""

        words: list[Typed]
        to: str

    instruction = Instruction.of("{p} {q}", {"p": Secret("hunter2"), "q": "plain"})
    assert Type(text="{p} {q}").filled(instruction) == Type(text="hunter2 plain")
    assert AnswerDialog(accept=True, text="{p}").filled(instruction) == AnswerDialog(accept=True, text="hunter2")
    assert Whisper(words=["{p}"], to="{p} {q}").filled(instruction) == Whisper(words=["hunter2"], to="{p} plain")
    assert Navigate(url="http://{q}/{p}").filled(instruction) == Navigate(url="http://plain/{p}")
    filled = Type(text="x", target=Target(prompt="{p} beside {q}")).filled(instruction)
    assert [target.prompt for target in filled.targets()] == ["{p} beside plain"]
    chosen = Select(target=Target(prompt="size"), options=["{q}", "{p}"]).filled(instruction)
    assert chosen == Select(target=Target(prompt="size"), options=["plain", "{p}"])


def test_filling_keeps_what_was_found() -> None:
    target = Target(prompt="{q}")
    target.set_found(Found(Box(0, 0, 10, 10), "planned"))
    filled = Tap(target=target).filled(Instruction.of("{q}", {"q": "x"}))
    assert [one.point for one in filled.targets()] == [Point(5, 5)]


# Targets


def test_targets_are_recognised_by_their_type_in_the_order_of_the_fields() -> None:
    class Gather(Action[Any]):
        """Gather."""

        note: str = ""
        basket: Target | None = None
        fruits: list[Target] = Field(default_factory=list)

    action = Gather(fruits=[Target(prompt="a"), Target(prompt="b")], basket=Target(prompt="c"))
    assert [target.prompt for target in action.targets()] == ["c", "a", "b"]
    assert list(Gather().targets()) == []


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("the mug", Target(prompt="the mug")),
        ({"description": "the mug"}, Target(prompt="the mug")),
        ({"prompt": "the mug", "element": "[7]"}, Target(prompt="the mug", element=7)),
        ({"element": "#7"}, Target(element=7)),
        ({"bbox_2d": [1, 2, 3, 4]}, Target(position=[1, 2, 3, 4])),
        ({"prompt": "the mug", "point": "1 2"}, Target(prompt="the mug", position="1 2")),
    ],
)
def test_a_target_is_read_in_the_ways_that_models_write_it(written: object, target: Target) -> None:
    assert space_of().read("Tap", {"target": written}) == Tap(target=target)


@pytest.mark.parametrize("written", ["", "  ", {}, {"prompt": " "}, None, 5, {"element": "seven"}, {"element": True}])
def test_a_target_that_says_nothing_is_refused(written: object) -> None:
    with pytest.raises(InvalidAction, match="target"):
        space_of().read("Tap", {"target": written})


@pytest.mark.parametrize(
    "name", ["found", "_found", "planned", "_planned", "pinned", "_pinned", "__pydantic_private__"]
)
def test_no_reply_can_write_where_a_target_was_found(name: str) -> None:
    box = {"left": 0, "top": 0, "width": 9, "height": 9}
    with pytest.raises(InvalidAction):
        space_of().read("Tap", {"target": {"prompt": "x", name: {"box": box, "finder": "model"}}})
    target = Target.model_validate({"prompt": "x", "position": [1, 1]})
    assert not target.is_found
    assert target.planned is None


def test_a_target_used_before_it_was_found_is_an_error_in_the_caller() -> None:
    with pytest.raises(RuntimeError, match="the mug was used before it was found"):
        _ = Target(prompt="the mug").point


def test_a_target_is_touched_at_its_centre_unless_another_point_is_given() -> None:
    target = Target(prompt="x")
    target.set_found(Found(Box(10, 10, 20, 20), "planned"))
    assert target.point == Point(20, 20)
    target.set_found(Found(Box(10, 10, 20, 20), "tree", point=Point(12, 12)))
    assert target.point == Point(12, 12)


def test_an_action_cannot_be_changed_after_it_was_read() -> None:
    with pytest.raises(ValidationError):
        Press(keys="a").keys = "b"
