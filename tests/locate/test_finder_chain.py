"""Each finder alone, and the chain: the first that answers wins, and nobody's silence is lost."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from PIL import Image as Picture

from askonce.actions import Found, Target
from askonce.embedded import EmbeddedModel
from askonce.errors import ModelUnavailable, NotFound
from askonce.geometry import Box, Frame, Size
from askonce.locate import DeepFinder, LocalFinder, ModelFinder, Passed, PlannedFinder, SelectorFinder, find
from askonce.locate.deep_finder import enlarge
from askonce.locate.finder import Missing
from askonce.models import Image, Request
from askonce.models.scripted_model import ScriptedModel
from askonce.screens import Shot
from askonce.screens.eyes import Eyes
from askonce.screens.fake import Button, FakeScreen, Text
from askonce.trace import Entry, Located, Trace
from askonce.values import Mask

HERE = Box(700, 500, 60, 20)


def screen() -> FakeScreen:
    return FakeScreen([Button("Save", HERE), Button("Far", Box(0, 0, 50, 20))], size=Size(1000, 1000))


def eyes_on(fake: FakeScreen) -> Eyes:
    return Eyes(fake, Mask())


def picture_in(request: Request) -> Image:
    (picture,) = [part for message in request.messages for part in message.parts if isinstance(part, Image)]
    return picture


class Question(Text):
    role = "dialog"


class Sure:
    name = "sure"

    def __init__(self) -> None:
        self.asked = 0

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        self.asked += 1
        return Found(HERE, self.name)


class Silent:
    name = "silent"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        return Passed("never says anything")


async def test_the_first_finder_that_answers_wins_and_the_rest_are_not_asked() -> None:
    first, second = Sure(), Sure()
    found = await find(Target(prompt="it"), [Silent(), first, second], eyes_on(screen()), Trace())
    assert found.finder == "sure"
    assert (first.asked, second.asked) == (1, 0)


async def test_when_nobody_answers_the_error_says_what_each_said() -> None:
    with pytest.raises(NotFound, match="silent: never says anything") as raised:
        await find(Target(prompt="the moon"), [Silent(), Silent()], eyes_on(screen()), Trace())
    assert raised.value.tried == (("silent", "never says anything"),) * 2


async def test_the_error_asks_whether_something_close_was_meant_and_names_only_finders_that_were_asked() -> None:
    model = EmbeddedModel()
    finders = [PlannedFinder(), SelectorFinder(screen()), LocalFinder(), ModelFinder(model), DeepFinder(model)]
    with pytest.raises(NotFound) as raised:
        await find(Target(prompt="the Sav button"), finders, eyes_on(screen()), Trace(), patience=0.05)
    assert str(raised.value).splitlines()[:3] == [
        "could not find 'the Sav button' on the screen within 0.05 s: no element is called 'the Sav button'",
        '  did you mean the button "Save"?',
        "  no model is configured that could look for it",
    ]
    assert raised.value.tried == (("local", "no element is called 'the Sav button'"),)
    assert "ASKONCE_MODEL_NAME" in raised.value.remedy


async def test_several_that_fit_are_told_and_nothing_else_is_suggested() -> None:
    twins = FakeScreen([Button("Edit", HERE), Button("Edit", Box(0, 0, 50, 20)), Button("Edits", Box(0, 90, 50, 20))])
    with pytest.raises(NotFound, match="2 elements fit") as raised:
        await find(Target(prompt="Edit"), [LocalFinder()], eyes_on(twins), Trace())
    assert raised.value.hint == ""


async def test_where_a_selector_matches_nothing_its_words_do_not_stand_in_for_it() -> None:
    class Addressed(FakeScreen):
        async def select(self, selector: str) -> list[Box]:
            return [HERE, HERE] if selector == "button" else []

    fake, sure = Addressed([Button("Save", HERE)]), Sure()
    for selector, said in (("#save", "no visible element matches '#save'"), ("button", "2 visible elements match")):
        with pytest.raises(NotFound, match=said):
            await find(Target.of("Save", selector=selector), [SelectorFinder(fake), sure], eyes_on(fake), Trace())
    assert sure.asked == 0


async def test_the_trace_tells_what_each_finder_said() -> None:
    class Listener:
        def __init__(self) -> None:
            self.heard: list[Located] = []

        def write(self, entry: object) -> None:
            self.heard.append(entry.event)  # type: ignore[attr-defined]

    trace, listener = Trace(), Listener()
    trace.subscribe(listener)  # type: ignore[arg-type]
    await find(Target(prompt="it"), [Silent(), Sure()], eyes_on(screen()), trace)
    (located,) = listener.heard
    assert [(tried.finder, tried.said) for tried in located.tried] == [
        ("silent", "never says anything"),
        ("sure", "found"),
    ]
    assert located.box == (700, 500, 760, 520)


async def test_a_number_is_looked_up_where_its_element_is_now() -> None:
    fake = screen()
    await fake.tree()
    fake.widgets[0].box = Box(10, 300, 60, 20)
    found = await PlannedFinder().find(Target(prompt="it", element=1), eyes_on(fake))
    assert isinstance(found, Found)
    assert found.box == Box(10, 300, 60, 20)


async def test_a_number_that_is_gone_is_passed_on() -> None:
    answer = await PlannedFinder().find(Target(prompt="it", element=9), eyes_on(screen()))
    assert answer == Passed("element [9] is no longer in view")


async def test_the_model_is_shown_the_words_the_background_and_the_picture() -> None:
    model = ScriptedModel(['{"bbox": [700, 500, 760, 520]}'])
    found = await ModelFinder(model).find(Target.of("Save", context="in euros"), eyes_on(screen()))
    assert isinstance(found, Found)
    assert found.box.contains(HERE.center)
    assert "Find: Save\nBackground: in euros" in model.asked[0].messages[-1].text
    assert model.asked[0].positions


async def test_a_model_that_does_not_see_it_says_so() -> None:
    answer = await ModelFinder(ScriptedModel(['{"error": "a blank page"}'])).find(Target.of("Save"), eyes_on(screen()))
    assert answer == Passed("scripted does not see it: a blank page")


async def test_an_unreadable_position_gets_one_correction_and_is_then_passed_on() -> None:
    model = ScriptedModel(["over there", '{"bbox": [5000, 1, 2, 3]}'])
    answer = await ModelFinder(model).find(Target.of("Save"), eyes_on(screen()))
    assert isinstance(answer, Passed)
    assert "no readable position" in answer.reason
    assert "That cannot be used" in model.asked[1].messages[-1].text


async def test_a_model_that_fails_is_an_error_and_not_a_target_that_is_missing() -> None:
    with pytest.raises(ModelUnavailable):
        await ModelFinder(ScriptedModel([ModelUnavailable("down")])).find(Target.of("Save"), eyes_on(screen()))


async def test_models_without_eyes_are_not_asked() -> None:
    model = ScriptedModel([], family="text")
    assert isinstance(await ModelFinder(model).find(Target.of("Save"), eyes_on(screen())), Passed)
    assert model.asked == []


async def test_looking_twice_finds_the_section_and_then_the_element_in_it() -> None:
    def reader(request: Request) -> str:
        picture = picture_in(request)
        if picture.frame.image == Size(1000, 1000):
            return '{"bbox": [690, 490, 780, 530]}'
        corner = picture.frame.box_to_image(HERE)
        size = picture.frame.image
        across, down = 1000 / (size.width - 1), 1000 / (size.height - 1)
        box = [corner.left * across, corner.top * down, corner.right * across, corner.bottom * down]
        return f'{{"bbox": {[round(edge) for edge in box]}}}'

    model = ScriptedModel(reader)
    found = await DeepFinder(model).find(Target.of("Save", deep=True), eyes_on(screen()))
    assert isinstance(found, Found)
    assert found.finder == "deep"
    assert abs(found.box.center.x - HERE.center.x) <= 1
    assert abs(found.box.center.y - HERE.center.y) <= 1
    assert len(model.asked) == 2
    close = picture_in(model.asked[1])
    assert Picture.open(io.BytesIO(close.data)).size == (close.frame.image.width, close.frame.image.height)


async def test_a_place_that_the_planner_named_is_the_section() -> None:
    model = ScriptedModel(['{"error": "nothing"}'])
    target = Target.of("Save", deep=True)
    target.set_planned(HERE)
    assert isinstance(await DeepFinder(model).find(target, eyes_on(screen())), Passed)
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("side", "shown", "enlarged"), [(50, Box(325, 325, 400, 400), 4), (300, Box(400, 400, 500, 500), 3)]
)
async def test_the_enlarged_picture_shows_small_sections_the_largest(side: int, shown: Box, enlarged: int) -> None:
    close = enlarge(await screen().capture(), Box(500, 500, side, side))
    assert close.frame.region == shown
    assert close.frame.image == Size(int(shown.width * enlarged), int(shown.height * enlarged))


async def test_a_large_section_is_shown_twice_as_large() -> None:
    close = enlarge(await screen().capture(), Box(100, 100, 700, 700))
    assert close.frame.image == Size(1800, 1800)


async def test_no_deeper_look_without_being_asked_for_one() -> None:
    model = ScriptedModel([])
    assert isinstance(await DeepFinder(model).find(Target.of("Save"), eyes_on(screen())), Passed)
    assert isinstance(await ModelFinder(model).find(Target.of("Save", deep=True), eyes_on(screen())), Passed)
    assert model.asked == []


async def test_a_selector_is_missing_where_the_screen_knows_none() -> None:
    fake = screen()
    answer = await SelectorFinder(fake).find(Target.of("Save", selector="#save"), eyes_on(fake))
    assert answer == Missing("a fake screen knows no selectors")


async def test_no_reply_can_set_what_only_the_caller_may_say() -> None:
    for field in ("selector", "deep", "context", "_found", "found"):
        with pytest.raises(ValueError, match=field):
            Target.model_validate({"prompt": "it", field: "x"})


async def test_what_moved_while_the_model_thought_is_found_where_it_is_now() -> None:
    fake = screen()

    def reader(request: Request) -> str:
        fake.widgets[0].box = HERE.offset(-300, 100)
        return '{"bbox": [700, 500, 760, 520]}'

    found = await ModelFinder(ScriptedModel(reader)).find(Target.of("Save"), eyes_on(fake))
    assert isinstance(found, Found)
    assert HERE.offset(-300, 100).contains(found.touch)


async def test_what_is_gone_when_the_model_has_answered_is_passed_on() -> None:
    fake = screen()

    def reader(request: Request) -> str:
        fake.show(Button("Other", HERE))
        return '{"bbox": [700, 500, 760, 520]}'

    answer = await ModelFinder(ScriptedModel(reader)).find(Target.of("Save"), eyes_on(fake))
    assert answer == Passed("the element at that place is gone")


async def test_the_trace_tells_how_long_it_was_waited_for_the_screen() -> None:
    entries: list[Entry] = []

    class Kept:
        def write(self, entry: Entry) -> None:
            entries.append(entry)

    class Late(Sure):
        async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
            found = await super().find(target, eyes)
            return found if self.asked > 1 else Passed("not yet")

    trace = Trace()
    trace.subscribe(Kept())
    await find(Target(prompt="the moon"), [Late()], eyes_on(screen()), trace, patience=60)

    located = [entry.event for entry in entries if isinstance(entry.event, Located)]
    assert 0 < located[0].waited <= located[0].seconds


class Pictured:
    """A screen of which only the picture is known: it changes a few times, and then stands still."""

    kind = "picture"

    def __init__(self, changes: int) -> None:
        self._changes = changes
        self.looks = 0

    async def capture(self) -> Shot:
        self.looks += 1
        kept = io.BytesIO()
        Picture.new("RGB", (40, 30), (min(self.looks, self._changes), 0, 0)).save(kept, "PNG")
        return Shot(kept.getvalue(), "image/png", Frame.whole(Size(40, 30), Size(40, 30)))

    async def size(self) -> Size:
        return Size(40, 30)

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...


async def test_a_picture_that_stands_still_is_not_waited_for_any_longer() -> None:
    pictured = Pictured(changes=4)

    with pytest.raises(NotFound, match=r"within 0.1 s") as caught:
        await find(Target(prompt="the moon"), [Silent()], Eyes(pictured, Mask()), Trace(), patience=600, stillness=0.1)

    assert caught.value.waited == 0.1
    assert pictured.looks > 4


async def test_a_number_that_is_gone_while_a_dialog_is_open_is_not_looked_for_by_its_words() -> None:
    fake = screen()
    number = next(node.number for node in await fake.tree() if node.name == "Far")
    fake.show(Question("Delete it?", Box(100, 100, 300, 200)), Button("Yes", Box(120, 200, 60, 20)))
    behind = await PlannedFinder().find(Target(prompt="Far", element=number), eyes_on(fake))
    assert isinstance(behind, Missing)
    assert "behind what is open: dialog 'Delete it?'" in behind.reason
