"""Trains networks on drawn icons.

`python train_icons.py folds DATA OUT` trains three networks, each without a third of the sets, and writes what each says
about the icons of the sets it has not seen: mistakes in the labels show there. `python train_icons.py final DATA OUT`
trains these three on with the labels that are left, as teachers, and from them the network that is shipped.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from augmentation import Augmentation, at_size
from dataset import UNTOLD, Icons
from network import Network, Teacher
from torch import Tensor

SEED = 23
BATCH = 2048
TEACHERS, TAUGHT = 3, 0.44
"""How many larger networks teach the shipped one, and the share of the last training's time that they learn on."""
OTHERS = 0.35
"""The share of a batch that means nothing we know."""
FINE = 0.3
"""From which part of the training on the weights are rounded as in the file."""
SIGNS = ("close", "check", "search", "settings", "lock", "heart", "star", "user", "left", "right", "refresh", "clock", "edit", "remove", "add")  # fmt: skip
SLASHED = {"show": "hide", "microphone": "microphone off", "notifications": "notifications off", "volume": "mute", "wifi": "wifi off", "link": "unlink"}  # fmt: skip
ADDED = {"user": "user add", "calendar": "calendar add", "file": "file add", "folder": "folder add"}
"""Concepts that are another one with a slash or a plus."""
NEVER_SLASHED = frozenset([*SLASHED.values(), "block", "remove", "italic", "percent", "close", "user", "search"])
NEVER_SIGNED = frozenset(["search", "zoom in", "zoom out", "close", "block", "remove", "percent", "italic", "volume", "mute", "shield",
                          "shield check", "check", "check all", "checkbox on"])  # fmt: skip
NEVER_ADDED = frozenset([*NEVER_SIGNED, *ADDED.values(), "users"])
"""Concepts that are not drawn with a slash, a sign or a plus in training: they are close to another one then."""
UNTAUGHT = 0.15
"""The share of icons, among those that teach the shipped network, whose name is not believed: the teachers say what they are."""
BELIEVED, BELIEVED_OTHER, FRESH = 0.3, 0.1, 0.5
"""How much names count beside the teachers, those of concepts and of others, and how much of that the teacher says who has not seen the set."""


class Trainer:
    def __init__(self, icons: Icons, device: str, batch: int = BATCH) -> None:
        self.icons, self.device, self.batch = icons, device, batch
        self.ink, self.kind = icons.ink.to(device), icons.kind.to(device)
        self.family = torch.from_numpy(families(icons.sets)).to(device)
        concepts, is_told = len(icons.concepts), self.kind >= 0
        counts = torch.bincount(self.kind[is_told], minlength=len(icons.kinds)).float().clamp(min=1)
        weight = 1 / counts.sqrt()
        mass = counts * weight
        mass[0], weight[0] = 0.3 * mass[concepts:].sum(), 0.3 * mass[concepts:].sum() / counts[0]
        known = mass[1:concepts].sum()
        others = mass.sum() - known
        share = OTHERS / (1 - OTHERS) * known / others
        weight[0] *= share
        weight[concepts:] *= share
        self.told = torch.where(is_told, weight[self.kind.clamp(min=0)], 0)
        """How often each icon is drawn from."""
        self.all = torch.where(is_told, self.told, UNTAUGHT * self.told.sum() / (~is_told).sum().clamp(min=1))
        signs = torch.isin(icons.kind, torch.tensor([icons.concepts.index(sign) for sign in SIGNS])).to(device)
        adds = self.kind[signs] == icons.concepts.index("add")
        changes = ((SLASHED, NEVER_SLASHED), ({}, NEVER_SIGNED), (ADDED, NEVER_ADDED))
        means = [torch.tensor(_meanings(icons, *change), device=device) for change in changes]
        self.augment = Augmentation(_float(self.ink[signs]), adds, *means)

    def train(
        self, net: Network, steps: int, seconds: float = math.inf, teachers: Sequence[Network] = (), peak: float = 3e-3
    ) -> Network:
        """The mean of the weights over the last steps. Where time is short, the rate falls with the time. Of several teachers
        each has not seen every so many-th family of sets."""
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
            chosen = torch.multinomial(self.all if teachers else self.told, self.batch, replacement=True)
            picture, kind = self.augment(_float(self.ink[chosen]), self.kind[chosen])
            picture = picture.to(memory_format=torch.channels_last)
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                concepts, kinds = net(picture)
                loss = _loss(concepts.float(), kinds.float(), kind)
                if teachers:
                    loss = loss * torch.where((kind > 0) & (kind < concepts.shape[1]), BELIEVED, BELIEVED_OTHER)
                    taught, fine = _taught(teachers, picture, self.family[chosen])
                    loss = loss + F.cross_entropy(concepts.float(), taught, reduction="none")
                    loss = loss + 0.5 * F.cross_entropy(kinds.float(), fine, reduction="none")
                loss = loss.mean()
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


def _loss(concepts: Tensor, kinds: Tensor, kind: Tensor) -> Tensor:
    """How far each answer is from what the name of its icon says."""
    label = torch.where(kind < concepts.shape[1], kind, 0)
    pairs = ((concepts, label), (kinds, kind))
    first, second = (
        F.cross_entropy(said, truth, label_smoothing=0.05, ignore_index=UNTOLD, reduction="none")
        for said, truth in pairs
    )
    return first + second


