"""Books as files: what is written reads well, is read again as it was, and a mistake made by hand is pointed at."""

from __future__ import annotations

import difflib
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from askonce.errors import RecordingError
from askonce.recordings.recording import Anchor, RecordedStep, RecordedTarget, Recording, RecordingFile, SameValues
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_writer import write_recordings
from askonce.screens.expectation import Expectation
from askonce.vision.patches import Patch

SEARCH = Anchor(role="searchbox", name="Search", attributes={"id": "q"}, paths=('//*[@id="q"]',))
ROW = Anchor(
    role="button",
    name="Delete",
    row=("Invoice 2024-01", "€ 1,200.50"),
    inside=('dialog "Delete?"', "main"),
    paths=("/html/body/main/table/tbody/tr[2]/td[4]/button", "css=table >> text=Delete"),
    ordinal=-1,
)
BOOK = RecordingFile(
    recordings=(
        Recording(
            instruction="search for {term}",
            screen="web",
            page="/shop/*",
            steps=(
                RecordedStep(
                    intent="Search for the term.",
                    action="Type",
                    params={"target": "the search field", "text": "{term}", "enter": True},
                    anchors={"target": SEARCH},
                    expects=(Expectation("field", "Search", "{term}"), Expectation("gone", "Loading…")),
                ),
                RecordedStep(action="Back"),
            ),
        ),
        Recording(
            instruction="tidy up",
            screen="web",
            only={"size": "yes"},
            steps=(
                RecordedStep(
                    action="Drag",
                    params={"end": "the bin", "start": "the old invoice"},
                    anchors={"end": Anchor(name="Bin"), "start": ROW},
                    expects=(Expectation("visible", "Thank you: done"), Expectation("address", "/orders")),
                    same_values=SameValues(values={"size": "c0ffee"}, expects=(Expectation("gone", "Old"),)),
                ),
                RecordedStep(action="Type", params={"text": "Dear Bob,\n\n  all is well.\n", "target": "the note"}),
            ),
        ),
    ),
    sightings=(RecordedTarget(prompt="the cart", screen="web", anchor=Anchor(role="link", name="Cart")),),
)
WRITTEN = """\
# What worked once, kept by Askonce so that it works again without a model. Made to be reviewed and kept in git.
# Edits are welcome; comments are lost when something is learned anew.
askonce: 1

recordings:
- instruction: search for {term}
  screen: web
  page: /shop/*
  steps:
  - intent: Search for the term.
    Type: {target: the search field, text: "{term}", enter: true}
    anchors:
      target: {role: searchbox, name: Search, attributes: {id: q}, paths: ['//*[@id="q"]']}
    expects:
    - field: Search
      is: "{term}"
    - gone: Loading…
  - Back: {}

- instruction: tidy up
  screen: web
  only: {size: "yes"}
  steps:
  - Drag: {start: the old invoice, end: the bin}
    anchors:
      start:
        role: button
        name: Delete
        row: [Invoice 2024-01, "€ 1,200.50"]
        inside: ['dialog "Delete?"', main]
        ordinal: -1
        paths: ["/html/body/main/table/tbody/tr[2]/td[4]/button", css=table >> text=Delete]
      end: {name: Bin}
    expects:
    - visible: "Thank you: done"
    - address: /orders
    same_values:
      values: {size: c0ffee}
      expects:
      - gone: Old
  - Type:
      target: the note
      text: |
        Dear Bob,

          all is well.

sightings:
- prompt: the cart
  screen: web
  anchor: {role: link, name: Cart}
"""

