"""The table of families, and of the model names that belong to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.models.families import thinking_fields
from askonce.models.families.coordinate_repairs import repair_box, repair_qwen
from askonce.models.families.family_facts import Family, ImageRules


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
    return Family(
        name,
        shape="point",
        key="point",
        dialect="auto-glm",
        rounds=100,
        sees="screenshot",
        extras={"top_p": 0.85, "frequency_penalty": 0.2},
    )


def _qwen3(name: str) -> Family:
    return Family(name, key="bbox_2d", thinking=thinking_fields.qwen)


def _doubao(name: str) -> Family:
    return Family(name, thinking=thinking_fields.doubao, repair=repair_box)


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
    Family("gemini", order="yx", key="box_2d", thinking=thinking_fields.gemini),
    # With detail "original" a picture is read as it is up to 10,000 patches of 32x32 and 6,000 pixels a side.
    Family(
        "gpt-5",
        scale="pixels",
        image=ImageRules(longest=6000, pixels=10_240_000, detail="original"),
        thinking=thinking_fields.gpt,
    ),
    Family("glm-v", thinking=thinking_fields.switch),
    Family("xiaomi-mimo", thinking=thinking_fields.switch),
    Family(
        "kimi", shape="point", scale="unit-or-pixels", key="point", thinking=thinking_fields.switch, temperature=False
    ),
    Family(
        "kimi3", shape="point", scale="unit-or-pixels", key="point", thinking=thinking_fields.always, temperature=False
    ),
    # Larger pictures are scaled down by the provider, and positions would then be in pixels of unknown size.
    Family(
        "claude",
        scale="pixels",
        image=ImageRules(longest=1568, pixels=1_150_000),
        thinking=thinking_fields.claude,
    ),
    _ui_tars("ui-tars"),
    _ui_tars("ui-tars-doubao"),
    _ui_tars("ui-tars-doubao-1.5"),
    _auto_glm("auto-glm"),
    _auto_glm("auto-glm-multilingual"),
    Family("generic", thinking=thinking_fields.effort),
    Family("text", sees="elements", thinking=thinking_fields.effort),
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
