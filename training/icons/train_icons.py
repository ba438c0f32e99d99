"""Trains networks on drawn icons.

`python train_icons.py folds DATA OUT` trains three networks, each without a third of the sets, and writes what each says
about the icons of the sets it has not seen: mistakes in the labels show there. `python train_icons.py final DATA OUT`
trains teachers, and from them the network that is shipped.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from augmentation import Augmentation, at_size
from dataset import Icons
from network import Network, Teacher
from torch import Tensor

SEED = 23
BATCH = 2048
OTHERS = 0.35
"""The share of a batch that means nothing we know."""
FINE = 0.3
"""From which part of the training on the weights are rounded as in the file."""
SIGNS = ("close", "check", "search", "settings", "lock", "heart", "star", "user", "left", "right", "refresh", "clock", "edit", "remove", "add")  # fmt: skip
HAVE_SLASHED = frozenset(["show", "hide", "microphone", "microphone off", "notifications", "notifications off", "volume", "mute", "wifi",
                          "wifi off", "link", "unlink", "block", "remove", "italic", "percent", "close", "user", "search"])  # fmt: skip
HAVE_SIGNED = frozenset(["search", "zoom in", "zoom out", "close", "block", "remove", "percent", "italic", "volume", "mute", "shield",
                         "shield check", "check", "check all", "checkbox on"])  # fmt: skip
HAVE_ADDED = frozenset(["user", "users", "user add", "calendar", "calendar add", "file", "file add", "folder", "folder add"])  # fmt: skip
"""Concepts that are not drawn with a slash, a sign or a plus in training: they are concepts themselves then, or close to one."""


class Trainer:
    def __init__(self, icons: Icons, device: str) -> None:
        self.icons, self.device = icons, device
        self.ink, self.kind = icons.ink.to(device), icons.kind.to(device)
        concepts = len(icons.concepts)
        counts = torch.bincount(self.kind, minlength=len(icons.kinds)).float().clamp(min=1)
        weight = 1 / counts.sqrt()
        mass = counts * weight
        mass[0], weight[0] = 0.3 * mass[concepts:].sum(), 0.3 * mass[concepts:].sum() / counts[0]
        known = mass[1:concepts].sum()
        others = mass.sum() - known
        share = OTHERS / (1 - OTHERS) * known / others
        weight[0] *= share
        weight[concepts:] *= share
        self.weights = weight[self.kind]
        signs = torch.isin(icons.label, torch.tensor([icons.concepts.index(sign) for sign in SIGNS])).to(device)
        adds = self.kind[signs] == icons.concepts.index("add")
        taken = (HAVE_SLASHED, HAVE_SIGNED, HAVE_ADDED)
        free = [torch.tensor([name not in names for name in icons.kinds], device=device) for names in taken]
        self.augment = Augmentation(_float(self.ink[signs]), adds, *free)

    def train(
        self, net: Network, steps: int, seconds: float = math.inf, teachers: Sequence[Network] = (), peak: float = 3e-3
    ) -> Network:
        """The mean of the weights over the last steps. Where time is short, the rate falls with the time."""
        net = net.to(self.device).to(memory_format=torch.channels_last).train()
        mean = copy.deepcopy(net).eval()
        optimizer = torch.optim.AdamW(net.parameters(), peak, weight_decay=0.05, fused=self.device == "cuda")
        started, step, done = time.monotonic(), 0, 0.0
        while done < 1:
            step += 1
            done = max(step / steps, (time.monotonic() - started) / seconds)
            rate = peak * min(1, done / 0.08) * (0.5 + 0.5 * math.cos(math.pi * min(1, done))) + 1e-6
            for group in optimizer.param_groups:
                group["lr"] = rate
            if teachers and done > FINE:
                net.rounded()
            chosen = torch.multinomial(self.weights, BATCH, replacement=True)
            picture, kind = self.augment(_float(self.ink[chosen]), self.kind[chosen])
            picture = picture.to(memory_format=torch.channels_last)
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                concepts, kinds = net(picture)
                loss = self._loss(concepts.float(), kinds.float(), kind, picture, teachers)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimizer.step()
            if step % 4 == 0:
                _average(mean, net, min(0.992, step / (step + 40)))
            if step % 500 == 0:
                print(f"  step {step} {time.monotonic() - started:.0f} s loss {loss.item():.3f}", flush=True)
        print(f"  {step} steps in {time.monotonic() - started:.0f} s", flush=True)
        return mean.rounded(bool(teachers))

    def _loss(
        self, concepts: Tensor, kinds: Tensor, kind: Tensor, picture: Tensor, teachers: Sequence[Network]
    ) -> Tensor:
        count = concepts.shape[1]
        label = torch.where(kind < count, kind, 0)
        loss = F.cross_entropy(concepts, label, label_smoothing=0.05) + F.cross_entropy(
            kinds, kind, label_smoothing=0.05
        )
        if not teachers:
            return loss
        with torch.no_grad():
            said = [teacher(picture) for teacher in teachers]
            fine = torch.stack([one[1].float().softmax(1) for one in said]).mean(0)
            taught = torch.stack([merged(one) for one in said]).mean(0)
        return 0.15 * loss + F.cross_entropy(concepts, taught) + 0.5 * F.cross_entropy(kinds, fine)


def merged(said: tuple[Tensor, Tensor]) -> Tensor:
    """How likely each concept is, by both ends of a network."""
    concepts, kinds = (part.float().softmax(1) for part in said)
    count = concepts.shape[1]
    known = kinds[:, 1:count]
    by_kind = torch.cat([1 - known.sum(1, keepdim=True), known], 1).clamp(min=0)
    return (concepts + by_kind) / 2


def _float(ink: Tensor) -> Tensor:
    return ink[:, None].float() / 15


def _average(mean: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        kept, new = ([value for value in one.state_dict().values() if value.is_floating_point()] for one in (mean, net))
        torch._foreach_lerp_(kept, new, 1 - keep)


@torch.no_grad()
def say(nets: Sequence[Network], icons: Icons, device: str, sides: Sequence[int], *, shipped: bool = False) -> Tensor:
    """What networks say about icons drawn in several sizes, one table a size."""
    found: list[Tensor] = []
    for side in sides:
        parts = [at_size(_float(part.to(device)), side) for part in icons.ink.split(4096)]
        tables = [
            torch.stack([net(part)[0].float().softmax(1) if shipped else merged(net(part)) for net in nets]).mean(0)
            for part in parts
        ]
        found.append(torch.cat(tables).cpu())
    return torch.stack(found)


def report(said: Tensor, label: Tensor, thresholds: Sequence[float] = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)) -> None:
    named = label > 0
    sure, concept = said.max(2)
    for threshold in thresholds:
        tells = (concept > 0) & (sure > threshold)
        right = tells & (concept == label)
        parts = (right[:, named], (tells & ~right)[:, named], tells[:, ~named])
        figures = " ".join(
            f"{name} {part.float().mean():.4f}" for name, part in zip(("right", "wrong", "others"), parts, strict=True)
        )
        print(f"  sure {threshold}: {figures}", flush=True)


def keep(path: Path, icons: Icons, said: Tensor) -> None:
    top = said.topk(3, dim=2)
    np.savez_compressed(
        path,
        sets=icons.sets,
        names=icons.names,
        top=top.indices.numpy().astype(np.int16),
        sure=top.values.half().numpy(),
        concepts=np.array(icons.concepts),
    )


def folds(icons: Icons, out: Path, device: str, steps: int, seconds: float) -> None:
    training = icons.used_for("training")
    prefixes = sorted(set(icons.sets[training]))
    held = icons.part(~training)
    said = torch.zeros(len(icons.label), len(icons.concepts))
    nets: list[Network] = []
    for fold in range(3):
        torch.manual_seed(SEED + fold)
        left = np.isin(icons.sets, prefixes[fold::3]) & training
        trainer = Trainer(icons.part(training & ~left), device)
        nets.append(trainer.train(Teacher(len(icons.concepts), len(icons.kinds)), steps, seconds))
        said[torch.from_numpy(left)] = say(nets[-1:], icons.part(left), device, (24, 48)).mean(0)
    print("one network, on validation sets")
    report(say(nets[:1], held, device, (16, 24, 48)), held.label)
    print("three networks")
    tables = say(nets, held, device, (16, 24, 48))
    report(tables, held.label)
    said[torch.from_numpy(~training)] = tables.mean(0)
    keep(out / "folds.npz", icons, said[None])


def final(icons: Icons, out: Path, device: str, steps: int, seconds: float, dropped: set[str], count: int) -> None:
    training = icons.used_for("training")
    clean = np.array([f"{prefix}:{name}" not in dropped for prefix, name in zip(icons.sets, icons.names, strict=True)])
    trainer = Trainer(icons.part(training & clean), device)
    sizes = len(icons.concepts), len(icons.kinds)
    held = icons.part(icons.used_for("validation"))
    teachers: list[Network] = []
    for place in range(count):
        torch.manual_seed(SEED + place)
        teachers.append(trainer.train(Teacher(*sizes), steps, seconds * 0.45 / count))
    print("teachers, on validation sets")
    tables = say(teachers, held, device, (12, 16, 24, 48, 64))
    report(tables, held.label)
    keep(out / "teachers.npz", held, tables)
    torch.manual_seed(SEED)
    student = trainer.train(Network(*sizes), steps, seconds * 0.55, teachers, 4e-3)
    print("shipped, on validation sets")
    tables = say([student], held, device, (12, 16, 24, 48, 64), shipped=True)
    report(tables, held.label)
    keep(out / "validation.npz", held, tables)
    torch.save(
        {"weights": student.cpu().state_dict(), "concepts": list(icons.concepts), "kinds": len(icons.kinds)},
        out / "icons.pt",
    )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("what", choices=("folds", "final"))
    arguments.add_argument("data", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--steps", type=int, default=3000)
    arguments.add_argument("--seconds", type=float, default=math.inf)
    arguments.add_argument("--dropped", type=Path)
    arguments.add_argument("--teachers", type=int, default=2, help="how many larger networks teach the shipped one")
    given = arguments.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    icons = Icons.read(given.data)
    named = int((icons.label > 0).sum())
    print(
        f"{device}: {len(icons.label)} icons, {named} named, {len(icons.concepts) - 1} concepts, {len(icons.kinds)} kinds"
    )
    given.out.mkdir(parents=True, exist_ok=True)
    if given.what == "folds":
        folds(icons, given.out, device, given.steps, given.seconds)
    else:
        dropped = set(json.loads(given.dropped.read_text("utf-8"))) if given.dropped else set[str]()
        final(icons, given.out, device, given.steps, given.seconds, dropped, given.teachers)


if __name__ == "__main__":
    main()
