"""What the help of verbs says beyond what their tools do: examples, and words that models need not be told."""

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
    "screenshot": ("askonce screenshot", "askonce screenshot -o page.png"),
    "tap": ("askonce tap \"the button 'Save'\"", "askonce tap '[12]'"),
    "type": (
        'askonce type mugs "the search field" --enter',
        'askonce type "{password}" "the field Password" --secret password=SHOP_PASSWORD',
    ),
    "select": ('askonce select "the list Country" France',),
    "press": ("askonce press Enter", 'askonce press Control+A "the search field"'),
    "scroll": ("askonce scroll", 'askonce scroll up "the list of mails" --to-end'),
    "hover": ('askonce hover "the menu Products"',),
    "double-tap": ('askonce double-tap "the row of Ann"',),
    "right-tap": ('askonce right-tap "the file notes.txt"',),
    "long-press": ('askonce long-press "the first photo" --seconds 2',),
    "drag": ('askonce drag "the card Plan" "the column Done"',),
    "swipe": ("askonce swipe up",),
    "pinch": ('askonce pinch 2 "the map"',),
    "clear": ('askonce clear "the search field"',),
    "upload": ('askonce upload "the button Attach" notes.txt',),
    "answer-dialog": ("askonce answer-dialog --accept", "askonce answer-dialog --accept --text Ann"),
    "navigate": ("askonce navigate https://shop.example/basket",),
    "back": ("askonce back",),
    "forward": ("askonce forward",),
    "reload": ("askonce reload",),
    "switch-tab": ("askonce switch-tab 2",),
    "close-tab": ("askonce close-tab",),
    "wait": ("askonce wait 5",),
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
    "number": "the number of the tab, as `askonce tabs` tells it",
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
