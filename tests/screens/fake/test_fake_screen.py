"""What the fake screen does beyond the contract that all screens hold to."""

import asyncio
import io

import pytest
from PIL import Image

from askonce.actions import Drag, Found, Press, Scroll, Swipe, Target, Type
from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Point, Size
from askonce.screens import Dialog
from askonce.screens.fake import START, Button, CheckBox, Choice, FakeScreen, Field, Text

ROW = Box(10, 10, 200, 30)
BELOW = ROW.offset(0, 40)


def found(widget_box: Box) -> Target:
    target = Target(prompt="it")
    target.set_found(Found(widget_box, "test"))
    return target


async def test_a_flow_can_be_built_of_widgets() -> None:
    def sign_in() -> None:
        screen.show(Text(f"Welcome, {email.value}", ROW))

    email = Field("Email", ROW)
    screen = FakeScreen([email, Button("Sign in", BELOW, on_tap=sign_in)])
    await Type(text="bob@example.com", target=found(ROW)).perform(screen)
    await screen.tap(BELOW.center)
    assert (await screen.tree()).shows("welcome, bob@example.com")
    assert screen.log == ["tap Email", "clear Email", "type 'bob@example.com' into Email", "tap Sign in"]


async def test_the_picture_shows_what_is_written_on_the_widgets() -> None:
    async def dark_pixels(screen: FakeScreen) -> int:
        image = Image.open(io.BytesIO((await screen.capture()).image)).convert("L")
        left, top, right, bottom = (round(edge) for edge in (ROW.left + 2, ROW.top + 2, ROW.right - 2, ROW.bottom - 2))
        return sum(image.crop((left, top, right, bottom)).histogram()[:128])

    assert await dark_pixels(FakeScreen([Text("", ROW)])) == 0
    few = await dark_pixels(FakeScreen([Text("ill", ROW)]))
    many = await dark_pixels(FakeScreen([Text("MMMMMMMMMM", ROW)]))
    assert 0 < few < many


async def test_the_picture_follows_the_scroll_position() -> None:
    screen = FakeScreen([Text("", ROW), Button("Low", Box(0, 1000, 800, 600))])
    before = await screen.capture()
    await screen.scroll_to("bottom")
    after = await screen.capture()
    assert Image.open(io.BytesIO(before.image)).getpixel((400, 5)) == (255, 255, 255)
    assert Image.open(io.BytesIO(after.image)).getpixel((400, 5)) != (255, 255, 255)


async def test_a_password_is_neither_drawn_nor_in_the_tree() -> None:
    screen = FakeScreen([Field("Password", ROW, value="hunter2", password=True)])
    node = (await screen.tree()).nodes[0]
    assert node.value == "•••••••"
    assert "password" in node.states


async def test_what_lies_on_top_takes_the_tap_and_what_lies_beneath_is_covered() -> None:
    screen = FakeScreen([Button("Beneath", ROW), Button("Banner", ROW)])
    await screen.tap(ROW.center)
    assert screen.log == ["tap Banner"]
    assert ["covered" in node.states for node in await screen.tree()] == [True, False]


async def test_a_disabled_widget_cannot_be_tapped() -> None:
    pressed: list[int] = []
    screen = FakeScreen([Button("Pay", ROW, on_tap=lambda: pressed.append(1), enabled=False)])
    assert "disabled" in (await screen.tree()).nodes[0].states
    with pytest.raises(NotOperable, match="Pay is disabled"):
        await screen.tap(ROW.center)
    assert not pressed


async def test_a_tap_beside_everything_touches_nothing() -> None:
    screen = FakeScreen([CheckBox("Agree", ROW)])
    await screen.tap(Point(700, 500))
    await screen.right_tap(ROW.center)
    assert "checked" not in (await screen.tree()).nodes[0].states
    assert screen.log == ["tap 700,500", "right-tap Agree"]


async def test_typing_without_a_field_in_focus_is_an_error() -> None:
    screen = FakeScreen([Button("Go", ROW)])
    await screen.tap(ROW.center)
    with pytest.raises(NotOperable, match="focus"):
        await screen.type("x")


