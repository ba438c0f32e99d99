"""The network that finds what can be touched: a slim encoder, context from the whole picture, and one map of answers.

It answers for every 8 × 8 pixels: whether something that can be touched has its middle there, how far its four edges
are, which role it has and whether it is on. One map is enough because what people touch is at least a few pixels high;
wide things (rows, fields across a window) are seen through the coarse levels. Convolutions are split into one over each
channel and one over each pixel: on a processor core that is five times as quick as whole ones.
"""

from __future__ import annotations

import torch
import torch.nn as nn
import torch.nn.functional as F

STRIDE = 8
SIDES = 64
"""Both sides of a picture have to be a multiple of this."""
ROLES = (
    "button", "link", "textbox", "checkbox", "radio", "switch", "combobox", "slider", "tab", "icon", "row", "image",
)  # fmt: skip
CHANNELS = 1 + 4 + len(ROLES) + 1
"""Touchable; the logarithms of the distances left, top, right and bottom in steps of the map; the roles; on."""
WIDTHS = (16, 32, 112, 224, 384, 384)
DEPTHS = (1, 3, 5, 5, 2)


def norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, momentum=0.03)


class Conv(nn.Sequential):
    def __init__(self, before: int, after: int, side: int = 1, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(before, after, side, stride, side // 2, bias=False), norm(after), nn.ReLU(inplace=True)
        )


class Block(nn.Module):
    """A convolution over each channel, then one over each pixel; what comes in is added where it fits."""

    def __init__(self, before: int, after: int, *, stride: int = 1) -> None:
        super().__init__()
        self.over_channel = nn.Conv2d(before, before, 3, stride, 1, groups=before, bias=False)
        self.norm = norm(before)
        self.over_pixel = Conv(before, after)
        self.is_residual = before == after and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.over_pixel(self.norm(self.over_channel(x)))
        return x + y if self.is_residual else y


class Context(nn.Module):
    """What stands in the same row, in the same column and in the whole picture."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.enter, self.leave = Conv(channels, channels), Conv(2 * channels, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.enter(x)
        row, column = y.mean(3, keepdim=True), y.mean(2, keepdim=True)
        return self.leave(torch.cat([x, row + column], 1))


def level(before: int, after: int, depth: int) -> nn.Sequential:
    return nn.Sequential(Block(before, after, stride=2), *(Block(after, after) for _ in range(depth)))


class Detector(nn.Module):
    def __init__(self, widths: tuple[int, ...] = WIDTHS, depths: tuple[int, ...] = DEPTHS) -> None:
        super().__init__()
        w1, w2, w3, w4, w5, w6 = widths
        d2, d3, d4, d5, d6 = depths
        self.level2 = nn.Sequential(Conv(3, w1, 3, 2), level(w1, w2, d2))
        self.level3, self.level4 = level(w2, w3, d3), level(w3, w4, d4)
        self.level5, self.level6 = level(w4, w5, d5), nn.Sequential(level(w5, w6, d6), Context(w6))
        self.down6, self.down5, self.down4 = Conv(w6, w5), Conv(w5, w4), Conv(w4, w3)
        self.join5 = nn.Sequential(Block(w5, w5), Block(w5, w5))
        self.join4 = nn.Sequential(*(Block(w4, w4) for _ in range(2)))
        self.join3 = nn.Sequential(*(Block(w3, w3) for _ in range(3)))
        self.answers = nn.Conv2d(w3, CHANNELS, 1)
        nn.init.normal_(self.answers.weight, std=0.02)
        nn.init.zeros_(self.answers.bias)
        nn.init.constant_(self.answers.bias[:1], -4.6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x3 = self.level3(self.level2(x))
        x4 = self.level4(x3)
        x5 = self.level5(x4)
        x5 = self.join5(x5 + F.interpolate(self.down6(self.level6(x5)), scale_factor=2.0))
        x4 = self.join4(x4 + F.interpolate(self.down5(x5), scale_factor=2.0))
        return self.answers(self.join3(x3 + F.interpolate(self.down4(x4), scale_factor=2.0)))
