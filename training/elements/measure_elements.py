"""Measures the network on pictures with a known truth, and sets how sure it has to be for each role.

Found: the share of what can be touched that has a detection with an IoU of at least 0.5, whatever its role. Precision:
the share of detections that have such a thing. What is seen in part only counts for neither.
"""

from __future__ import annotations

import argparse
import io
import json
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from askonce.geometry import Box
from askonce.vision.backdrop import find_backdrop
from askonce.vision.element_detector import ROLES, Detection, ElementNetwork
from askonce.vision.picture_panels import find_panels

SAME = 0.5
LEAST_SEEN = 0.55
START = 0.15
PACKAGE = Path(__file__).parents[2] / "src" / "askonce" / "vision"


@dataclass
class Thing:
    box: Box
    role: str
    on: int = -1
    counts: bool = True


@dataclass
class Score:
    asked: int = 0
    found: int = 0
    said: int = 0
    right: int = 0
    """Detections that have a thing, those of things that do not count left out of `said`."""
    role: int = 0
    states: int = 0
    right_states: int = 0
    missed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    roles: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def __str__(self) -> str:
        found, precision = self.found / max(1, self.asked), self.right / max(1, self.said)
        told = f"found {found:.1%} of {self.asked}, precision {precision:.1%} of {self.said}, role {self.role / max(1, self.found):.1%}"
        return told + (f", on or off {self.right_states / self.states:.1%} of {self.states}" if self.states else "")


def share(a: Box, b: Box) -> float:
    wide = min(a.right, b.right) - max(a.left, b.left)
    tall = min(a.bottom, b.bottom) - max(a.top, b.top)
    if wide <= 0 or tall <= 0:
        return 0.0
    return wide * tall / (a.width * a.height + b.width * b.height - wide * tall)


def before_backdrop(detections: list[Detection], pixels: np.ndarray) -> list[Detection]:
    """Without what seems to lie behind a dialog."""
    backdrop = find_backdrop(pixels, find_panels(pixels))
    return [detection for detection in detections if backdrop is None or not backdrop.covers(detection.box)]


def matched(detections: list[Detection], things: list[Thing]) -> list[Thing | None]:
    """For each detection, the surest first, the thing that it is; each thing is taken once."""
    free = list(things)
    pairs: list[Thing | None] = []
    for detection in detections:
        best = max(free, key=lambda thing: share(thing.box, detection.box), default=None)
        is_it = best is not None and share(best.box, detection.box) >= SAME
        pairs.append(best if is_it else None)
        if is_it:
            free = [thing for thing in free if thing is not best]
    return pairs


def count(score: Score, detections: list[Detection], things: list[Thing]) -> None:
    pairs = matched(detections, things)
    for thing in things:
        score.asked += thing.counts
        score.roles[thing.role] += thing.counts
        score.missed[thing.role] += thing.counts and not any(pair is thing for pair in pairs)
    for detection, thing in zip(detections, pairs, strict=True):
        if thing is None:
            score.said += 1
        elif thing.counts:
            score.said += 1
            score.right += 1
            score.found += 1
            score.role += thing.role == detection.role
            if thing.on >= 0 and detection.checked is not None:
                score.states += 1
                score.right_states += bool(thing.on) == detection.checked


def pictures(archive: Path) -> Iterator[tuple[str, np.ndarray, list[Thing]]]:
    with zipfile.ZipFile(archive) as opened:
        for name, truth in json.loads(opened.read("truth.json")).items():
            pixels = np.asarray(Image.open(io.BytesIO(opened.read(name))).convert("RGB"))
            things = [Thing(Box.of_edges(*box[:4]), box[4], box[5], box[6] >= LEAST_SEEN) for box in truth["boxes"]]
            yield truth["kit"], pixels, things


def measure(network: ElementNetwork, archives: list[Path]) -> None:
    scores: dict[str, Score] = defaultdict(Score)
    spent: list[float] = []
    for archive in archives:
        for kit, pixels, things in pictures(archive):
            before = time.process_time()
            detections = before_backdrop(network.detect(pixels), pixels)
            spent.append(time.process_time() - before)
            count(scores[kit], detections, things)
            count(scores["all"], detections, things)
    for kit, score in scores.items():
        print(f"{kit}: {score}")
    whole = scores["all"]
    print(
        "found by role:",
        ", ".join(f"{role} {1 - whole.missed[role] / n:.1%} of {n}" for role, n in whole.roles.items() if n),
    )
    print(f"{np.median(spent) * 1e3:.0f} ms of processor a picture")


def calibrate(network: ElementNetwork, archives: list[Path], out: Path) -> None:
    """For each role the confidence at which twice the product of found and precision over their sum is largest."""
    said: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    asked: dict[str, int] = defaultdict(int)
    for archive in archives:
        for _, pixels, things in pictures(archive):
            detections = before_backdrop(network.detect(pixels, least=START), pixels)
            for detection, thing in zip(detections, matched(detections, things), strict=True):
                if thing is None or thing.counts:
                    said[detection.role].append((detection.confidence, thing is not None))
            for thing in things:
                asked[thing.role] += thing.counts
    sure: dict[str, float] = {}
    for role in ROLES:
        rows = sorted(said[role], reverse=True)
        best = (0.0, 0.5)
        right = 0
        for place, (confidence, is_right) in enumerate(rows, start=1):
            right += is_right
            if 0.25 <= confidence <= 0.7:
                best = max(best, (2 * right / (place + max(asked[role], right)), confidence))
        sure[role] = round(best[1], 3)
        print(f"{role}: at {best[1]:.3f}, {best[0]:.1%}, {asked[role]} things")
    out.write_text(json.dumps({"sure": sure}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", type=Path, nargs="+", help="pictures that render_pages.py wrote")
    parser.add_argument("--calibrate", action="store_true", help="write elements.json instead")
    given = parser.parse_args()
    if given.calibrate:
        calibrate(ElementNetwork(), given.archives, PACKAGE / "elements.json")
    else:
        measure(ElementNetwork(), given.archives)
