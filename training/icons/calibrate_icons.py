"""Chooses on the validation sets which concepts are named and how sure the network has to be, and writes that down."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from icon_labels import MERGED, Meanings

LEAST_FOUND, FEWEST, FOUND = 0.79, 3, 0.6
"""A concept is named if so many of its icons are found, of at least so many, by a network that is so sure."""
NEEDED = frozenset(["alarm", "align center", "archive", "cart", "check all", "clock", "copy", "cube", "expand", "globe", "grid", "image", "key", "login", "logout",
                    "more", "paste", "qr code", "refresh", "repeat", "reply", "save", "settings", "share", "shield", "sliders", "sort", "stop", "tag", "upload", "wallet"])  # fmt: skip
"""Concepts that are named in any case, since most toolbars have some of them; more of their icons stay unknown."""
MOST_OTHERS, STEP = 0.02, 0.01
"""How many of the icons that mean nothing of ours may be named, each set counting the same. Limits for each concept, chosen on some of the sets, are no better on the rest."""
SIZES = (12, 16, 24, 48, 64)


class Said:
    """What the network says about icons in several sizes, with the labels that their names have now, or that a person gave who looked at them."""

    def __init__(self, path: Path) -> None:
        data, meanings = np.load(path), Meanings()
        self.outputs = [MERGED.get(str(name), str(name)) for name in data["concepts"]]
        found = [
            meanings.label(str(prefix), str(name)) for prefix, name in zip(data["sets"], data["names"], strict=True)
        ]
        kept = np.array([label is not None for label in found])
        self.names = sorted(set(self.outputs) - {"other"})
        places = {name: place for place, name in enumerate(["other", *self.names])}
        self.label = np.array([places[MERGED.get(label, label)] for label in found if label is not None])
        self.sets, self.icons = data["sets"][kept], data["names"][kept]
        near = np.array([places[name] for name in self.outputs])[data["top"][:, kept]]
        sure = data["sure"][:, kept].astype(float)
        together = (sure[..., None, :] * (near[..., :, None] == near[..., None, :])).sum(-1)
        best = together.argmax(-1)[..., None]
        self.top = np.take_along_axis(near, best, -1)[..., 0]
        self.sure = np.take_along_axis(together, best, -1)[..., 0]

    def told(self, least: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
        """What is told of each icon in each size and what it is, 0 for nothing we name."""
        limits = np.array([2.0, *(least.get(name, 2.0) for name in self.names)])
        told = np.where((self.top > 0) & (self.sure > limits[self.top]), self.top, 0)
        return told, np.where(limits[self.label] < 2, self.label, 0)


def choose(said: Said) -> dict[str, float]:
    """The concepts that are named, and how sure the network has to be: the least with which so few others are named, not too small ones."""
    middle = slice(1, 4)
    top, sure = said.top[middle], said.sure[middle]
    found: list[str] = []
    for place, name in enumerate(said.names, 1):
        own = said.label == place
        is_found = own.sum() >= FEWEST and ((top == place) & (sure > FOUND))[:, own].mean() >= LEAST_FOUND
        if is_found or name in NEEDED:
            found.append(name)
    for least in np.arange(FOUND, 1, STEP):
        limits = dict.fromkeys(found, round(float(least), 2))
        told, label = said.told(limits)
        named = [(told[middle] > 0)[:, (label == 0) & (said.sets == prefix)].mean() for prefix in set(said.sets)]
        if np.mean(named) <= MOST_OTHERS:
            return limits
    raise SystemExit("However sure the network is, it names too many others.")


def figures(said: Said, least: dict[str, float], rows: slice, chosen: np.ndarray | None = None) -> str:
    told, label = said.told(least)
    told = told[rows] if chosen is None else told[rows][:, chosen]
    label = label if chosen is None else label[chosen]
    named = label > 0
    right, wrong = (told == label)[:, named], ((told > 0) & (told != label))[:, named]
    others = (told > 0)[:, ~named]
    given = (told > 0).sum()
    return (
        f"| {named.sum()} | {right.mean():.1%} | {wrong.mean():.2%} | {(~named).sum()} | {others.mean():.2%} | "
        f"{(wrong.sum() + others.sum()) / max(1, given):.2%} |"
    )


def measure(said: Said, least: dict[str, float]) -> None:
    print(
        "| | icons of the concepts | right | wrong | others | named | of the names given, wrong |\n|---|---|---|---|---|---|---|"
    )
    for place, size in enumerate(SIZES):
        print(f"| {size} px", figures(said, least, slice(place, place + 1)))
    print("| all", figures(said, least, slice(0, 5)))
    for prefix in sorted(set(said.sets)):
        print(f"| {prefix}", figures(said, least, slice(1, 4), said.sets == prefix))


def main(read: Path, out: Path) -> None:
    """`read`: what the shipped file says about the validation sets, by `read_icons.py`."""
    said, known = Said(read), json.loads(out.read_text("utf-8"))
    least = choose(said)
    out.write_text(json.dumps({"outputs": known["outputs"], "sure": least}, indent=1) + "\n", "utf-8")
    print(len(least), "concepts")
    measure(said, least)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
