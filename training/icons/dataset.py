"""The drawn icons as tensors, split by set."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from icon_labels import HERE, OTHER, read_concepts
from torch import Tensor

SIDE = 64


@dataclass
class Icons:
    ink: Tensor
    """Pictures of 64 by 64 pixels, 0 to 15."""
    label: Tensor
    sets: np.ndarray
    names: np.ndarray
    concepts: list[str]

    @classmethod
    def read(cls, path: Path) -> Icons:
        with lzma.open(path) as file:
            about = json.loads(file.read(int.from_bytes(file.read(4), "little")))
            packed = np.frombuffer(file.read(), np.uint8).reshape(len(about), SIDE, SIDE // 2)
        ink = np.empty((len(about), SIDE, SIDE), np.uint8)
        ink[:, :, 0::2], ink[:, :, 1::2] = packed >> 4, packed & 15
        concepts = [OTHER, *(concept.name for concept in read_concepts())]
        places = {name: place for place, name in enumerate(concepts)}
        label = torch.tensor([places.get(row[2], 0) for row in about])
        return cls(
            torch.from_numpy(ink),
            label,
            np.array([row[0] for row in about]),
            np.array([row[1] for row in about]),
            concepts,
        )

    def relabelled(self) -> Icons:
        """With the labels that `icon_names.txt` gives now; what is left out by it is left out."""
        from icon_labels import Labels

        labels, places = Labels(read_concepts()), {name: place for place, name in enumerate(self.concepts)}
        found = [
            OTHER if group == "text" else labels.label(name) for group, name in zip(self.sets, self.names, strict=True)
        ]
        kept = np.array([label is not None for label in found])
        label = torch.tensor([places[label] for label in found if label is not None])
        return Icons(self.ink[torch.from_numpy(kept)], label, self.sets[kept], self.names[kept], self.concepts)

    def part(self, kept: np.ndarray) -> Icons:
        return Icons(
            self.ink[torch.from_numpy(kept)],
            self.label[torch.from_numpy(kept)],
            self.sets[kept],
            self.names[kept],
            self.concepts,
        )

    def used_for(self, use: str) -> np.ndarray:
        sets = json.loads((HERE / "icon_sets.json").read_text("utf-8"))
        chosen = [prefix for prefix, about in sets.items() if about["use"] == use] + (
            ["text"] if use == "training" else []
        )
        return np.isin(self.sets, chosen)
