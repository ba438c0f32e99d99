"""Trains the network for elements: as long as a clock says, on a GPU where there is one, and writes its weights.

A run can stop part of the way along the learning rate's curve and another go on from there, with more pictures.
"""

from __future__ import annotations

import argparse
import copy
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from losses import cost, decode
from network import ROLES, SIDES, Detector
from views import LEAST_SEEN, Stock, read_stock, views

HELD_BACK = 120
"""How many pictures training does not see, where there are many."""


class Training:
    """A network, the running mean of its weights and its optimiser."""

    def __init__(self, device: torch.device, rate: float) -> None:
        self.device, self.rate = device, rate
        self.net = Detector().to(device)
        decays = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": decays, "weight_decay": 0.03}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=rate, fused=device.type == "cuda")
        self.mean = copy.deepcopy(self.net).eval()
        self.step = 0
        nets = (self.mean, self.net)
        if device.type == "cuda":  # three times as quick there with the colours of a pixel side by side
            for net in nets:
                net.to(memory_format=torch.channels_last)
        self._kept, self._fresh = ([v for v in net.state_dict().values() if v.is_floating_point()] for net in nets)

    def learn(self, pixels: torch.Tensor, truth: torch.Tensor) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """Costs of a batch, and gradients."""
        is_gpu = self.device.type == "cuda"
        if is_gpu:
            pixels = pixels.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=is_gpu):
            answers = self.net(pixels)
        loss, parts = cost(answers, truth.to(self.device, non_blocking=True))
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        return loss, parts

    def move(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        size = torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        if bool(torch.isfinite(size)):
            self.optimiser.step()
        self.step += 1
        with torch.no_grad():
            torch._foreach_lerp_(self._kept, self._fresh, 1 - min(0.999, (1 + self.step) / (10 + self.step)))

    def save(self, out: Path) -> None:
        torch.save({name: value.cpu().contiguous() for name, value in self.mean.state_dict().items()}, out)

    def keep(self, path: Path) -> None:
        states = {"net": self.net, "mean": self.mean, "optimiser": self.optimiser}
        torch.save({name: of.state_dict() for name, of in states.items()} | {"step": self.step}, path)

    def go_on(self, path: Path) -> None:
        kept = torch.load(path, map_location=self.device)
        self.net.load_state_dict(kept["net"])
        self.mean.load_state_dict(kept["mean"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.step = kept["step"]


def train(
    training: Training,
    stock: Stock,
    out: Path,
    *,
    until: float,
    steps: int,
    sizes: list[tuple[int, int, int]],
    curve: tuple[float, float],
) -> None:
    """Until that time, or for so many steps if these are sooner; `curve` is the part of the learning rate's way."""
    started = last = time.monotonic()
    dice = torch.Generator().manual_seed(23 + training.step)
    begun, told = training.step, training.step
    upcoming = views(stock, *sizes[0], dice)
    while True:
        share = max((time.monotonic() - started) / max(1.0, until - started), (training.step - begun) / steps)
        if share >= 1:
            break
        done = curve[0] + (curve[1] - curve[0]) * share
        rate = (
            training.rate * min(1.0, (training.step + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        )
        loss, parts = training.learn(*upcoming)
        # the next views are cut while the gradients are still being worked out
        upcoming = views(stock, *sizes[(training.step + 1 - begun) % len(sizes)], dice)
        training.move(rate)
        if training.step % 200 == 0 or training.step - begun <= 3:
            now = time.monotonic()
            costs = " ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            took = (now - last) * 1e3 / (training.step - told)
            print(
                f"{now - started:4.0f} s step {training.step} loss {loss.item():.3f} {costs} rate {rate:.1e} {took:.0f} ms",
                flush=True,
            )
            last, told = now, training.step
        if training.step % 2000 == 0:
            training.save(out)
    training.save(out)
    print(f"{training.step} steps, {time.monotonic() - started:.0f} s", flush=True)


@torch.no_grad()
def quick_measure(net: Detector, held_back: Stock) -> None:
    """How many things are found on whole pictures that training has not seen, at several confidences."""
    at = [0.2, 0.3, 0.4, 0.5, 0.6]
    found, wrong, asked, right_role = [0] * len(at), [0] * len(at), 0, [0] * len(at)
    for picture, every in zip(held_back.pictures, held_back.boxes, strict=True):
        tall, wide = picture.shape[1:]
        pixels = torch.zeros(1, 3, -(-tall // SIDES) * SIDES, -(-wide // SIDES) * SIDES, device=picture.device)
        pixels[0, :, :tall, :wide] = picture.float() / 255 - 0.5
        answers = net(pixels).float()
        boxes = decode(answers)[1][0].cpu().numpy()
        flat = answers[0].flatten(1).cpu().numpy()
        score, roles = 1 / (1 + np.exp(-flat[0])), flat[5 : 5 + len(ROLES)].argmax(0)
        order = [int(i) for i in np.argsort(-score)[:600] if score[i] > at[0]]
        kept: list[int] = []
        for i in order:
            if not kept or iou(boxes[i], boxes[kept]).max() < 0.5:
                kept.append(i)
        truth = every[every[:, 6] > 0].numpy()
        counts = truth[:, 6] >= LEAST_SEEN
        asked += int(counts.sum())
        for level, least in enumerate(at):
            free = np.ones(len(truth), bool)
            for i in kept:
                if score[i] < least:
                    break
                shared = iou(boxes[i], truth[:, :4]) * free if len(truth) else np.zeros(1)
                best = int(shared.argmax()) if len(truth) else 0
                if len(truth) and shared[best] >= 0.5:
                    free[best] = False
                    if counts[best]:
                        found[level] += 1
                        right_role[level] += int(truth[best, 4] == roles[i])
                else:
                    wrong[level] += 1
    for level, least in enumerate(at):
        share = found[level] / max(1, found[level] + wrong[level])
        print(
            f"at {least}: found {found[level] / max(1, asked):.1%}, precision {share:.1%}, right role {right_role[level] / max(1, found[level]):.1%} of {asked}",
            flush=True,
        )


def iou(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    inner = np.prod(np.clip(np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2]), 0, None), 1)
    return inner / (np.prod(box[2:] - box[:2]) + np.prod(others[:, 2:] - others[:, :2], 1) - inner + 1e-6)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="where the weights go")
    parser.add_argument("archives", type=Path, nargs="+", help="the pictures that render_pages.py wrote")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, help="views for each step: 64, or 8 without a GPU")
    parser.add_argument("--most", type=int, default=10**9, help="use this many pictures")
    parser.add_argument("--curve", type=float, nargs=2, default=(0.0, 1.0), help="the part of the way to go")
    parser.add_argument("--from", dest="start", type=Path, help="what an earlier run has kept")
    parser.add_argument("--keep", type=Path, help="keep everything there, to go on from")
    given = parser.parse_args()
    begun = time.monotonic()
    chosen = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(23)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    whole = read_stock(given.archives, chosen, given.most)
    numbers = list(range(len(whole.pictures)))
    random.Random(7).shuffle(numbers)
    back = min(HELD_BACK, max(1, len(numbers) // 20))
    print(f"{len(numbers)} pictures read in {time.monotonic() - begun:.0f} s, {chosen}", flush=True)
    n = given.batch or (64 if chosen.type == "cuda" else 8)
    # whole screens are half of it: what lies behind a backdrop is told by what lies before it
    shapes = [
        (n, 640, 640),
        (max(1, n * 2 // 5), 1280, 832),
        (max(1, n // 2), 960, 832),
        (max(1, n * 3 // 4), 512, 1088),
    ]
    training = Training(chosen, given.rate)
    learnt = whole.part(numbers[back:])
    if given.start:
        training.go_on(given.start)
    train(
        training,
        learnt,
        given.out,
        until=begun + given.seconds,
        steps=given.steps,
        sizes=shapes,
        curve=(given.curve[0], given.curve[1]),
    )
    if given.keep:
        training.keep(given.keep)
    if given.curve[1] == 1:
        quick_measure(training.mean, whole.part(numbers[:back]))
