"""Trains networks on drawn icons: `python train_icons.py DATA OUT`.

A name is a witness, not a judge: "clock" may be an alarm clock, and a pencil may be called "write", which no list of ours has.
So two teachers are trained, each with one half of the sets; what an icon shows is then weighed from its name and from what the
one teacher says who has not seen its set. With that both teachers learn on, now with all sets, and from both the network that
is shipped.
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
from icon_labels import MERGED, OTHER, family
from network import Network, Teacher
from torch import Tensor

Targets = tuple[Tensor, Tensor]
"""How likely each concept is for each icon, and each kind."""

SEED = 23
BATCH = 2048
SIDES = (12, 16, 24, 48, 64)
TEACHERS = 2
"""How many larger networks teach the shipped one, first each without one of as many parts of the sets."""
SHARES = (0.09, 0.31, 0.6)
"""What the teachers take of all the time with a part of the sets, then with all, and what is left for the shipped network."""
WEIGHED = (16, 24, 48)
"""The sizes in which teachers see what they weigh."""
SMOOTHED = 0.05
"""How much of a label goes to all answers alike."""
MIXED = 0.25
"""The share of a batch in which icons are laid over each other at random: only teachers say what that shows."""
OTHERS = 0.35
"""The share of a batch that means nothing we know."""
FINE = 0.3
"""From which part of the training on the weights are rounded as in the file."""
SIGNS = ("close", "check", "search", "settings", "lock", "heart", "star", "user", "left", "right", "refresh", "clock", "edit", "remove", "add",
         "up", "down", "download", "upload", "help", "info", "sparkles", "lightning", "key", "dollar", "play", "link", "location", "mail", "home")  # fmt: skip
SLASHED = {"show": "hide", "microphone": "microphone off", "notifications": "notifications off", "volume": "mute", "wifi": "wifi off", "link": "unlink"}  # fmt: skip
ADDED = {"user": "user add", "calendar": "calendar add", "file": "file add", "folder": "folder add"}
"""Concepts that are another one with a slash or a plus."""
NEVER_SLASHED = frozenset([*SLASHED.values(), "block", "remove", "italic", "percent", "close", "user", "search"])
NEVER_SIGNED = frozenset(["search", "zoom in", "zoom out", "cloud", "close", "block", "remove", "percent", "italic", "volume", "mute", "shield",
                          "shield check", "check", "check all", "checkbox on"])  # fmt: skip
NEVER_ADDED = frozenset([*NEVER_SIGNED, *ADDED.values(), "users"])
"""Concepts that are not drawn with a slash, a sign or a plus in training: they are close to another one then."""
KINDS = 0.5
"""How much the finer kinds count beside the concepts."""
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
    """Learns from icons as they are drawn on screens."""

    def __init__(self, icons: Icons, device: str, batch: int = BATCH) -> None:
        self.icons, self.device, self.batch = icons, device, batch
        self.ink, self.kind = icons.ink.to(device), icons.kind.to(device)
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
        looked = torch.where(icons.is_looked.to(device), LOOKED, 1)
        self.named = torch.where(is_named, weight[self.kind.clamp(min=0)], 0) * looked
        """How often each icon is drawn from."""
        self.all = torch.where(is_named, self.named, UNNAMED * self.named.sum() / (~is_named).sum().clamp(min=1))
        signs = torch.isin(icons.kind, torch.tensor([icons.concepts.index(sign) for sign in SIGNS])).to(device)
        adds = self.kind[signs] == icons.concepts.index("add")
        changes = ((SLASHED, NEVER_SLASHED), ({}, NEVER_SIGNED), (ADDED, NEVER_ADDED))
        means = [torch.tensor(_meanings(icons, *change), device=device) for change in changes]
        self.augment = Augmentation(_float(self.ink[signs]), adds, *means)

    def from_names(self, net: Network, steps: int, seconds: float) -> Network:
        return self._train(net, self.named, lambda batch: self._smoothed(batch.kind), steps, seconds, 3e-3)

    def from_weighed(self, net: Network, weighed: Targets, steps: int, seconds: float) -> Network:
        """`weighed`: how likely each answer is for each icon, as long as it is not changed into something else."""

        def target(batch: Batch) -> Targets:
            is_kept = (batch.kind == self.kind[batch.chosen])[:, None]
            concepts, kinds = (
                torch.where(is_kept, table[batch.chosen].float(), label)
                for table, label in zip(weighed, self._smoothed(batch.kind), strict=True)
            )
            return concepts, kinds

        return self._train(net, self.all, target, steps, seconds, 3e-3)

    def from_teachers(self, net: Network, teachers: Sequence[Network], steps: int, seconds: float) -> Network:
        """The network that is shipped: it learns what the teachers say together of each picture, and of pictures over each other."""

        def target(batch: Batch) -> Targets:
            count = int(MIXED * self.batch)
            share = torch.rand(count, 1, 1, 1, device=self.device)
            mixed = torch.lerp(batch.picture[:count], batch.picture[:count].roll(1, 0), share)
            batch.picture[:count] = mixed
            return believed(teachers, batch.picture)

        return self._train(net, self.all, target, steps, seconds, 4e-3, shipped=True)

    def _smoothed(self, kind: Tensor) -> Targets:
        concepts, kinds = len(self.icons.concepts), len(self.icons.kinds)
        label, kind = kind.masked_fill(kind >= concepts, 0).clamp(min=0), kind.clamp(min=0)
        as_concept, as_kind = (
            (torch.arange(count, device=self.device) == label[:, None]).float() * (1 - SMOOTHED) + SMOOTHED / count
            for label, count in ((label, concepts), (kind, kinds))
        )
        return as_concept, as_kind

    def _train(
        self,
        net: Network,
        weight: Tensor,
        target: Callable[[Batch], Targets],
        steps: int,
        seconds: float,
        peak: float,
        *,
        shipped: bool = False,
    ) -> Network:
        """The mean of the weights over the last steps. Where time is short, the rate falls with the time."""
        net = net.to(self.device).to(memory_format=torch.channels_last).train()
        mean = copy.deepcopy(net).eval()
        batch = Batch(self)
        rate, lost = torch.zeros(2, device=self.device)
        optimizer = torch.optim.AdamW(
            net.parameters(), rate, weight_decay=0.05, fused=self.device == "cuda", capturable=self.device == "cuda"
        )

        def learn() -> None:
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
                with torch.no_grad():
                    concepts, kinds = target(batch)
                said = net(batch.picture)
            loss = F.cross_entropy(said[0].float(), concepts) + KINDS * F.cross_entropy(said[1].float(), kinds)
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
            batch.chosen.copy_(torch.multinomial(weight, self.batch, replacement=True))
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


class Batch:
    """Icons that are learnt from in one step. Its tensors stay where they are, so that work on them can be recorded."""

    def __init__(self, trainer: Trainer) -> None:
        self._trainer = trainer
        size, device = trainer.batch, trainer.device
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


def believed(nets: Sequence[Network], picture: Tensor) -> Targets:
    """How likely concepts and kinds are by all networks together, concepts by both ends of each."""
    said = [tuple(part.float().softmax(1) for part in net(picture)) for net in nets]
    concepts, kinds = (torch.stack(part).mean(0) for part in zip(*said, strict=True))
    count = concepts.shape[1]
    known = kinds[:, 1:count]
    by_kind = torch.cat([1 - known.sum(1, keepdim=True), known], 1).clamp(min=0)
    return (concepts + by_kind) / 2, kinds


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
        tables = [nets[0](part)[0].float().softmax(1) if shipped else believed(nets, part)[0] for part in parts]
        found.append(torch.cat(tables).cpu())
    return torch.stack(found)


@torch.no_grad()
def weigh_all(teachers: Sequence[Network], icons: Icons, part: np.ndarray, device: str) -> Targets:
    """How likely each answer is for each icon, by the one teacher who has not seen its set and by what is known of it."""
    sizes = len(icons.concepts), len(icons.kinds)
    tables = [torch.empty(len(icons.kind), size, dtype=torch.half, device=device) for size in sizes]
    for number, teacher in enumerate(teachers):
        for places in torch.from_numpy(np.flatnonzero(part == number)).split(4096):
            ink, kind, is_looked = (of[places].to(device) for of in (icons.ink, icons.kind, icons.is_looked))
            said = [believed([teacher], at_size(_float(ink), side)) for side in WEIGHED]
            for table, parts in zip(tables, zip(*said, strict=True), strict=True):
                taught = torch.stack(parts).mean(0)
                table[places.to(device)] = weigh(taught, kind, sizes[0], is_looked).half()
    return tables[0], tables[1]


def report(what: str, said: Tensor, icons: Icons) -> None:
    """How many icons of the concepts are told right and wrong where so many of the others are named."""
    names = [MERGED.get(name, name) for name in icons.concepts]
    told = sorted(set(names) - {OTHER})
    places = torch.tensor([told.index(name) + 1 if name in told else 0 for name in names])
    sure, concept = torch.zeros(*said.shape[:2], len(told) + 1).index_add_(2, places, said).max(2)
    label = places[icons.label]
    named = label > 0
    print(what, flush=True)
    for share in (0.005, 0.01, 0.02, 0.03, 0.05):
        limit = torch.where(concept > 0, sure, 0)[:, ~named].flatten().quantile(1 - share)
        tells = (concept > 0) & (sure > limit)
        right, wrong = ((tells & is_so)[:, named].float().mean() for is_so in (concept == label, concept != label))
        print(f"  others named {share:.1%}: sure {limit:.2f} right {right:.2%} wrong {wrong:.2%}", flush=True)


def train(icons: Icons, out: Path, device: str, steps: int, seconds: float, batch: int) -> None:
    training, held = icons.part(icons.used_for("training")), icons.used_for("validation") & (icons.label >= 0).numpy()
    part, validation = families(training.sets) % TEACHERS, icons.part(held)
    sizes = len(icons.concepts), len(icons.kinds)
    limits = [(max(1, int(steps * share)), seconds * share) for share in SHARES]
    begun: list[Network] = []
    for number in range(TEACHERS):
        torch.manual_seed(SEED + number)
        trainer = Trainer(training.part(part != number), device, batch)
        begun.append(trainer.from_names(Teacher(*sizes), limits[0][0], limits[0][1] / TEACHERS))
    report("teachers with a part of the sets", say(begun, validation, device, SIDES), validation)
    trainer, teachers = Trainer(training, device, batch), list[Network]()
    weighed = weigh_all(begun, training, part, device)
    for number, teacher in enumerate(begun):
        torch.manual_seed(SEED + TEACHERS + number)
        teachers.append(trainer.from_weighed(teacher, weighed, limits[1][0], limits[1][1] / TEACHERS))
        report("teachers so far", say(teachers, validation, device, SIDES), validation)
    torch.manual_seed(SEED)
    student = trainer.from_teachers(Network(*sizes), teachers, *limits[2])
    report("shipped", say([student], validation, device, SIDES, shipped=True), validation)
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
