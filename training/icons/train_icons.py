"""Trains networks on drawn icons: `python train_icons.py DATA OUT`.

A name is a witness, not a judge: "clock" may be an alarm clock, and a pencil may be called "write", which no list of ours has.
So five teachers are trained, each without a fifth of the sets; what an icon shows is then weighed from its name and from what the
one teacher says who has not seen its set. With that the teachers learn three times more, and from them the network that is shipped.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from augmentation import INPUT, Augmentation, at_size, either, seen
from dataset import UNTOLD, Icons
from icon_labels import family
from network import Network, Teacher
from torch import Tensor

SEED = 23
BATCH = 2048
SIDES = (12, 16, 24, 48, 64)
TEACHERS = 5
"""How many larger networks teach the shipped one, each without as many parts of the sets."""
SHARES = (0.08, 0.08, 0.08, 0.08, 0.68)
"""What the teachers take of all the time, each time that they learn, and what is left for the shipped network."""
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
UNNAMED = 0.1
"""The share of icons, where there are teachers, whose name says nothing reliable: the teachers alone say what they are."""
MEANT, MEANT_OTHER = 0.9, 0.95
"""How often an icon of a concept, and one of none, has a name that says so."""
MISNAMED, NAMED_OTHER = 0.03, 0.07
"""How often an icon of one concept has the name of another one, and how often one of no concept has."""
UNLISTED, UNRELIABLE = 0.3, 0.5
"""How often an icon of a concept has a name that no list has, and one that says nothing reliable, for one of no concept that has.

These four make what was seen by those who looked at icons the likeliest.
"""
MISSEEN = 0.02
"""How often a person who looks at an icon takes it for something that it is not."""
LOOKED = 2
"""How many times as often those icons are drawn from: they were chosen because they are hard to tell."""


class Trainer:
    """`part` is the number of the teacher who has not seen an icon's set."""

    def __init__(self, icons: Icons, part: np.ndarray, device: str, batch: int = BATCH) -> None:
        self.icons, self.device, self.batch = icons, device, batch
        self.ink, self.kind = icons.ink.to(device), icons.kind.to(device)
        self.is_looked = icons.is_looked.to(device)
        self.part = torch.from_numpy(part).to(device)
        concepts, is_named = len(icons.concepts), self.kind >= 0
        counts = torch.bincount(self.kind[is_named], minlength=len(icons.kinds)).float().clamp(min=1)
        weight = 1 / counts.sqrt()
        mass = counts * weight
        mass[0], weight[0] = 0.3 * mass[concepts:].sum(), 0.3 * mass[concepts:].sum() / counts[0]
        known = mass[1:concepts].sum()
        others = mass.sum() - known
        share = OTHERS / (1 - OTHERS) * known / others
        weight[0] *= share
        weight[concepts:] *= share
        self.named = torch.where(is_named, weight[self.kind.clamp(min=0)], 0) * torch.where(self.is_looked, LOOKED, 1)
        """How often each icon is drawn from."""
        self.all = torch.where(is_named, self.named, UNNAMED * self.named.sum() / (~is_named).sum().clamp(min=1))
        signs = torch.isin(icons.kind, torch.tensor([icons.concepts.index(sign) for sign in SIGNS])).to(device)
        adds = self.kind[signs] == icons.concepts.index("add")
        changes = ((SLASHED, NEVER_SLASHED), ({}, NEVER_SIGNED), (ADDED, NEVER_ADDED))
        means = [torch.tensor(_meanings(icons, *change), device=device) for change in changes]
        self.augment = Augmentation(_float(self.ink[signs]), adds, *means)

    def train(
        self,
        net: Network,
        steps: int,
        seconds: float = math.inf,
        teachers: Sequence[Network] = (),
        peak: float = 3e-3,
        *,
        shipped: bool = False,
    ) -> Network:
        """The mean of the weights over the last steps. Where time is short, the rate falls with the time."""
        net = net.to(self.device).to(memory_format=torch.channels_last).train()
        mean = copy.deepcopy(net).eval()
        parts = self._parts(self.all if teachers else self.named)
        batch = Batch(self, {part: count for part, (*_, count) in parts.items()})
        rate, lost = torch.zeros(2, device=self.device)
        optimizer = torch.optim.AdamW(
            net.parameters(), rate, weight_decay=0.05, fused=self.device == "cuda", capturable=self.device == "cuda"
        )

        def learn() -> None:
            optimizer.zero_grad(set_to_none=True)
            loss = batch.loss(net, teachers)
            loss.backward()
            lost.copy_(loss.detach())
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimizer.step()

        draw, learning = recorded(batch.draw, self.device), dict[bool, Callable[[], None]]()
        started, step, done = time.monotonic(), 0, 0.0
        while done < 1:
            step += 1
            done = max(step / steps, (time.monotonic() - started) / seconds)
            rate.fill_(peak * min(1, done / 0.08) * (0.5 + 0.5 * math.cos(math.pi * min(1, done))) + 1e-6)
            chosen = [
                icons[torch.multinomial(weight, count, replacement=True)] for icons, weight, count in parts.values()
            ]
            batch.chosen.copy_(torch.cat(chosen))
            draw()
            batch.picture.copy_(seen(batch.ink))
            is_fine = shipped and done > FINE
            if is_fine not in learning:
                net.rounded(is_fine)
                learning[is_fine] = recorded(learn, self.device)
            learning[is_fine]()
            if step % 4 == 0:
                _average(mean, net, min(0.992, step / (step + 40)))
            if step % 500 == 0:
                print(f"  step {step} {time.monotonic() - started:.0f} s loss {lost.item():.3f}", flush=True)
        print(f"  {step} steps in {time.monotonic() - started:.0f} s", flush=True)
        return mean.rounded(shipped)

    def _parts(self, weight: Tensor) -> dict[int, tuple[Tensor, Tensor, int]]:
        """The icons of each part with their weights, and how many of them are in every batch."""
        found = {part: (self.part == part).nonzero()[:, 0] for part in range(TEACHERS)}
        whole = weight.sum()
        return {
            part: (icons, weight[icons], max(1, round(self.batch * (weight[icons].sum() / whole).item())))
            for part, icons in found.items()
            if len(icons)
        }


