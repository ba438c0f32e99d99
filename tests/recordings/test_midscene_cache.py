"""Cache files of Midscene, read as books."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from askonce.actions import BUILT_IN
from askonce.errors import RecordingError
from askonce.recordings.midscene_cache import ImportedCache, read_midscene
from askonce.recordings.recording import Anchor, RecordedTarget, RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_writer import write_recordings

CACHE = """\
midsceneVersion: 1.13.1
cacheId: shop
caches:
  - type: plan
    prompt: search for mugs
    yamlWorkflow: |
      tasks:
        - name: search for mugs
          flow:
            - aiInput: ''
              value: mugs
              locate: the search field
            - aiKeyboardPress: ''
              keyName: Enter
        - name: more
          flow:
            - aiTap: ''
              locate: the first result
  - type: locate
    prompt: the search field
    cache:
      xpaths:
        - /html/body/form[1]/input[1]
        - //*[@id="q"]
  - type: locate
    prompt: the card number
    xpaths:
      - /html/body/iframe[1]|>>|/html/body/input[1]
"""


def cache_of(*entries: dict[str, Any]) -> str:
    text = io.StringIO()
    YAML(typ="safe", pure=True).dump({"midsceneVersion": "1.13.1", "cacheId": "x", "caches": list(entries)}, text)
    return text.getvalue()


def plan_of(*flow: Any) -> ImportedCache:
    workflow = json.dumps({"tasks": [{"name": "it", "flow": list(flow)}]})
    return read_midscene(cache_of({"type": "plan", "prompt": "do it", "yamlWorkflow": workflow}), "x.cache.yaml")


def step_of(item: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    imported = plan_of(item)
    assert not imported.remarks
    [recording] = imported.file.recordings
    [step] = recording.steps
    action = next(known for known in BUILT_IN if known.title() == step.action)
    action.model_validate(step.params)
    return step.action, step.params


def test_a_cache_gives_recordings_from_plans_and_sightings_from_located_elements() -> None:
    imported = read_midscene(CACHE, "shop.cache.yaml")
    assert imported.remarks == ()
    [recording] = imported.file.recordings
    assert (recording.instruction, recording.screen, recording.page) == ("search for mugs", "web", "")
    assert [(step.action, step.params) for step in recording.steps] == [
        ("Type", {"text": "mugs", "target": "the search field"}),
        ("Press", {"keys": "Enter"}),
        ("Tap", {"target": "the first result"}),
    ]
    assert imported.file.sightings == (
        RecordedTarget(
            prompt="the search field",
            screen="web",
            anchor=Anchor(paths=("/html/body/form[1]/input[1]", '//*[@id="q"]')),
        ),
        RecordedTarget(
            prompt="the card number",
            screen="web",
            anchor=Anchor(paths=("/html/body/iframe[1] |>>| /html/body/input[1]",)),
        ),
    )


@pytest.mark.parametrize(
    ("item", "action", "params"),
    [
        ({"aiTap": "the button"}, "Tap", {"target": "the button"}),
        ({"aiTap": "", "locate": {"prompt": "the button", "deepLocate": True}}, "Tap", {"target": "the button"}),
        ({"Tap": "", "locate": "the button"}, "Tap", {"target": "the button"}),
        ({"aiHover": "the menu", "deepThink": True}, "Hover", {"target": "the menu"}),
        ({"aiRightClick": "", "locate": "the file"}, "RightTap", {"target": "the file"}),
        ({"aiDoubleClick": "", "locate": "the file"}, "DoubleTap", {"target": "the file"}),
        ({"aiLongPress": "", "locate": "it", "duration": 1500}, "LongPress", {"target": "it", "seconds": 1.5}),
        ({"aiClearInput": "", "locate": "the field"}, "Clear", {"target": "the field"}),
        ({"aiInput": "the field", "value": 42}, "Type", {"text": "42", "target": "the field"}),
        ({"aiInput": " some text ", "locate": "the field"}, "Type", {"text": " some text ", "target": "the field"}),
        ({"aiInput": "", "value": "typed"}, "Type", {"text": "typed"}),
        ({"aiInput": "f", "value": "a", "mode": "typeOnly"}, "Type", {"text": "a", "target": "f", "mode": "append"}),
        ({"aiInput": "f", "value": "a", "mode": "append"}, "Type", {"text": "a", "target": "f", "mode": "append"}),
        ({"aiInput": "", "locate": "f", "value": "", "mode": "clear"}, "Clear", {"target": "f"}),
        ({"aiInput": "f", "value": ""}, "Clear", {"target": "f"}),
        (
            {"aiInput": "f", "value": "a", "inputStrategy": "x", "keyboardTypeDelay": 5},
            "Type",
            {"text": "a", "target": "f"},
        ),
        ({"Input": "f", "value": "a", "mode": "typeOnly"}, "Type", {"text": "a", "target": "f", "mode": "append"}),
        ({"aiKeyboardPress": "Enter"}, "Press", {"keys": "Enter"}),
        ({"aiKeyboardPress": "Enter", "locate": "the field"}, "Press", {"keys": "Enter", "target": "the field"}),
        ({"aiKeyboardPress": "the field", "keyName": "Ctrl+A"}, "Press", {"keys": "Ctrl+A", "target": "the field"}),
        ({"aiKeyboardPress": "", "keyName": "Tab", "locate": "f"}, "Press", {"keys": "Tab", "target": "f"}),
        ({"aiScroll": ""}, "Scroll", {"direction": "down"}),
        ({"aiScroll": "the list", "direction": "up"}, "Scroll", {"direction": "up", "target": "the list"}),
        ({"aiScroll": "", "scrollType": "once", "distance": 90}, "Scroll", {"direction": "down", "distance": 90}),
        ({"aiScroll": "", "distance": None, "direction": "left"}, "Scroll", {"direction": "left"}),
        ({"aiScroll": "", "scrollType": "scrollToTop"}, "Scroll", {"direction": "up", "to_end": True}),
        ({"aiScroll": "", "scrollType": "untilRight"}, "Scroll", {"direction": "right", "to_end": True}),
        ({"aiDragAndDrop": "", "from": "a", "to": "b"}, "Drag", {"start": "a", "end": "b"}),
        ({"aiPinch": "", "direction": "in"}, "Pinch", {"factor": 0.5}),
        ({"aiPinch": "the map", "direction": "out", "duration": 9}, "Pinch", {"factor": 2.0, "target": "the map"}),
        ({"aiPinch": "", "direction": "in", "distance": 50}, "Pinch", {"factor": 0.5}),
        ({"aiSwipe": "", "direction": "up", "distance": 9}, "Swipe", {"direction": "up", "distance": 9}),
        ({"aiSwipe": "", "start": "a", "end": "b"}, "SwipeTo", {"start": "a", "end": "b"}),
        ({"runAdbShell": "ls"}, "RunAdbShell", {"command": "ls"}),
        ({"sleep": 500}, "Wait", {"seconds": 0.5}),
        ({"sleep": "500"}, "Wait", {"seconds": 0.5}),
        ({"Sleep": ""}, "Wait", {"seconds": 1.0}),
        ({"Sleep": "", "timeMs": 2000}, "Wait", {"seconds": 2.0}),
        ({"CursorMove": "", "direction": "left", "times": 3}, "Press", {"keys": "ArrowLeft", "times": 3}),
        ({"launch": "com.example.app"}, "Launch", {"app": "com.example.app"}),
        ({"terminate": "", "uri": "com.example.app"}, "Terminate", {"app": "com.example.app"}),
        ({"Goto": "", "url": "https://example.com"}, "Navigate", {"url": "https://example.com"}),
        ({"GoBack": ""}, "Back", {}),
        ({"Reload": ""}, "Reload", {}),
        ({"SwitchTab": "", "number": 2}, "SwitchTab", {"number": 2}),
    ],
)
def test_an_item_becomes_the_action_that_does_the_same(
    item: dict[str, Any], action: str, params: dict[str, Any]
) -> None:
    assert step_of(item) == (action, params)


def test_a_repeated_swipe_becomes_as_many_steps() -> None:
    imported = plan_of({"aiSwipe": "", "direction": "up", "start": "the card", "repeat": 3, "duration": 300})
    steps = imported.file.recordings[0].steps
    assert [(step.action, step.params) for step in steps] == [("Swipe", {"direction": "up", "target": "the card"})] * 3


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"aiAssert": "the basket is empty"}, "holds 'aiAssert', which no action of ours does"),
        ({"aiQuery": "prices", "name": "prices"}, "holds 'aiQuery'"),
        ({"javascript": "alert(1)"}, "holds 'javascript'"),
        ("a sentence", "holds 'a sentence'"),
        ({}, "holds"),
        ({"aiTap": ""}, "has aiTap with values that do not fit (aiTap does not say which element"),
        ({"aiTap": "", "locate": {"prompt": "this", "images": [{"name": "a", "url": "b"}]}}, "a target with images"),
        ({"aiTap": "a", "fingers": 2}, "has aiTap with fingers, which Tap does not know"),
        ({"aiInput": "f"}, "has aiInput with values that do not fit (aiInput has no value"),
        (
            {"aiInput": "f", "value": "a", "mode": "shout"},
            "has aiInput with values that do not fit (mode: Input should be 'replace'",
        ),
        ({"aiKeyboardPress": "NoSuchKey"}, "'NoSuchKey' is not the name of a key"),
        (
            {"aiScroll": "", "scrollType": "forever"},
            "has aiScroll with values that do not fit (scrollType: Input should be",
        ),
        ({"aiSwipe": "", "direction": "up", "repeat": -1}, "has aiSwipe with values that do not fit (repeat: "),
        ({"aiSwipe": "", "start": "a"}, "has aiSwipe with values that do not fit (direction: Field required"),
        ({"aiTap": "a", "xpath": "//a"}, "has a target with xpath"),
        ({"aiTap": "a", "context": "b"}, "has a target with context"),
        ({"sleep": "a while"}, "has sleep with values that do not fit (seconds: Input should be a valid number"),
    ],
)
def test_an_item_without_a_counterpart_leaves_a_gap_or_nothing_in_its_plan_and_a_remark(item: Any, reason: str) -> None:
    imported = plan_of({"aiTap": "the first"}, item, {"aiTap": "the last"})
    [remark] = imported.remarks
    assert remark.startswith("x.cache.yaml: entry 1: the workflow of 'do it' ")
    assert reason in remark
    [recording] = imported.file.recordings
    first, *gap, last = recording.steps
    assert (first.params, last.params) == ({"target": "the first"}, {"target": "the last"})
    is_passive = isinstance(item, dict) and bool({"aiAssert", "aiQuery"} & item.keys())
    assert [step.action.startswith("Midscene's ") for step in gap] == ([] if is_passive else [True])
    assert all(step.action not in {known.title() for known in BUILT_IN} for step in gap)
    assert read_recordings(write_recordings(imported.file), "x.yaml") == imported.file


@pytest.mark.parametrize("end", [{"Finalize": ""}, {"Finalize": None, "locate": {"prompt": ""}}])
def test_the_end_of_a_plan_is_no_step_and_needs_no_remark(end: dict[str, Any]) -> None:
    imported = plan_of({"aiTap": "the Go button"}, end)
    assert [step.params for step in imported.file.recordings[0].steps] == [{"target": "the Go button"}]
    assert imported.remarks == ()


def test_a_workflow_of_which_nothing_is_known_is_left_out() -> None:
    imported = plan_of({"aiAssert": "the basket is empty"}, {"spin": "the wheel"})
    assert imported.file == RecordingFile()
    assert "entry 1 was left out: the workflow of 'do it' holds 'aiAssert'" in imported.remarks[0]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"type": "plan", "prompt": "a", "yamlWorkflow": ""}, "cannot be read"),
        ({"type": "plan", "prompt": "a", "yamlWorkflow": "tasks: []"}, "the workflow of 'a' is empty"),
        ({"type": "plan", "prompt": "a", "yamlWorkflow": "tasks: [{"}, "the workflow of 'a' cannot be read"),
        ({"type": "locate", "prompt": "a"}, "'a' has no XPaths"),
        ({"type": "locate", "prompt": {"prompt": "a", "images": [{}]}, "xpaths": ["/a"]}, "not plain text"),
        ({"type": "locate", "xpaths": ["/a"]}, "prompt: Field required"),
        ({"type": "other", "prompt": "a"}, "it is of type 'other'"),
    ],
)
def test_an_entry_that_says_too_little_is_left_out_and_the_others_stay(entry: dict[str, Any], reason: str) -> None:
    other = {"type": "locate", "prompt": {"prompt": "the cart"}, "cache": {"xpaths": ["/a"]}}
    imported = read_midscene(cache_of(entry, other), "x.cache.yaml")
    assert [one.prompt for one in imported.file.sightings] == ["the cart"]
    [remark] = imported.remarks
    assert reason in remark


def test_references_which_yaml_writers_make_of_equal_values_are_followed() -> None:
    text = """
