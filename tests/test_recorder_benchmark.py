"""The verdicts of the benchmark of the recorder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def end(*lines: str, **data: Any) -> dict[str, Any]:
    return {"page": {"lines": lines}, "data": data}


@pytest.mark.parametrize(
    ("second", "found", "verdict"),
    [
        (end("Saved", "at 10:01"), end("Saved", "at 10:09"), ""),
        (end("Saved", "at 10:01"), end("Lost", "at 10:01"), "page lines 0 is 'Lost' and by hand 'Saved'"),
        (end("Saved", "at 10:00"), end("Saved", "at 10:09"), "page lines 1 is 'at 10:09' and by hand 'at 10:00'"),
        (end("Saved", "at 10:01"), end("Saved", "at 10:01", "Oops"), "page lines number is '3' and by hand '2'"),
        (end("Saved", "at 10:01"), end("Saved"), "page lines number is '1' and by hand '2'"),
        (end("Saved", "at 10:01"), end("Saved", "at 10:01", row=1), "data number is '1' and by hand '0'"),
        (end("Saved", "at 10:00", "Hint"), end("Saved", "at 10:00"), ""),
    ],
)
def test_an_end_is_judged_by_what_two_visits_agree_on(
    monkeypatch: pytest.MonkeyPatch, second: dict[str, Any], found: dict[str, Any], verdict: str
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from recorder.judgement import difference

    assert difference((end("Saved", "at 10:00"), second), found) == verdict
