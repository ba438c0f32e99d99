"""Entries of the user's own in the report."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image as Pictures

from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.report.document import ReportNode
from askonce.report.report_files import report_of
from askonce.screens.fake import Button, FakeScreen
from askonce.values import Secret


def drawn(colour: str) -> bytes:
    out = io.BytesIO()
    Pictures.new("RGB", (4, 3), colour).save(out, "PNG")
    return out.getvalue()


async def entries(agent: Agent) -> tuple[ReportNode, ...]:
    await agent.close()
    assert agent.trace.folder is not None
    return report_of(agent.trace.folder).runs[0].nodes


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    screen = FakeScreen([Button("Save", Box(20, 60, 100, 30))])
    return Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=tmp_path))


async def test_an_entry_has_its_title_its_text_and_a_picture_of_the_screen(agent: Agent) -> None:
    agent.trace.mask.learn({"password": Secret("hunter22")})
    await agent.record_to_report("The form", content="typed hunter22")
    await agent.record_to_report()
    form, untitled = await entries(agent)
    assert (form.title, form.message, untitled.title) == ("The form", "typed {password}", "untitled")
    assert form.before is not None
    assert form.before.screen is not None


async def test_a_picture_of_ones_own_is_shown_as_it_is_and_not_as_the_screen_of_the_next_step(
    agent: Agent, tmp_path: Path
) -> None:
    await agent.record_to_report("Design", picture=drawn("red"))
    await agent.tap("the Save button")
    design, tapped = await entries(agent)
    assert design.before is not None
    assert agent.trace.store.read(design.before.blob) == drawn("red")
    steps = [step for step in tapped.children if step.kind == "step"]
    assert all(step.before is None or step.before.blob != design.before.blob for step in (*steps, tapped))


async def test_several_pictures_stand_under_one_entry_by_their_captions(agent: Agent) -> None:
    await agent.record_to_report(
        "Checkout", content="compare", pictures={"Before": drawn("red"), "After": drawn("blue")}
    )
    (checkout,) = await entries(agent)
    assert (checkout.title, [child.title for child in checkout.children]) == ("Checkout", ["Before", "After"])
    kept = [agent.trace.store.read(child.before.blob) for child in checkout.children if child.before]
    assert kept == [drawn("red"), drawn("blue")]


async def test_what_is_no_picture_is_refused_and_nothing_is_entered(agent: Agent) -> None:
    with pytest.raises(ConfigError, match="is not a picture"):
        await agent.record_to_report("Design", picture=b"no picture")
    with pytest.raises(ConfigError, match="both picture and pictures"):
        await agent.record_to_report("Design", picture=drawn("red"), pictures={})
    assert await entries(agent) == ()


async def test_a_report_keeps_its_pictures_beside_it_where_that_is_wanted(agent: Agent, tmp_path: Path) -> None:
    await agent.record_to_report("Design", picture=drawn("red"))
    one = agent.report(tmp_path / "one" / "report.html", folder=False)
    several = agent.report(tmp_path / "several" / "report.html", folder=True)
    assert [path.name for path in one.parent.iterdir()] == ["report.html"]
    assert [path.read_bytes() for path in several.parent.rglob("*.png")] == [drawn("red")]
    await agent.close()
