"""`askonce recordings`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.recordings.recording import Anchor, RecordedStep, RecordedTarget, Recording, RecordingFile
from askonce.recordings.stores import FolderRecordings

GO = Anchor(role="button", name="Go")
BOOK = RecordingFile(
    recordings=(
        Recording(
            instruction="search for {term}",
            screen="web",
            page="/",
            steps=(
                RecordedStep(
                    action="Type",
                    params={"text": "{term}", "target": "the field"},
                    anchors={"target": Anchor(role="searchbox", name="Search")},
                ),
            ),
        ),
        Recording(
            instruction="press go",
            screen="web",
            page="/next",
            only={"count": "1"},
            steps=(
                RecordedStep(action="Tap", params={"target": "go"}, anchors={"target": GO}),
                RecordedStep(action="Pinch", params={"factor": 2}),
            ),
        ),
    ),
    sightings=(RecordedTarget(prompt="the go button", screen="web", page="/next", anchor=GO),),
)  # fmt: skip


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    """Commands run in a folder with one recorded id, and with no settings but those of the test."""
    FolderRecordings(here / "askonce_run" / "recordings").update("shop", lambda _: BOOK)
    return here


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert run(["recordings", *arguments]) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_all_ids_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "list")[0] == "shop: 2 recordings, 1 targets\n"
    assert json.loads(told(capsys, "list", "--json")[0]) == [
        {"id": "shop", "recordings": 2, "sightings": 1, "nothing_to_do": 0, "readings": 0}
    ]


@pytest.mark.parametrize("which", ["shop", "askonce_run/recordings/shop.yaml"])
def test_what_is_under_an_id_or_in_a_file_is_listed(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "list", which)[0].splitlines() == [
        "search for {term}: 1 steps on /",
        "press go: 2 steps on /next, only for count='1'",
        "target 'the go button' on /next",
    ]


def test_the_list_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(told(capsys, "list", "shop", "--json")[0])

    assert listed["recordings"][0] == {
        "instruction": "search for {term}",
        "screen": "web",
        "page": "/",
        "only": {},
        "values": ["term"],
        "steps": 1,
    }
    assert listed["sightings"] == [{"prompt": "the go button", "screen": "web", "page": "/next"}]


def test_a_test_is_written_to_a_file_and_what_was_left_out_is_told(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, remarks = told(
        capsys, "export", "shop", "--as", "pytest", "-o", "test_shop.py", "--url", "http://localhost:8000"
    )

    text = (here / "test_shop.py").read_text()
    assert out == f"{here / 'test_shop.py'}\n"
    assert 'TERM = os.environ["TEST_TERM"]' in text
    assert "{term} is read from the environment variable TEST_TERM" in remarks
    assert "not exported: Zoom in" in remarks
    compile(text, "test_shop.py", "exec")


def test_only_what_is_asked_for_is_exported_with_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    out, remarks = told(capsys, "export", "shop", "--as", "yaml", "--only", "SEARCH", "--var", "term=mugs")

    assert "vars:\n  term: mugs\n" in out
    assert "press go" not in out
    assert "BASE_URL" in remarks


def test_a_program_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert 'Type "{term}" into the field' in told(capsys, "export", "shop", "--as", "stp")[0]


@pytest.mark.parametrize(
    ("arguments", "error", "remedy"),
    [
        (["shop", "--as", "word"], "--as cannot be 'word'", "use one of pytest, yaml, stp"),
        (["shelf", "--as", "stp"], "nothing is recorded under 'shelf'", "recorded ids: shop"),
        (["no.yaml", "--as", "stp"], "no.yaml could not be read: No such file", "give the path"),
        (["shop", "--as", "stp", "--only", "sing"], "no instruction contains 'sing'", "recorded: search for {term}; "),
        (["shop", "--as", "stp", "--url", "shop"], "--url 'shop' cannot be opened", "for example --url http://"),
        (["shop", "--as", "stp", "-o", "no/where"], "no/where could not be written", "choose another file"),
        (["shop", "--as", "stp", "--var", "term"], "--var 'term' is not NAME=VALUE", "for example"),
    ],
)  # fmt: skip
def test_a_wrong_question_is_answered_with_what_to_do(
    arguments: list[str], error: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(capsys, "export", *arguments, code=2)[1]

    assert f"✗ {error}" in said
    assert f"→ {remedy}" in said
    assert "Traceback" not in said


def test_a_book_without_instructions_has_nothing_to_export(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = FolderRecordings(here / "askonce_run" / "recordings")
    store.update("taps", lambda _: RecordingFile(sightings=BOOK.sightings))

    assert "taps has no recorded instructions" in told(capsys, "export", "taps", "--as", "stp", code=2)[1]


def test_a_midscene_cache_is_exported_with_the_places_that_it_knows(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "old.cache.yaml").write_text(
        """\
midsceneVersion: 0.30.0
cacheId: old
caches:
  - type: plan
    prompt: press go
    yamlWorkflow: "tasks:\\n  - name: press go\\n    flow:\\n      - aiTap: the go button\\n"
  - type: locate
    prompt: the go button
    cache: {xpaths: ['//button[1]']}
"""
    )

    out, _ = told(capsys, "export", "old.cache.yaml", "--as", "pytest")

    assert 'page.locator("xpath=//button[1]").click()' in out


def test_recordings_are_looked_for_in_the_store_that_is_set(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASKONCE_RECORDINGS_STORE", str(here / "elsewhere"))
    FolderRecordings(here / "elsewhere").update("other", lambda _: BOOK)

    assert told(capsys, "list")[0].startswith("other: ")


def test_help_fits_a_screen_and_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = told(capsys, "export", "--help")

    assert len(out.splitlines()) <= 24
    assert "askonce recordings export shop --as pytest -o test_shop.py" in out