class Batch:
    """Icons that are learnt from in one step, part after part. Its tensors stay where they are, so that work on them can be recorded."""

    def __init__(self, trainer: Trainer, counts: Mapping[int, int]) -> None:
        self._trainer, self._counts = trainer, counts
        size, device = sum(counts.values()), trainer.device
        self.chosen = torch.zeros(size, dtype=torch.long, device=device)
        self.ink = torch.zeros(size, 1, *trainer.ink.shape[1:], device=device)
        self.kind = torch.zeros(size, dtype=torch.long, device=device)
        self.picture = torch.zeros(size, 1, INPUT, INPUT, device=device).to(memory_format=torch.channels_last)

    def draw(self) -> None:
        """The chosen icons, changed at random."""
        trainer = self._trainer
        ink, kind = trainer.augment.drawn(_float(trainer.ink[self.chosen]), trainer.kind[self.chosen])
        self.ink.copy_(ink)
        self.kind.copy_(kind)

    def loss(self, net: Network, teachers: Sequence[Network]) -> Tensor:
        icons, device = self._trainer.icons, self._trainer.device
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda", cache_enabled=False):
            said = tuple(part.float() for part in net(self.picture))
            if teachers:
                told = self.kind, len(icons.concepts), self._trainer.is_looked[self.chosen]
                weighed = [weigh(part, *told) for part in self._taught(teachers)]
                return F.cross_entropy(said[0], weighed[0]) + 0.5 * F.cross_entropy(said[1], weighed[1])
            label = self.kind.masked_fill(self.kind >= len(icons.concepts), 0)
            concepts, kinds = (
                F.cross_entropy(part, truth, label_smoothing=0.05, ignore_index=UNTOLD)
                for part, truth in zip(said, (label, self.kind), strict=True)
            )
            return concepts + kinds

    @torch.no_grad()
    def _taught(self, teachers: Sequence[Network]) -> tuple[Tensor, Tensor]:
        """How likely concepts and kinds are, each icon by the teacher who has not seen its set."""
        pictures = self.picture.split(list(self._counts.values()))
        said = [teachers[part](picture) for part, picture in zip(self._counts, pictures, strict=True)]
        return torch.cat([merged(one) for one in said]), torch.cat([one[1].float().softmax(1) for one in said])


def recorded(work: Callable[[], None], device: str) -> Callable[[], None]:
    """Work on tensors that stay where they are, told to a GPU once and done again at a word: telling takes longer than doing."""
    if device != "cuda":
        return work
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


