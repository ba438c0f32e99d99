"""Draws the icons of all sets into one file: pictures of `SIDE` pixels, each with its set, name and label.

A picture holds ink: how far each pixel is from the background, from 0 to 15. Icons in several colours are drawn on light
and on dark, since some of their parts disappear on one of the two.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import random
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import resvg_py
from icon_labels import HERE, OTHER, Labels, read_concepts
from PIL import Image, ImageDraw, ImageFont

SIDE = 64
MOST_OTHERS, MOST_VARIANTS, MOST_STYLES = 700, 700, 3
"""How many icons of one set are kept that mean nothing we know, how many of them look close to one, and in how many styles a set may draw one name."""
TEXTS = 1500
"""How many letters and numbers are drawn, which are no icons either."""
SEED = 23


def draw(folder: Path, out: Path) -> None:
    sets: dict[str, dict[str, Any]] = json.loads((HERE / "icon_sets.json").read_text("utf-8"))
    labels = Labels(read_concepts())
    rows: list[tuple[str, str, str, np.ndarray]] = []
    for prefix, about in sets.items():
        before = len(rows)
        for name, label, svg in _chosen(prefix, folder / f"{prefix}.tgz", labels):
            for ink in _inks(svg, colour=bool(about.get("colour"))):
                rows.append((prefix, name, label, ink))
        print(prefix, len(rows) - before, flush=True)
    rows += [("text", text, OTHER, ink) for text, ink in _texts()]
    ink = np.stack([row[3] for row in rows])
    packed = (ink[:, :, 0::2] << 4) | ink[:, :, 1::2]
    about = json.dumps([[row[0], row[1], row[2]] for row in rows]).encode()
    with lzma.open(out, "wb", preset=6) as file:
        file.write(len(about).to_bytes(4, "little") + about + packed.tobytes())
    named = sum(row[2] != OTHER for row in rows)
    print(f"{len(rows)} pictures, {named} of them named, {out.stat().st_size / 1e6:.1f} MB")


def _chosen(prefix: str, archive: Path, labels: Labels) -> Iterator[tuple[str, str, str]]:
    """The icons of a set to draw, as name, label and SVG."""
    with tarfile.open(archive) as opened:
        data = json.load(opened.extractfile("package/icons.json"))  # type: ignore[arg-type]
    names = [name for name, icon in data["icons"].items() if not icon.get("hidden") and not _is_turned(icon)]
    names.sort(key=lambda name: hashlib.sha256(f"{SEED} {prefix} {name}".encode()).digest())
    if prefix == "fluent":  # every icon is there in up to eight sizes
        names = [name for name in names if "-24-" in name or "-20-" in name][:]
    counts = {"other": 0, "variant": 0}
    styles: dict[str, int] = {}
    for name in names:
        label = labels.label(name)
        if label is None:
            continue
        if label == OTHER:
            kind = "variant" if labels.is_variant(name) else "other"
            counts[kind] += 1
            if counts[kind] > (MOST_VARIANTS if kind == "variant" else MOST_OTHERS):
                continue
        else:
            key = f"{label} {name.split('-')[0]}"
            styles[key] = styles.get(key, 0) + 1
            if styles[key] > MOST_STYLES * 3:
                continue
        icon = data["icons"][name]
        width, height = icon.get("width", data.get("width", 16)), icon.get("height", data.get("height", 16))
        left, top = icon.get("left", data.get("left", 0)), icon.get("top", data.get("top", 0))
        box = f"{left} {top} {width} {height}"
        yield (
            name,
            label,
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}">{icon["body"]}</svg>',
        )


def _is_turned(icon: dict[str, Any]) -> bool:
    return bool(icon.get("rotate") or icon.get("hFlip") or icon.get("vFlip"))


def _inks(svg: str, *, colour: bool) -> Iterator[np.ndarray]:
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
        inks = [(np.abs(pixels[:, :, :3] - ground) * alpha[:, :, None]).max(2) / 255 for ground in (255, 24)]
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
