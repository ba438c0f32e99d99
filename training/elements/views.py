"""Cuts views out of the pictures for training: scaled, recoloured, blurred, with panes of other pictures over them.

Threads cut the views on the processor while the network learns; colours change where it learns. Boxes are `[left, top, right, bottom]` in pixels
of the view, with role, on and whether it counts: what is seen in part only is neither asked for nor punished.
"""

from __future__ import annotations

import io
import itertools
import json
import math
import random
import zipfile
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from network import ROLES
from PIL import Image

LEAST_SEEN, BARELY_SEEN = 0.55, 0.12
AHEAD = 4
SMALLEST = 5.0
"""What is smaller than this after scaling is not asked for."""


@dataclass
class Sample:
    pixels: torch.Tensor
    """Colours, height, width, in bytes."""
    boxes: torch.Tensor
    """Left, top, right, bottom, role, on (-1: says nothing), share that is seen."""
    kit: str


def samples(archives: list[Path], most: int = 10**9) -> list[Sample]:
    found: list[tuple[bytes, dict]] = []
    for path in archives:
        with zipfile.ZipFile(path) as archive:
            truths = json.loads(archive.read("truth.json"))
            found += [(archive.read(name), truth) for name, truth in truths.items()]
    with ThreadPoolExecutor(16) as pool:
        pictures = pool.map(_opened, [picture for picture, _ in found[:most]])
        return [
            Sample(torch.from_numpy(pixels).permute(2, 0, 1).contiguous(), _boxes(truth), truth["kit"])
            for pixels, (_, truth) in zip(pictures, found[:most], strict=True)
        ]


def _opened(picture: bytes) -> np.ndarray:
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


def _boxes(truth: dict) -> torch.Tensor:
    rows = [[*box[:4], ROLES.index(box[4]), box[5], box[6]] for box in truth["boxes"]]
    return torch.tensor(rows, dtype=torch.float32).reshape(-1, 7)