def weigh(taught: Tensor, kind: Tensor, concepts: int, is_looked: Tensor) -> Tensor:
    """How likely each answer is by what a teacher says and by the icon's name, or by who looked at it."""
    answers = torch.arange(taught.shape[1], device=taught.device)
    is_concept = (answers > 0) & (answers < concepts)
    label = kind.masked_fill(kind >= len(answers), 0)[:, None]
    is_label = answers == label
    by_concept = either(is_concept, MISNAMED, NAMED_OTHER).expand_as(taught).masked_fill(is_label, MEANT)
    by_other = either(is_concept, UNLISTED, 0.3).expand_as(taught).masked_fill(is_label & ~is_concept, MEANT_OTHER)
    is_named = (kind > 0) & (kind < concepts)
    unreliable = either(is_concept, UNRELIABLE, 1)
    by_name = torch.where(is_named[:, None], by_concept, by_other).where((kind >= 0)[:, None], unreliable)
    is_said = torch.where(is_named[:, None], is_label, ~is_concept)
    by_name = torch.where(is_looked[:, None], either(is_said, 1, MISSEEN), by_name)
    weighed = taught * by_name
    return weighed / weighed.sum(1, keepdim=True)


def families(sets: np.ndarray) -> np.ndarray:
    """A number for each icon, the same for relatives: "fa6-solid" and "fa7-solid" are of one family. The largest comes first."""
    names = [family(prefix) for prefix in sets]
    _, number, sizes = np.unique(names, return_inverse=True, return_counts=True)
    return (-sizes).argsort(kind="stable").argsort()[number]


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


def report(said: Tensor, label: Tensor) -> None:
    """How many icons of the concepts are told right and wrong where so many of the others are named."""
    named = label > 0
    sure, concept = said.max(2)
    for share in (0.005, 0.01, 0.02, 0.03, 0.05):
        limit = torch.where(concept > 0, sure, 0)[:, ~named].flatten().quantile(1 - share)
        tells = (concept > 0) & (sure > limit)
        right, wrong = ((tells & is_so)[:, named].float().mean() for is_so in (concept == label, concept != label))
        print(f"  others named {share:.1%}: sure {limit:.2f} right {right:.2%} wrong {wrong:.2%}", flush=True)


def train(icons: Icons, out: Path, device: str, steps: int, seconds: float, batch: int) -> None:
    training, held = icons.used_for("training"), icons.used_for("validation") & (icons.label >= 0).numpy()
    part = np.full(len(training), -1)
    part[training] = families(icons.sets[training]) % TEACHERS
    validation, teachers = icons.part(held), list[Network]()
    sizes = len(icons.concepts), len(icons.kinds)
    for again, share in enumerate(SHARES[:-1]):
        begun = [copy.deepcopy(teacher) for teacher in teachers] or [Teacher(*sizes) for _ in range(TEACHERS)]
        taught: list[Network] = []
        for number, teacher in enumerate(begun):
            torch.manual_seed(SEED + again * TEACHERS + number)
            seen = training & (part != number)
            trainer = Trainer(icons.part(seen), part[seen], device, batch)
            short = max(1, int(steps * share)), seconds * share / TEACHERS
            taught.append(trainer.train(teacher, *short, teachers, 2e-3 if again else 3e-3))
        teachers = taught
        print("teachers, on validation sets", flush=True)
        report(say(teachers, validation, device, SIDES), validation.label)
    torch.manual_seed(SEED)
    trainer = Trainer(icons.part(training), part[training], device, batch)
    student = trainer.train(Network(*sizes), steps, seconds * SHARES[-1], teachers, 4e-3, shipped=True)
    print("shipped, on validation sets", flush=True)
    report(say([student], validation, device, SIDES, shipped=True), validation.label)
    torch.save(
        {"weights": student.cpu().state_dict(), "concepts": list(icons.concepts), "kinds": len(icons.kinds)},
        out / "icons.pt",
    )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("data", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--steps", type=int, default=3000)
    arguments.add_argument("--seconds", type=float, default=math.inf)
    arguments.add_argument("--batch", type=int, default=BATCH)
    given = arguments.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    icons = Icons.read(given.data, untold=True)
    named = int((icons.label > 0).sum())
    print(
        f"{device}: {len(icons.label)} icons, {named} named, {len(icons.concepts) - 1} concepts, {len(icons.kinds)} kinds"
    )
    given.out.mkdir(parents=True, exist_ok=True)
    train(icons, given.out, device, given.steps, given.seconds, given.batch)


if __name__ == "__main__":
    main()
