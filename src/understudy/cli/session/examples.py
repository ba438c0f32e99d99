"""What the help of verbs says beyond what their tools do: examples, and words that models need not be told."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "query": (
        'understudy query "string[], the names of the products"',
        'understudy query "{name: string, price: number}[], the rows" --json',
        """understudy query '{"total": "number, the total", "items": "string[], their names"}'""",
    ),
    "ask": ('understudy ask "what keeps the order from being placed?"',),
    "wait-for": ("understudy wait-for 'the text \"Thank you\" is visible' --timeout 60",),
    "locate": ("understudy locate \"the button 'Save'\"", "understudy locate 'the red badge' --deep"),
    "describe": ("understudy describe 120 48",),
    "elements": ("understudy elements", "understudy elements basket --whole-page"),
    "tabs": ("understudy tabs",),
    "screenshot": ("understudy screenshot", "understudy screenshot -o page.png"),
    "tap": ("understudy tap \"the button 'Save'\"", "understudy tap '[12]'"),
    "type": (
        'understudy type mugs "the search field" --enter',
        'understudy type "{password}" "the field Password" --secret password=SHOP_PASSWORD',
    ),
    "select": ('understudy select "the list Country" France',),
    "press": ("understudy press Enter", 'understudy press Control+A "the search field"'),
    "scroll": ("understudy scroll", 'understudy scroll up "the list of mails" --to-end'),
    "hover": ('understudy hover "the menu Products"',),
    "double-tap": ('understudy double-tap "the row of Ann"',),
    "right-tap": ('understudy right-tap "the file notes.txt"',),
    "long-press": ('understudy long-press "the first photo" --seconds 2',),
    "drag": ('understudy drag "the card Plan" "the column Done"',),
    "swipe": ("understudy swipe up",),
    "pinch": ('understudy pinch 2 "the map"',),
    "clear": ('understudy clear "the search field"',),
    "upload": ('understudy upload "the button Attach" notes.txt',),
    "answer-dialog": ("understudy answer-dialog --accept", "understudy answer-dialog --accept --text Ann"),
    "navigate": ("understudy navigate https://shop.example/basket",),
    "back": ("understudy back",),
    "forward": ("understudy forward",),
    "reload": ("understudy reload",),
    "switch-tab": ("understudy switch-tab 2",),
    "close-tab": ("understudy close-tab",),
    "wait": ("understudy wait 5",),
}

MEANINGS: Mapping[str, str] = {
    "accept": "accept it; --no-accept dismisses it",
    "delay": "seconds between two keys",
    "demand": "what to read, with its shape in front where that matters",
    "direction": "where more is to be seen",
    "distance": "how far, in pixels",
    "files": "names in the folder that the session was started with: --uploads",
    "keys": "a key or a combination",
    "mode": "what becomes of what stands in the field",
    "number": "the number of the tab, as `understudy tabs` tells it",
    "options": "labels of options",
    "question": "what you want to know",
    "seconds": "how long",
    "statement": "what has to be true of the page",
    "text": "what to type",
    "times": "how often",
    "url": "the address",
}

GIVES: Mapping[str, str] = {
    "query": "value, source, reason",
    "ask": "value, source, reason",
    "wait-for": "holds, reason, source",
    "locate": "box, point, finder",
    "describe": "words",
    "tabs": "tabs, each with number, title, address, current",
    "screenshot": "picture",
}
"""What `--json` prints beside the outcome; of all others, a text."""