TRICKY = [
    "", " ", " a", "a ", "yes", "No", "on", "null", "~", "1e3", "007", "0x1f", "1_000", "12:30:45", "2024-01-01", ".5",
    "-", "- a", "? a", ": a", "a: b", "a:", "a #b", "#a", "[a]", "{a}", "a, b", "&a", "*a", "!a", "|", ">", "%a", "@a",
    "`a`", "'", '"', "it's", 'say "hi"', "\\", "\\n", "a\nb", "\na", "a\n", "a\n\n", "a\n b", " a\nb", "a\n\nb",
    "a \nb", "a\tb", "\t", "a\r\nb", "\x00", "\x85", "\u2028", "\ufeff", "é", "🫖", "👩‍👩‍👧", "שלום (1)", "\u202eabc",
    "\ud83d",
    "a\udc00\\ud800", "<<", "=", "---", "...", "a" * 300, "https://a.b/c?d=e#f", "//*[@id='a']", "|>>|",
]  # fmt: skip
TEXTS = st.sampled_from(TRICKY) | st.text(st.characters(exclude_categories=()), max_size=12)
KEYS = st.sampled_from(["data-testid", "href", "yes", "1", "a b", "", "é", "\ud800", ":"]) | st.text(max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
SEVERAL = st.lists(TEXTS, max_size=3).map(tuple)
ANCHORS = st.builds(
    Anchor, role=TEXTS, name=TEXTS, attributes=st.dictionaries(KEYS, TEXTS, max_size=3), label=TEXTS, row=SEVERAL,
    inside=SEVERAL, ordinal=st.none() | st.integers(), frame=TEXTS, paths=SEVERAL,
)  # fmt: skip
STEPS = st.builds(
    RecordedStep,
    intent=TEXTS,
    action=st.sampled_from(["Type", "Drag", "Tap"]) | TEXTS,
    params=st.dictionaries(KEYS | st.sampled_from(["target", "text"]), VALUES, max_size=3),
    anchors=st.dictionaries(KEYS, ANCHORS, max_size=2),
    expects=st.lists(
        st.builds(Expectation, st.sampled_from(["visible", "gone", "address", "field"]), TEXTS, TEXTS), max_size=2
    ).map(tuple),
).filter(lambda step: len(step.action) < 20)
BOOKS = st.builds(
    RecordingFile,
    recordings=st.lists(
        st.builds(
            Recording,
            instruction=TEXTS,
            screen=TEXTS,
            page=TEXTS,
            only=st.dictionaries(KEYS, TEXTS, max_size=2),
            steps=st.lists(STEPS, min_size=1, max_size=2).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    sightings=st.lists(
        st.builds(RecordedTarget, prompt=TEXTS, screen=TEXTS, page=TEXTS, anchor=ANCHORS), max_size=2
    ).map(tuple),
)


def typed(text: object) -> RecordingFile:
    step = RecordedStep(
        action="Type", params={"text": text, "several": [text], "mapped": {"key": text}}, intent=str(text)
    )
    return RecordingFile(recordings=(Recording(instruction="type", screen="web", steps=(step,)),))


def test_a_book_is_written_as_a_person_would_write_it() -> None:
    assert write_recordings(BOOK) == WRITTEN
    assert read_recordings(WRITTEN, "shop.yaml") == BOOK


@given(BOOKS)
@example(RecordingFile())
@example(BOOK)
def test_what_is_written_is_read_again_as_it_was(book: RecordingFile) -> None:
    text = write_recordings(book)
    assert read_recordings(text, "book") == book
    text.encode()


@pytest.mark.parametrize("text", TRICKY)
def test_texts_that_look_like_something_else_stay_texts(text: str) -> None:
    book = typed(text)
    assert read_recordings(write_recordings(book), "book") == book


@pytest.mark.parametrize("version", [(1, 1), (1, 2)])
@pytest.mark.parametrize("text", [text for text in TRICKY if not re.search(r"[\ud800-\udfff]", text)])
def test_other_readers_of_either_version_of_yaml_see_the_same_texts(text: str, version: tuple[int, int]) -> None:
    other = YAML(typ="safe", pure=True)
    other.version = version
    step = other.load(write_recordings(typed(text)))["recordings"][0]["steps"][0]
    assert step["Type"] == {"text": text, "several": [text], "mapped": {"key": text}}
    assert step.get("intent", "") == text


@pytest.mark.parametrize("value", [None, True, False, 0, -3, 10**30, 0.5, 1e22, -5e-324, float("inf"), [], {}])
def test_values_that_are_no_texts_keep_their_type(value: object) -> None:
    [recording] = read_recordings(write_recordings(typed(value)), "book").recordings
    read = recording.steps[0].params["text"]
    assert (read, type(read)) == (value, type(value))


@given(BOOKS, st.randoms())
def test_equal_books_are_equal_texts_in_whatever_order_they_were_filled(book: RecordingFile, random: Any) -> None:
    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shuffled(value[key]) for key in random.sample(list(value), len(value))}
        return value

    other = RecordingFile(
        recordings=tuple(
            one.model_copy(
                update={
                    "only": shuffled(one.only),
                    "steps": tuple(
                        step.model_copy(update={"params": shuffled(step.params), "anchors": shuffled(step.anchors)})
                        for step in one.steps
                    ),
                }
            )
            for one in book.recordings
        ),
        sightings=book.sightings,
    )
    assert other == book
    assert write_recordings(other) == write_recordings(book)


def test_one_changed_step_changes_its_own_lines_only() -> None:
    recording = BOOK.recordings[0]
    healed = recording.steps[0].model_copy(update={"anchors": {"target": SEARCH.model_copy(update={"name": "Find"})}})
    changed = BOOK.with_entries(recording.model_copy(update={"steps": (healed, *recording.steps[1:])}))
    diff = difflib.ndiff(write_recordings(BOOK).splitlines(), write_recordings(changed).splitlines())
    assert [line[:9] for line in diff if line[0] in "+-"] == ["-       t", "+       t"]


def test_marks_that_turn_the_direction_of_writing_are_shown_and_joined_emoji_stay_whole() -> None:
    written = write_recordings(typed("\u202eabc 👩‍👩‍👧"))
    assert r"\u202eabc 👩‍👩‍👧" in written
    assert "\u202e" not in written


def test_how_an_element_looked_is_kept_too() -> None:
    patch = Patch(
        picture="aGVsbG8=" * 30, width=80, height=24.5, across=0.5, down=0.25, around="", before=1e-7, above=0, alike=1
    )
    book = RecordingFile(sightings=(RecordedTarget(prompt="the logo", screen="desktop", anchor=Anchor(patch=patch)),))
    assert read_recordings(write_recordings(book), "book") == book


@pytest.mark.parametrize("value", [object(), {1: "a"}, {"k" * 201: "a"}])
def test_what_a_file_cannot_hold_is_refused_before_anything_is_written(value: object) -> None:
    with pytest.raises(RecordingError, match="cannot hold"):
        write_recordings(typed(value))


def test_an_action_named_like_a_key_of_a_step_is_refused() -> None:
    step = RecordedStep(action="expects")
    with pytest.raises(RecordingError, match="'expects' cannot be recorded"):
        write_recordings(RecordingFile(recordings=(Recording(instruction="a", screen="web", steps=(step,)),)))


def test_unquoted_texts_that_a_person_writes_are_texts() -> None:
    text = WRITTEN.replace("name: Search,", "name: 007,").replace("gone: Loading…", "gone: 2024-01-01")
    step = read_recordings(text, "book").recordings[0].steps[0]
    assert step.anchors["target"].name == "007"
    assert step.expects[1] == Expectation("gone", "2024-01-01")


def line_and_column(before: str) -> str:
    lines = WRITTEN.partition(before)[0].split("\n")
    return f"shop.yaml:{len(lines)}:{len(lines[-1]) + 1}: "


@pytest.mark.parametrize(
    ("right", "wrong", "message", "remedy"),
    [
        ("expects:", "expcts:", "a step has no key 'expcts'", "did you mean expects?"),
        ("intent: S", "intnt: S", "a step has no key 'intnt'", "did you mean intent?"),
        ("page: /shop", "pge: /shop", "a recording has no key 'pge'", "did you mean page?"),
        ("role: searchbox", "rolle: searchbox", "an anchor has no key 'rolle'", "did you mean role?"),
        ("gone: L", "gon: L", "an expectation has no key 'gon'", "did you mean gone?"),
        ("recordings:", "recording:", "a recordings file has no key 'recording'", "did you mean recordings?"),
    ],
)
def test_a_mistake_made_by_hand_is_shown_with_its_place_and_a_remedy(
    right: str, wrong: str, message: str, remedy: str
) -> None:
    with pytest.raises(RecordingError) as caught:
        read_recordings(WRITTEN.replace(right, wrong, 1), "shop.yaml")
    assert caught.value.message.startswith(line_and_column(right))
    assert message in caught.value.message
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("ordinal: -1", "ordinal: first", r"shop.yaml:31:18: ordinal does not fit: .*, not 'first'"),
        ("- Back: {}", "- {}", r"shop.yaml:18:5: the step has no action"),
        ("Back: {}", "Back: now", r"shop.yaml:18:11: a mapping is needed here, not 'now'"),
        ("  screen: web\n", "", r"shop.yaml:6:3: a recording needs 'screen'"),
        ("name: Search,", "name: [Search],", r"shop.yaml:13:39: a text is needed here, not a list"),
        ("paths: ['//*[@id=\"q\"]']", "paths: a", r"shop.yaml:13:75: a list is needed here, not 'a'"),
        ('      is: "{term}"\n', "", r"shop.yaml:15:7: what the field holds is missing"),
        ("is: ", "gone: ", r"shop.yaml:15:7: an expectation is one of"),
        ("name: Search,", "name: Search, name: Find,", r"shop.yaml:13:47: duplicate key 'name'"),
        ("name: Search", "name: *other", r"shop.yaml:13:39: \*other refers to nothing"),
        ("name: Search", "name: !!python/name:os.system x", r"shop.yaml:13:39: the tag .* is not known"),
        ("- Back: {}", "- Back: {", r"shop.yaml:\d+:\d+: "),
        ("- Back: {}", "-\tBack: {}\n\t- x", r"shop.yaml:\d+:\d+: "),
        ("the bin", "the \x01 bin", r"shop.yaml:24:45: the character '.x01' is not allowed"),
        ("askonce: 1", "askonce: 2", r"shop.yaml:3:10: the file has version 2"),
        ("askonce: 1", "other: 1", r"shop.yaml:3:1: this is not a recordings file"),
        (WRITTEN, "", r"shop.yaml:1:1: the file is empty"),
        (WRITTEN, "just a text", r"shop.yaml:1:1: this is not a recordings file"),
        ("sightings:", "---\nsightings:", r"shop.yaml:\d+:\d+: a second document begins here"),
    ],
)
def test_each_kind_of_mistake_has_its_place_and_its_words(right: str, wrong: str, message: str) -> None:
    assert right in WRITTEN
    with pytest.raises(RecordingError) as caught:
        read_recordings(WRITTEN.replace(right, wrong, 1), "shop.yaml")
    assert re.match(message, caught.value.message)
    assert caught.value.remedy


