"""Icons as they look on screens: small, thick or thin, on buttons, with badges, in all colours and contrasts.

All works on ink, which is the distance of a pixel from the background; colours are gone by then.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

INPUT = 48
MARGIN = 1.12
EDGE = 0.2
BENT = 0.035
"""How far parts of an icon are moved against each other, as a part of half its side."""
MARGIN_MEASURED = 3
"""How many pixels are around an icon that is measured."""
SIZES = 8
"""In how many sizes a batch is shown."""
REACH = 40
"""How many pixels into its bays the outside of an icon is followed."""


def either(is_so: Tensor, one: float, other: float) -> Tensor:
    """As `torch.where`, which would bring the numbers to the device at each call: such work cannot be recorded."""
    return other + (one - other) * is_so.float()


def normalize(picture: Tensor) -> Tensor:
    """Pictures of any size as the network takes them: ink against the colour along the edge, cut to what is drawn, 48 by 48."""
    ring = torch.cat([picture[:, 0, 0], picture[:, 0, -1], picture[:, 0, :, 0], picture[:, 0, :, -1]], 1)
    ink = (picture - ring.median(1).values[:, None, None, None]).abs()
    ink = ink / ink.amax((1, 2, 3), keepdim=True).clamp(min=1e-3)
    seen = ink[:, 0] > EDGE
    size = picture.shape[-1]

    def ends(line: Tensor) -> tuple[Tensor, Tensor]:
        first = line.float().argmax(1)
        last = size - 1 - line.flip(1).float().argmax(1)
        return first.float(), last.float() + 1

    top, bottom = ends(seen.any(2))
    left, right = ends(seen.any(1))
    side = torch.maximum(bottom - top, right - left) * MARGIN
    theta = torch.zeros(len(ink), 2, 3, device=ink.device)
    theta[:, 0, 0] = theta[:, 1, 1] = side / size
    theta[:, 0, 2], theta[:, 1, 2] = (left + right) / size - 1, (top + bottom) / size - 1
    finer = 2 if size > INPUT else 1
    grid = F.affine_grid(theta, (len(ink), 1, finer * INPUT, finer * INPUT), align_corners=False)
    return F.avg_pool2d(F.grid_sample(ink, grid, align_corners=False), finer)


def at_size(ink: Tensor, side: int) -> Tensor:
    """Icons as drawn on a box of `side` pixels with some room around it, for measuring."""
    return normalize(F.pad(F.interpolate(ink, size=side, mode="area"), [MARGIN_MEASURED] * 4))


class Augmentation:
    """Changes a batch at random. Labels change too: with a slash a microphone is off, and with another sign it is something else."""

    def __init__(self, signs: Tensor, adds: Tensor, slashed: Tensor, signed: Tensor, added: Tensor) -> None:
        self._signs, self._adds, self._plus = signs, adds, adds.nonzero()[:, 0]
        """Icons that are drawn small over others, and which of them are a plus."""
        self._corner = torch.tensor([0.85, 0.75], device=signs.device)
        """How often they are drawn to the right, and below."""
        self._slashed, self._signed, self._added = slashed, signed, added
        """For each kind, what it is with a slash, with a sign, and with a plus as the sign; less than 0 if that is not sure."""

    def drawn(self, ink: Tensor, label: Tensor) -> tuple[Tensor, Tensor]:
        """Icons as somebody else may have drawn them, and what they mean then."""
        device, count = ink.device, len(ink)
        chance = torch.rand(count, device=device)
        kind = label.clamp(min=0)
        slashed, signed, added = (
            torch.where(label < 0, label, means[kind]) for means in (self._slashed, self._signed, self._added)
        )
        ink, label = self._slash(ink, label, (slashed >= 0) & (chance < either(slashed > 0, 0.12, 0.02)), slashed)
        chosen = (chance > 0.12) & (chance < either(added > 0, 0.24, 0.18))
        ink, label = self._sign(ink, label, chosen, signed, added)
        style = torch.rand(count, device=device)
        ink = _hollowed(ink, style < 0.08)
        chosen = style.topk(count // 12).indices
        ink = ink.index_copy(0, chosen, _filled(ink[chosen]))
        ink = _placed(ink, chance > 0.9)
        ink = _stroked(ink)
        ink = _shaded(ink)
        ink = _badged(ink, torch.rand(count, device=device) < 0.07)
        return _framed(ink, chance > 0.9), label

    def _slash(self, ink: Tensor, label: Tensor, chosen: Tensor, means: Tensor) -> tuple[Tensor, Tensor]:
        across, down = _axes(ink)
        falls = either(torch.rand(len(ink), 1, 1, 1, device=ink.device) < 0.7, 1, -1)
        away = (across - falls * down).abs() / math.sqrt(2)
        width = 0.04 + 0.05 * torch.rand(len(ink), 1, 1, 1, device=ink.device)
        inside = torch.maximum(across.abs(), down.abs()) < 0.85
        line, gap = (away < width) & inside, (away < 2.2 * width) & inside
        drawn = torch.where(line, torch.ones_like(ink), torch.where(gap, torch.zeros_like(ink), ink))
        return torch.where(chosen[:, None, None, None], drawn, ink), torch.where(chosen, means, label)

    def _sign(self, ink: Tensor, label: Tensor, chosen: Tensor, signed: Tensor, added: Tensor) -> tuple[Tensor, Tensor]:
        """Another icon in a corner, at less than half the size, with a gap around it."""
        count, device = len(ink), ink.device
        drawn = torch.randint(len(self._signs), (count,), device=device)
        plus = self._plus[torch.randint(len(self._plus), (count,), device=device)]
        drawn = torch.where((added > 0) & (torch.rand(count, device=device) < 0.5), plus, drawn)
        means = torch.where(self._adds[drawn], added, signed)
        sign, chosen = self._signs[drawn], chosen & (means >= 0)
        share = 0.38 + 0.14 * torch.rand(count, device=device)
        theta = torch.zeros(count, 2, 3, device=device)
        theta[:, 0, 0] = theta[:, 1, 1] = 1 / share
        sides = either(torch.rand(count, 2, device=device) < self._corner, 1, -1)
        theta[:, :, 2] = -sides * (0.92 - share)[:, None] / share[:, None]
        grid = F.affine_grid(theta, (count, 1, 64, 64), align_corners=False)
        small = F.grid_sample(sign, grid, align_corners=False)
        inside = (grid.abs().amax(3) < 1.05)[:, None]
        over = torch.where(inside, small, ink)
        return torch.where(chosen[:, None, None, None], over, ink), torch.where(chosen, means, label)


def seen(ink: Tensor) -> Tensor:
    """Icons as a screen shows them, small or large."""
    picture = ink.new_empty(len(ink), 1, INPUT, INPUT)
    for first in range(SIZES):
        picture[first::SIZES] = _at_some_size(ink[first::SIZES])
    return picture


def _at_some_size(ink: Tensor) -> Tensor:
    most = 17 if torch.rand(1).item() < 0.35 else 64
    side = int(math.exp(torch.empty(1).uniform_(math.log(10), math.log(most)).item()))
    small = F.interpolate(ink, size=side, mode="area") if side < 60 else ink
    noise = torch.rand(len(ink), 1, 1, 1, device=ink.device) ** 2 * 0.06
    return normalize(small + torch.randn_like(small) * noise)


def _axes(ink: Tensor) -> tuple[Tensor, Tensor]:
    line = torch.linspace(-1, 1, ink.shape[-1], device=ink.device)
    return line[None, None, None, :], line[None, None, :, None]


def _placed(ink: Tensor, is_framed: Tensor) -> Tensor:
    """Slightly turned, stretched, bent and moved; smaller where a frame comes around it."""
    count, device = len(ink), ink.device
    tilt = either(torch.rand(count, device=device) < 0.15, 0.2, 0.05)
    angle = torch.randn(count, device=device).clamp(-2, 2) * tilt
    share = torch.where(
        is_framed, 0.42 + 0.3 * torch.rand(count, device=device), 0.78 + 0.22 * torch.rand(count, device=device)
    )
    stretch = 1 + torch.randn(count, device=device) * 0.06
    theta = torch.zeros(count, 2, 3, device=device)
    theta[:, 0, 0], theta[:, 0, 1] = torch.cos(angle) * stretch / share, -torch.sin(angle) / share
    theta[:, 1, 0], theta[:, 1, 1] = torch.sin(angle) / share, torch.cos(angle) / stretch / share
    room = torch.where(is_framed, 0.1 * torch.ones_like(share), (1 - share).clamp(min=0.03))
    theta[:, :, 2] = (torch.rand(count, 2, device=device) * 2 - 1) * (room / share)[:, None]
    bends = torch.randn(count, 2, 4, 4, device=device) * (BENT * torch.rand(count, 1, 1, 1, device=device))
    bent = _smooth(bends, ink.shape[-1]).permute(0, 2, 3, 1)
    grid = F.affine_grid(theta, ink.shape, align_corners=False) + bent
    return F.grid_sample(ink, grid, align_corners=False)


def _smooth(coarse: Tensor, side: int) -> Tensor:
    """Bicubic interpolation, as two products with one small table: many times quicker than torch's own."""
    rows = torch.eye(coarse.shape[-1], device=coarse.device)[:, None, :, None]
    table = F.interpolate(rows, size=(side, 1), mode="bicubic", align_corners=False)[:, 0, :, 0]
    return table.T @ coarse @ table


