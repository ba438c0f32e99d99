"""Chooses on the validation sets which concepts are named, and on those that were labelled blind how sure the network has to be, and
writes that down: `python calibrate_icons.py READ FRESH_READ OUT`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from icon_labels import HERE, MERGED, Meanings

LEAST_FOUND, FEWEST, FOUND = 0.79, 3, 0.6
"""A concept is named if so many of its icons are found, of at least so many, by a network that is so sure."""
NEEDED = frozenset(["alarm", "align center", "archive", "cart", "check all", "clock", "copy", "cube", "expand", "globe", "grid", "image", "key", "login", "logout",
                    "more", "paste", "qr code", "refresh", "save", "settings", "share", "shield", "sliders", "sort", "tag", "upload", "wallet"])  # fmt: skip
"""Concepts that are named in any case, since most toolbars have some of them; more of their icons stay unknown."""
MOST_OTHERS, STEP = 0.02, 0.01
"""How many of the icons that mean nothing of ours may be named. Limits for each concept, chosen on some of the sets, are no better on the rest."""
SIZES = (12, 16, 24, 48, 64)


class Said:
    """What the network says about icons in several sizes, with the labels that their names have now, or that a person gave who looked at them."""

    def __init__(self, path: Path) -> None:
        data, meanings = np.load(path), Meanings()
        outputs = merged_outputs(data)
        found = [
            meanings.label(str(prefix), str(name)) for prefix, name in zip(data["sets"], data["names"], strict=True)
        ]
        kept = np.array([label is not None for label in found])
        self.names = sorted(set(outputs) - {"other"})
        places = {name: place for place, name in enumerate(["other", *self.names])}
        self.label = np.array([places[MERGED.get(label, label)] for label in found if label is not None])
        self.sets, self.icons = data["sets"][kept], data["names"][kept]
        self.top, self.sure = likeliest(data["top"][:, kept], data["sure"][:, kept], [places[name] for name in outputs])

    def told(self, least: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
        """What is told of each icon in each size and what it is, 0 for nothing we name."""
        limits = np.array([2.0, *(least.get(name, 2.0) for name in self.names)])
        told = np.where((self.top > 0) & (self.sure > limits[self.top]), self.top, 0)
        return told, np.where(limits[self.label] < 2, self.label, 0)


def merged_outputs(data: Mapping[str, np.ndarray]) -> list[str]:
    return [MERGED.get(str(name), str(name)) for name in data["concepts"]]


def likeliest(top: np.ndarray, sure: np.ndarray, places: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """What an icon is most likely, in each size, and how likely, when outputs of the network that have one place count together."""
    near, sure = np.array(places)[top], sure.astype(float)
    together = (sure[..., None, :] * (near[..., :, None] == near[..., None, :])).sum(-1)
    best = together.argmax(-1)[..., None]
    return np.take_along_axis(near, best, -1)[..., 0], np.take_along_axis(together, best, -1)[..., 0]


def choose_names(said: Said) -> list[str]:
    """The concepts of which enough icons are found, not too small ones."""
    middle = slice(1, 4)
    top, sure = said.top[middle], said.sure[middle]
    found: list[str] = []
    for place, name in enumerate(said.names, 1):
        own = said.label == place
        is_found = own.sum() >= FEWEST and ((top == place) & (sure > FOUND))[:, own].mean() >= LEAST_FOUND
        if is_found or name in NEEDED:
            found.append(name)
    return found


@dataclass(frozen=True)
class Blind:
    """What the network says about icons that people have labelled blind, and what these accept: none where they cannot tell."""

    sets: np.ndarray
    named: np.ndarray
    sure: np.ndarray
    accepted: list[list[str]]

    @classmethod
    def of(cls, path: Path, labels: Mapping[str, list[str]]) -> Blind:
        data = np.load(path)
        outputs = merged_outputs(data)
        names = sorted(set(outputs))
        top, sure = likeliest(data["top"], data["sure"], [names.index(name) for name in outputs])
        keys = [f"{prefix}:{name}" for prefix, name in zip(data["sets"], data["names"], strict=True)]
        accepted = [[MERGED.get(name, name) for name in labels.get(key, ())] for key in keys]
        return cls(data["sets"], np.array(names)[top], sure, accepted)

    def others_named(self, given: list[str], least: float) -> float:
        """How many of those that mean nothing of ours are named."""
        named = np.isin(self.named, given) & (self.sure > least)
        return float(np.mean([named[:, place] for place in self._others(given)]))

    def _others(self, given: list[str]) -> list[int]:
        return [place for place, accepted in enumerate(self.accepted) if accepted and not set(accepted) & set(given)]


def choose_limit(blind: Blind, given: list[str]) -> float:
    """How sure the network has to be: the least with which so few others are named."""
    for least in np.arange(FOUND, 1, STEP):
        if blind.others_named(given, least) <= MOST_OTHERS:
            return round(float(least), 2)
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


def main(read: Path, fresh: Path, out: Path) -> None:
    """`read` and `fresh`: what the shipped file says about the validation sets and those labelled blind, by `read_icons.py`."""
    said, known = Said(read), json.loads(out.read_text("utf-8"))
    names = choose_names(said)
    blind = Blind.of(fresh, json.loads((HERE / "fresh_labels.json").read_text("utf-8")))
    least = dict.fromkeys(names, choose_limit(blind, names))
    out.write_text(json.dumps({"outputs": known["outputs"], "sure": least}, indent=1) + "\n", "utf-8")
    print(len(least), "concepts")
    measure(said, least)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
