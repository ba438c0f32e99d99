"""The file that describes a fake screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_screens import write_login

from askonce import launch
from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.screens.fake.fake_file import FakeFile, build_fake_screen
from askonce.screens.fake.fake_file_reader import read_fake_file


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
        ("- {button: Save, opens: next}", "1:25: opens: there is no page 'next', only start"),
        (
            "pages:\n  start: [{button: Go, opens: hme}]\n  home: []",
            "2:31: opens: .*only start, home[^→]*→ did you mean home?",
        ),
        ("- {button: Save, field: Name}", "1:3: a widget has exactly one of .*this one has button and field"),
        ("pages:\n  start: [{button: Save, field: Name}]", "2:11: a widget has exactly one of"),
        ("- {value: x}", "1:3: .*this one has none of them"),
        ("- {knob: Save}", "1:4: a widget has no key 'knob'[^→]*→ its keys are text, button"),
        (
            "- text: Hello\n- buton: Save",
            "2:3: a widget has no key 'buton'\n  - buton: Save\n    \\^{5}\n  → did you mean button?",
        ),
        ("page: {}\npages: {start: []}", "1:1: a fake screen has no key 'page'[^→]*→ did you mean pages?"),
        ("size: [8, 6]", "1:1: a fake screen lacks pages"),
        ("pages: {a: [], start: []}", "1:16: start: the page start has to be the first"),
        ("pages: {}", "1:8: pages: at least one entry is needed here[^→]*→ a fake screen has pages"),
        ("pages: [{text: Hello}]", "1:8: pages: a mapping is needed here, not a list"),
        ("pages:\n  start:", "2:3: start: a list is needed here"),
        ("size: [0, 0]\npages: {start: []}", "1:8: size: it should be greater than 0, not '0'[^→]*→ write width"),
        ("size: [-5, 10]\npages: {start: []}", "1:8: size: it should be greater than 0, not '-5'"),
        ("size: [5]\npages: {start: []}", "1:7: size: there are too few numbers[^→]*→ write width and height"),
        ("size: 5\npages: {start: []}", "1:7: size: a list is needed here, not '5'"),
        ("- {text: x, box: [1, 2, -3, 4]}", "1:25: box: it should be greater than 0, not '-3'[^→]*→ write left, top"),
        ("- {text: x, box: [1, 2, 3, 0]}", "1:28: box: it should be greater than 0"),
        ("- {text: x, text: y}", "1:13: duplicate key 'text'"),
        ("- [", r"2?1?:\d: this is not YAML"),
        ("", "1:1: the file is empty[^→]*→ a fake screen has pages"),
        ("3", "1:1: pages of widgets are needed here, not '3'"),
    ],
)
def test_a_file_that_is_wrong_says_where(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text)

    with pytest.raises(ConfigError, match=rf"x\.yaml:{message}"):
        read_fake_file(file)


def test_bytes_that_are_no_text_are_pointed_at(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"- text: \xff")

    with pytest.raises(ConfigError, match=r"x\.yaml:1:9: byte 9 is not part of a character in UTF-8"):
        read_fake_file(file)


def test_a_page_is_opened_by_its_name_alone() -> None:
    described = FakeFile.model_validate({"pages": {"home": [{"button": "Go", "opens": "home"}]}})

    assert build_fake_screen(described).address == "fake://start"
