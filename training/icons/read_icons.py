"""Shows drawn icons to the network that is shipped, through the code that is shipped, in several sizes, and keeps what it says:
`python read_icons.py DATA OUT [USE]`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from augmentation import MARGIN_MEASURED
from calibrate_icons import SIZES
from dataset import Icons

from askonce.vision.icons import IconReader, icon_ink


def read(icons: Icons, out: Path) -> None:
    reader = IconReader()
    tables: list[np.ndarray] = []
    other = [1.0 if name == "other" else 0.0 for name in reader.names]
    for side in SIZES:
        small = F.interpolate(icons.ink[:, None].float() / 15, size=side, mode="area")
        grey = 255 - (F.pad(small, [MARGIN_MEASURED] * 4)[:, 0].numpy() * 255).round().astype(np.uint8)
        inks = [icon_ink(np.repeat(picture[:, :, None], 3, 2)) for picture in grey]
        table = np.tile(np.array(other, np.float32), (len(inks), 1))
        seen = [place for place, ink in enumerate(inks) if ink is not None]
        table[seen] = reader.likely([ink for ink in inks if ink is not None])
        tables.append(table)
        print(side, "px", flush=True)
    said = torch.from_numpy(np.stack(tables)).topk(3, dim=2)
    np.savez_compressed(
        out,
        sets=icons.sets,
        names=icons.names,
        top=said.indices.numpy().astype(np.int16),
        sure=said.values.half().numpy(),
        concepts=np.array(reader.names),
    )


if __name__ == "__main__":
    drawn = Icons.read(Path(sys.argv[1]), untold=len(sys.argv) <= 3)
    read(drawn.part(drawn.used_for(sys.argv[3])) if len(sys.argv) > 3 else drawn, Path(sys.argv[2]))
