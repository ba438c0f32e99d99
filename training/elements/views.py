"""Cuts views out of the pictures for training: scaled, recoloured, blurred, with panes of other pictures over them.

All pictures lie where the network learns, and a whole batch of views is cut there at once. A box is left, top, right, bottom in pixels
of the view, role, on (-1: says nothing) and the share that is seen: what is seen in part only is neither asked for nor
punished, and a share of 0 is no box.
"""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from network import ROLES
from PIL import Image

LEAST_SEEN, BARELY_SEEN = 0.55, 0.12
SMALLEST = 5.0
"""What is smaller than this after scaling is not asked for."""
PANES = 0.12
"""The share of views that have a part of another one over them."""


@dataclass
class Stock:
    pictures: list[torch.Tensor]
    """Colours, height, width, in bytes, where the network learns."""
    sizes: torch.Tensor
    """Width and height of each."""
    boxes: torch.Tensor
    """Pictures, boxes, what a box has; on the processor."""

    def part(self, chosen: list[int]) -> Stock:
        return Stock([self.pictures[i] for i in chosen], self.sizes[chosen], self.boxes[chosen])


def read_stock(archives: list[Path], device: torch.device, most: int = 10**9) -> Stock:
    found: list[tuple[bytes, dict]] = []
    for path in archives:
        with zipfile.ZipFile(path) as archive:
            truths = json.loads(archive.read("truth.json"))
            found += [(archive.read(name), truth) for name, truth in truths.items()]
    found = found[:most]
    with ThreadPoolExecutor(16) as pool:
        opened = pool.map(lambda each: np.array(Image.open(io.BytesIO(each[0])).convert("RGB")), found)
        pictures = [torch.from_numpy(pixels).to(device).permute(2, 0, 1).contiguous() for pixels in opened]
    sizes = torch.tensor([[picture.shape[2], picture.shape[1]] for picture in pictures])
    boxes = torch.zeros(len(found), max(len(truth["boxes"]) for _, truth in found) or 1, 7)
    for place, (_, truth) in enumerate(found):
        rows = [[*box[:4], ROLES.index(box[4]), *box[5:7]] for box in truth["boxes"]]
        boxes[place, : len(rows)] = torch.tensor(rows, dtype=torch.float32).reshape(-1, 7)
    return Stock(pictures, sizes, boxes)


