"""Measures what the shipped network says about icons of the test sets, by `read_icons.py`: with the labels of their names alone, and
with those that a person gave after looking at what was named (`test_labels.json`)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from calibrate_icons import Said, measure
from icon_labels import HERE

if __name__ == "__main__":
    least = json.loads(Path(sys.argv[2]).read_text("utf-8"))["sure"]
    print("by their names")
    measure(Said(Path(sys.argv[1])), least)
    print("by eye")
    measure(Said(Path(sys.argv[1]), json.loads((HERE / "test_labels.json").read_text("utf-8"))), least)
