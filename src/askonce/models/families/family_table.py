"""The table of families, and of the model names that belong to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from askonce.config import Reasoning
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.models.families.coordinate_repairs import repair_box, repair_qwen
from askonce.models.families.family_facts import Body, Family, ImageRules

_QWEN_THINKING: Mapping[Reasoning, Body] = {
    "default": {"enable_thinking": False},
    "off": {"enable_thinking": False},
    "on": {"enable_thinking": True},
    "low": {"enable_thinking": True},
    "medium": {"enable_thinking": True},
    "high": {"enable_thinking": True},
}
_THINKING_TYPE: Mapping[Reasoning, Body] = {
    "off": {"thinking": {"type": "disabled"}},
    "on": {"thinking": {"type": "enabled"}},
    "low": {"thinking": {"type": "enabled"}},
    "medium": {"thinking": {"type": "enabled"}},
    "high": {"thinking": {"type": "enabled"}},
}
_DOUBAO_THINKING: Mapping[Reasoning, Body] = {
    **_THINKING_TYPE,
    "low": {"thinking": {"type": "enabled"}, "reasoning_effort": "low"},
    "medium": {"thinking": {"type": "enabled"}, "reasoning_effort": "medium"},
    "high": {"thinking": {"type": "enabled"}, "reasoning_effort": "high"},
}
_EFFORT: Mapping[Reasoning, Body] = {
    "off": {"reasoning_effort": "none"},
    "on": {"reasoning_effort": "medium"},
    "low": {"reasoning_effort": "low"},
    "medium": {"reasoning_effort": "medium"},
    "high": {"reasoning_effort": "high"},
}
_GEMINI_EFFORT: Mapping[Reasoning, Body] = {**_EFFORT, "off": {"reasoning_effort": "minimal"}}
_ALWAYS_THINKS: Mapping[Reasoning, Body] = {
    "low": {"reasoning_effort": "low"},
    "medium": {"reasoning_effort": "medium"},
    "high": {"reasoning_effort": "high"},
}
_THINKING_TOKENS: Mapping[Reasoning, Body] = {
    "off": {"thinking": {"type": "disabled"}},
    "on": {"thinking": {"type": "enabled", "budget_tokens": 4096}},
    "low": {"thinking": {"type": "enabled", "budget_tokens": 1024}},
    "medium": {"thinking": {"type": "enabled", "budget_tokens": 4096}},
    "high": {"thinking": {"type": "enabled", "budget_tokens": 16384}},
}


def _ui_tars(name: str) -> Family:
    return Family(
        name,
        shape="point",
        key="point",
        dialect="ui-tars",
        rounds=40,
        images=5,
        sees="screenshot",
        repair=repair_box,
    )


def _auto_glm(name: str) -> Family:
    return Family(name, shape="point", key="point", dialect="auto-glm", rounds=100, sees="screenshot")


def _qwen3(name: str) -> Family:
    return Family(name, key="bbox_2d", reasoning=_QWEN_THINKING)


def _doubao(name: str) -> Family:
    return Family(name, reasoning=_DOUBAO_THINKING, repair=repair_box)


_ROWS = (
    Family(
        "qwen2.5-vl",
        key="bbox_2d",
        scale="pixels",
        image=ImageRules(multiple=28),
        extras={"vl_high_resolution_images": True},
        repair=repair_qwen,
    ),
    _qwen3("qwen3-vl"),
    _qwen3("qwen3"),
    _qwen3("qwen3.5"),
    _qwen3("qwen3.6"),
    _doubao("doubao-vision"),
    _doubao("doubao-seed"),
    Family("gemini", order="yx", key="box_2d", reasoning=_GEMINI_EFFORT),
    # With detail "original" a picture is read as it is up to 10,000 patches of 32x32 and 6,000 pixels a side.
    Family(
        "gpt-5",
        scale="pixels",
        image=ImageRules(longest=6000, pixels=10_240_000, detail="original"),
        reasoning=_EFFORT,
    ),
    Family("glm-v", reasoning=_THINKING_TYPE),
    Family("xiaomi-mimo", reasoning=_THINKING_TYPE),
    Family("kimi", shape="point", scale="unit-or-pixels", key="point", reasoning=_THINKING_TYPE, temperature=False),
    Family("kimi3", shape="point", scale="unit-or-pixels", key="point", reasoning=_ALWAYS_THINKS, temperature=False),
    # Larger pictures are scaled down by the provider, and positions would then be in pixels of unknown size.
    Family(
        "claude",
        scale="pixels",
        image=ImageRules(longest=1568, pixels=1_150_000),
        reasoning=_THINKING_TOKENS,
    ),
    _ui_tars("ui-tars"),
    _ui_tars("ui-tars-doubao"),
    _ui_tars("ui-tars-doubao-1.5"),
    _auto_glm("auto-glm"),
    _auto_glm("auto-glm-multilingual"),
    Family("generic", reasoning=_EFFORT),
    Family("text", sees="elements", reasoning=_EFFORT),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({family.name: family for family in _ROWS})

_OTHER_NAMES: Mapping[str, str] = {
    "vlm-ui-tars": "ui-tars",
    "vlm-ui-tars-doubao": "ui-tars-doubao",
    "vlm-ui-tars-doubao-1.5": "ui-tars-doubao-1.5",
}
"""Midscene's names for these families."""

_GUESSES: tuple[tuple[str, str], ...] = (
    (r"doubao.*ui-?tars|ui-?tars.*doubao|ui-?tars-?1\.5", "ui-tars-doubao-1.5"),
    (r"ui-?tars", "ui-tars"),
    (r"auto-?glm.*multilingual", "auto-glm-multilingual"),
    (r"auto-?glm", "auto-glm"),
    (r"qwen-?2\.5-?vl|qwen-vl-(max|plus)", "qwen2.5-vl"),
    (r"qwen-?3-?vl", "qwen3-vl"),
    (r"qwen-?3\.5", "qwen3.5"),
    (r"qwen-?3\.6", "qwen3.6"),
    (r"qwen-?3-(\d+(\.\d+)?b|coder|max)", "text"),
    (r"qwen-?3", "qwen3"),
    (r"doubao.*vision", "doubao-vision"),
    (r"doubao|\bseed-\d", "doubao-seed"),
    (r"gemini", "gemini"),
    (r"\bgpt-?[5-9]", "gpt-5"),
    (r"\bglm-[\d.]+v", "glm-v"),
    (r"\bmimo-", "xiaomi-mimo"),
    (r"kimi-?k?3", "kimi3"),
    (r"kimi|moonshot", "kimi"),
    (r"claude", "claude"),
    (r"deepseek-(chat|reasoner|r1|v3)|gpt-oss|gpt-3\.5", "text"),
)
"""Patterns of model names with their family. The first match wins."""


def family_named(name: str) -> Family:
    """The family with this name, or an error that suggests the closest one."""
    wanted = name.strip().lower()
    family = FAMILIES.get(_OTHER_NAMES.get(wanted, wanted))
    if family:
        return family
    close = closest_name(wanted, FAMILIES)
    raise ConfigError(
        f"there is no model family {name!r}" + (f"; did you mean {close!r}?" if close else ""),
        remedy=f"choose one of {', '.join(FAMILIES)}; leave it out to guess it from the model's name",
    )


def family_for_model(model_name: str) -> Family:
    """Guess the family from a model's name, for settings without one; `generic` when no pattern matches."""
    for pattern, family in _GUESSES:
        if re.search(pattern, model_name, re.IGNORECASE):
            return FAMILIES[family]
    return FAMILIES["generic"]
