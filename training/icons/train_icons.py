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
from network import LARGE, network
from torch import Tensor

SEED = 23
BATCH = 1024
OTHERS = 0.27
"""The share of a batch that means nothing we know."""
SIGNS = (
    "close",
    "check",
    "search",
    "settings",
    "lock",
    "heart",
    "star",
    "user",
    "left",
    "right",
    "refresh",
    "clock",
    "edit",
    "remove",
)
HAVE_SLASHED = ("show", "hide", "microphone", "microphone off", "notifications", "notifications off", "volume", "mute", "wifi",
                "wifi off", "link", "unlink", "block", "remove", "italic", "percent", "close", "user", "search")  # fmt: skip
"""Concepts that are not slashed in training: they are concepts themselves then, or close to one."""


class Trainer:
    def __init__(self, icons: Icons, device: str) -> None:
        self.icons, self.device = icons, device
        self.ink = icons.ink.to(device)
        self.label = icons.label.to(device)
        classes = len(icons.concepts)
        counts = torch.bincount(self.label, minlength=classes).float().clamp(min=1)
        weight = 1 / counts.sqrt()
        weight[0] = OTHERS / (1 - OTHERS) * (counts[1:] * weight[1:]).sum() / counts[0]
        self.weights = weight[self.label]
        signs = torch.isin(icons.label, torch.tensor([icons.concepts.index(sign) for sign in SIGNS]))
        slashed = torch.tensor([name not in HAVE_SLASHED for name in icons.concepts], device=device)
        self.augment = Augmentation(self._float(self.ink[signs.to(device)]), slashed)

    def _float(self, ink: Tensor) -> Tensor:
        return ink[:, None].float() / 15

    def train(
        self,
        net: nn.Module,
        steps: int,
        seconds: float = math.inf,
        teachers: Sequence[nn.Module] = (),
        peak: float = 4e-3,
    ) -> nn.Module:
        """The mean of the weights over the last steps. Where time is short, the rate falls with the time."""
        net = net.to(self.device).to(memory_format=torch.channels_last).train()
        mean = copy.deepcopy(net).eval()
        optimizer = torch.optim.AdamW(net.parameters(), peak, weight_decay=0.05)
        started, step, done = time.monotonic(), 0, 0.0
        while done < 1:
            step += 1
            done = max(step / steps, (time.monotonic() - started) / seconds)
            rate = peak * min(1, done / 0.08) * (0.5 + 0.5 * math.cos(math.pi * min(1, done))) + 1e-6
            for group in optimizer.param_groups:
                group["lr"] = rate
            chosen = torch.multinomial(self.weights, BATCH, replacement=True)
            picture, label = self.augment(self._float(self.ink[chosen]), self.label[chosen])
            picture = picture.to(memory_format=torch.channels_last)
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                said = net(picture)
                loss = F.cross_entropy(said.float(), label, label_smoothing=0.05)
                if teachers:
                    with torch.no_grad():
                        taught = torch.stack([teacher(picture).float().softmax(1) for teacher in teachers]).mean(0)
                    loss = 0.3 * loss + 0.7 * F.cross_entropy(said.float(), taught)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimizer.step()
            _average(mean, net, min(0.998, step / (step + 10)))
            if step % 500 == 0:
                print(f"  step {step} {time.monotonic() - started:.0f} s loss {loss.item():.3f}", flush=True)
        print(f"  {step} steps in {time.monotonic() - started:.0f} s", flush=True)
        return mean


def _average(mean: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)


@torch.no_grad()
def probabilities(
    nets: Sequence[nn.Module], icons: Icons, device: str, sides: Sequence[int] = (16, 24, 48)
) -> list[Tensor]:
    """What networks say about icons drawn in several sizes, one table a size."""
    found: list[Tensor] = []
    for side in sides:
        parts = [at_size(part[:, None].to(device).float() / 15, side) for part in icons.ink.split(4096)]
        found.append(
            torch.cat([torch.stack([net(part).float().softmax(1) for net in nets]).mean(0) for part in parts]).cpu()
        )
    return found


def report(said: Sequence[Tensor], label: Tensor, thresholds: Sequence[float] = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)) -> None:
    named = label > 0
    for threshold in thresholds:
        rows: list[tuple[float, float, float]] = []
        for table in said:
            sure, concept = table.max(1)
            tells = (concept > 0) & (sure > threshold)
            right = tells & (concept == label)
            rows.append(
                tuple(float(part.float().mean()) for part in (right[named], (tells & ~right)[named], tells[~named]))
            )  # type: ignore[arg-type]
        mean = np.array(rows).mean(0)
        print(
            f"  sure {threshold}: right {mean[0]:.3f} wrong {mean[1]:.4f} others named {mean[2]:.4f}  by size {np.round(rows, 3).tolist()}",
            flush=True,
        )


