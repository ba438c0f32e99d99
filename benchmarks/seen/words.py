"""How often words in a picture are misread that would commit to something, by how sure their least sure letter is.

    python benchmarks/seen/words.py [--pages 60] [--json]

Pages are drawn with labels that delete, pay and send, and as many that differ from them by a letter or two, in the
fonts that this machine has, in sizes, weights and colours of many kinds. Each is read as a picture. What counts is a
label that is read as one that commits, and says something else: `_SURE` in `vision/seen_tree.py` stands where that is
at most one in two hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from miniwob.episodes import opened_browser
from playwright.async_api import Browser
from showing import Row, show

from askonce.geometry import Box
from askonce.language.commitments import commitments, label_commits
from askonce.language.normalization import key
from askonce.vision.ocr import texts_in

GOAL = 0.5
LEVELS = (0, 50, 60, 70, 75, 80, 85, 90, 95, 98)
ALIKE = (
    ("l", "i"), ("i", "l"), ("a", "o"), ("o", "a"), ("e", "c"), ("c", "e"), ("n", "r"), ("m", "n"), ("u", "v"),
    ("t", "f"), ("S", "B"), ("P", "D"), ("B", "D"), ("C", "G"), ("D", "O"), ("rn", "m"), ("cl", "d"), ("g", "q"),
    ("h", "b"), ("r", "v"),
)  # fmt: skip
OBJECTS = ("", "", "", " all", " account", " message", " order", " file", " now", " it", " 12", " to basket")
SIZES = (10, 11, 12, 13, 14, 14, 16, 18, 22)
COLOURS = (
    ("#222", "#fff"), ("#fff", "#1f5a4a"), ("#fff", "#0d6efd"), ("#0969da", "#fff"), ("#666", "#f6f6f6"),
    ("#eee", "#1b1b1f"), ("#b00020", "#fff"), ("#fff", "#d32f2f"), ("#8a8a8a", "#fff"), ("#123", "#ffd54f"),
)  # fmt: skip


def labels(chance: random.Random, count: int) -> Iterator[str]:
    """Labels that commit, and others that nearly say the same."""
    plain = [word for words in commitments().words.values() for word in words if word.isascii()]
    while count:
        label = chance.choice(plain).capitalize() + chance.choice(OBJECTS)
        if chance.random() < 0.5:
            old, new = chance.choice(ALIKE)
            label = label.replace(old, new, 1)
        yield label
        count -= 1


def page(chance: random.Random, fonts: list[str]) -> tuple[str, list[str]]:
    told = list(labels(chance, 48))
    cells: list[str] = []
    for label in told:
        ink, paper = chance.choice(COLOURS)
        style = (
            f"font:{chance.choice((400, 400, 500, 700))} {chance.choice(SIZES)}px '{chance.choice(fonts)}';"
            f"color:{ink};background:{paper};padding:{chance.choice((2, 4, 8))}px {chance.choice((6, 12))}px;"
            f"letter-spacing:{chance.choice((0, 0, 0, 0.5, 1))}px;border-radius:{chance.choice((0, 4, 20))}px"
        )
        cells.append(f'<div><span style="{style}">{escape(label)}</span></div>')
    grid = "display:grid;grid-template-columns:repeat(4,1fr);gap:16px;padding:20px"
    return f"<body style='margin:0'><div style='{grid}'>{''.join(cells)}</div></body>", told


@dataclass(frozen=True)
class ReadLabel:
    """What is written, what is read there, and how sure that is: on the whole, and of the least sure letter."""

    written: str
    read: str = ""
    whole: float = 0.0
    least: float = 0.0

    @property
    def is_right(self) -> bool:
        return key(self.written) == key(self.read)


async def read(browser: Browser, seed: int, fonts: list[str]) -> list[ReadLabel]:
    """The labels of one page, as they are read."""
    chance = random.Random(seed)
    markup, told = page(chance, fonts)
    scale = chance.choice((1, 1, 1.5, 2))
    opened = await browser.new_page(viewport={"width": 1100, "height": 760}, device_scale_factor=scale)
    await opened.set_content(markup)
    boxes = await opened.evaluate(
        "() => [...document.querySelectorAll('span')].map((one) => { const box = one.getBoundingClientRect();"
        " return [box.left, box.top, box.right, box.bottom]; })"
    )
    image = await opened.screenshot()
    await opened.close()
    texts, _ = texts_in(image)
    found: list[ReadLabel] = []
    for label, edges in zip(told, boxes, strict=True):
        box = Box.of_edges(*(edge * scale for edge in edges))
        inside = [text for text in texts if box.contains(text.box.center)]
        text = inside[0] if len(inside) == 1 else None
        found.append(ReadLabel(label, text.words, text.confidence, text.least) if text else ReadLabel(label))
    return found


def installed_fonts() -> list[str]:
    listed = subprocess.run(["fc-list", ":lang=en", "family"], capture_output=True, text=True, check=True).stdout
    return sorted({line.split(",")[0].strip() for line in listed.splitlines() if line.strip()})


async def measure(pages: int, fonts: list[str]) -> dict[str, list[Row]]:
    async with opened_browser(None) as browser:
        labels = [label for seed in range(pages) for label in await read(browser, seed, fonts)]
    commit = [label for label in labels if label.read and label_commits(label.read)]
    rows: list[Row] = []
    for level in LEVELS:
        least = [label for label in commit if label.least * 100 >= level]
        whole = [label for label in commit if label.whole * 100 >= level]
        wrong, wrong_whole = (sum(not label.is_right for label in kept) for kept in (least, whole))
        rows.append(
            {
                "level %": level,
                "by the least sure letter": len(least),
                "wrong": wrong,
                "% wrong": 100 * wrong / max(1, len(least)),
                "on the whole": len(whole),
                "wrong on the whole": wrong_whole,
                "% wrong on the whole": 100 * wrong_whole / max(1, len(whole)),
            }
        )
    misread: list[Row] = [
        {"written": label.written, "read": label.read, "least": label.least, "on the whole": label.whole}
        for label in sorted(commit, key=lambda label: -label.least)
        if not label.is_right
    ]
    told: Row = {"labels": len(labels), "right": sum(label.is_right for label in labels), "fonts": len(fonts)}
    tables = {"All": [told], f"Labels that commit, as read (goal: at most {GOAL} % wrong)": rows, "Misread": misread}
    return {title: table for title, table in tables.items() if table}


def main() -> None:
    parser = argparse.ArgumentParser(description="How often words that commit are misread")
    parser.add_argument("--pages", type=int, default=60, help="pages of 48 labels each")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    arguments = parser.parse_args()
    show(asyncio.run(measure(arguments.pages, installed_fonts())), as_json=arguments.json)


if __name__ == "__main__":
    main()
