"""The drawn icons as tensors, labelled by their names and split by set."""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from icon_labels import HERE, OTHER, Meanings, read_concepts
from torch import Tensor

SIDE = 64
UNTOLD = -1
"""The label of an icon whose name says nothing reliable."""
FEWEST_SETS = 5
"""In how many sets of training a kind of other icons has to be to be told apart from the rest."""


@dataclass
class Icons:
    ink: Tensor
    """Pictures of 64 by 64 pixels, 0 to 15."""
    label: Tensor
    """The concept, 0 for others, `UNTOLD` for what nobody knows."""
    kind: Tensor
    """The concept too, and for others what they show, after the concepts; 0 where few sets have it."""
    is_looked: Tensor
    """Whether the label is what a person saw who looked at the icon, whatever its name."""
    sets: np.ndarray
    names: np.ndarray
    concepts: Sequence[str]
    kinds: Sequence[str]

    @classmethod
    def read(cls, path: Path, *, untold: bool = False) -> Icons:
        """Icons whose names say nothing reliable are left out, unless `untold` asks for them."""
        with lzma.open(path) as file:
            about = json.loads(file.read(int.from_bytes(file.read(4), "little")))
            packed = np.frombuffer(file.read(), np.uint8).reshape(len(about), SIDE, SIDE // 2)
        meanings = Meanings()
        found = [OTHER if prefix == "text" else meanings.label(prefix, name) for prefix, name in about]
        kept = np.array([untold or label is not None for label in found])
        ink = np.empty((int(kept.sum()), SIDE, SIDE), np.uint8)
        ink[:, :, 0::2], ink[:, :, 1::2] = packed[kept] >> 4, packed[kept] & 15
        rows = [(*row, label) for row, label in zip(about, found, strict=True) if untold or label is not None]
        concepts = [OTHER, *(concept.name for concept in read_concepts())]
        places = {name: place for place, name in enumerate(concepts)}
        shown = [
            meanings.labels.kind(name) if label == OTHER and prefix != "text" else "" for prefix, name, label in rows
        ]
        kinds = concepts + _frequent([(row[0], kind) for row, kind in zip(rows, shown, strict=True)])
        kind_places = {name: place for place, name in enumerate(kinds) if place >= len(concepts)}
        label = torch.tensor([UNTOLD if row[2] is None else places[row[2]] for row in rows])
        kind = torch.tensor([kind_places.get(kind, 0) for kind in shown])
        return cls(
            torch.from_numpy(ink),
            label,
            torch.where(label == 0, kind, label),
            torch.tensor([meanings.is_looked(row[0], row[1]) for row in rows]),
            np.array([row[0] for row in rows]),
            np.array([row[1] for row in rows]),
            concepts,
            kinds,
        )

    def part(self, kept: np.ndarray) -> Icons:
        chosen = torch.from_numpy(kept)
        return Icons(
            self.ink[chosen],
            self.label[chosen],
            self.kind[chosen],
            self.is_looked[chosen],
            self.sets[kept],
            self.names[kept],
            self.concepts,
            self.kinds,
        )

    def used_for(self, use: str) -> np.ndarray:
        return np.isin(self.sets, [*sets_for(use), *(["text"] if use == "training" else [])])


def sets_for(use: str) -> list[str]:
    sets = json.loads((HERE / "icon_sets.json").read_text("utf-8"))
    return [prefix for prefix, about in sets.items() if about["use"] == use]


def _frequent(rows: list[tuple[str, str]]) -> list[str]:
    training = set(sets_for("training"))
    seen: dict[str, set[str]] = {}
    for prefix, kind in rows:
        if kind and prefix in training:
            seen.setdefault(kind, set()).add(prefix)
    return sorted(kind for kind, prefixes in seen.items() if len(prefixes) >= FEWEST_SETS)
