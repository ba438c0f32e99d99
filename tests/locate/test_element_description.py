"""Words for a point lead back to the element there, or are not given."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ModelUnavailable, NotFound
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen

NO_FILES = Settings(runs=None)
PAGES = Path(__file__).parent.parent / "pages"


@pytest.mark.parametrize(
    "name",
    [
        "shop_grid",
        "people_table",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("settings_form", "date_picker")),
    ],
)
async def test_words_lead_back_to_nearly_every_element_of_a_page_without_a_model(web_page: Page, name: str) -> None:
    await web_page.goto((PAGES / f"{name}.html").as_uri())
    async with launch.page(web_page, model=ScriptedModel([]), settings=NO_FILES) as agent:
        tree = await agent.screen.tree()  # type: ignore[attr-defined]
        elements = [node for node in tree if node.actionable and "covered" not in node.states]
        named = 0
        for node in elements:
            at = node.point or node.box.center
            try:
                words = await agent.describe(at)
            except ModelUnavailable:
                continue  # no words of the page's own; the model has nothing to say here
            found = await agent.locate(words)
            assert found.node is not None
            assert found.box.contains(at)
            named += 1
    assert len(elements) > 10
    assert named >= 0.9 * len(elements)


def drawn(name: str = "") -> FakeScreen:
    """A screen that does not know its elements, and shows no words."""

    class Drawn(FakeScreen):
        tree = None  # type: ignore[assignment]

    return Drawn([Button(name, Box(100, 100, 100, 40))])


async def test_where_the_screen_knows_no_elements_the_model_is_asked_and_its_words_are_tried() -> None:
    model = ScriptedModel(['{"description": "the Save button"}', '{"bbox": [125, 167, 250, 233]}'])
    agent = Agent(drawn(), Models.of(model), settings=NO_FILES)
    assert await agent.describe((150, 120)) == "the Save button"
    assert "Find: the Save button" in model.asked[1].messages[-1].text


async def test_words_that_are_read_in_the_picture_describe_what_shows_them() -> None:
    pytest.importorskip("rapidocr")
    agent = Agent(drawn("Save"), Models.of(ScriptedModel([])), settings=NO_FILES)
    assert await agent.describe((150, 120)) == "'Save'"


async def test_words_that_lead_elsewhere_are_asked_for_again_and_then_refused() -> None:
    model = ScriptedModel(
        [
            '{"description": "a thing"}',
            '{"bbox": [1, 1, 9, 9]}',
            '{"description": "the thing"}',
            '{"error": "no such thing"}',
        ]
    )
    agent = Agent(drawn(), Models.of(model), settings=NO_FILES)
    with pytest.raises(NotFound, match=r"'the thing' leads nowhere[\s\S]*'a thing' leads elsewhere"):
        await agent.describe((150, 120))


async def test_a_place_with_no_element_has_no_description() -> None:
    model = ScriptedModel(['{"error": "an empty margin", "description": "the margin"}', '{"error": "an empty margin"}'])
    agent = Agent(drawn(), Models.of(model), settings=NO_FILES)
    with pytest.raises(NotFound, match="no element is there: an empty margin"):
        await agent.describe((400, 250))
    assert len(model.asked) == 2


async def test_one_of_two_that_look_alike_is_described_by_its_place() -> None:
    fake = FakeScreen([Button("Delete", Box(0, 0, 80, 20)), Button("Delete", Box(0, 40, 80, 20))])
    agent = Agent(fake, Models.of(ScriptedModel([])), settings=NO_FILES)
    words = await agent.describe((40, 50))
    assert words == "the second button 'Delete'"
    assert (await agent.locate(words)).box == Box(0, 40, 80, 20)
