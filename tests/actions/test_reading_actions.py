"""Reading what is out of view, in one action."""

from __future__ import annotations

from typing import Any

import pytest
from replies import say

from askonce.actions import Found, Target
from askonce.actions.reading_actions import Read
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ScreenMoved
from askonce.geometry import Box, Size
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Node, Tree
from askonce.screens.fake import FakeScreen
from askonce.screens.whole_text import whole_text
from askonce.values import Secret


def node(number: int, role: str, name: str = "", *, parent: int | None = None, **more: Any) -> Node:
    return Node(number, role, name, Box(0, 40 * number, 100, 20), parent=parent, **more)


LIST = Tree(
    (
        node(1, "heading", "Flights"),
        node(2, "region", states=frozenset({"scrolls"})),
        node(3, "row", parent=2), node(4, "cell", "9:40", parent=3), node(13, "cell", "Fli", parent=3),
        node(5, "button", "Book", parent=3, actionable=True),
        node(6, "row", parent=2), node(7, "cell", "11:15", parent=6, states=frozenset({"offscreen"})),
        node(8, "checkbox", "Window", parent=6, actionable=True, states=frozenset({"checked", "offscreen"})),
        node(9, "link", "Help", actionable=True), node(10, "text", text="Help", parent=9),
        node(11, "text", text="code 47"), node(12, "text", text="11 ZZ"),
    ),
    Size(400, 400),
)  # fmt: skip


class Long(FakeScreen):
    """A screen with more than is in view."""

    async def tree(self) -> Tree:
        return LIST.in_view

    async def whole_tree(self) -> Tree:
        return LIST

    async def reveal(self, number: int) -> bool:
        return False


def found(number: int | None) -> Target:
    target = Target.of("the list")
    element = LIST.find(number or 2)
    assert element
    target.set_found(Found(element.box, "planned", element if number else None))
    return target


async def test_all_text_of_the_page_is_read_with_rows_as_lines() -> None:
    assert await Read(numbers=False).perform(Long()) == (
        "Flights\n9:40\tFli\tBook (button)\n11:15\tWindow (checkbox, checked)\nHelp (link)\ncode 47\n11 ZZ"
    )


@pytest.mark.parametrize("number", [2, None])
async def test_a_region_is_read_by_its_element_or_by_its_place(number: int | None) -> None:
    told = await Read(target=found(number), numbers=False).perform(Long())
    assert told == "9:40\tFli\tBook (button)\n11:15\tWindow (checkbox, checked)"


def virtual(*, page: float = 0.0, region: int = 0) -> Tree:
    """A few rows of a long list, in a region or on the page itself."""
    marks = {"above": "0", "below": str(region)}
    return Tree(
        (
            Node(1, "region", "", Box(0, 0, 100, 200), states=frozenset({"scrolls"}), attributes=marks),
            *(node(number, "text", text=f"Item {number}", parent=1) for number in range(2, 5)),
        ),
        Size(400, 400),
        below=page,
    )  # fmt: skip


def test_text_of_a_list_that_makes_its_rows_while_it_scrolls_says_that_it_goes_on() -> None:
    tree, items = virtual(region=4000), "Item 2\nItem 3\nItem 4"
    assert whole_text(tree, tree.find(1)) == f"{items}\n… the rest comes as it scrolls"
    assert whole_text(tree) == f"{items}\n… the rest of [1] region comes as it scrolls"
    page = virtual(page=4000)
    assert whole_text(page) == f"{items}\n… the rest comes as it scrolls"
    assert whole_text(page, page.find(1)) == items
    assert whole_text(tree, tree.find(3)) == ""


async def test_reading_in_a_region_is_not_told_as_a_miss() -> None:
    model = ScriptedModel([say(("Read", {"target": {"prompt": "the list", "element": 2}})), say(done="ok")])
    async with Agent(Long(), Models.of(model), settings=Settings(runs=None)) as agent:
        await agent.act("look", sees="elements")
    assert "- Read(the list): done, with this text:\n| 9:40" in model.asked[1].messages[-1].text


async def test_what_is_gone_is_an_error() -> None:
    target = Target.of("the list")
    target.set_found(Found(Box(0, 0, 1, 1), "planned", node(99, "region")))
    with pytest.raises(ScreenMoved, match="not there any more"):
        await Read(target=target).perform(Long())


async def test_the_planner_gets_the_text_once_and_nothing_is_recorded() -> None:
    kept = MemoryRecordings()
    model = ScriptedModel(
        [say(("Read", {})), say(("Tap", {"target": {"prompt": "Help", "element": 9}})), say(done="ok")]
    )
    async with Agent(
        Long(), Models.of(model), settings=Settings(runs=None), recordings=Recordings(kept, "flights")
    ) as agent:
        agent.trace.mask.learn({"code": Secret("4711 ZZ")})
        await agent.act("book a flight", sees="elements")
    read = model.asked[1].messages[-1].text
    assert "- Read(): done, with this text:\n| Flights\n| 9:40\tFli\t[5] Book (button)\n" in read
    assert "11 ZZ" not in read, "a secret that two texts show together"
    (entry,) = kept.read("flights").recordings
    assert [step.action for step in entry.steps] == ["Tap"]