@torch.no_grad()
def _taught(teachers: Sequence[Network], picture: Tensor, family: Tensor) -> tuple[Tensor, Tensor]:
    """What teachers say about concepts and about kinds."""
    count = len(teachers)
    unseen = F.one_hot(family % count, count).float()
    weight = FRESH * unseen + (1 - FRESH) * (1 - unseen) / (count - 1) if count > 1 else unseen
    taught = fine = torch.zeros((), device=picture.device)
    for place, teacher in enumerate(teachers):
        said, part = teacher(picture), weight[:, place : place + 1]
        taught, fine = taught + part * merged(said), fine + part * said[1].float().softmax(1)
    return taught, fine


def families(sets: np.ndarray) -> np.ndarray:
    """A number for each icon, the same for relatives: "fa6-solid" and "fa7-solid" are of one family. The largest comes first."""
    names = [re.match("[a-z]+", prefix)[0] for prefix in sets]  # type: ignore[index]
    _, family, sizes = np.unique(names, return_inverse=True, return_counts=True)
    return (-sizes).argsort(kind="stable").argsort()[family]


def _meanings(icons: Icons, changed: Mapping[str, str], never: frozenset[str]) -> list[int]:
    """For each kind what it is with a change: a concept, 0 for something else, less than 0 for what is not drawn so."""
    places = {name: place for place, name in enumerate(icons.concepts)}
    return [UNTOLD if name in never else places[changed[name]] if name in changed else 0 for name in icons.kinds]


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


def folds(icons: Icons, out: Path, device: str, steps: int, seconds: float, batch: int) -> None:
    training, held, family = _split(icons)
    said = torch.zeros(len(icons.label), len(icons.concepts))
    nets: list[Network] = []
    for fold in range(TEACHERS):
        torch.manual_seed(SEED + fold)
        left = training & (family % TEACHERS == fold)
        trainer = Trainer(icons.part(training & ~left), device, batch)
        nets.append(trainer.train(Teacher(len(icons.concepts), len(icons.kinds)), steps, seconds / TEACHERS))
        said[torch.from_numpy(left)] = say(nets[-1:], icons.part(left), device, (24, 48)).mean(0)
    print("one network, on validation sets")
    validation = icons.part(held)
    report(say(nets[:1], validation, device, (16, 24, 48)), validation.label)
    print("all networks")
    tables = say(nets, validation, device, (16, 24, 48))
    report(tables, validation.label)
    keep(out / "folds.npz", icons, said[None])
    torch.save([net.state_dict() for net in nets], out / "folds.pt")


def _split(icons: Icons) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which icons are for training, which of the validation sets have a label, and the family of each one for training."""
    training = icons.used_for("training")
    family = np.full(len(training), -1)
    family[training] = families(icons.sets[training])
    return training, icons.used_for("validation") & (icons.label >= 0).numpy(), family


def final(icons: Icons, out: Path, device: str, steps: int, seconds: float, dropped: set[str], batch: int) -> None:
    left = np.array([f"{prefix}:{name}" in dropped for prefix, name in zip(icons.sets, icons.names, strict=True)])
    training, validation, family = _split(icons)
    held = icons.part(validation)
    icons.kind[torch.from_numpy(left)] = UNTOLD
    sizes = len(icons.concepts), len(icons.kinds)
    teachers: list[Network] = []
    for place, begun in enumerate(torch.load(out / "folds.pt", map_location=device)):
        torch.manual_seed(SEED + TEACHERS + place)
        trainer = Trainer(icons.part(training & (family % TEACHERS != place)), device, batch)
        teacher = Teacher(*sizes)
        teacher.load_state_dict(begun)
        teachers.append(trainer.train(teacher, steps, seconds * TAUGHT / TEACHERS, peak=2e-3))
    trainer = Trainer(icons.part(training), device, batch)
    print("teachers, on validation sets")
    tables = say(teachers, held, device, (12, 16, 24, 48, 64))
    report(tables, held.label)
    keep(out / "teachers.npz", held, tables)
    torch.manual_seed(SEED)
    student = trainer.train(Network(*sizes), steps, seconds * (1 - TAUGHT), teachers, 4e-3)
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
    arguments.add_argument("--batch", type=int, default=BATCH)
    arguments.add_argument("--dropped", type=Path)
    given = arguments.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    icons = Icons.read(given.data, untold=True)
    named = int((icons.label > 0).sum())
    print(
        f"{device}: {len(icons.label)} icons, {named} named, {len(icons.concepts) - 1} concepts, {len(icons.kinds)} kinds"
    )
    given.out.mkdir(parents=True, exist_ok=True)
    if given.what == "folds":
        folds(icons, given.out, device, given.steps, given.seconds, given.batch)
    else:
        dropped = set(json.loads(given.dropped.read_text("utf-8"))) if given.dropped else set[str]()
        final(icons, given.out, device, given.steps, given.seconds, dropped, given.batch)


if __name__ == "__main__":
    main()
