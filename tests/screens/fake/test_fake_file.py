"""The file that describes a fake screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_screens import write_login

from askonce import launch
from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.screens.fake.fake_file import FakeFile, build_fake_screen, read_fake_file


async def test_a_button_opens_another_page_which_shows_what_was_typed(tmp_path: Path) -> None:
    screen = build_fake_screen(read_fake_file(write_login(tmp_path)))
    nodes = {node.name: node for node in await screen.tree()}
    for label, text in {"Email": "ada@x", "Password": "secret"}.items():
        await screen.tap(nodes[label].box.center)
        await screen.type(text)

    await screen.tap(nodes["Sign in"].box.center)

    assert screen.address == "fake://welcome"
    assert [node.text for node in await screen.tree()] == ["Welcome, ada@x"]
    await screen.back()
    assert [node.value for node in await screen.tree()][1:3] == ["ada@x", "••••••"]


async def test_an_agent_opens_it_by_the_name_of_the_kind(tmp_path: Path) -> None:
    async with launch.kind("fake", file=str(write_login(tmp_path))) as agent:
        await agent.check('the button "Sign in" is visible')


def test_every_widget_can_be_described_in_json_too(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    widgets = [
        {"text": 12},
        {"button": "Save", "enabled": False, "box": [1, 2, 30, 40]},
        {"field": "Name", "value": "Ada"},
        {"checkbox": "Agree", "checked": True},
        {"choice": "Colour", "options": ["red", "blue"], "value": "red"},
        {"file": "Photo"},
    ]
    file.write_text(json.dumps(widgets))

    screen = build_fake_screen(read_fake_file(file))

    assert [widget.role for widget in screen.widgets] == ["text", "button", "textbox", "checkbox", "combobox", "file"]
    assert screen.widgets[1].box == Box(1, 2, 30, 40)
    assert str(screen.widgets[3]) == "[x] Agree"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {button: Save, opens: next}", "pages.start: opens: there is no page 'next', only start"),
        ("- {button: Save, field: Name}", "pages.start.0: .*exactly one of .*this one has button and field"),
        ("- {value: x}", "pages.start.0: .*this one has none of them"),
        ("- {knob: Save}", "pages.start.0.knob: "),
        ("pages: {a: [], start: []}", "the page start has to be the first"),
        ("pages: {}", "pages: "),
        ("- [", r"x.yaml:\d is not YAML"),
        ("3", "x.yaml: "),
    ],
)
def test_a_file_that_is_wrong_says_where(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text)

    with pytest.raises(ConfigError, match=message):
        read_fake_file(file)


def test_a_page_is_opened_by_its_name_alone() -> None:
    described = FakeFile.model_validate({"pages": {"home": [{"button": "Go", "opens": "home"}]}})

    assert build_fake_screen(described).address == "fake://start"