def folds(icons: Icons, out: Path, device: str, steps: int, seconds: float) -> None:
    training = icons.used_for("training")
    prefixes = sorted(set(icons.sets[training]))
    held = icons.part(~training)
    said: list[list[Tensor]] = []
    table = torch.zeros(len(icons.label), 3, dtype=torch.int64)
    sure = torch.zeros(len(icons.label), 3)
    for fold in range(3):
        torch.manual_seed(SEED + fold)
        left = np.isin(icons.sets, prefixes[fold::3]) & training
        trainer = Trainer(icons.part(training & ~left), device)
        net = trainer.train(network(len(icons.concepts)), steps, seconds)
        said.append(probabilities([net], held, device))
        unseen = torch.stack(probabilities([net], icons.part(left), device, (24, 48))).mean(0)
        top = unseen.topk(3)
        table[torch.from_numpy(left)], sure[torch.from_numpy(left)] = top.indices, top.values
    mean = [torch.stack(tables).mean(0) for tables in zip(*said, strict=True)]
    top = torch.stack(mean).mean(0).topk(3)
    table[torch.from_numpy(~training)], sure[torch.from_numpy(~training)] = top.indices, top.values
    for use in ("validation", "test"):
        here = torch.from_numpy(held.used_for(use))
        print(use, "one network")
        report([one[here] for one in said[0]], held.label[here])
        print(use, "three")
        report([one[here] for one in mean], held.label[here])
    (out / "concepts.json").write_text(json.dumps(icons.concepts), "utf-8")
    np.savez_compressed(
        out / "folds.npz",
        sets=icons.sets,
        names=icons.names,
        label=icons.label.numpy().astype(np.int16),
        top=table.numpy().astype(np.int16),
        sure=sure.half().numpy(),
    )


def final(
    icons: Icons,
    out: Path,
    device: str,
    steps: int,
    seconds: float,
    dropped: set[str],
    known: Path | None,
    count: int,
    start: Path | None,
) -> None:
    training = icons.used_for("training")
    clean = np.array([f"{prefix}:{name}" not in dropped for prefix, name in zip(icons.sets, icons.names, strict=True)])
    trainer = Trainer(icons.part(training & clean), device)
    classes = len(icons.concepts)
    teachers: list[nn.Module] = []
    for place in range(count):
        torch.manual_seed(SEED + place)
        kept = out / f"teacher{place}.pt"
        net = network(classes, **LARGE)
        if known:
            net.load_state_dict(torch.load(known / kept.name))
            teachers.append(net.float().to(device).eval())
        else:
            teachers.append(trainer.train(net, steps, seconds * 0.56 / count, peak=3e-3))
        torch.save(copy.deepcopy(teachers[-1]).half().state_dict(), kept)
    torch.manual_seed(SEED)
    fresh = network(classes)
    if start:
        fresh.load_state_dict(
            {name: value.float() for name, value in torch.load(start, map_location="cpu")["weights"].items()}
        )
    student = trainer.train(
        fresh, steps, seconds if known or not count else seconds * 0.44, teachers, 1.5e-3 if start else 4e-3
    )
    for use in ("validation", "test"):
        part = icons.part(icons.used_for(use))
        for name, nets in ((("teachers", teachers),) if teachers else ()) + (("shipped", [student]),):
            said = probabilities(nets, part, device, (12, 16, 24, 48, 64))
            print(use, name)
            report(said, part.label)
            if name == "shipped":
                best = torch.stack(said).topk(4)
                np.savez_compressed(
                    out / f"{use}.npz",
                    sure=best.values.half().numpy(),
                    top=best.indices.numpy().astype(np.int16),
                    label=part.label.numpy().astype(np.int16),
                    sets=part.sets,
                    names=part.names,
                )
    torch.save({"weights": student.cpu().half().state_dict(), "concepts": icons.concepts}, out / "icons.pt")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("what", choices=("folds", "final"))
    arguments.add_argument("data", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--steps", type=int, default=3000)
    arguments.add_argument("--seconds", type=float, default=math.inf)
    arguments.add_argument("--dropped", type=Path)
    arguments.add_argument("--teachers", type=int, default=0, help="how many larger networks teach the shipped one")
    arguments.add_argument("--known", type=Path, help="a folder with teachers that are trained already")
    arguments.add_argument("--start", type=Path, help="a network to go on from")
    given = arguments.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    icons = Icons.read(given.data).relabelled()
    print(
        device,
        len(icons.label),
        "icons,",
        int((icons.label > 0).sum()),
        "named,",
        len(icons.concepts) - 1,
        "concepts",
        flush=True,
    )
    given.out.mkdir(parents=True, exist_ok=True)
    if given.what == "folds":
        folds(icons, given.out, device, given.steps, given.seconds)
    else:
        dropped = set(json.loads(given.dropped.read_text("utf-8"))) if given.dropped else set[str]()
        final(icons, given.out, device, given.steps, given.seconds, dropped, given.known, given.teachers, given.start)


if __name__ == "__main__":
    main()
