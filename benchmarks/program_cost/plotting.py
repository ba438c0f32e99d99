"""A line chart drawn by hand as SVG, and a picture of it taken in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

from playwright.async_api import Page

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 74, 216, 84, 64
COLOURS = ("#0b6e4f", "#c2410c", "#1d4ed8", "#7e22ce", "#52525b")
INK, SOFT, RULE = "#1c1917", "#57534e", "#e7e5e4"
_BETWEEN_LABELS = 20


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: Sequence[tuple[int, int]]
    dashed: bool = False
    """For what was not measured here."""


def draw(lines: Sequence[Line], *, title: str) -> str:
    """The chart: one line for each, named at its end, the first drawn thickest."""
    far = max(x for line in lines for x, _ in line.points)
    high = max(y for line in lines for _, y in line.points)
    ceiling, step = _ceiling(high)

    def across(x: float) -> float:
        return LEFT + x / far * (WIDTH - LEFT - RIGHT)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - y / ceiling * (HEIGHT - TOP - BOTTOM)

    ends = _spread([up(line.points[-1][1]) for line in lines])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Liberation Sans, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 34, title, size=19, weight=600),
        _text(
            LEFT, 58, "Tokens of a call (4 characters each), without the fixed rules and without pictures", fill=SOFT
        ),
    ]
    for y in range(0, ceiling + 1, step):
        parts.append(f'<path d="M{LEFT} {up(y):.1f}H{WIDTH - RIGHT}" stroke="{INK if y == 0 else RULE}"/>')
        parts.append(_text(LEFT - 10, up(y) + 4.5, f"{y:,}", anchor="end", fill=SOFT))
    parts += (_text(across(x), HEIGHT - BOTTOM + 22, f"{x}", anchor="middle", fill=SOFT) for x in _ticks(far))
    parts.append(
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, "UI actions done before the call", anchor="middle", fill=SOFT)
    )
    for number in reversed(range(len(lines))):
        line, colour = lines[number], COLOURS[number % len(COLOURS)]
        dashes = ' stroke-dasharray="3 6"' if line.dashed else ""
        path = "L".join(f"{across(x):.1f} {up(y):.1f}" for x, y in line.points)
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-linejoin="round" '
            f'stroke-width="{2 if number else 3.5}"{dashes}/>'
        )
        label = f"{line.name}: {line.points[-1][1]:,}"
        parts.append(_text(WIDTH - RIGHT + 10, ends[number] + 4.5, label, fill=colour, weight=500 if number else 700))
    return "\n".join([*parts, "</svg>", ""])


async def take_picture(page: Page, drawn: str, folder: Path) -> None:
    """Write a chart as program_cost.png."""
    await page.set_content(f'<body style="margin:0">{drawn}</body>')
    await page.locator("svg").screenshot(path=folder / "program_cost.png")


def _ceiling(high: int) -> tuple[int, int]:
    """A round number at or above the highest, and the step from line to line up to it."""
    size = 10 ** (len(str(high)) - 1)
    step = next(step for step in (size // 5 or 1, size // 2 or 1, size, 2 * size) if high <= 6 * step)
    return -(-high // step) * step, step


def _ticks(far: int) -> Iterator[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if far <= 11 * step)
    yield from range(0, far + 1, step)


def _spread(places: Sequence[float]) -> list[float]:
    """Places for labels: as near as can be to where they belong, none over another."""
    placed = list(places)
    order = sorted(range(len(placed)), key=lambda number: -placed[number])
    for below, above in pairwise(order):
        placed[above] = min(placed[above], placed[below] - _BETWEEN_LABELS)
    return placed


def _text(
    x: float, y: float, words: str, *, size: int = 14, fill: str = INK, anchor: str = "start", weight: int = 400
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )
