"""The contract of every screen."""

from __future__ import annotations

import asyncio
import io
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import pytest

from askonce.errors import AskonceError, ScreenError
from askonce.geometry import Box, Point
from askonce.screens import (
    Addressed,
    BackButton,
    Chooser,
    Dialogs,
    Inspectable,
    Keyboard,
    Mouse,
    Navigator,
    Node,
    PageHistory,
    Pointer,
    Screen,
    Scroller,
    Selectable,
    SelectorWriter,
    StillTree,
    Tabs,
    Touch,
    Uploads,
    Watchable,
)

Verb = TypeVar("Verb")


_DIALOGS = (
    ("Ask", "Sure?", True, None, "yes"),
    ("Ask", "Sure?", False, None, "no"),
    ("Ask a name", "Who?", True, "Bob", "Bob"),
    ("Ask a name", "Who?", True, None, "nobody"),
    ("Ask a name", "Who?", False, None, "no"),
)


class ScreenContract(ABC):
    """Inherit, and implement how a screen with the sample is opened.

    The sample is described by `sample_screen` and `SAMPLE_PAGE`. Tests of verbs that the screen does not have are
    skipped. A screen without a tree overrides `box_of` and `read` to read the sample.
    """

    other_address: str | None = None
    """An address to go to, for screens that navigate."""
    upload_file: str | None = None
    """The name of a file that may be uploaded."""

    @abstractmethod
    async def open_screen(self) -> Screen:
        """A new screen that shows the sample, scrolled to the top."""

    async def box_of(self, screen: Screen, name: str) -> Box:
        """Where the element `name` of the sample is now."""
        return (await node_named(screen, name)).box

    async def read(self, screen: Screen, name: str) -> str:
        """The value of the field `name`, or the text of the line `name: …` of the sample."""
        tree = await _verb(screen, Inspectable).tree()
        for node in tree:
            if node.name == name and node.value is not None:
                return node.value
        lines = [part for node in tree for part in (node.name, node.text) if part.startswith(f"{name}: ")]
        assert lines, f"the sample shows neither a field {name!r} nor a line {name!r}"
        return lines[0].removeprefix(f"{name}: ")

    # Seeing

    async def test_a_shot_is_an_image_of_the_size_that_its_frame_says(self) -> None:
        from PIL import Image

        async with self._opened() as screen:
            shot = await screen.capture()
            with Image.open(io.BytesIO(shot.image)) as image:
                image.load()
                assert image.size == (shot.frame.image.width, shot.frame.image.height)
                assert image.get_format_mimetype() == shot.media_type

    async def test_a_shot_shows_the_whole_screen(self) -> None:
        async with self._opened() as screen:
            assert (await screen.capture()).frame.region == Box.of_size(await screen.size())

    async def test_settling_ends(self) -> None:
        async with self._opened() as screen, asyncio.timeout(20):
            await screen.settle()

    async def test_news_are_told_once(self) -> None:
        async with self._opened() as screen:
            screen.news()
            assert list(screen.news()) == []

    async def test_closing_twice_is_closing_once(self) -> None:
        async with self._opened() as screen:
            await screen.close()

    async def test_what_is_asked_of_a_closed_screen_ends_in_our_own_error(self) -> None:
        screen = await self.open_screen()
        await screen.close()
        with pytest.raises(AskonceError):
            await screen.capture()
        if isinstance(screen, Inspectable):
            with pytest.raises(AskonceError):
                await screen.tree()
        if isinstance(screen, Pointer):
            with pytest.raises(AskonceError):
                await screen.tap(Point(5, 5))
        if isinstance(screen, Keyboard):
            with pytest.raises(AskonceError):
                await screen.type("a")

    # Elements

    async def test_elements_keep_their_numbers_while_they_live(self) -> None:
        async with self._opened() as screen:
            before = {node.name: node.number for node in await _nodes(screen) if node.actionable}
            assert len(set(before.values())) == len(before)
            if isinstance(screen, Pointer):
                await self._tap(screen, "Press me")
            after = {node.name: node.number for node in await _nodes(screen) if node.actionable}
            assert before == after

    async def test_elements_in_the_tree_lie_in_view(self) -> None:
        async with self._opened() as screen:
            view = Box.of_size(await screen.size())
            for node in await _nodes(screen):
                assert node.box.intersection(view), f"{node.role} {node.name!r} is at {node.box}, out of view"

    async def test_an_element_out_of_view_is_not_in_the_tree(self) -> None:
        async with self._opened() as screen:
            tree = await _verb(screen, Inspectable).tree()
            assert not tree.shows("The end")
            assert tree.goes_on_below
            assert not tree.above, "it is scrolled to the top"

    async def test_paths_to_an_element_lead_back_to_it_and_to_nothing_else(self) -> None:
        async with self._opened() as screen:
            writer, selectable = _verb(screen, SelectorWriter), _verb(screen, Selectable)
            for node in await _nodes(screen):
                if node.actionable:
                    paths = await writer.write_selectors(node.number)
                    assert paths, f"there is no path to {node.role} {node.name!r}"
                    for path in paths:
                        boxes = await selectable.select(path)
                        assert len(boxes) == 1, f"{path} matches {len(boxes)} elements"
                        center = (await node_numbered(screen, node.number)).box.center
                        assert boxes[0].contains(center), f"{path} leads to {boxes[0]}, away from {node.name!r}"

    async def test_there_is_no_path_to_what_never_was(self) -> None:
        async with self._opened() as screen:
            writer = _verb(screen, SelectorWriter)
            await _nodes(screen)
            assert list(await writer.write_selectors(987_654)) == []

    # Pointer

    async def test_a_tap_hits_the_very_point(self) -> None:
        async with self._opened() as screen:
            pointer = _verb(screen, Pointer)
            box = await self.box_of(screen, "Plot")
            for across, down in [(0.5, 0.5), (0.02, 0.05), (0.98, 0.05), (0.02, 0.95), (0.98, 0.95), (0.33, 0.66)]:
                await pointer.tap(_inside(box, across, down))
                await self._expect_touch(screen, "tap", _inside(box, across, down))

    async def test_each_way_to_touch_is_told_from_the_others(self) -> None:
        async with self._opened() as screen:
            pointer = _verb(screen, Pointer)
            plot = await self.box_of(screen, "Plot")
            start, end = _inside(plot, 0.3, 0.3), _inside(plot, 0.8, 0.7)
            await pointer.tap(start, count=2)
            await self._expect_touch(screen, "double-tap", start)
            if isinstance(screen, Mouse):
                await screen.right_tap(end)
                await self._expect_touch(screen, "right-tap", end)
                await screen.hover(start)
                await self._expect_touch(screen, "hover", start)
            await pointer.hold(end, 0.6)
            await self._expect_touch(screen, "hold", end)
            await pointer.drag(start, end)
            await self._expect_touch(screen, "drag", end)

    async def test_a_tap_lands_on_the_element_whose_box_it_is(self) -> None:
        async with self._opened() as screen:
            await self._tap(screen, "Press me")
            assert await self.read(screen, "Pressed") == "1"
            await self._tap(screen, "Press me")
            assert await self.read(screen, "Pressed") == "2"

    async def test_a_check_box_shows_whether_it_is_ticked(self) -> None:
        async with self._opened() as screen:
            for ticked in (True, False):
                await self._tap(screen, "Agree")
                assert ("checked" in (await node_named(screen, "Agree")).states) is ticked

    # Keyboard

    async def test_text_is_typed_as_it_is(self) -> None:
        async with self._opened() as screen:
            keyboard = await self._focus_on_name(screen)
            for text in ("mugs", "  two  spaces ", "Zoë Ångström", "日本語 😀", '{"a": [1, {{b}}]}\\'):
                await keyboard.type(text)
                assert await self.read(screen, "Name") == text
                await keyboard.clear()

    async def test_typing_adds_and_clearing_empties(self) -> None:
        async with self._opened() as screen:
            keyboard = await self._focus_on_name(screen)
            await keyboard.type("one ")
            await keyboard.type("two")
            assert await self.read(screen, "Name") == "one two"
            await keyboard.clear()
            assert await self.read(screen, "Name") == ""

    async def test_keys_do_what_they_do(self) -> None:
        async with self._opened() as screen:
            keyboard = await self._focus_on_name(screen)
            await keyboard.type("abc")
            await keyboard.press("Backspace")
            assert await self.read(screen, "Name") == "ab"
            await keyboard.press("Tab")
            await keyboard.press("Space")
            assert "checked" in (await node_named(screen, "Agree")).states

    # Scroller and Touch

    async def test_scrolling_moves_what_is_seen_by_the_distance(self) -> None:
        async with self._opened() as screen:
            scroller = _verb(screen, Scroller)
            before = await self.box_of(screen, "Press me")
            await scroller.scroll(0, 100)
            await screen.settle()
            after = await self.box_of(screen, "Press me")
            assert after.top == pytest.approx(before.top - 100, abs=2)
            if isinstance(screen, Pointer):
                await self._tap(screen, "Press me")
                await scroller.scroll(0, -100)
                await screen.settle()
                assert await self.read(screen, "Pressed") == "1"

    async def test_scrolling_to_an_edge_goes_all_the_way(self) -> None:
        async with self._opened() as screen:
            scroller = _verb(screen, Scroller)
            before = await self.box_of(screen, "Press me")
            await scroller.scroll_to("bottom")
            await screen.settle()
            end = await self.box_of(screen, "The end")
            assert Box.of_size(await screen.size()).contains(end.center)
            await scroller.scroll_to("top")
            await screen.settle()
            assert await self.box_of(screen, "Press me") == before

    async def test_swiping_up_moves_the_content_up(self) -> None:
        async with self._opened() as screen:
            touch = _verb(screen, Touch)
            before = await self.box_of(screen, "Press me")
            size = await screen.size()
            await touch.swipe(Point(size.width / 2, size.height * 0.9), Point(size.width / 2, size.height * 0.7), 0.3)
            await screen.settle()
            assert (await self.box_of(screen, "Press me")).top < before.top

    # The rest

    async def test_a_change_that_comes_by_itself_is_noticed_and_its_absence_too(self) -> None:
        async with self._opened() as screen:
            watchable = _verb(screen, Watchable)
            await screen.settle()
            assert await watchable.wait_for_change(0.1) is False
            await self._tap(screen, "Load")
            assert await watchable.wait_for_change(20) is True
            assert await self.read(screen, "Later") == "here"

    async def test_elements_that_stand_still_are_those_after_the_action(self) -> None:
        async with self._opened() as screen:
            stillness = _verb(screen, StillTree)
            await self._tap(screen, "Press me")
            still = await stillness.still_tree()
            assert still.nodes == (await _nodes(screen))
            assert any("Pressed: 1" in (node.name, node.text) for node in still)

    async def test_an_option_is_chosen_by_its_label(self) -> None:
        async with self._opened() as screen:
            chooser = _verb(screen, Chooser)
            at = (await self.box_of(screen, "Size")).center
            await chooser.choose(at, ["Medium"])
            assert await self.read(screen, "Size") == "Medium"
            with pytest.raises(ScreenError):
                await chooser.choose(at, ["Enormous"])

    async def test_a_file_is_handed_over_by_its_name(self) -> None:
        async with self._opened() as screen:
            uploads = _verb(screen, Uploads)
            if self.upload_file is None:
                pytest.skip("no upload_file is given")
            await uploads.upload((await self.box_of(screen, "File")).center, [self.upload_file])
            assert self.upload_file in await self.read(screen, "File")

    async def test_a_dialog_waits_for_its_answer(self) -> None:
        async with self._opened() as screen:
            dialogs = _verb(screen, Dialogs)
            for asking, question, accept, text, answer in _DIALOGS:
                assert dialogs.dialog is None
                await self._tap(screen, asking)
                assert (opened := dialogs.dialog) is not None
                assert opened.message == question
                await dialogs.answer(accept, text)
                await screen.settle()
                assert await self.read(screen, "Answer") == answer
            assert dialogs.dialog is None

    async def test_going_back_and_forth_returns_to_the_same_addresses(self) -> None:
        async with self._opened() as screen:
            navigator, button = _verb(screen, Navigator), _verb(screen, BackButton)
            if self.other_address is None:
                pytest.skip("no other_address is given")
            first = await _address(screen)
            await navigator.navigate(self.other_address)
            await screen.settle()
            other = await _address(screen)
            assert other != first
            steps = [(button.back, first)]
            if isinstance(screen, PageHistory):
                steps += [(screen.forward, other), (screen.reload, other)]
            for go, there in steps:
                await go()
                await screen.settle()
                assert await _address(screen) == there

    async def test_the_address_has_a_path_that_tells_one_place_from_another(self) -> None:
        async with self._opened() as screen:
            tree = await _verb(screen, Inspectable).tree()
            address = urlsplit(tree.address)
            assert address.scheme
            assert address.netloc or address.path
            if isinstance(screen, Addressed):
                assert screen.address == tree.address

    async def test_a_new_tab_is_told_of_and_can_be_gone_to_and_closed(self) -> None:
        async with self._opened() as screen:
            tabs = _verb(screen, Tabs)
            screen.news()
            await self._tap(screen, "Open a tab")
            if len(await tabs.tabs()) == 1:
                pytest.skip("this screen keeps new tabs in the same one")
            assert screen.news()
            for number in (1, 2):
                await tabs.switch_tab(number)
                assert [tab.current for tab in await tabs.tabs()] == [number == 1, number == 2]
            await tabs.close_tab()
            assert [tab.current for tab in await tabs.tabs()] == [True]
            with pytest.raises(ScreenError):
                await tabs.switch_tab(7)

    # Inside

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[Screen, None]:
        screen = await self.open_screen()
        try:
            yield screen
        finally:
            await screen.close()

    async def _tap(self, screen: Screen, name: str) -> None:
        await _verb(screen, Pointer).tap((await self.box_of(screen, name)).center)
        await screen.settle()

    async def _focus_on_name(self, screen: Screen) -> Keyboard:
        keyboard = _verb(screen, Keyboard)
        await self._tap(screen, "Name")
        return keyboard

    async def _expect_touch(self, screen: Screen, word: str, at: Point) -> None:
        await screen.settle()
        touched, _, place = (await self.read(screen, "Last touch")).partition(" at ")
        assert touched == word
        assert [float(number) for number in place.split(",")] == pytest.approx([at.x, at.y], abs=1)


def _inside(box: Box, across: float, down: float) -> Point:
    return Point(round(box.left + box.width * across), round(box.top + box.height * down))


def _verb(screen: Screen, verb: type[Verb]) -> Verb:
    if not isinstance(screen, cast(Any, verb)):
        pytest.skip(f"a {screen.kind} screen has no {verb.__name__}")
    return cast(Verb, screen)


async def _address(screen: Screen) -> str:
    return (await _verb(screen, Inspectable).tree()).address


async def _nodes(screen: Screen) -> tuple[Node, ...]:
    return (await _verb(screen, Inspectable).tree()).nodes


async def node_numbered(screen: Screen, number: int) -> Node:
    """The element with this number, as the tree has it now."""
    return next(node for node in await _nodes(screen) if node.number == number)


async def node_named(screen: Screen, name: str) -> Node:
    """The element `name` of the sample, as the tree has it."""
    nodes = await _nodes(screen)
    named = [node for node in nodes if name in (node.name, node.text)]
    assert named, f"the tree has no {name!r}, only {[node.name or node.text for node in nodes]}"
    return named[0]
