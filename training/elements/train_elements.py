"""Trains the network for elements: as long as a clock says, on a GPU where there is one, and writes its weights."""

from __future__ import annotations

import argparse
import copy
import math
import os
import random
import time
from pathlib import Path

import numpy as np
import torch
from losses import cost, decode
from network import ROLES, SIDES, Detector
from views import LEAST_SEEN, Sample, batches, recoloured, samples

HELD_BACK = 0.05
"""The share of pictures that training does not see; thresholds are set on them."""


def train(
    stock: list[Sample],
    net: Detector,
    out: Path,
    *,
    seconds: float,
    steps: int,
    sizes: list[tuple[int, int, int]],
    rate: float,
    device: torch.device,
) -> Detector:
    """The running mean of the weights after `seconds`, or after `steps` if these are sooner."""
    started = time.monotonic()
    dice = random.Random(23)
    is_gpu = device.type == "cuda"
    decays = [p for p in net.parameters() if p.ndim > 1]
    others = [p for p in net.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decays, "weight_decay": 0.03}, {"params": others, "weight_decay": 0.0}], lr=rate
    )
    mean = copy.deepcopy(net).eval()
    kept = [value for value in mean.state_dict().values() if value.is_floating_point()]
    fresh = [value for value in net.state_dict().values() if value.is_floating_point()]
    made = batches(stock, sizes, threads=max(1, (os.cpu_count() or 2) - 2), seed=23)
    step, last = 0, started
    while step < steps:
        done = max((time.monotonic() - started) / seconds, step / steps)
        if done >= 1:
            break
        now = rate * min(1.0, (step + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for group in optimiser.param_groups:
            group["lr"] = now
        pixels, truths = next(made)
        views = torch.stack([recoloured(each, dice) for each in pixels.to(device)])
        if is_gpu:
            views = views.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16, enabled=is_gpu):
            answers = net(views)
        loss, parts = cost(answers, truths)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        size = torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        if bool(torch.isfinite(size)):
            optimiser.step()
        step += 1
        with torch.no_grad():
            keep = min(0.998, (1 + step) / (10 + step))
            torch._foreach_lerp_(kept, fresh, 1 - keep)
        if step % 100 == 0 or step <= 3:
            told = " ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            print(
                f"{time.monotonic() - started:4.0f} s step {step} loss {loss.item():.3f} {told} rate {now:.1e} {(time.monotonic() - last) * 1e3 / (100 if step > 3 else 1):.0f} ms",
                flush=True,
            )
            last = time.monotonic()
        if step % 1000 == 0:
            save(mean, out)
    save(mean, out)
    print(f"{step} steps in {time.monotonic() - started:.0f} s", flush=True)
    return mean


def save(net: Detector, out: Path) -> None:
    torch.save({name: value.cpu() for name, value in net.state_dict().items()}, out)


@torch.no_grad()
def quick_measure(net: Detector, held_back: list[Sample], device: torch.device) -> None:
    """How many things are found on whole pictures that training has not seen, at several confidences."""
    at = [0.2, 0.3, 0.4, 0.5, 0.6]
    found, wrong, asked, right_role = [0] * len(at), [0] * len(at), 0, [0] * len(at)
    for sample in held_back:
        tall, wide = sample.pixels.shape[1:]
        pixels = torch.zeros(1, 3, -(-tall // SIDES) * SIDES, -(-wide // SIDES) * SIDES, device=device)
        pixels[0, :, :tall, :wide] = sample.pixels.to(device).float() / 255 - 0.5
        answers = net(pixels).float()
        boxes = decode(answers)[1][0].cpu().numpy()
        flat = answers[0].flatten(1).cpu().numpy()
        score, roles = 1 / (1 + np.exp(-flat[0])), flat[5 : 5 + len(ROLES)].argmax(0)
        order = [int(i) for i in np.argsort(-score)[:600] if score[i] > at[0]]
        kept: list[int] = []
        for i in order:
            if not kept or iou(boxes[i], boxes[kept]).max() < 0.5:
                kept.append(i)
        truth = sample.boxes.numpy()
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
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--most", type=int, default=10**9, help="use this many pictures")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    given = parser.parse_args()
    chosen = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(23)
    torch.set_num_threads(1)  # the threads that cut views share the cores
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.benchmark_limit = 3
    begun = time.monotonic()
    everything = samples(given.archives, given.most)
    random.Random(7).shuffle(everything)
    back = max(1, round(len(everything) * HELD_BACK))
    print(f"{len(everything)} pictures read in {time.monotonic() - begun:.0f} s, {chosen}", flush=True)
    start = Detector().to(chosen)
    if given.start:
        start.load_state_dict(torch.load(given.start, map_location=chosen))
    if chosen.type == "cuda":
        start = start.to(memory_format=torch.channels_last)
    n = given.batch
    shapes = [(n, 640, 640), (max(1, n * 2 // 5), 1280, 832)]
    trained = train(
        everything[back:],
        start,
        given.out,
        seconds=given.seconds - (time.monotonic() - begun),
        steps=given.steps,
        sizes=shapes,
        rate=given.rate,
        device=chosen,
    )
    torch.backends.cudnn.benchmark = False  # every picture has a size of its own
    quick_measure(trained, everything[:back], chosen)
