"""Takes a few pictures of held-out kits for the tests: the first ones of each kit, as they come."""

from __future__ import annotations

import argparse
import io
import json
import zipfile
from collections import Counter
from pathlib import Path

from PIL import Image

QUALITY = 80


def take(archive: Path, out: Path, each: int) -> None:
    kept: dict[str, dict] = {}
    taken: Counter[str] = Counter()
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, truth in json.loads(source.read("truth.json")).items():
            if taken[truth["kit"]] == each:
                continue
            taken[truth["kit"]] += 1
            picture = io.BytesIO()
            Image.open(io.BytesIO(source.read(name))).convert("RGB").save(picture, "WEBP", quality=QUALITY, method=6)
            kept[f"{len(kept):02d}.webp"] = truth
            target.writestr(f"{len(kept) - 1:02d}.webp", picture.getvalue())
        target.writestr("truth.json", json.dumps(kept, separators=(",", ":")))
    print(f"{out}: {len(kept)} pictures, {out.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--each", type=int, default=3)
    given = parser.parse_args()
    take(given.archive, given.out, given.each)
