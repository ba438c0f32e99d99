"""How each family writes positions, and what its requests need."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ConfigError, UnreadableReply
from askonce.geometry import Box, Size
from askonce.models.families import FAMILIES, Family, family_for_model, family_named

BY_NAME = sorted(FAMILIES)
SCALED = [name for name in BY_NAME if FAMILIES[name].scale == 1000]


@pytest.mark.parametrize(
    ("family", "raw", "size", "edges"),
    [
        ("qwen3-vl", {"bbox_2d": [100, 200, 300, 400]}, (200, 100), (20, 20, 60, 40)),
        ("generic", [0, 0, 1000, 1000], (200, 100), (0, 0, 199, 99)),
        ("generic", {"point": [500, 250]}, (200, 100), (98, 24, 101, 26)),
        ("gemini", [100, 150, 200, 250], (2000, 2000), (300, 200, 500, 400)),
        ("doubao-vision", [100, 200, 300, 200, 300, 400, 100, 400], (1000, 2000), (100, 400, 300, 800)),
        ("kimi", [0.371, 0.109], (1920, 1440), (693, 142, 731, 171)),
        # forms of writing
        ("generic", {"bbox": [[100, 200, 300, 400], [100, 200, 300, 400]]}, (200, 100), (20, 20, 60, 40)),
        ("generic", [{"bbox_2d": [100, 200, 300, 400], "label": "x"}], (200, 100), (20, 20, 60, 40)),
        ("generic", {"position": ["100", "200", "300.0", "400"]}, (200, 100), (20, 20, 60, 40)),
        ("generic", "100, 200 300,400", (200, 100), (20, 20, 60, 40)),
        ("generic", "[100, 200, 300, 400]", (200, 100), (20, 20, 60, 40)),
        ("ui-tars", "(500,250)", (200, 100), (98, 24, 101, 26)),
        ("auto-glm", [500, 250], (200, 100), (98, 24, 101, 26)),
        ("gemini", {"box_2d": [200, 100, 400, 300]}, (200, 100), (20, 20, 60, 40)),
        ("gemini", {"point": [250, 500]}, (200, 100), (98, 24, 101, 26)),
        # pixels
        ("gpt-5", [10, 20, 30, 40], (200, 100), (10, 20, 30, 40)),
        ("gpt-5", [0, 0, 200, 100], (200, 100), (0, 0, 199, 99)),
        ("claude", [50, 50], (200, 100), (40, 40, 60, 60)),
        ("claude", [3, 98], (200, 100), (0, 88, 13, 99)),
        ("kimi", [371, 109], (1920, 1440), (361, 99, 381, 119)),
        ("kimi3", [1, 1], (101, 101), (99, 99, 100, 100)),
        ("kimi", [200, 50], (200, 100), (190, 40, 199, 60)),
        # repairs
        ("doubao-seed", [100, 200, 300, 400, 7], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["500 250"], (200, 100), (98, 24, 101, 26)),
        ("doubao-seed", ["100 200", "300 400"], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", "bbox_100_200_300_400", (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["bbox_2d_100_200_300_400"], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["bbox", [100, 200, 300, 400]], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["bbox_2d", "100, 200, 300, 400"], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", [100, "200; 300 400;"], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", [100, 200, 300, "400<", '/bbox>, "error": ""}'], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["100.0", 200, 300, 400], (200, 100), (20, 20, 60, 40)),
        ("doubao-seed", ["500 250"] * 4, (200, 100), (100, 25, 100, 25)),
        ("ui-tars", [100, 200, 300, 400, 999], (200, 100), (20, 20, 60, 40)),
        ("ui-tars", [100, 200, 300, 201, 302, 400, 100, 400], (200, 100), (20, 20, 60, 40)),
        ("ui-tars", [100, 200, 100, 400, 300, 400, 300, 200], (200, 100), (20, 20, 60, 40)),
        ("ui-tars", [100, 200, 300, 400, 100, 200, 300, 400], (200, 100), (20, 20, 60, 40)),
        ("qwen2.5-vl", [20, 30, 60, 40, 7], (200, 100), (20, 30, 60, 40)),
        ("qwen2.5-vl", [100, 50], (200, 100), (100, 50, 120, 70)),
        ("qwen2.5-vl", [190, 90], (200, 100), (190, 90, 199, 99)),
        # what reaches into the padding (224x112 were sent) is cut there
        ("qwen2.5-vl", [100, 50, 224, 112], (200, 100), (100, 50, 199, 99)),
    ],
)
def test_a_position_becomes_the_pixels_it_means(
    family: str, raw: object, size: tuple[int, int], edges: tuple[int, int, int, int]
) -> None:
    box = family_named(family).read_box(raw, Size(*size))

    assert (box.left, box.top, box.right, box.bottom) == edges


@pytest.mark.parametrize(
    ("family", "raw"),
    [
        ("generic", [0, 0, 1001, 10]),
        ("generic", [-1, 0, 10, 10]),
        ("generic", [300, 0, 200, 10]),
        ("generic", [0, 300, 10, 200]),
        ("gpt-5", [0, 0, 201, 10]),
        ("gpt-5", [200, 0, 200, 10]),
        ("gpt-5", [201, 10]),
        ("qwen2.5-vl", [0, 0, 225, 10]),
        ("qwen2.5-vl", [201, 0, 210, 10]),
        ("qwen2.5-vl", [210, 10]),
        ("kimi", [1.5, 2000]),
        ("generic", [math.nan, 0, 1, 1]),
        ("generic", [math.inf, 0, 1, 1]),
        ("generic", [10**400, 0, 1, 1]),
        ("generic", [10**9999, 0, 1, 1]),
        ("generic", [True, False, True, True]),
        ("generic", [None, 1, 2, 3]),
        ("generic", [1, 2, 3]),
        ("generic", [1]),
        ("generic", [1, 2, 3, 4, 5]),
        ("doubao-seed", [1]),
        ("doubao-seed", list(range(9))),
        # one of several readings would be a guess
        ("generic", {"bbox": [[100, 200, 300, 400], [5, 5, 6, 6]]}),
        ("generic", [[100, 200], [300, 400]]),
        ("doubao-seed", [500, 250, 7]),
        ("doubao-seed", [500, 250, 7, 7, 7, 7]),
        ("ui-tars", [100, 200, 300, 400, 500, 600, 700]),
        ("doubao-seed", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("ui-tars", [100, 200, 300, 400, 500, 600, 700, 800]),
        ("doubao-seed", "error: 500, 503; bbox_100_200_300_400"),
        ("doubao-seed", "first 1 2 3 4; second 5 6 7 8"),
        ("doubao-seed", ["-100", 200, 300, 400]),
        ("doubao-seed", [100, "two hundred", 300, 400, 500]),
        ("doubao-seed", ["one hundred", 100, 200, 300, 400]),
        ("generic", "10 20 30 40%"),
        ("generic", "10 20 30 40px"),
        ("generic", "bbox -10 20 30 40"),
        ("generic", []),
        ("generic", {}),
        ("generic", {"bbox": None}),
        ("generic", {"label": [1, 2, 3, 4]}),
        ("generic", None),
        ("generic", True),
        ("generic", 7),
        ("generic", ""),
        ("generic", "nowhere"),
        ("generic", "1 2 3 four"),
        ("generic", "1e999 2"),
        ("generic", "nan nan"),
        ("generic", b"\1\2\3\4"),
        ("generic", [1, [2, 3], 4]),
        ("generic", [[[[[[[[[[[1, 2, 3, 4]]]]]]]]]]]),
    ],
)
def test_a_position_that_cannot_be_meant_is_refused(family: str, raw: object) -> None:
    with pytest.raises(UnreadableReply) as caught:
        family_named(family).read_box(raw, Size(200, 100))

    assert "position" in str(caught.value)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.dictionaries(st.sampled_from(["bbox", "bbox_2d", "box_2d", "point", "position", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.sampled_from(BY_NAME), anything, st.integers(1, 3000), st.integers(1, 3000))
def test_any_value_gives_a_box_inside_the_picture_or_our_error(name: str, raw: object, width: int, height: int) -> None:
    try:
        box = FAMILIES[name].read_box(raw, Size(width, height))
    except UnreadableReply:
        return
    assert 0 <= box.left <= box.right <= width - 1
    assert 0 <= box.top <= box.bottom <= height - 1


@st.composite
def boxes(draw: st.DrawFn) -> tuple[Box, Size]:
    size = Size(draw(st.integers(60, 4000)), draw(st.integers(60, 4000)))
    left, top = draw(st.integers(0, size.width - 1)), draw(st.integers(0, size.height - 1))
    right, bottom = draw(st.integers(left, size.width - 1)), draw(st.integers(top, size.height - 1))
    return Box.of_edges(left, top, right, bottom), size


@given(st.sampled_from([name for name in BY_NAME if FAMILIES[name].shape == "box"]), boxes())
def test_a_box_written_and_read_is_the_same_to_the_pixel(name: str, case: tuple[Box, Size]) -> None:
    box, size = case
    family = FAMILIES[name]

    read = family.read_box(family.write_box(box, size), size)

    # A whole step of the scale is more than a pixel on pictures above 1000 pixels.
    across, down = (max(1.0, side / 1000) if family.scale == 1000 else 0.0 for side in (size.width, size.height))
    assert abs(read.left - box.left) <= across
    assert abs(read.right - box.right) <= across
    assert abs(read.top - box.top) <= down
    assert abs(read.bottom - box.bottom) <= down


@given(st.sampled_from([name for name in BY_NAME if FAMILIES[name].shape == "point"]), boxes())
def test_a_point_written_and_read_lies_where_the_box_was(name: str, case: tuple[Box, Size]) -> None:
    box, size = case
    family = FAMILIES[name]

    read = family.read_box(family.write_box(box, size), size)

    for middle, side, first, last in (
        (box.center.x, size.width, read.left, read.right),
        (box.center.y, size.height, read.top, read.bottom),
    ):
        near = max(1.0, side / 1000)
        assert first - near <= middle <= last + near
        reach = side / 100 + 1
        if reach < middle < side - 1 - reach:  # elsewhere the box about the point is cut at the edge
            assert abs((first + last) / 2 - middle) <= near


def test_the_prompt_tells_each_family_how_to_write() -> None:
    forms = {name: (family.position_form, family.position_units.split(",")[0]) for name, family in FAMILIES.items()}
    assert forms["generic"] == ('"bbox": [x1, y1, x2, y2]', "integers from 0 to 1000 across and down the picture")
    assert forms["gemini"][0] == '"box_2d": [ymin, xmin, ymax, xmax]'
    assert forms["gpt-5"] == ('"bbox": [x1, y1, x2, y2]', "pixels of the picture")
    assert forms["kimi"] == ('"point": [x, y]', "decimals from 0 to 1 across and down the picture")


@pytest.mark.parametrize("name", BY_NAME)
def test_what_the_prompt_asks_for_can_be_read(name: str) -> None:
    family = FAMILIES[name]
    key = family.position_form.split('"')[1]

    box = family.read_box({key: family.write_box(Box.of_edges(50, 40, 70, 60), Size(200, 100))}, Size(200, 100))

    assert box.center.x == pytest.approx(60, abs=1)
    assert box.center.y == pytest.approx(50, abs=1)


@pytest.mark.parametrize(
    ("name", "reasoning", "body"),
    [
        ("qwen3-vl", "auto", {"enable_thinking": False}),
        ("qwen3-vl", "default", {}),
        ("qwen3.5", "on", {"enable_thinking": True}),
        ("qwen2.5-vl", "auto", {"vl_high_resolution_images": True}),
        ("qwen2.5-vl", "high", {"vl_high_resolution_images": True}),
        ("doubao-seed", "auto", {"thinking": {"type": "disabled"}}),
        ("doubao-seed", "default", {}),
        ("doubao-seed", "off", {"thinking": {"type": "disabled"}}),
        ("doubao-seed", "on", {"thinking": {"type": "enabled"}}),
        ("doubao-seed", "high", {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}),
        ("glm-v", "auto", {"thinking": {"type": "disabled"}}),
        ("glm-v", "on", {"thinking": {"type": "enabled"}}),
        ("xiaomi-mimo", "auto", {"thinking": {"type": "disabled"}}),
        ("kimi", "auto", {"thinking": {"type": "disabled"}}),
        ("kimi", "default", {}),
        ("gemini", "auto", {"reasoning_effort": "minimal"}),
        ("gemini", "off", {"reasoning_effort": "minimal"}),
        ("gemini", "on", {"reasoning_effort": "medium"}),
        ("gpt-5", "auto", {"reasoning_effort": "none"}),
        ("gpt-5", "off", {"reasoning_effort": "none"}),
        ("gpt-5", "default", {}),
        ("gpt-5", "xhigh", {"reasoning_effort": "xhigh"}),
        ("kimi3", "off", {}),
        ("kimi3", "max", {"reasoning_effort": "max"}),
        ("claude", "auto", {}),
        ("claude", "low", {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
        ("generic", "auto", {}),
        ("generic", "off", {"reasoning_effort": "none"}),
        ("ui-tars", "on", {}),
        ("auto-glm", "on", {"top_p": 0.85, "frequency_penalty": 0.2}),
    ],
)
def test_thinking_is_asked_for_in_the_words_of_the_family(name: str, reasoning: str, body: dict[str, Any]) -> None:
    assert family_named(name).body(reasoning) == body


def test_a_budget_of_thinking_goes_to_families_that_take_one() -> None:
    assert family_named("qwen3").body("on", 500) == {"enable_thinking": True, "thinking_budget": 500}
    assert family_named("qwen3").body("default", 500) == {}
    assert family_named("claude").body("on", 500) == {"thinking": {"type": "enabled", "budget_tokens": 500}}
    assert family_named("doubao-seed").body("on", 500) == {"thinking": {"type": "enabled"}}


def test_an_effort_that_a_family_cannot_know_is_refused() -> None:
    with pytest.raises(ConfigError, match="Claude knows no reasoning 'extreme'"):
        family_named("claude").body("extreme")


def test_families_with_their_own_dialect_take_longer_and_see_screenshots_only() -> None:
    facts = {name: (family.dialect, family.rounds, family.sees) for name, family in FAMILIES.items()}

    assert facts["ui-tars-doubao-1.5"] == ("ui-tars", 40, "screenshot")
    assert facts["auto-glm-multilingual"] == ("auto-glm", 100, "screenshot")
    assert facts["gpt-5"] == facts["qwen3"] == facts["generic"] == ("tags", 20, "both")
    assert facts["text"] == ("tags", 20, "elements")


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("qwen3-vl-plus", "qwen3-vl"),
        ("qwen/qwen3-vl-235b-a22b-instruct", "qwen3-vl"),
        ("qwen3.7-plus", "qwen3"),
        ("qwen3.5-plus", "qwen3.5"),
        ("qwen-vl-max-latest", "qwen2.5-vl"),
        ("Qwen2.5-VL-72B-Instruct", "qwen2.5-vl"),
        ("qwen3-32b", "text"),
        ("gpt-5.1", "gpt-5"),
        ("openai/gpt-5.4", "gpt-5"),
        ("gpt-4o", "generic"),
        ("gemini-3-pro", "gemini"),
        ("claude-sonnet-4-5", "claude"),
        ("doubao-seed-2-1-turbo-260628", "doubao-seed"),
        ("doubao-1.5-vision-pro", "doubao-vision"),
        ("doubao-1.5-ui-tars", "ui-tars-doubao-1.5"),
        ("UI-TARS-1.5", "ui-tars-doubao-1.5"),
        ("ByteDance-Seed/UI-TARS-7B-DPO", "ui-tars"),
        ("autoglm-phone", "auto-glm"),
        ("AutoGLM-Phone-9B-Multilingual", "auto-glm-multilingual"),
        ("glm-4.6v", "glm-v"),
        ("glm-5v-turbo", "glm-v"),
        ("mimo-v2.6-pro", "xiaomi-mimo"),
        ("kimi-k2.5", "kimi"),
        ("kimi-k3", "kimi3"),
        ("deepseek-chat", "text"),
        ("something-new", "generic"),
    ],
)
def test_a_model_name_points_to_its_family(model: str, family: str) -> None:
    assert family_for_model(model).name == family


def test_midscene_names_of_families_are_understood() -> None:
    assert family_named("vlm-ui-tars-doubao-1.5") is FAMILIES["ui-tars-doubao-1.5"]
    assert family_named(" Gemini ") is FAMILIES["gemini"]


def test_an_unknown_family_is_answered_with_the_closest_and_all_others() -> None:
    with pytest.raises(ConfigError) as caught:
        family_named("qwen3vl")

    assert "did you mean 'qwen3-vl'?" in str(caught.value)
    assert all(name in caught.value.remedy for name in FAMILIES)


def test_users_can_state_the_facts_of_a_family_of_their_own() -> None:
    mine = Family("mine", order="yx", scale="pixels")

    assert str(mine.read_box([1, 2, 3, 4], Size(10, 10))) == "[2, 1, 4, 3]"
