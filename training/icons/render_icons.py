"""Draws the icons of all sets: pictures of `SIDE` pixels, each with its set and name.

A picture holds ink: how far each pixel is from the background, from 0 to 15. Icons in several colours are drawn on light
and on dark, since some of their parts disappear on one of the two. The sets for the last measurement go into a file of their own.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import resvg_py
from archives import read_set
from icon_labels import HERE, OTHER, Labels, read_concepts
from PIL import Image, ImageDraw, ImageFont

SIDE = 64
MOST_OTHERS, MOST_VARIANTS, MOST_STYLES = 700, 900, 9
"""How many icons of one set are kept that mean nothing we know, how many of them look close to one, and how many of one concept."""
TEXTS = 1500
"""How many letters and numbers are drawn, which are no icons either."""
SEED = 23

Rows = list[tuple[str, str, np.ndarray]]


def draw(folder: Path, out: Path) -> None:
    sets: dict[str, dict[str, Any]] = json.loads((HERE / "icon_sets.json").read_text("utf-8"))
    labels = Labels(read_concepts())
    rows: Rows = []
    fresh: Rows = []
    for prefix, about in sets.items():
        drawn = [
            (prefix, name, ink)
            for name, svg in _chosen(prefix, read_set(folder / f"{prefix}.tgz", about), labels)
            for ink in _inks(svg, about.get("colour"))
        ]
        (fresh if about["use"] == "fresh" else rows).extend(drawn)
        print(prefix, len(drawn), flush=True)
    rows += [("text", text, ink) for text, ink in _texts()]
    _write(rows, out / "icons.xz")
    _write(fresh, out / "fresh.xz")


def _write(rows: Rows, out: Path) -> None:
    ink = np.stack([row[2] for row in rows])
    packed = (ink[:, :, 0::2] << 4) | ink[:, :, 1::2]
    about = json.dumps([[row[0], row[1]] for row in rows]).encode()
    with lzma.open(out, "wb", preset=4) as file:
        file.write(len(about).to_bytes(4, "little") + about + packed.tobytes())
    print(f"{out.name}: {len(rows)} pictures, {out.stat().st_size / 1e6:.1f} MB")


def _chosen(prefix: str, icons: dict[str, str], labels: Labels) -> Iterator[tuple[str, str]]:
    """The icons of a set to draw."""
    names = sorted(icons, key=lambda name: hashlib.sha256(f"{SEED} {prefix} {name}".encode()).digest())
    if prefix == "fluent":  # every icon is there in up to eight sizes
        names = [name for name in names if "-24-" in name or "-20-" in name]
    counts: dict[str, int] = {}
    most = {"other": MOST_OTHERS, "variant": MOST_VARIANTS}
    for name in names:
        label = labels.label(name, prefix)
        kind = label or "unsure"
        if label == OTHER:
            kind = "variant" if labels.is_variant(name) else "other"
        elif label:
            kind = f"{label} {name.split('-')[0]}"
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= most.get(kind, MOST_STYLES if label else MOST_OTHERS):
            yield name, icons[name]


def _inks(svg: str, colour: bool | str | None) -> Iterator[np.ndarray]:
    """`colour`: whether a set has colours, or "light" if it is only meant for a light ground."""
    try:
        drawn = resvg_py.svg_to_bytes(svg_string=svg.replace("currentColor", "#000"), width=SIDE, height=SIDE)
        picture = Image.open(io.BytesIO(bytes(drawn))).convert("RGBA")
    except ValueError:
        return
    if picture.size != (SIDE, SIDE):
        whole = Image.new("RGBA", (max(picture.size),) * 2)
        whole.paste(picture, ((whole.width - picture.width) // 2, (whole.height - picture.height) // 2))
        picture = whole.resize((SIDE, SIDE), Image.Resampling.BOX)
    pixels = np.asarray(picture, np.float32)
    alpha = pixels[:, :, 3] / 255
    inks = [alpha]
    if colour:
        grounds = (255,) if colour == "light" else (255, 24)
        inks = [(np.abs(pixels[:, :, :3] - ground) * alpha[:, :, None]).max(2) / 255 for ground in grounds]
    for ink in inks:
        if ink.max() > 0.3 and ink.mean() > 0.005:
            yield np.round(ink / ink.max() * 15).astype(np.uint8)


def _texts() -> Iterator[tuple[str, np.ndarray]]:
    rng = random.Random(SEED)
    fonts = sorted(path for path in Path("/usr/share/fonts").rglob("*.ttf") if "emoji" not in path.name.lower())
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for _ in range(TEXTS):
        text = "".join(rng.choice(letters) for _ in range(rng.choice((1, 2, 2, 3, 4, 6))))
        if text in {"x", "X", "i", "t", "T", "H", "B", "I", "U", "S", "l", "v", "V", "P", "p", "f", "G"}:
            continue
        picture = Image.new("L", (SIDE * 3, SIDE * 3))
        font = ImageFont.truetype(str(rng.choice(fonts)), 48)
        ImageDraw.Draw(picture).text((SIDE * 1.5, SIDE * 1.5), text, 255, font, anchor="mm")
        edges = picture.getbbox()
        if edges is None:
            continue
        cut = picture.crop(edges)
        side = max(cut.size) + 4
        whole = Image.new("L", (side, side))
        whole.paste(cut, ((side - cut.width) // 2, (side - cut.height) // 2))
        yield text, np.round(np.asarray(whole.resize((SIDE, SIDE), Image.Resampling.BOX)) / 17).astype(np.uint8)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