def _hollowed(ink: Tensor, chosen: Tensor) -> Tensor:
    """Solid parts as outlines; lines stay as they are."""
    wide = torch.rand(len(ink), 1, 1, 1, device=ink.device) < 0.5
    thin, thinner = (-_spread(-F.pad(ink, [side // 2] * 4), side) for side in (7, 11))
    return torch.where(chosen[:, None, None, None], ink - torch.where(wide, thinner, thin), ink)


def _spread(ink: Tensor, side: int) -> Tensor:
    """The most within a square of `side` pixels, first across and then down, which is quicker."""
    return F.max_pool2d(F.max_pool2d(ink, (1, side), 1), (side, 1), 1)


def _filled(ink: Tensor) -> Tensor:
    """Outlines as solid shapes, out of which the lines inside are cut, as sets draw their filled icons."""
    drawn = F.pad((ink > 0.3).float(), [1] * 4)
    outside = F.pad(torch.zeros_like(ink), [1] * 4, value=1)
    for _ in range(REACH):
        outside = torch.minimum(F.max_pool2d(outside, 3, 1, 1), 1 - drawn)
    near = _spread(F.pad(outside, [9] * 4), 19)[..., 1:-1, 1:-1]
    solid = 1 - outside[..., 1:-1, 1:-1]
    return torch.maximum(solid * (1 - ink * (1 - near)), ink * near)


def _stroked(ink: Tensor) -> Tensor:
    chance = torch.rand(len(ink), 1, 1, 1, device=ink.device)
    thick, thin = F.max_pool2d(ink, 3, 1, 1), -F.max_pool2d(-ink, 3, 1, 1)
    ink = torch.where(chance < 0.18, thick, torch.where(chance < 0.22, F.max_pool2d(thick, 3, 1, 1), ink))
    return torch.where(chance > 0.92, 0.5 * thin + 0.5 * ink, ink)


def _shaded(ink: Tensor) -> Tensor:
    """A gradient or a second tone over some."""
    across, down = _axes(ink)
    turn = torch.rand(len(ink), 1, 1, 1, device=ink.device) * 2 * math.pi
    chance = torch.rand(len(ink), 1, 1, 1, device=ink.device)
    along = across * torch.cos(turn) + down * torch.sin(turn)
    gradient = ink * (0.75 + 0.25 * along.clamp(-1, 1))
    tones = torch.where(along > 0.2 * torch.randn_like(chance), ink, ink * 0.45)
    return torch.where(chance < 0.15, gradient, torch.where(chance > 0.93, tones, ink))


def _badged(ink: Tensor, chosen: Tensor) -> Tensor:
    """A dot or a count in a corner: the icon still means what it meant."""
    count, device = len(ink), ink.device
    across, down = _axes(ink)
    seen = ink[:, 0] > 0.3
    line = torch.arange(ink.shape[-1], device=device)
    right = (seen.any(1) * line).amax(1)
    top = ink.shape[-1] - 1 - (seen.any(2).flip(1) * line).amax(1)
    x = (right[:, None, None, None] / 31.5 - 1) + (torch.rand(count, 1, 1, 1, device=device) - 0.7) * 0.2
    y = (top[:, None, None, None] / 31.5 - 1) + (torch.rand(count, 1, 1, 1, device=device) - 0.3) * 0.2
    radius = 0.14 + 0.16 * torch.rand(count, 1, 1, 1, device=device)
    away = torch.sqrt((across - x) ** 2 + (down - y) ** 2)
    tone = 0.5 + 0.5 * torch.rand(count, 1, 1, 1, device=device)
    drawn = torch.where(
        away < radius, tone.expand_as(ink), torch.where(away < radius * 1.25, torch.zeros_like(ink), ink)
    )
    return torch.where(chosen[:, None, None, None], drawn, ink)


def _framed(ink: Tensor, chosen: Tensor) -> Tensor:
    """The border of a button, what is around its corners, or a disc out of which the icon is cut."""
    count, device = len(ink), ink.device
    across, down = _axes(ink)
    half = 0.9 + 0.15 * torch.rand(count, 1, 1, 1, device=device)
    style = torch.rand(count, 1, 1, 1, device=device)
    is_line, is_disc = style < 0.4, style > 0.65
    radius = half * either(is_disc, 0.5, 0).lerp(torch.ones_like(half), torch.rand_like(half))
    dx, dy = (across.abs() - half + radius).clamp(min=0), (down.abs() - half + radius).clamp(min=0)
    away = torch.sqrt(dx**2 + dy**2) - radius
    tone = torch.rand(count, 1, 1, 1, device=device)
    width = 0.02 + 0.06 * torch.rand(count, 1, 1, 1, device=device)
    frame = torch.where(is_line, away.abs() < width, away > 0) * tone
    framed = torch.where(is_disc, (away < 0) * (1 - ink), torch.maximum(ink, frame.expand_as(ink)))
    return torch.where(chosen[:, None, None, None], framed, ink)
