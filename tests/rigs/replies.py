"""Replies as a planner would write them."""

from __future__ import annotations

import json
from typing import Any

Action = tuple[str, dict[str, Any]]


def say(
    *actions: Action,
    expect: str = "",
    done: str | None = None,
    failed: str | None = None,
    memory: str = "",
    log: str = "next step",
    extra: str = "",
) -> str:
    parts = ["<thought>thinking</thought>"]
    if memory:
        parts.append(f"<memory>{memory}</memory>")
    parts.append(f"<log>{log}</log>{extra}")
    for name, params in actions:
        parts.append(f'<action type="{name}">{json.dumps(params)}</action>')
    if expect:
        parts.append(f"<expect>{expect}</expect>")
    if done is not None:
        parts.append(f'<complete success="true">{done}</complete>')
    if failed is not None:
        parts.append(f'<complete success="false">{failed}</complete>')
    return "\n".join(parts)


def tap(element: int, prompt: str = "it") -> Action:
    return "Tap", {"target": {"prompt": prompt, "element": element}}


def type_into(element: int, text: str, **more: Any) -> Action:
    return "Type", {"target": {"prompt": "the field", "element": element}, "text": text, **more}
