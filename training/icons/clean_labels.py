"""Which icons of the training sets teach no label, because networks that have not seen their set disagree with it: `python clean_labels.py
OUT SAID…`.

A name says what an icon means in most sets, and not in all: "download" may be a cloud, "down-arrow" is in no list of ours.
An icon of no concept that looks like one is kept where its name says that it is a variant, as "user-x" does. An icon of a concept in
which networks see nothing is kept too: seven in ten are what their name says, drawn in another way, and that is what is to be learnt.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from icon_labels import OTHER, Labels, read_concepts

CHANGES = frozenset(
    [
        "add",
        "plus",
        "minus",
        "x",
        "remove",
        "check",
        "checked",
        "checkmark",
        "tick",
        "off",
        "slash",
        "slashed",
        "lock",
        "locked",
        "search",
        "edit",
        "heart",
        "star",
        "up",
        "down",
        "left",
        "right",
        "alert",
        "warning",
        "cross",
        "close",
        "cancel",
        "delete",
        "upload",
        "download",
        "share",
        "user",
        "settings",
        "cog",
        "refresh",
        "sync",
        "clock",
        "time",
        "dollar",
        "question",
        "info",
        "block",
        "ban",
        "disabled",
        "error",
        "move",
        "arrow",
        "in",
        "out",
        "open",
        "closed",
        "forward",
        "back",
        "play",
        "pause",
        "export",
        "import",
        "link",
        "key",
        "shield",
        "code",
        "zip",
        "pdf",
        "doc",
        "image",
        "music",
        "video",
        "text",
        "chart",
        "multiple",
        "double",
        "ring",
        "active",
        "half",
        "high",
        "low",
        "medium",
        "1",
        "2",
        "3",
        "unread",
        "read",
        "mail",
        "pen",
        "pencil",
        "exclamation",
        "history",
        "person",
        "people",
        "group",
        "box",
        "cloud",
        "file",
        "folder",
        "dots",
        "more",
        "bolt",
        "flash",
    ]
)
"""Words that make another icon of one."""


def leave_out(said: Path) -> list[str]:
    data = np.load(said)
    concepts = [OTHER, *(concept.name for concept in read_concepts())]
    labels = Labels(read_concepts())
    before = [str(name) for name in data["concepts"]]
    left: list[str] = []
    for prefix, name, top, sure in zip(
        data["sets"], data["names"], data["top"][0], data["sure"][0].astype(float), strict=True
    ):
        label = labels.label(str(name), str(prefix)) if prefix != "text" else OTHER
        if label is None:
            continue
        said = before[top[0]]
        if said == label or said not in concepts:
            continue
        if label == OTHER:
            is_variant = bool(CHANGES & set(str(name).lower().split("-")))
            is_wrong = sure[0] > (0.75 if is_variant else 0.4)
        else:
            chance = next((p for place, p in zip(top, sure, strict=True) if before[place] == label), 0.0)
            is_wrong = said != OTHER and sure[0] > 0.5 and chance < 0.25
        if is_wrong:
            left.append(f"{prefix}:{name}")
    return left


if __name__ == "__main__":
    found = [icon for said in sys.argv[2:] for icon in leave_out(Path(said))]
    Path(sys.argv[1]).write_text(json.dumps(found), "utf-8")
    print(len(found), "left out")
