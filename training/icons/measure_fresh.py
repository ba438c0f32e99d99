"""Measures the shipped network on sets on which nothing was corrected, nor chosen but the limit: `python measure_fresh.py fresh.xz`.

`fresh_labels.json` says what random icons of each set show to a person who saw their names too, `fresh_looked_labels.json` what they show
to at least two of three who saw no names; nobody had seen what any network says about them. Several names where any of them is accepted,
none where nobody could tell. The third table has the icons on which both agree, with what both accept.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from augmentation import MARGIN_MEASURED
from calibrate_icons import SIZES
from dataset import Icons
from icon_labels import HERE, MERGED

from askonce.vision.icons import IconReader, icon_ink

KNOWN: dict[str, float] = json.loads((files("askonce.vision") / "icons.json").read_text("utf-8"))["sure"]


def read_labels(path: Path) -> dict[str, list[str]]:
    """What is accepted of each icon; names that are not given are "other"."""
    told: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    merged = {icon: [MERGED.get(name, name) for name in accepted] for icon, accepted in told.items()}
    return {icon: [name if name in KNOWN else "other" for name in accepted] for icon, accepted in merged.items()}


def measure(data: Path, seen: dict[str, list[str]]) -> None:
    reader = IconReader()
    icons = Icons.read(data, untold=True)
    places = {
        f"{prefix}:{name}": place for place, (prefix, name) in enumerate(zip(icons.sets, icons.names, strict=True))
    }
    chosen = [icon for icon, accepted in seen.items() if accepted]
    ink = icons.ink[torch.tensor([places[icon] for icon in chosen])][:, None].float() / 15
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for side in SIZES:
        small = F.pad(F.interpolate(ink, size=side, mode="area"), [MARGIN_MEASURED] * 4)[:, 0].numpy()
        pictures = [np.repeat(255 - (picture * 255).round().astype(np.uint8)[:, :, None], 3, 2) for picture in small]
        for icon, reading in zip(chosen, reader.read([icon_ink(picture) for picture in pictures]), strict=True):
            guess, accepted = reading and reading.guess, seen[icon]
            named = guess.concept if guess else None
            is_ours, is_wrong = any(name in KNOWN for name in accepted), named is not None and named not in accepted
            row = (is_ours, is_ours and named in accepted, is_ours and is_wrong, not is_ours, not is_ours and is_wrong)
            for part in (f"{side} px", icon.split(":")[0], "all"):
                counts[part] = [count + new for count, new in zip(counts[part], row, strict=True)]
    print(
        "| | icons of the concepts | right | wrong | others | named | of the names given, wrong |\n|---|---|---|---|---|---|---|"
    )
    for part, (ours, right, wrong, others, named) in counts.items():
        given = max(1, right + wrong + named)
        print(
            f"| {part} | {ours} | {right / max(1, ours):.1%} | {wrong / max(1, ours):.2%} | {others} | "
            f"{named / max(1, others):.2%} | {(wrong + named) / given:.2%} |"
        )


if __name__ == "__main__":
    with_names, looked = read_labels(HERE / "fresh_labels.json"), read_labels(HERE / "fresh_looked_labels.json")
    both = {icon: [name for name in with_names[icon] if name in looked.get(icon, ())] for icon in with_names}
    for title, labels in {"with names": with_names, "without names": looked, "both": both}.items():
        print(f"\n{title}\n")
        measure(Path(sys.argv[1]), labels)
