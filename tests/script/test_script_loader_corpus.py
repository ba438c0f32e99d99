"""Midscene's scripts are read as they are: one file of the corpus for each feature."""

from __future__ import annotations

from pathlib import Path

import pytest
from midscene_corpus import HOME, Sample, environment, samples

from askonce.cli.check_files import FileChecker

SAMPLES = samples()


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_a_script_of_midscene_is_read_with_the_expected_remarks_alone(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HOME)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    checker = FileChecker({})

    checker.add(str(sample.path))

    problems = checker.checked[0].problems
    expected = [*(("error", part) for part in sample.notes.get("refused", ())),
                *(("warning", part) for part in sample.notes.get("remark", ()))]  # fmt: skip
    told = [(problem.severity, f"{problem.message}: {problem.suggestion}") for problem in problems]
    told.sort(key=lambda problem: problem[0])
    assert len(told) == len(expected), told
    assert [
        (wanted, given)
        for wanted, given in zip(expected, told, strict=True)
        if wanted[0] != given[0] or wanted[1] not in given[1]
    ] == []


def test_the_corpus_has_a_script_for_each_feature() -> None:
    assert len(SAMPLES) >= 60
    titles = [sample.title for sample in SAMPLES]
    assert [title for title in titles if not title.endswith(".") or titles.count(title) > 1] == []
