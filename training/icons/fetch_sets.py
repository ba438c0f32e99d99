"""Downloads the icon sets of `icon_sets.json`, each in the version that is written there."""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path

from icon_labels import HERE

REGISTRY = "https://registry.npmjs.org"


def fetch(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for prefix, about in json.loads((HERE / "icon_sets.json").read_text("utf-8")).items():
        kept = folder / f"{prefix}.tgz"
        if not kept.exists():
            package = about.get("package", f"@iconify-json/{prefix}")
            address = f"{REGISTRY}/{package}/-/{package.split('/')[-1]}-{about['version']}.tgz"
            with urllib.request.urlopen(address, timeout=60) as answer:
                kept.write_bytes(answer.read())
            print(prefix, about["version"], flush=True)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