def views(
    stock: Stock, count: int, width: int, height: int, dice: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Views of random pictures, colours from -0.5 to 0.5, and their boxes. Upright views are of upright pictures."""
    fitting = torch.arange(len(stock.pictures))
    if height > width:
        is_upright = stock.sizes[:, 1] > stock.sizes[:, 0]
        fitting = fitting[is_upright] if bool(is_upright.any()) else fitting
    panes = int(torch.rand(count, generator=dice).lt(PANES).sum())
    chosen = fitting[torch.randint(len(fitting), (count + panes,), generator=dice)]
    pixels, boxes = _cut(stock, chosen, width, height, dice)
    pixels, boxes = _panes_over(pixels, boxes, panes, dice)
    return recoloured(pixels, dice), _packed(boxes)


def _cut(
    stock: Stock, chosen: torch.Tensor, width: int, height: int, dice: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    def roll(low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(len(chosen), generator=dice) * (high - low) + low

    sizes = stock.sizes[chosen].float()
    is_upright = sizes[:, 1] > sizes[:, 0]
    low, high = torch.where(is_upright, 0.45, 0.5), torch.where(is_upright, 1.2, 1.5)
    scale = low * (high / low) ** roll()
    is_exact = roll() < 0.25
    factors = torch.stack([scale * roll(0.93, 1.07), scale * roll(0.93, 1.07)], 1)
    factors[is_exact] = 1.0
    shown = torch.tensor([width, height]) / factors
    corner = torch.stack([roll(), roll()], 1) * (sizes - shown)
    corner[is_exact] = corner[is_exact].round()
    # the part of each picture that is shown
    first = corner.floor().clamp(min=0).minimum(sizes - 2)
    last = (corner + shown).ceil().minimum(sizes).maximum(first + 2)
    spans = torch.cat([first, last], 1).int().tolist()
    parts = (last - first).int()
    device = stock.pictures[0].device
    sheet = torch.zeros(
        len(chosen), 3, int(parts[:, 1].max()), int(parts[:, 0].max()), dtype=torch.uint8, device=device
    )
    for place, (picture, (left, top, right, bottom)) in enumerate(zip(chosen.tolist(), spans, strict=True)):
        sheet[place, :, : bottom - top, : right - left] = stock.pictures[picture][:, top:bottom, left:right]
    paint = torch.rand(len(chosen), 3, 1, 1, generator=dice).mul(255).to(device)
    pixels = _scaled(sheet, corner - first, factors, parts, paint, (width, height))
    boxes = stock.boxes[chosen].clone()
    boxes[..., :4] = (boxes[..., :4] - corner.repeat(1, 2)[:, None]) * factors.repeat(1, 2)[:, None]
    return pixels, _clipped(boxes, torch.tensor([width, height]).expand(len(chosen), 2))


def _scaled(
    sheet: torch.Tensor, corner: torch.Tensor, factors: torch.Tensor, parts: torch.Tensor, paint: torch.Tensor, sides: tuple[int, int]
) -> torch.Tensor:  # fmt: skip
    """The sheets, scaled along one side and then the other; what lies outside of a picture has one colour.

    A pixel is the mean of what it covers, weighed by nearness, as when pictures are made smaller for the network. Products
    of matrices are what a GPU does best; 16 bits hold colours exactly.
    """
    device = sheet.device
    kind = torch.float16 if device.type == "cuda" else torch.float32
    weights, insides = [], []
    for axis, length in enumerate(sides):
        steps = torch.arange(length) + 0.5
        place = (corner[:, axis, None] + steps / factors[:, axis, None]).to(device)
        end = parts[:, axis, None].float().to(device)
        reach = (1 / factors[:, axis]).clamp(min=1)[:, None, None].to(device)
        source = torch.arange(sheet.shape[3 - axis], device=device) + 0.5
        near = (1 - (source - place.clamp(min=0.5).minimum(end - 0.5)[:, :, None]).abs() / reach).clamp(min=0)
        near = near * (source < end)[:, None, :]
        weights.append((near / near.sum(2, keepdim=True)).to(kind))
        insides.append((place > 0) & (place < end))
    lines = sheet.to(kind) @ weights[0].transpose(1, 2)[:, None]
    pixels = (weights[1][:, None] @ lines).float()
    return torch.where((insides[0][:, None, :] & insides[1][:, :, None])[:, None], pixels, paint)


def _clipped(boxes: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """The boxes as far as they reach into views that end there; their share becomes what is left of it."""
    before = (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
    boxes[..., :4] = boxes[..., :4].clamp(min=0).minimum(ends.repeat(1, 2)[:, None])
    sides = boxes[..., 2:4] - boxes[..., :2]
    boxes[..., 6] *= sides.prod(-1) / before.clamp(min=1e-3)
    return boxes * ((sides.min(-1).values > 2) & (boxes[..., 6] > BARELY_SEEN))[..., None]


def _panes_over(
    pixels: torch.Tensor, boxes: torch.Tensor, panes: int, dice: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """The last views are put as windows over some of the others."""
    count = len(pixels) - panes
    tall, wide = pixels.shape[2:]
    order = torch.randperm(len(pixels), generator=dice).tolist()
    kept, over = order[:count], order[count:]
    more = torch.zeros(count, *boxes.shape[1:])
    under, inner = boxes[kept], boxes[over]
    sides = torch.tensor([wide, tall])
    size = (sides * (torch.rand(panes, 2, generator=dice) * 0.5 + 0.25)).int()
    place = ((sides - size) * torch.rand(panes, 2, generator=dice)).int()
    inner = _clipped(inner, size)
    for number, (own, (left, top), (width, height)) in enumerate(zip(over, place.tolist(), size.tolist(), strict=True)):
        pixels[kept[number], :, top : top + height, left : left + width] = pixels[own, :, :height, :width]
        window = torch.tensor([left, top, left + width, top + height])
        box = under[number]
        hidden = box[:, 2:4].minimum(window[2:]) - box[:, :2].maximum(window[:2])
        area = (box[:, 2:4] - box[:, :2]).prod(-1)
        box[:, 6] *= 1 - hidden.clamp(min=0).prod(-1) / area.clamp(min=1e-3)
        under[number] = box * (box[:, 6] > BARELY_SEEN)[:, None]
        shifted = inner[number].clone()
        shifted[:, :4] += torch.tensor([left, top, left, top])
        more[number] = shifted * (shifted[:, 6] > 0)[:, None]
    return pixels[kept], torch.cat([under, more], 1)


def _packed(boxes: torch.Tensor) -> torch.Tensor:
    """Without the places where no view has a box."""
    is_box = boxes[..., 6] > 0
    order = torch.argsort((~is_box).int(), dim=1, stable=True)[:, : max(1, int(is_box.sum(1).max()))]
    return boxes.gather(1, order[..., None].expand(-1, -1, boxes.shape[2]))


def recoloured(pixels: torch.Tensor, dice: torch.Generator) -> torch.Tensor:
    """The views in other colours, from -0.5 to 0.5."""
    count, device = len(pixels), pixels.device

    def roll(low: float = 0.0, high: float = 1.0, wide: int = 1) -> torch.Tensor:
        return (torch.rand(count, wide, 1, 1, generator=dice) * (high - low) + low).to(device)

    def some(share: float, then: torch.Tensor, otherwise: float) -> torch.Tensor:
        return torch.where(roll() < share, then, torch.tensor(otherwise, device=device))

    pixels = torch.where(roll() < 0.12, 255 - pixels, pixels)
    shuffled = torch.rand(count, 3, generator=dice).argsort(1)
    order = torch.where(torch.rand(count, 1, generator=dice) < 0.25, shuffled, torch.arange(3)).to(device)
    pixels = pixels[torch.arange(count, device=device)[:, None], order]
    pixels = torch.where(roll() < 0.12, pixels.mean(1, keepdim=True), pixels)
    is_bent = roll() < 0.5
    low, high = torch.where(is_bent, roll(-10, 50), 0.0), torch.where(is_bent, roll(190, 270), 255.0)
    bent = (pixels / 255).clamp(min=1e-4) ** torch.where(is_bent, roll(-0.4, 0.4).exp(), 1.0)
    pixels = (bent * (high - low) + low) * some(0.15, roll(0.75, 1.1, 3), 1.0)
    blurred = torch.nonzero(torch.rand(count, generator=dice) < 0.12)[:, 0].to(device)
    if len(blurred):
        factor = float(torch.rand(1, generator=dice)) * 0.35 + 0.6
        small = F.interpolate(pixels[blurred], scale_factor=factor, mode="bilinear", antialias=True)
        pixels[blurred] = F.interpolate(small, pixels.shape[2:], mode="bilinear")
    pixels = pixels + torch.randn_like(pixels) * some(0.15, roll(1, 9), 0.0)
    return pixels.clamp(0, 255) / 255 - 0.5