def test_the_line_is_shown_with_carets_below_the_mistake() -> None:
    with pytest.raises(RecordingError) as caught:
        read_recordings(WRITTEN.replace("page: /shop", "pge: /shop"), "shop.yaml")
    assert caught.value.message.splitlines()[1:] == ["    pge: /shop/*", "    ^^^"]


def test_an_unfinished_merge_is_named_as_such() -> None:
    merged = WRITTEN.replace("  - Back: {}", "<<<<<<< ours\n  - Back: {}\n=======\n  - Reload: {}\n>>>>>>> theirs")
    with pytest.raises(RecordingError, match="unfinished merge"):
        read_recordings(merged, "shop.yaml")


def reads_or_complains(text: str) -> bool:
    try:
        return isinstance(read_recordings(text, "book"), RecordingFile)
    except RecordingError as error:
        return re.match(r"book:\d+:\d+: ", error.message) is not None


@given(st.text(max_size=60) | st.text("ab:- \n[]{}&*!|>'\"#?%@", max_size=40))
def test_any_text_is_a_book_or_our_own_error(text: str) -> None:
    assert reads_or_complains(f"askonce: 1\nrecordings:\n- {text}")


@given(st.integers(0, len(WRITTEN) - 1), st.sampled_from(list("x:-{['\"#&\n\t ")))
def test_a_file_with_any_one_sign_changed_is_a_book_or_our_own_error(place: int, sign: str) -> None:
    assert reads_or_complains(WRITTEN[:place] + sign + WRITTEN[place + 1 :])
