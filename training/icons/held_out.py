"""Puts a few icons of validation sets into one picture for the tests: 32 pixels each, with what they mean."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from dataset import Icons
from icon_labels import MERGED, OTHER
from PIL import Image

SETS = ("aksel", "garden", "griddy-icons", "lsicon", "ui5")
NAMED, OTHERS, SIDE, ACROSS = 260, 220, 32, 24


def write(data: Path, concepts: Path, out: Path) -> None:
    icons = Icons.read(data)
    known = set(json.loads(concepts.read_text("utf-8"))["sure"])
    places = sorted(
        (place for place in range(len(icons.names)) if icons.sets[place] in SETS),
        key=lambda place: hashlib.sha256(f"{icons.sets[place]} {icons.names[place]}".encode()).digest(),
    )
    labels = {place: icons.concepts[int(icons.label[place])] for place in places}
    means = {place: MERGED.get(label, label) for place, label in labels.items()}
    named = [place for place in places if means[place] in known][:NAMED]
    others = [place for place in places if means[place] not in known][:OTHERS]
    chosen = named + others
    ink = F.interpolate(icons.ink[torch.tensor(chosen)][:, None].float() / 15, size=SIDE, mode="area")[:, 0].numpy()
    sheet = np.full((-(-len(chosen) // ACROSS) * SIDE, ACROSS * SIDE), 255, np.uint8)
    for index, picture in enumerate(ink):
        row, column = divmod(index, ACROSS)
        sheet[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = 255 - np.round(picture * 255)
    Image.fromarray(sheet).save(out / "held_out_icons.png", optimize=True)
    listed = [
        [f"{icons.sets[place]}:{icons.names[place]}", means[place] if means[place] in known else OTHER]
        for place in chosen
    ]
    (out / "held_out_icons.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in listed) + "\n]\n", "utf-8")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:4]))