def view(sample: Sample, width: int, height: int, dice: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
    """A part of a picture, scaled to `width` × `height`, and its boxes."""
    low, high = (0.5, 1.5) if sample.pixels.shape[2] > sample.pixels.shape[1] else (0.45, 1.2)
    scale = 1.0 if dice.random() < 0.25 else math.exp(dice.uniform(math.log(low), math.log(high)))
    across, down = scale * dice.uniform(0.93, 1.07), scale * dice.uniform(0.93, 1.07)
    if scale == 1.0:
        across = down = 1.0
    wide, tall = round(width / across), round(height / down)
    there_tall, there_wide = sample.pixels.shape[1:]
    left = dice.randint(min(0, there_wide - wide), max(0, there_wide - wide))
    top = dice.randint(min(0, there_tall - tall), max(0, there_tall - tall))
    cut = sample.pixels[:, max(0, top) : top + tall, max(0, left) : left + wide]
    pads = (max(0, -left), 0, max(0, -top), 0)
    pads = (pads[0], wide - pads[0] - cut.shape[2], pads[2], tall - pads[2] - cut.shape[1])
    if any(pads):
        full = torch.empty(3, tall, wide, dtype=torch.uint8, device=cut.device)
        full[:] = torch.tensor([dice.randrange(256) for _ in range(3)], dtype=torch.uint8, device=cut.device)[
            :, None, None
        ]
        full[:, pads[2] : pads[2] + cut.shape[1], pads[0] : pads[0] + cut.shape[2]] = cut
        cut = full
    pixels = cut[None]
    if (wide, tall) != (width, height):
        pixels = F.interpolate(pixels, (height, width), mode="bilinear", antialias=True, align_corners=False)
    boxes = sample.boxes.clone()
    boxes[:, 0:4:2] = (boxes[:, 0:4:2] - left) * (width / wide)
    boxes[:, 1:4:2] = (boxes[:, 1:4:2] - top) * (height / tall)
    return pixels[0], clipped(boxes, width, height)


def clipped(boxes: torch.Tensor, width: int, height: int) -> torch.Tensor:
    """The boxes that reach into the view; their share becomes what is left of it."""
    before = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    boxes[:, 0:4:2] = boxes[:, 0:4:2].clamp(0, width)
    boxes[:, 1:4:2] = boxes[:, 1:4:2].clamp(0, height)
    sides = boxes[:, 2:4] - boxes[:, :2]
    boxes[:, 6] *= (sides[:, 0] * sides[:, 1]) / before.clamp(min=1e-3)
    return boxes[(sides.min(1).values > 2) & (boxes[:, 6] > BARELY_SEEN)]


def pane(
    pixels: torch.Tensor, boxes: torch.Tensor, other: Sample, dice: random.Random
) -> tuple[torch.Tensor, torch.Tensor]:
    """`pixels` with a window over them that shows a part of another picture."""
    tall, wide = pixels.shape[1:]
    width, height = dice.randint(wide // 4, wide * 3 // 4), dice.randint(tall // 4, tall * 3 // 4)
    left, top = dice.randint(0, wide - width), dice.randint(0, tall - height)
    inner, inside = view(other, width, height, dice)
    pixels = pixels.clone()
    pixels[:, top : top + height, left : left + width] = inner
    inside[:, 0:4:2] += left
    inside[:, 1:4:2] += top
    over = (boxes[:, 2].clamp(max=left + width) - boxes[:, 0].clamp(min=left)).clamp(min=0)
    over = over * (boxes[:, 3].clamp(max=top + height) - boxes[:, 1].clamp(min=top)).clamp(min=0)
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    boxes = boxes.clone()
    boxes[:, 6] *= 1 - over / area.clamp(min=1e-3)
    return pixels, torch.cat([boxes[boxes[:, 6] > BARELY_SEEN], inside])


def recoloured(pixels: torch.Tensor, dice: random.Random) -> torch.Tensor:
    """A view in other colours, from -0.5 to 0.5."""
    pixels = pixels.float()
    if dice.random() < 0.12:
        pixels = 255 - pixels
    if dice.random() < 0.25:
        order = [0, 1, 2]
        dice.shuffle(order)
        pixels = pixels[order]
    if dice.random() < 0.12:
        pixels = pixels.mean(0, keepdim=True).expand(3, -1, -1)
    if dice.random() < 0.5:
        low, high = dice.uniform(-10, 50), dice.uniform(190, 270)
        pixels = (pixels / 255) ** math.exp(dice.uniform(-0.4, 0.4)) * (high - low) + low
    if dice.random() < 0.15:
        tint = torch.tensor([dice.uniform(0.75, 1.1) for _ in range(3)], device=pixels.device)
        pixels = pixels * tint[:, None, None]
    if dice.random() < 0.12:
        small = F.interpolate(pixels[None], scale_factor=dice.uniform(0.6, 0.95), mode="bilinear", antialias=True)
        pixels = F.interpolate(small, pixels.shape[1:], mode="bilinear")[0]
    if dice.random() < 0.15:
        pixels = pixels + torch.randn_like(pixels) * dice.uniform(1, 9)
    return pixels.clamp(0, 255) / 255 - 0.5


def made_view(stock: list[Sample], width: int, height: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    dice = random.Random(seed)
    pixels, boxes = view(dice.choice(stock), width, height, dice)
    if dice.random() < 0.12:
        pixels, boxes = pane(pixels, boxes, dice.choice(stock), dice)
    return pixels, boxes


def batches(
    stock: list[Sample], sizes: list[tuple[int, int, int]], threads: int, seed: int
) -> Iterator[tuple[torch.Tensor, list[torch.Tensor]]]:
    """Views of random pictures without end, of each of the sizes (how many, width, height) in turn, and their boxes."""
    dice = random.Random(seed)
    ahead: deque[list[Future[tuple[torch.Tensor, torch.Tensor]]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for count, width, height in itertools.cycle(sizes):
            seeds = [dice.randrange(2**31) for _ in range(count)]
            ahead.append([pool.submit(made_view, stock, width, height, each) for each in seeds])
            if len(ahead) > AHEAD:
                made = [future.result() for future in ahead.popleft()]
                yield torch.stack([pixels for pixels, _ in made]), [boxes for _, boxes in made]
