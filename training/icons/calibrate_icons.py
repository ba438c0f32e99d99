"""Chooses which concepts are named, and how sure the network has to be for each, on the validation sets alone; then measures
that on the test sets. An icon of a concept that is not chosen counts as one outside of the concepts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch
from icon_labels import Labels, read_concepts

CHOSEN = 180
NEEDED = frozenset(
    "settings delete edit search menu more close add user users home hide show refresh download upload calendar image message mail "
    "undo redo copy save print link share external-link lock unlock heart bookmark filter sort grid play pause stop phone logout login "
    "globe folder file printer tag expand collapse".replace("external-link", "external_link").split()
)
"""Concepts that are named in any case: most toolbars have some of them."""
STEPS = (0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
MOST_FALSE = 0.08
"""The most that may be something else, of all icons that get the name of one concept."""
SIZES = {12: 0, 16: 1, 24: 2, 48: 3, 64: 4}


def said(data: dict[str, np.ndarray], sizes: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = [SIZES[size] for size in sizes]
    return (
        data["top"][rows, :, 0].ravel(),
        data["sure"][rows, :, 0].astype(float).ravel(),
        np.tile(data["label"], len(rows)),
    )


def current(path: Path, concepts: list[str]) -> dict[str, np.ndarray]:
    """What was said, with the labels that names have now."""
    data, labels = np.load(path), Labels(read_concepts())
    found = [labels.label(str(name)) for name in data["names"]]
    kept = np.array([label is not None for label in found])
    label = np.array([concepts.index(label) for label in found if label is not None])
    return {"label": label, "sets": data["sets"][kept], "top": data["top"][:, kept], "sure": data["sure"][:, kept]}


def choose(data: dict[str, np.ndarray], concepts: list[str]) -> dict[str, float]:
    top, sure, label = said(data, (16, 24, 48))
    scores: list[tuple[float, int]] = []
    for concept in range(1, len(concepts)):
        own = label == concept
        found = ((top == concept) & (sure > 0.5))[own].mean() if own.any() else 0.5
        false = ((top == concept) & (sure > 0.5) & ~own).sum() / 3
        scores.append((0.06 * false / max(1.0, (own.sum() / 3) ** 0.5) - found, concept))
    thresholds: dict[str, float] = {}
    for _, concept in [
        score
        for place, score in enumerate(sorted(scores))
        if place < CHOSEN or concepts[score[1]].replace(" ", "_") in NEEDED
    ]:
        for step in STEPS:
            named = (top == concept) & (sure > step)
            if not named.any() or (named & (label != concept)).sum() <= MOST_FALSE * named.sum():
                break
        thresholds[concepts[concept]] = step
    return dict(sorted(thresholds.items()))


def measure(
    data: dict[str, np.ndarray], concepts: list[str], thresholds: dict[str, float], sizes: tuple[int, ...]
) -> str:
    top, sure, label = said(data, sizes)
    least = np.array([thresholds.get(name, 2.0) for name in concepts])
    known = np.array([name in thresholds for name in concepts])
    label = np.where(known[label], label, 0)
    told = np.where((top > 0) & (sure > least[top]), top, 0)
    named = label > 0
    right, wrong = (told == label)[named].mean(), ((told > 0) & (told != label))[named].mean()
    count = len(sizes)
    return f"{named.sum() // count} named icons: right {right:.1%}, wrong {wrong:.2%}; {(~named).sum() // count} others: named {(told > 0)[~named].mean():.2%}"


def main(folder: Path, out: Path) -> None:
    concepts: list[str] = torch.load(folder / "icons.pt", map_location="cpu")["concepts"]
    validation, test = (current(folder / f"{use}.npz", concepts) for use in ("validation", "test"))
    thresholds = choose(validation, concepts)
    out.write_text(json.dumps({"outputs": concepts, "sure": thresholds}, indent=1) + "\n", "utf-8")
    print(len(thresholds), "concepts")
    for size in SIZES:
        print(size, "px: validation", measure(validation, concepts, thresholds, (size,)))
        print(size, "px: test      ", measure(test, concepts, thresholds, (size,)))
    print("all sizes: test", measure(test, concepts, thresholds, tuple(SIZES)))
    for prefix in sorted(set(test["sets"])):
        here = test["sets"] == prefix
        part = {"label": test["label"][here], "top": test["top"][:, here], "sure": test["sure"][:, here]}
        print(prefix, measure(part, concepts, thresholds, (16, 24, 48)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
