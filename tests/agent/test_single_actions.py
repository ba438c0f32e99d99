"""Single actions by words."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass, replace
from typing import Any, get_args

import pytest
from perfect_reader.plain_screen import PlainScreen
from PIL import Image as Pictures
from PIL.Image import Image as Picture
from replies import say, type_into

from askonce.actions import BUILT_IN, Action, Drag, Tap, Target
from askonce.agent import Agent
from askonce.agent.single_actions import SingleActions, Words
from askonce.config import Settings
from askonce.errors import ConfigError, InvalidAction, NotFound, OutOfTime
from askonce.geometry import Box
from askonce.models import Message, Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Pointer
from askonce.screens.fake import Button, CheckBox, Choice, FakeScreen, Field, FileField
from askonce.sync import Agent as BlockingAgent
from askonce.tools.tool_names import tool_name
from askonce.trace import ActEnded, Entry
from askonce.values import Secret

PLACES = {
    "name": Box(20, 20, 200, 30),
    "wrap": Box(20, 60, 200, 30),
    "size": Box(20, 100, 200, 30),
    "file": Box(20, 140, 200, 30),
    "save": Box(20, 180, 100, 30),
}


def look_up(request: Request) -> str:
    """A model that finds an element by the word it is asked for, on a screen of 800 x 600."""
    words = request.messages[-1].text.removeprefix("Find: ")
    box = PLACES.get(words)
    if box is None:
        return '{"error": "not here"}'
    across, down = 1000 / 799, 1000 / 599
    return str([round(v) for v in (box.left * across, box.top * down, box.right * across, box.bottom * down)]).join(
        ('{"bbox": ', "}")
    )


@dataclass
class Heard:
    """Keeps what a trace tells."""

    entries: list[Entry]

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)


def agent_on(screen: FakeScreen) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel(look_up)
    return Agent(screen, Models.of(model), settings=Settings(runs=None)), model


def screen() -> FakeScreen:
    return FakeScreen(
        [
            Field("Full name", PLACES["name"]),
            CheckBox("Gift wrap", PLACES["wrap"]),
            Choice("Size", PLACES["size"], options=("Small", "Large")),
            FileField("Photo", PLACES["file"]),
            Button("Keep", PLACES["save"]),
        ]
    )


async def test_every_action_can_be_done_by_words() -> None:
    fake = screen()
    agent, _ = agent_on(fake)
    await agent.tap("save")
    await agent.tap("save", times=2)
    await agent.double_tap("save")
    await agent.right_tap("save")
    await agent.hover("save")
    await agent.long_press("save", seconds=0.1)
    await agent.drag("save", "name")
    await agent.type("name", "Bob")
    await agent.type(None, "!", mode="append")
    await agent.clear("name")
    await agent.press("Enter", on="name", times=2)
    await agent.scroll("down", distance=10)
    await agent.swipe("up", distance=10)
    await agent.pinch(2.0)
    await agent.select("size", "Large")
    await agent.upload("file", "me.png")
    assert [step for step in fake.log if step != "tap Full name"] == [
        "tap Keep",
        "tap Keep",
        "tap Keep",
        "double-tap Keep",
        "right-tap Keep",
        "hover Keep",
        "hold Keep",
        "drag Keep to Full name",
        "clear Full name",
        "type 'Bob' into Full name",
        "type '!' into Full name",
        "clear Full name",
        "press Enter",
        "press Enter",
        "scroll by 0,10",
        "swipe from 400,300 to 400,290",
        "pinch 400,300 by 2",
        "choose Large in Size",
        "upload me.png to Photo",
    ]


async def test_an_unknown_option_is_refused_where_no_element_is_named() -> None:
    fake = screen()
    agent, _ = agent_on(fake)
    wrong: dict[str, Any] = {"target": "save"}
    with pytest.raises(ConfigError, match="there is no option target"):
        await agent.press("Enter", **wrong)
    with pytest.raises(ConfigError, match="there is no option target"):
        await agent.type(None, "Bob", **wrong)
    with pytest.raises(ConfigError, match="there is no option target"):
        await agent.scroll("down", **wrong)
    assert fake.log == []


async def test_a_key_on_a_button_presses_it_once() -> None:
    fake = screen()
    agent, _ = agent_on(fake)
    await agent.press("Enter", on="save")
    assert fake.log == ["focus Keep", "press Enter"]


async def test_a_secret_can_be_typed_as_it_is() -> None:
    fake = screen()
    agent, model = agent_on(fake)
    entries: list[Entry] = []
    agent.trace.subscribe(Heard(entries))
    await agent.type("name", Secret("hunter2"))
    assert fake.log[-1] == "type 'hunter2' into Full name"
    assert "hunter2" not in str(entries)
    assert "hunter2" not in str(model.asked)


async def test_values_are_filled_into_words() -> None:
    agent, _ = agent_on(screen())
    await agent.tap("{what}", values={"what": "save"})
    with pytest.raises(ConfigError, match=r"no value was passed for \{what\}"):
        await agent.tap("{what}")


@pytest.mark.parametrize(
    ("method", "given", "message"),
    [
        ("press", ["Foo"], "Press does not fit: keys: 'Foo' is not"),
        ("scroll", ["sideways"], "Scroll does not fit: direction: Input should be 'up', 'down'"),
        ("swipe", ["sideways"], "Swipe does not fit: direction: "),
        ("pinch", [0], "Pinch does not fit: factor: "),
        ("wait", [-1], "Wait does not fit: seconds: "),
        ("select", ["size", 3], "Select does not fit: options.0: "),
        ("tap", [3], "an element is named in words, not by 3"),
    ],
)
async def test_arguments_that_do_not_fit_an_action_are_refused_with_what_would_fit(
    method: str, given: list[Any], message: str
) -> None:
    agent, _ = agent_on(screen())
    with pytest.raises(InvalidAction) as caught:
        await getattr(agent, method)(*given)
    assert caught.value.message.startswith(message)
    assert caught.value.remedy


async def test_locate_gives_the_place() -> None:
    agent, _ = agent_on(screen())
    found = await agent.locate("save")
    assert PLACES["save"].contains(found.touch)
    assert found.finder == "model"


async def test_what_is_not_there_is_an_error_that_says_who_looked_the_model_first() -> None:
    agent, _ = agent_on(screen())
    with pytest.raises(
        NotFound, match=r"^could not find 'the moon' .*: scripted does not see it: not here\n  - local: "
    ):
        await agent.tap("the moon", timeout=0.2)


async def test_a_single_action_has_a_time_limit() -> None:
    class Stuck(FakeScreen):
        async def tap(self, *args: object, **kwargs: object) -> None:
            await asyncio.Event().wait()

    agent, _ = agent_on(Stuck([Button("Keep", PLACES["save"])]))
    with pytest.raises(OutOfTime):
        await agent.tap("save", timeout=0.05)


async def test_a_single_action_is_an_entry_of_its_own_in_the_trace() -> None:
    agent, _ = agent_on(screen())
    entries: list[Entry] = []
    agent.trace.subscribe(Heard(entries))
    await agent.tap("save")
    await agent.do(Tap(target=Target(prompt="save")))
    kinds = [entry.event.type for entry in entries]
    assert kinds == ["act-started", "asked", "answered", "located", "acted", "act-ended"] * 2
    assert entries[-1].event.act == 2  # type: ignore[union-attr]


async def test_finders_can_be_taken_out_and_put_in() -> None:
    agent, model = agent_on(screen())
    agent.finders = [finder for finder in agent.finders if finder.name != "model"]
    with pytest.raises(NotFound):
        await agent.tap("save", timeout=0.2)
    assert model.asked == []


def test_the_blocking_agent_has_every_method_of_the_awaitable_one() -> None:
    methods = {name for name in vars(SingleActions) if not name.startswith("_")} - {"action_method"}
    assert methods | {"act", "do", "locate", "describe", "report"} <= set(dir(BlockingAgent))


def test_the_written_methods_agree_with_the_declarations_of_their_actions() -> None:
    renamed = {"what": "target", "on": "target", "inside": "target", "choices": "options"}
    for action in BUILT_IN:
        method = vars(SingleActions).get(tool_name(action.title()))
        if method is None:
            continue
        signature = inspect.signature(method, eval_str=True)
        parameters = [
            one for one in signature.parameters.values() if one.name not in ("self", "options", "timeout", "values")
        ]
        fields = action.model_fields
        assert {renamed.get(one.name, one.name) for one in parameters} <= fields.keys()
        for parameter in parameters:
            field = fields[renamed.get(parameter.name, parameter.name)]
            is_target = Words in (parameter.annotation, *get_args(parameter.annotation)) or (
                set(get_args(Words)) <= set(get_args(parameter.annotation))
            )
            assert is_target == (renamed.get(parameter.name, parameter.name) in action.target_fields())
            if parameter.default is not parameter.empty:
                assert parameter.default == field.default, f"{action.title()}.{parameter.name}"
        missing = fields.keys() - {renamed.get(one.name, one.name) for one in parameters}
        assert not [name for name in missing if fields[name].is_required() or not fields[name].exclude]


class Paint(Action[Pointer]):
    """Paint an element."""

    target: Target
    colour: str

    async def perform(self, screen: Pointer) -> str:
        await screen.tap(self.target.point)
        return f"painted {self.colour}"


async def test_an_action_without_a_written_method_has_one_by_its_declaration() -> None:
    screen = FakeScreen([Button("Save", PLACES["save"])])
    agent, _ = agent_on(screen)
    agent.actions.add(Paint)
    as_anything: Any = agent

    assert await as_anything.paint("save", "red") == "painted red"
    assert await as_anything.paint("save", colour="{tone}", values={"tone": "blue"}, deep=False) == "painted blue"
    with pytest.raises(InvalidAction, match="colour"):
        await as_anything.paint("save")
    with pytest.raises(TypeError, match="at most 2 positional arguments, got 3"):
        await as_anything.paint("save", "red", "blue")
    with pytest.raises(AttributeError, match="no attribute 'varnish'"):
        _ = as_anything.varnish


async def test_an_item_dragged_onto_its_like_is_dropped_beyond_the_middle() -> None:
    fake = FakeScreen(
        [Button("One", Box(0, 0, 100, 20)), Button("Two", Box(0, 40, 100, 20)), Button("Bin", PLACES["save"])]
    )
    agent, _ = agent_on(fake)
    start, end = Target(prompt="one", element=1), Target(prompt="two", element=2)
    await agent.do(Drag(start=start, end=end))
    assert (fake.cursor.x, fake.cursor.y) == (50, 54)
    await agent.do(Drag(start=end, end=start))
    assert (fake.cursor.x, fake.cursor.y) == (50, 6)


async def test_what_is_dropped_into_something_else_is_dropped_in_its_middle() -> None:
    fake = FakeScreen([Button("One", Box(0, 0, 100, 20)), Button("Bin", Box(0, 100, 100, 90))])
    agent, _ = agent_on(fake)
    await agent.do(Drag(start=Target(prompt="one", element=1), end=Target(prompt="bin", element=2)))
    assert (fake.cursor.x, fake.cursor.y) == (50, 145)


async def test_what_a_screen_has_no_means_for_is_refused_by_name() -> None:
    agent = Agent(PlainScreen(), Models.of(ScriptedModel(look_up)), settings=Settings(runs=None))
    with pytest.raises(ConfigError, match="Swipe needs Swiping, which this plain screen does not have"):
        await agent.swipe("up")


async def test_waiting_in_vain_is_a_failure_with_its_reason_in_the_trace() -> None:
    agent, _ = agent_on(screen())
    heard: list[Entry] = []
    agent.trace.subscribe(Heard(heard))
    with pytest.raises(OutOfTime):
        await agent.wait_for('the text "never" is visible', timeout=0.1)
    ended = heard[-1].event
    assert isinstance(ended, ActEnded)
    assert (ended.outcome, "never" in ended.error) == ("failed", True)


def dot(colour: str) -> Picture:
    return Pictures.new("RGB", (40, 40), colour)


def shown_to(model: ScriptedModel) -> list[str]:
    """The last message of each question, with pictures as their sizes."""
    return [
        " ".join(
            part if isinstance(part, str) else f"[{part.frame.image.width}]" for part in request.messages[-1].parts
        )
        for request in model.asked
    ]


async def test_a_picture_is_shown_to_the_model_and_words_alone_do_not_find_what_is_known_by_it() -> None:
    fake = screen()
    model = ScriptedModel(lambda _: look_up(Request((Message("user", ("Find: save",)),))))
    agent = Agent(fake, Models.of(model), settings=Settings(runs=None))
    await agent.tap("the button Keep", images={"mark": dot("red")})
    await agent.locate("the button Keep", images=[{"name": "mark", "url": dot("red")}])
    await agent.drag("the button Keep", "the button Keep", images={"mark": dot("red")})
    asked = shown_to(model)
    assert len(asked) == 4
    assert all(told.startswith("Find: the button Keep # Reference pictures") for told in asked)
    assert all('"mark": [40] # Screen [800]' in told for told in asked)


async def test_an_element_known_by_a_picture_is_found_again_by_that_picture_alone() -> None:
    model = ScriptedModel(lambda _: look_up(Request((Message("user", ("Find: save",)),))))
    recordings = Recordings(MemoryRecordings(), "shop")
    agent = Agent(screen(), Models.of(model), settings=Settings(runs=None), recordings=recordings)
    for colour, times in (("red", 1), ("red", 1), ("blue", 2), ("red", 2), ("blue", 2)):
        await agent.tap("the marked one", images={"mark": dot(colour)})
        assert len(model.asked) == times
    await agent.locate("it", images={"mark": dot("red")})
    await agent.locate("it", images={"mark": dot("red")})
    assert len(model.asked) == 3
    await agent.locate("it", images={"mark": dot("blue")})
    assert len(model.asked) == 4


async def test_a_picture_that_cannot_be_read_stops_an_action_before_anything_is_touched() -> None:
    fake = screen()
    agent, model = agent_on(fake)
    with pytest.raises(ConfigError, match=r"the image .mark. \(none.png\) cannot be read"):
        await agent.tap("save", images={"mark": "none.png"})
    assert model.asked == []


async def test_a_model_that_sees_no_pictures_is_not_asked_for_what_is_known_by_one() -> None:
    model = ScriptedModel([])
    model.family = replace(model.family, sees="elements")
    agent = Agent(screen(), Models.of(model), settings=Settings(runs=None, patience=0))
    with pytest.raises(NotFound, match="does not see pictures"):
        await agent.tap("the button Keep", images={"mark": dot("red")})
    with pytest.raises(ConfigError, match="see no pictures"):
        await agent.act("tap what looks like the mark", images={"mark": dot("red")})


async def test_the_pictures_of_an_act_come_before_the_screen_in_every_round_and_are_part_of_its_recording() -> None:
    def plan(request: Request) -> str:
        is_new = len(model.asked) % 2
        return say(type_into(1, "Bob")) if is_new else say(done="typed")

    model = ScriptedModel(plan)
    recordings = Recordings(MemoryRecordings(), "shop")
    agent = Agent(screen(), Models.of(model), settings=Settings(runs=None), recordings=recordings)
    asked, red = "type Bob into the marked one", {"mark": dot("red")}
    assert [(await agent.act(asked, images=red)).how for _ in range(2)] == ["asked", "replayed"]
    first = [part for part in model.asked[0].messages[1].parts if not isinstance(part, str)]
    again = [part for part in model.asked[1].messages[1].parts if not isinstance(part, str)]
    assert first[0].frame.image.width == again[0].frame.image.width == 40
    assert (await agent.act(asked, images={"mark": dot("blue")})).how == "asked"
    assert (await agent.act(asked)).how == "asked"


async def test_what_a_planner_only_names_is_looked_for_with_the_pictures_of_the_act() -> None:
    place = look_up(Request((Message("user", ("Find: save",)),)))
    finder = ScriptedModel(lambda _: place)
    planner = ScriptedModel([say(("Tap", {"target": {"prompt": "what looks like the mark"}})), say(done="tapped")])
    models = Models.of(finder, planning=planner)
    agent = Agent(screen(), models, settings=Settings(runs=None, patience=0))
    await agent.act("tap the marked one", images={"mark": dot("red")}, sees="screenshot")
    (asked,) = shown_to(finder)
    assert asked.startswith("Find: what looks like the mark # Reference pictures")


async def test_an_act_that_looks_deeper_asks_again_about_the_place_that_the_planner_named() -> None:
    save = {"prompt": "the mark", "bbox": [25, 300, 150, 350]}

    def answer(request: Request) -> str:
        if request.role == "planning":
            return say(("Tap", {"target": save})) if len(model.asked) == 1 else say(done="tapped")
        return '{"bbox": [400, 400, 600, 600]}'

    for deep, questions in ((False, 2), (True, 3)):
        model = ScriptedModel(answer)
        agent = Agent(screen(), Models.of(model), settings=Settings(runs=None, patience=0))
        await agent.act("tap the mark", deep=deep, sees="screenshot")
        assert len(model.asked) == questions
