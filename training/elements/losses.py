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
    score: torch.Tensor, boxes: torch.Tensor, middles: torch.Tensor, truth: torch.Tensor, counts: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """For each cell of each picture which box it answers for (-1: none), and how sure it should be.

    `truth` is (pictures, boxes, …), `counts` says which of them are asked for.
    """
    box = truth[:, :, None, :4]
    is_inside = torch.cat([middles - box[..., :2], box[..., 2:] - middles], -1).min(-1).values > 0
    centre, sides = (box[..., :2] + box[..., 2:]) / 2, (box[..., 2:] - box[..., :2]).clamp(min=STRIDE)
    offset = ((middles - centre).abs() / sides).max(-1).values
    nearest = ((middles - centre) ** 2).sum(-1).argmin(2, keepdim=True)
    allowed = (is_inside & (offset < 0.35)).scatter(2, nearest, True) & counts[..., None]
    shared = overlap(boxes[:, None], box)
    fit = score[:, None].sqrt() * shared**4 * (1.05 - offset.clamp(max=1)) + 1e-9 * (2 - offset.clamp(max=1))
    fit = fit * allowed
    best = fit.topk(min(MOST, len(middles)), 2)
    fit = torch.zeros_like(fit).scatter(2, best.indices, best.values)
    # a cell that several boxes want answers for the one it fits best
    most, who = fit.max(1)
    owner = torch.where(most > 0, who, torch.full_like(who, -1))
    mine = fit * (owner[:, None] == torch.arange(truth.shape[1], device=truth.device)[None, :, None])
    scale = (shared * (mine > 0)).max(2).values / mine.max(2).values.clamp(min=1e-12)
    return owner, (mine * scale[..., None]).max(1).values.clamp(0, 1)


def cost(answers: torch.Tensor, truths: list[torch.Tensor]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    answers = answers.float()
    middles, boxes = decode(answers)
    flat = answers.flatten(2).transpose(1, 2)
    logits = flat[..., 0]
    truth = torch.nn.utils.rnn.pad_sequence([*truths, torch.zeros(1, 7)], batch_first=True)[:-1].to(answers.device)
    counts = (truth[..., 6] >= LEAST_SEEN) & ((truth[..., 2:4] - truth[..., :2]).min(-1).values >= SMALLEST)
    owner, wanted = assign(logits.detach().sigmoid(), boxes.detach(), middles, truth, counts)
    unasked = truth[:, :, None, :4] * ((truth[..., 6] > 0) & ~counts)[:, :, None, None]
    in_unasked = (
        torch.cat([middles - unasked[..., :2], unasked[..., 2:] - middles], -1).min(-1).values.max(1).values > 0
    )
    weights = (~in_unasked | (owner >= 0)).float()
    pictures, cells = (owner >= 0).nonzero(as_tuple=True)
    own = truth[pictures, owner[pictures, cells]]
    total = wanted.sum().clamp(min=1)
    focus = (wanted - logits.detach().sigmoid()).abs() ** 1.5
    touchable = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * focus * weights
    touchable = touchable.sum() / total
    # cells of boxes that are not met yet still learn a little, or nothing would start
    share = wanted[pictures, cells].clamp(min=0.05)
    share = share / share.sum().clamp(min=1)
    mine = flat[pictures, cells]
    place = (box_cost(boxes[pictures, cells], own[:, :4]) * share).sum()
    role = (F.cross_entropy(mine[:, 5 : 5 + len(ROLES)], own[:, 4].long(), reduction="none") * share).sum()
    tells = (own[:, 5] >= 0).float()
    on = F.binary_cross_entropy_with_logits(mine[:, -1], own[:, 5].clamp(min=0), reduction="none") * tells
    on = on.sum() / tells.sum().clamp(min=1)
    parts = {"touchable": touchable, "place": place, "role": role, "on": on, "sure": total / counts.sum().clamp(min=1)}
    return 2 * touchable + 2 * place + 0.5 * role + 0.3 * on, {name: part.detach() for name, part in parts.items()}
