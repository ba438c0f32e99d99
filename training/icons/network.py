"""The network: inverted residual blocks on 48 by 48 pixels of ink."""

from __future__ import annotations

from collections.abc import Sequence

import torch.nn as nn
from torch import Tensor


class Block(nn.Module):
    def __init__(self, before: int, after: int, stride: int, wide: int = 3) -> None:
        super().__init__()
        inner = before * wide
        self.steps = nn.Sequential(
            nn.Conv2d(before, inner, 1, bias=False), nn.BatchNorm2d(inner), nn.ReLU(),
            nn.Conv2d(inner, inner, 5, stride, 2, groups=inner, bias=False), nn.BatchNorm2d(inner), nn.ReLU(),
            nn.Conv2d(inner, after, 1, bias=False), nn.BatchNorm2d(after),
        )  # fmt: skip
        self.is_residual = before == after and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        y = self.steps(x)
        return x + y if self.is_residual else y


def network(
    classes: int, widths: Sequence[int] = (24, 48, 88, 176), depths: Sequence[int] = (2, 3, 3), head: int = 384
) -> nn.Sequential:
    layers: list[nn.Module] = [nn.Conv2d(1, widths[0], 5, 2, 2, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU()]
    for place, depth in enumerate(depths):
        layers.append(Block(widths[place], widths[place + 1], 1 if place == 0 else 2))
        layers += [Block(widths[place + 1], widths[place + 1], 1) for _ in range(depth - 1)]
    layers += [nn.Conv2d(widths[-1], head, 1, bias=False), nn.BatchNorm2d(head), nn.ReLU()]
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(head, classes)]
    return nn.Sequential(*layers)


LARGE = {"widths": (40, 88, 176, 352), "depths": (2, 4, 4), "head": 1024}
"""For teachers: four times as many weights."""
