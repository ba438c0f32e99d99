"""Which answer of the map belongs to which box, and what a wrong one costs."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from network import ROLES, STRIDE
from views import LEAST_SEEN, SMALLEST

MOST = 10
"""How many answers a box gets at most."""
REACH = 7.0


def decode(answers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The middles of the cells and the boxes that the answers give: (cells, 2) and (pictures, cells, 4)."""
    rows, columns = answers.shape[2:]
    y, x = torch.meshgrid(
        torch.arange(rows, device=answers.device), torch.arange(columns, device=answers.device), indexing="ij"
    )
    middles = (torch.stack([x, y], -1).reshape(-1, 2).float() + 0.5) * STRIDE
    away = answers[:, 1:5].flatten(2).transpose(1, 2).float().clamp(-REACH, REACH).exp() * STRIDE
    return middles, torch.cat([middles - away[..., :2], middles + away[..., 2:]], -1)


def overlap(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Intersection over union, of boxes that broadcast."""
    inner = (torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    areas = (a[..., 2:] - a[..., :2]).clamp(min=0).prod(-1) + (b[..., 2:] - b[..., :2]).clamp(min=0).prod(-1)
    return inner / (areas - inner).clamp(min=1e-6)


def box_cost(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """1 - IoU, plus what the common frame has too much (GIoU), plus how far each edge is off for the box's own size."""
    inner = (torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    union = ((a[..., 2:] - a[..., :2]).prod(-1) + (b[..., 2:] - b[..., :2]).prod(-1) - inner).clamp(min=1e-6)
    frame = (torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])).prod(-1).clamp(min=1e-6)
    sides = (b[..., 2:] - b[..., :2]).clamp(min=4).repeat(1, 2)
    off = F.smooth_l1_loss(a / sides, b / sides, reduction="none", beta=0.1).mean(-1)
    return 1 - inner / union + (frame - union) / frame + 2 * off


@torch.no_grad()
def assign(
    score: torch.Tensor, boxes: torch.Tensor, columns: int, truth: torch.Tensor, counts: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Which cells answer for which boxes, and how sure they should be: pictures, cells, boxes, confidences.

    `truth` is (pictures, boxes, …), `counts` says which of them are asked for. Only cells near a box's middle are looked at.
    """
    pictures, cells = score.shape
    rows, most = cells // columns, truth.shape[1]
    near = [_near(truth[..., axis], truth[..., axis + 2], steps) for axis, steps in ((0, columns), (1, rows))]
    allowed = near[1][..., :, None] & near[0][..., None, :] & counts[..., None, None]
    picture, place, y, x = allowed.nonzero(as_tuple=True)
    cell, key = y * columns + x, picture * most + place
    box = truth[picture, place, :4]
    middle = (torch.stack([x, y], 1) + 0.5) * STRIDE
    offset = (
        ((middle - (box[:, :2] + box[:, 2:]) / 2).abs() / (box[:, 2:] - box[:, :2]).clamp(min=STRIDE)).max(1).values
    )
    offset = offset.clamp(max=1)
    shared = overlap(boxes[picture, cell], box)
    fit = score[picture, cell].sqrt() * shared**4 * (1.05 - offset) + 1e-9 * (2 - offset)
    # the best of each box: `key` is sorted, so that a box's cells stand together after sorting by fit
    order = torch.argsort(fit, descending=True)
    order = order[torch.argsort(key[order], stable=True)]
    sorted_key = key[order]
    rank = torch.arange(len(order), device=key.device) - torch.searchsorted(sorted_key, sorted_key)
    order = order[rank < MOST]
    picture, place, cell, key, shared, fit = (of[order] for of in (picture, place, cell, key, shared, fit))
    # a cell that several boxes want answers for the one it fits best
    where = picture * cells + cell
    best = torch.zeros(pictures * cells, device=fit.device).scatter_reduce(0, where, fit, "amax")
    own = fit == best[where]
    picture, place, cell, key, shared, fit = (of[own] for of in (picture, place, cell, key, shared, fit))
    empty = torch.zeros(pictures * most, device=fit.device)
    scale = empty.scatter_reduce(0, key, shared, "amax") / empty.scatter_reduce(0, key, fit, "amax").clamp(min=1e-12)
    return picture, cell, place, (fit * scale[key]).clamp(0, 1)


def _near(low: torch.Tensor, high: torch.Tensor, steps: int) -> torch.Tensor:
    """Which steps of the map lie near the middle of each box along one axis, the nearest always."""
    middle = (torch.arange(steps, device=low.device) + 0.5) * STRIDE
    away = (middle - ((low + high) / 2)[..., None]).abs()
    is_inside = (middle > low[..., None]) & (middle < high[..., None])
    is_near = is_inside & (away < 0.35 * (high - low).clamp(min=STRIDE)[..., None])
    return is_near | (away <= away.min(-1, keepdim=True).values)


def cost(answers: torch.Tensor, truth: torch.Tensor) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """What the answers for views with these boxes cost, in all and by part."""
    answers = answers.float()
    rows, columns = answers.shape[2:]
    boxes = decode(answers)[1]
    flat = answers.flatten(2).transpose(1, 2)
    logits = flat[..., 0]
    counts = (truth[..., 6] >= LEAST_SEEN) & ((truth[..., 2:4] - truth[..., :2]).min(-1).values >= SMALLEST)
    picture, cell, place, sure = assign(logits.detach().sigmoid(), boxes.detach(), columns, truth, counts)
    wanted = torch.zeros_like(logits).index_put((picture, cell), sure)
    is_unasked = (truth[..., 6] > 0) & ~counts
    across, down = (
        (middle > truth[..., axis, None]) & (middle < truth[..., axis + 2, None])
        for axis, middle in (
            (a, (torch.arange(n, device=truth.device) + 0.5) * STRIDE) for a, n in ((0, columns), (1, rows))
        )
    )
    in_unasked = (down[..., :, None] & across[..., None, :] & is_unasked[..., None, None]).any(1).flatten(1)
    weights = (~in_unasked).float().index_put((picture, cell), torch.ones_like(sure))
    own = truth[picture, place]
    total = sure.sum().clamp(min=1)
    focus = (wanted - logits.detach().sigmoid()).abs() ** 1.5
    touchable = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * focus * weights
    touchable = touchable.sum() / total
    # cells of boxes that are not met yet still learn a little, or nothing would start
    share = sure.clamp(min=0.05)
    share = share / share.sum().clamp(min=1)
    mine = flat[picture, cell]
    at = (box_cost(boxes[picture, cell], own[:, :4]) * share).sum()
    role = (F.cross_entropy(mine[:, 5 : 5 + len(ROLES)], own[:, 4].long(), reduction="none") * share).sum()
    tells = (own[:, 5] >= 0).float()
    on = F.binary_cross_entropy_with_logits(mine[:, -1], own[:, 5].clamp(min=0), reduction="none") * tells
    on = on.sum() / tells.sum().clamp(min=1)
    parts = {"touchable": touchable, "place": at, "role": role, "on": on, "sure": total / counts.sum().clamp(min=1)}
    return 2 * touchable + 2 * at + 0.5 * role + 0.3 * on, {name: part.detach() for name, part in parts.items()}