caches:
- {type: locate, prompt: the cart, cache: &ref_0 {xpaths: [/a]}}
- {type: locate, prompt: the basket, cache: *ref_0}
"""
    book = read_midscene(text, "x.cache.yaml").file
    assert [one.anchor.paths for one in book.sightings] == [("/a",), ("/a",)]


def test_several_entries_for_one_prompt_count_only_where_they_are_the_same() -> None:
    def read(*paths: str) -> ImportedCache:
        entries = [{"type": "locate", "prompt": "a", "cache": {"xpaths": [path]}} for path in paths]
        return read_midscene(cache_of(*entries), "x")

    [sighting] = read("/a", "/a").file.sightings
    assert sighting.anchor.paths == ("/a",)
    differing = read("/old", "/new", "/newer")
    assert differing.file == RecordingFile()
    assert differing.remarks == ("x: entry 2 was left out: 'a' is there several times and differs",)


def test_what_is_no_path_among_the_features_of_an_element_is_passed_over() -> None:
    entry = {"type": "locate", "prompt": "a", "cache": {"xpaths": ["/a", 7, "", None], "bbox": [1, 2]}}
    [sighting] = read_midscene(cache_of(entry), "x").file.sightings
    assert sighting.anchor.paths == ("/a",)


@pytest.mark.parametrize("text", ["", "- a", "caches: 3", "askonce: 1"])
def test_a_file_that_is_no_cache_is_our_own_error(text: str) -> None:
    with pytest.raises(RecordingError, match=r"^x\.cache\.yaml:1:1: "):
        read_midscene(text, "x.cache.yaml")


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("ab \n", max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["prompt", "a", ""]), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = ["aiTap", "aiInput", "aiScroll", "aiKeyboardPress", "aiSwipe", "aiPinch", "sleep", "launch", "aiDragAndDrop"]
OPTIONS = [
    "locate",
    "value",
    "mode",
    "direction",
    "distance",
    "duration",
    "repeat",
    "scrollType",
    "keyName",
    "from",
    "x",
]


@given(st.sampled_from(KEYS), VALUES, st.dictionaries(st.sampled_from(OPTIONS), VALUES, max_size=4))
def test_any_item_is_a_step_that_its_action_accepts_or_a_remark(key: str, value: Any, options: dict[str, Any]) -> None:
    imported = plan_of({key: value, **options})
    for recording in imported.file.recordings:
        for step in recording.steps:
            next(known for known in BUILT_IN if known.title() == step.action).model_validate(step.params)
    assert bool(imported.remarks) != bool(imported.file.recordings)
