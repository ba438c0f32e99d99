"""What the help of verbs says about tools that are not actions. Actions declare their examples themselves."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "query": (
        'askonce query "string[], the names of the products"',
        'askonce query "{name: string, price: number}[], the rows" --json',
        """askonce query '{"total": "number, the total", "items": "string[], their names"}'""",
    ),
    "ask": ('askonce ask "what keeps the order from being placed?"',),
    "wait-for": ("askonce wait-for 'the text \"Thank you\" is visible' --timeout 60",),
    "locate": ("askonce locate \"the button 'Save'\"", "askonce locate 'the red badge' --deep"),
    "describe": ("askonce describe 120 48",),
    "elements": ("askonce elements", "askonce elements basket --whole-page"),
    "tabs": ("askonce tabs",),
    "screenshot": ("askonce screenshot -o page.png", "askonce screenshot --within 'the basket' -o basket.png"),
    "evaluate": ("askonce evaluate document.title", "askonce evaluate '(n) => n + 1' --argument 41"),
}

FIELD_HELP: Mapping[str, str] = {
    "demand": "what to read, with its shape in front where that matters",
    "question": "what you want to know",
    "statement": "what has to be true of the page",
}
"""Fields of tools that clients understand by their names."""

GIVES: Mapping[str, str] = {
    "query": "value, source, reason",
    "ask": "value, source, reason",
    "wait-for": "holds, reason, source",
    "locate": "box, point, finder",
    "describe": "words",
    "tabs": "tabs, each with number, title, address, current",
    "screenshot": "picture",
    "evaluate": "value",
}
"""What `--json` prints beside the outcome; all others print a text."""
