"""The networks: residual blocks on 48 by 48 pixels of ink. Plain convolutions, since processors do those in 8 bits quickest."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

LEVELS = 63
"""The largest weight as a whole number: 7 bits, because some processors add products of 8 bits up in too little room."""


class Convolution(nn.Module):
    """A convolution with its norm. `is_rounded`: its weights are used as the file will hold them."""

    def __init__(self, before: int, after: int, side: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(before, after, side, stride, side // 2, bias=False)
        self.norm = nn.BatchNorm2d(after)
        self.is_rounded = False

    def forward(self, x: Tensor) -> Tensor:
        weight = self.conv.weight
        if self.is_rounded:
            scale = weight.detach().abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-8) / LEVELS
            weight = weight + ((weight / scale).round() * scale - weight).detach()
        return self.norm(F.conv2d(x, weight, None, self.conv.stride, self.conv.padding))


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = Convolution(width, width), Convolution(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(F.relu(self.first(x))))


class Network(nn.Module):
    """Tells concepts, and while it learns also the finer kinds that are all `OTHER` to the concepts."""

    def __init__(
        self,
        concepts: int,
        kinds: int,
        stem: int = 24,
        widths: Sequence[int] = (64, 128, 192),
        depths: Sequence[int] = (2, 2, 1),
    ) -> None:
        super().__init__()
        self.stem = Convolution(1, stem, 5, 2)
        stages: list[nn.Module] = []
        for before, width, depth in zip((stem, *widths), widths, depths, strict=False):
            stages.append(
                nn.Sequential(Convolution(before, width, 3, 2), nn.ReLU(), *(Block(width) for _ in range(depth)))
            )
        self.stages = nn.ModuleList(stages)
        self.drop = nn.Dropout(0.2)
        self.concepts, self.kinds = nn.Linear(widths[-1], concepts), nn.Linear(widths[-1], kinds)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = F.relu(self.stem(x))
        for stage in self.stages:
            x = stage(x)
        x = self.drop(x.mean((2, 3)))
        return self.concepts(x), self.kinds(x)

    def rounded(self, is_rounded: bool = True) -> Network:
        for module in self.modules():
            if isinstance(module, Convolution):
                module.is_rounded = is_rounded
        return self


class Teacher(Network):
    """Ten times as many weights, and a stage at 24 by 24 pixels."""

    def __init__(self, concepts: int, kinds: int) -> None:
        super().__init__(concepts, kinds, 48, (64, 128, 256, 512), (2, 3, 3, 1))
        first = self.stages[0][0]
        assert isinstance(first, Convolution)
        self.stages[0][0] = Convolution(48, 64, 3, 1)


def probabilities(said: tuple[Tensor, Tensor]) -> Tensor:
    return torch.softmax(said[0].float(), 1)