async def test_enter_submits_a_field_and_presses_a_button() -> None:
    done: list[str] = []
    screen = FakeScreen(
        [
            Field("Search", ROW, on_enter=lambda: done.append("search")),
            Button("Go", BELOW, on_tap=lambda: done.append("go")),
        ]
    )
    await Type(text="mugs", target=found(ROW), enter=True).perform(screen)
    await screen.press("Tab")
    await Press(keys="Enter").perform(screen)
    assert done == ["search", "go"]


async def test_a_choice_offers_its_options_in_the_tree_only() -> None:
    screen = FakeScreen([Choice("Size", ROW, options=("S", "L"))])
    assert (await screen.tree()).nodes[0].options == ("S", "L")
    with pytest.raises(NotOperable, match="'XL'") as caught:
        await screen.choose(ROW.center, ["XL"])
    assert "'S', 'L'" in caught.value.remedy
    with pytest.raises(NotOperable, match="no Choice"):
        await screen.choose(Point(600, 500), ["L"])


async def test_while_a_dialog_is_open_nothing_else_can_be_done() -> None:
    answers: list[str | None] = []
    screen = FakeScreen([Button("Go", ROW)])
    screen.ask(Dialog("prompt", "Who?"), answers.append)
    with pytest.raises(NotOperable, match=r"Who\?"):
        await screen.tap(ROW.center)
    await screen.answer(True, "Bob")
    await screen.tap(ROW.center)
    assert answers == ["Bob"]
    with pytest.raises(NotOperable, match="no dialog"):
        await screen.answer(True)


async def test_scrolling_stops_at_the_ends_of_the_page() -> None:
    screen = FakeScreen([Text("Top", ROW), Text("End", Box(10, 970, 200, 30))])
    await Scroll(direction="up").perform(screen)
    assert ((await screen.tree()).above, (await screen.tree()).below) == (0, 400)
    await Scroll(direction="down", distance=9999).perform(screen)
    assert ((await screen.tree()).above, (await screen.tree()).below) == (400, 0)


async def test_a_swipe_and_a_drag_are_told_apart() -> None:
    screen = FakeScreen([Button("Card", ROW), Text("End", Box(10, 970, 200, 30))])
    await Drag(start=found(ROW), end=found(BELOW)).perform(screen)
    assert (await screen.tree()).above == 0
    await Swipe(direction="up", distance=100).perform(screen)
    assert (await screen.tree()).above == 100
    assert screen.log == ["drag Card to 110,71", "swipe from 400,300 to 400,200"]


async def test_apps_are_pages_that_can_be_launched_and_terminated() -> None:
    screen = FakeScreen([Text("Home", ROW)], pages={"Mail": [Text("Inbox", ROW)]})
    await screen.launch("Mail")
    assert (await screen.tree()).shows("Inbox")
    await screen.terminate("Mail")
    assert screen.address == START
    with pytest.raises(ScreenError, match="'Maps'") as caught:
        await screen.launch("Maps")
    assert "Mail" in caught.value.remedy


async def test_the_last_tab_cannot_be_closed() -> None:
    screen = FakeScreen()
    with pytest.raises(ScreenError, match="last tab"):
        await screen.close_tab()


async def test_what_the_screen_tells_is_news_once() -> None:
    screen = FakeScreen()
    screen.tell("a download finished: list.csv")
    assert list(screen.news()) == ["a download finished: list.csv"]
    assert list(screen.news()) == []


async def test_a_change_by_the_flow_itself_ends_the_waiting() -> None:
    screen = FakeScreen()
    waiting = asyncio.ensure_future(screen.wait_for_change(20))
    await asyncio.sleep(0)
    screen.show(Text("Loaded", ROW))
    assert await waiting is True


async def test_a_screen_of_another_size_and_scale_says_so() -> None:
    screen = FakeScreen(size=Size(300, 200), scale=1.5)
    assert await screen.size() == Size(300, 200)
    assert (await screen.capture()).frame.image == Size(450, 300)


async def test_a_closed_screen_says_that_it_is_closed() -> None:
    screen = FakeScreen()
    await screen.close()
    with pytest.raises(ScreenClosed):
        await screen.tree()
