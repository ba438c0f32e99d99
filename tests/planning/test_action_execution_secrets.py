"""Words that are also a secret of an earlier act."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Page
from replies import say, tap, type_into

from askonce import Secret, launch
from askonce.actions import Found, Target, Type
from askonce.agent import Agent
from askonce.config import Seeing, Settings, ShotSettings
from askonce.errors import ConfigError, GaveUp, NotOperable
from askonce.geometry import Box, Size
from askonce.insight import observation
from askonce.models.factory import Models
from askonce.planning.secret_entry import entering
from askonce.screens import Node, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.fake.widgets import Field, Text
from askonce.testing import ScriptedModel
from askonce.trace import Trace
from askonce.values import Mask
from askonce.vision import read_secrets

PAGE = "<label>Password <input type=password></label><label>Project <input id=project></label>"


async def test_the_name_of_an_earlier_secret_is_not_typed(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act("type {word} into Password", word=Secret("demo"))
        with pytest.raises(ConfigError, match="the secret 'word' of an earlier act"):
            await agent.act('type "a demo project" into Project')
        assert await web_page.input_value("#project") == ""
        await agent.act("type {word} into Project", word=Secret("demo"))
    assert await web_page.input_value("#project") == "demo"


LONG = "s3same-4711"
CUT = "<label>Code <input oninput='value = value.slice(0, 5)' style='font: 30px monospace'></label>"


@pytest.mark.parametrize("sees", ["both", "elements"])
async def test_what_a_field_leaves_of_a_secret_is_in_no_trace_and_no_picture(
    web_page: Page, tmp_path: Path, sees: Seeing
) -> None:
    await web_page.set_content(CUT)
    model = ScriptedModel([say(type_into(1, "{code}")), say(failed="it was cut")])
    settings = Settings(runs=tmp_path, shots=ShotSettings("actions" if sees == "both" else "seen"))
    async with launch.page(web_page, model=model, settings=settings) as agent:
        with pytest.raises(GaveUp):
            await agent.act("type {code} into Code", sees=sees, code=Secret(LONG))
        assert await web_page.input_value("input") == LONG[:5]
        shown = await agent.screenshot()
    assert LONG[:5] not in model.asked[1].messages[-1].text
    assert '= "{code}"' in model.asked[1].messages[-1].text
    kept = await asyncio.to_thread(lambda: [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()])
    assert kept
    assert not any(LONG[:5].encode() in data for data in kept)
    box = await web_page.locator("input").bounding_box()
    assert box
    seen = [part.data for part in model.asked[1].messages[-1].parts if not isinstance(part, str)]
    assert len(seen) == (sees == "both")
    for image in (shown, *seen):
        with Image.open(io.BytesIO(image)) as picture:
            inside = (box["x"] + 8, box["y"] + 8, box["x"] + 60, box["y"] + box["height"] - 8)
            assert picture.convert("L").crop(tuple(map(round, inside))).getextrema() == (0, 0)


REWRITTEN = [
    ("DEAB811907980", "value.replace(/\\D/g, '')", "811907980"),
    ("teatime", "value.toUpperCase()", "TEATIME"),
    ("8391", "value.slice(0, 3)", "839"),
    ("5283", "value.slice(0, 1) + ',' + value.slice(1) + '.00'", "5,283"),
    ("01761234567", "'+49 ' + value.slice(1)", "1761234567"),
    ("4929380011223344", "'**** ' + value.slice(12)", "3344"),
    ("1990-05-12", "value.split('-').reverse().join('.')", "12.05"),
]


@pytest.mark.parametrize(("secret", "rewrite", "rest"), REWRITTEN, ids=[rest for _, _, rest in REWRITTEN])
async def test_what_a_field_makes_of_a_secret_once_it_is_left_stays_hidden_wherever_it_goes(
    web_page: Page, tmp_path: Path, secret: str, rewrite: str, rest: str
) -> None:
    await web_page.set_content(
        f"<label>Code <input id=i style='font: 30px monospace'></label><button onclick='o.textContent = i.value'>Next"
        f"</button><p id=o></p><script>i.onchange = () => {{ const {{ value }} = i; i.value = {rewrite} }}</script>"
    )
    model = ScriptedModel([
        say(type_into(1, "{code}")), say(tap(2)), say(failed="no more"),
    ])  # fmt: skip
    settings = Settings(runs=tmp_path, shots=ShotSettings("actions"))
    async with launch.page(web_page, model=model, settings=settings) as agent:
        with pytest.raises(GaveUp):
            await agent.act("type {code} into Code, then press Next", code=Secret(secret))
        assert rest in await web_page.input_value("input")
        shown = await agent.screenshot()
    told = model.asked[2].messages[-1].text
    assert '{code}"' in next(line for line in told.splitlines() if line.startswith('[1] textbox "Code" = '))
    assert f'= "{rest}' not in told
    if len(rest) > 3:  # less of it may be anything where it is not in its field
        assert rest not in told
    if len(rest) > 5:  # times in a trace have fewer of the same digits
        texts = await asyncio.to_thread(lambda: [path.read_bytes() for path in tmp_path.rglob("*.[jt]*")])
        assert texts
        assert not any(rest.encode() in text for text in texts if not text.startswith(b"\xff\xd8"))
    box = await web_page.locator("input").bounding_box()
    assert box
    seen = [part.data for part in model.asked[2].messages[-1].parts if not isinstance(part, str)]
    for image in (shown, *seen):
        with Image.open(io.BytesIO(image)) as picture:
            inside = (box["x"] + 8, box["y"] + 8, box["x"] + 60, box["y"] + box["height"] - 8)
            assert picture.convert("L").crop(tuple(map(round, inside))).getextrema() == (0, 0)


async def test_a_plain_text_in_a_field_that_held_a_secret_is_shown(web_page: Page) -> None:
    await web_page.set_content("<label>Code <input></label>")
    model = ScriptedModel([say(type_into(1, "{code}")), say(type_into(1, "47110")), say(failed="no more")])
    async with launch.page(web_page, model=model, settings=Settings(runs=None)) as agent:
        with pytest.raises(GaveUp):
            await agent.act("type {code} into Code, then 47110", code=Secret(LONG))
    assert '= "{code}"' in model.asked[1].messages[-1].text
    assert '= "47110"' in model.asked[2].messages[-1].text


class _SlowScreen(FakeScreen):
    """A screen that echoes what is typed, on which every key takes long enough for others to look, if they do."""

    looks = 0

    async def tree(self) -> Tree:
        self.looks += 1
        return await super().tree()

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        for key in text:
            await super().type(key)
            self.widgets[1].label += key
            looks = self.looks
            for _ in range(2000):
                await asyncio.sleep(0)
                if self.looks > looks + 1:
                    break


async def test_nobody_else_looks_at_the_screen_while_a_secret_is_half_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observation, "_WORDS_EVERY", 0.0)
    monkeypatch.setattr(observation, "_FRAME_EVERY", 0.0)
    screen = _SlowScreen([Field("Code", Box(0, 0, 200, 40)), Text("", Box(0, 100, 200, 40))])
    trace = Trace()
    agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None), trace=trace)
    async with agent.observe() as watched:
        await agent.type("Code", Secret(LONG))
    texts = {trace.mask(seen.text) for seen in watched.texts}
    assert not {text for text in texts if text and LONG.startswith(text)}
    assert texts == {"Code", "{secret}"}


IN_GROUPS = "'Hint ' + value.slice(0, 5) + '-' + value.slice(5, 9)"


@pytest.mark.parametrize(
    ("rewrite", "rest"),
    [(f"hint.textContent = {IN_GROUPS}", "Hint Tr0ub"), ("value = value.slice(0, 3)", "= Tr0")],
    ids=["in groups", "cut short"],
)
async def test_what_is_read_shows_no_more_of_a_secret_than_the_list(web_page: Page, rewrite: str, rest: str) -> None:
    await web_page.set_content(f'<label>Code <input oninput="{rewrite}"></label><p id=hint></p>')
    model = ScriptedModel([say(type_into(1, "{code}")), say(("Read", {})), say(failed="it was cut")])
    async with launch.page(web_page, model=model, settings=Settings(runs=None)) as agent:
        with pytest.raises(GaveUp):
            await agent.act("type {code} into Code", code=Secret("Tr0ub4dor&3x"))
    listed, read = (request.messages[-1].text for request in model.asked[1:])
    assert "{code}" in listed
    assert rest not in listed
    assert "(textbox) = {code}" in read
    assert rest not in read


class _UnknownScreen(FakeScreen):
    """A screen of which no elements are known."""

    async def tree(self) -> Tree:
        return Tree((), await self.size())


@pytest.mark.parametrize(("shown", "is_cut"), [(LONG[:5], True), (LONG, False), ("•••••", False)])
async def test_a_secret_of_which_a_seen_field_shows_only_the_beginning_is_not_typed(
    monkeypatch: pytest.MonkeyPatch, shown: str, is_cut: bool
) -> None:
    async def read(_: Shot) -> Tree:
        return Tree((Node(1, "text", shown, Box(10, 10, 60, 20)),), Size(800, 600))

    monkeypatch.setattr(read_secrets, "has_ocr", lambda: True)
    monkeypatch.setattr(read_secrets, "read_texts", read)
    mask = Mask()
    mask.learn({"code": Secret(LONG)})
    action = Type(target=Target(prompt="the field"), text=LONG)
    next(iter(action.targets())).set_found(Found(Box(0, 0, 400, 40), "eyes"))
    typing = entering(action, Eyes(_UnknownScreen([]), mask))
    if not is_cut:
        async with typing:
            pass
        return
    with pytest.raises(NotOperable, match="only the beginning") as caught:
        async with typing:
            pass
    assert LONG[:5] not in str(caught.value)


async def test_an_act_ends_where_a_seen_field_took_only_the_beginning_of_a_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def read(_: Shot) -> Tree:
        return Tree((Node(1, "text", LONG[:5], Box(10, 10, 60, 20)),), Size(800, 600))

    monkeypatch.setattr(read_secrets, "has_ocr", lambda: True)
    monkeypatch.setattr(read_secrets, "read_texts", read)
    typing = say(("Type", {"target": {"prompt": "the field", "bbox": [0, 0, 500, 66]}, "text": "{code}"}))
    model = ScriptedModel([typing, typing, say(failed="it was cut")])
    screen = _UnknownScreen([Field("Code", Box(0, 0, 400, 40))])
    agent = Agent(screen, Models.of(model), settings=Settings(runs=None, patience=0.2))
    with pytest.raises(NotOperable, match="only the beginning"):
        await agent.act("type {code} into Code", code=Secret(LONG))
    assert len(model.asked) == 1
