"""The files that a script writes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from askonce.script.script_outputs import Output
from askonce.values import Mask


def test_numbers_that_json_does_not_have_are_written_as_null(tmp_path: Path) -> None:
    output = Output(tmp_path / "results.json", Mask())
    output.keep("pause", math.nan)
    output.keep("rows", [{"price": math.inf}, (1.5, -math.inf)])

    text = (tmp_path / "results.json").read_text("utf-8")
    assert json.loads(text, parse_constant=pytest.fail) == {"pause": None, "rows": [{"price": None}, [1.5, None]]}
