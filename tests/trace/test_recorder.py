import gzip
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from askonce.errors import TraceError
from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Assigned,
    Believed,
    Blob,
    CallerLine,
    ConsoleMessage,
    ElementsSeen,
    Entry,
    Event,
    Expected,
    FolderStore,
    ItemEnded,
    ItemStarted,
    LineEnded,
    LineStarted,
    Located,
    Looked,
    MemoryStore,
    MessageRef,
    Noted,
    PageLogged,
    PageRequest,
    PassStarted,
    Planned,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    RunEnded,
    RunStarted,
    Snapped,
    Store,
    TaskEnded,
    TaskStarted,
    Told,
    Trace,
    Usage,
    UsageTotals,
    read_trace,
)
from askonce.trace.events import Tried
from askonce.values import Mask, Secret

EVENTS: list[Event] = [
    RunStarted(version="0.1", screen="web", title="Wörld 日本"),
    ActStarted(
        act=1,
        instruction="buy a mug\nthen leave",
        model="m",
        sees="both",
        rounds=20,
        caller=CallerLine(file="tests/test_shop.py", line=7, code="agent.act(…)", first=6, around=Blob("c.txt")),
    ),
    Looked(act=1, round=1, shot=Blob("a.png"), screen=(0, 0, 800, 600), address="http://shop/"),
    ElementsSeen(act=1, round=1, elements=Blob("e.json.gz")),
    Asked(act=1, round=1, role="planning", model="m", messages=(MessageRef(role="user", parts=(Blob("b.txt"),)),)),
    Answered(act=1, round=1, role="planning", model="m", text='<log>"x"</log>', prompt_tokens=3, cost=0.1),
    Planned(act=1, round=1, actions=("Tap(Mug)",), expects=('visible "Basket"',), complete=None),
    Located(
        act=1, round=1, target="Mug", finder="planned", box=(1, 2, 3, 4), tried=(Tried(finder="planned", said=""),)
    ),
    Acted(act=1, round=1, action="Tap", params='{"target": {"prompt": "Mug"}}', point=(2.0, 3.0)),
    Expected(act=1, round=1, met=('text "Hello"',), unmet=("address /basket",), seconds=0.1),
    Noted(act=1, round=1, text="a new tab opened"),
    PageLogged(
        act=1,
        round=1,
        messages=(ConsoleMessage(at=101.5, level="error", text="no mugs", place="shop.js:3"),),
        requests=(PageRequest(at=101.2, method="GET", url="http://shop/mugs", kind="fetch", status=500),),
        more_requests=2,
    ),
    Snapped(act=1, round=1, page=Blob("d.html"), address="http://shop/"),
    ActEnded(act=1, outcome="done", message="bought", rounds=1),
    ProgramStarted(program="buy a mug\n", variables=("size",)),
    LineStarted(line=2, iterations=(3, 1), depth=1, words="buy a mug", total=5),
    Assigned(line=2, name="price", value="12"),
    Told(line=2, message="bought"),
    Believed(line=2, changes=("+ it is bought",), doubted=("it is paid",)),
    Replanned(line=3, reason="no mugs", diff="-a\n+b", program="b\n"),
    LineEnded(line=2, outcome="done", calls=1, tokens=90, how="replayed"),
    ProgramEnded(outcome="done", answer="12", lines=1, calls=1),
    TaskStarted(name="buy", number=1, of=2),
    ItemStarted(line=4, words="repeat: 2"),
    PassStarted(number=1, of=2),
    ItemEnded(outcome="failed", message="true"),
    TaskEnded(outcome="failed", error="no mugs", continued=True),
    RunEnded(),
]


class Listener:
    def __init__(self) -> None:
        self.heard: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.heard.append(entry)


def write_all(folder: Path, **options: Any) -> list[Entry]:
    listener = Listener()
    trace = Trace(folder, **options)
    trace.subscribe(listener)
    for event in EVENTS:
        trace.emit(event)
    trace.close()
    return listener.heard


def masked_by(**secrets: str) -> Mask:
    mask = Mask()
    mask.learn({name: Secret(text, allow_short=True) for name, text in secrets.items()})
    return mask


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    ticks = iter(range(100, 200))
    written = write_all(tmp_path, clock=lambda: float(next(ticks)))
    read = list(read_trace(tmp_path))
    assert read == written
    assert [entry.event for entry in read] == EVENTS
    assert [entry.number for entry in read] == list(range(1, len(EVENTS) + 1))
    assert [entry.at for entry in read] == [100.0 + place for place in range(len(EVENTS))]


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(event) for event in EVENTS} == set(Event.__args__)


def test_a_trace_cut_at_any_byte_is_read_up_to_its_last_whole_line(tmp_path: Path) -> None:
    written = write_all(tmp_path)
    file = tmp_path / "trace.jsonl"
    whole = file.read_bytes()
    ends = {place + side for place, byte in enumerate(whole) if byte == 10 for side in (0, 1)}
    for length in sorted(ends | {*range(0, len(whole), 13)}):
        file.write_bytes(whole[:length])
        assert list(read_trace(tmp_path)) == written[: whole[:length].count(b"\n")]


def test_each_event_is_on_disk_before_the_next_one(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    for number, event in enumerate(EVENTS, 1):
        trace.emit(event)
        assert len(list(read_trace(tmp_path))) == number
    trace.close()


def test_a_run_that_is_killed_leaves_what_happened_before(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from askonce.trace import Noted, Trace
trace = Trace(Path({str(tmp_path)!r}))
number = 0
while True:
    number += 1
    trace.emit(Noted(act=1, round=number, text="x" * 5000))
    trace.keep_text(f"text {{number}} " * 1000)
    print(number, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        said = 0
        while said < 50:
            said = int(writer.stdout.readline())
        writer.kill()
        said = max([said, *(int(line) for line in writer.stdout if line.endswith("\n"))])
    entries = list(read_trace(tmp_path))
    assert len(entries) >= said
    assert [entry.event.round for entry in entries if isinstance(entry.event, Noted)] == [*range(1, len(entries) + 1)]
    store = FolderStore(tmp_path / "blobs")
    kept = [blob for blob in (tmp_path / "blobs").iterdir() if not blob.name.endswith(".partial")]
    assert len(kept) >= said
    assert all(store.keep(blob.read_bytes(), ".txt") == blob.name for blob in kept)


def test_a_folder_that_is_written_again_goes_on_after_the_last_whole_line(tmp_path: Path) -> None:
    write_all(tmp_path)
    with (tmp_path / "trace.jsonl").open("ab") as file:
        file.write(b'{"number": 12, "at": 1, "eve')
    trace = Trace(tmp_path)
    trace.emit(Noted(act=2, round=1, text="again"))
    trace.close()
    last = list(read_trace(tmp_path))[-1]
    assert last.event == Noted(act=2, round=1, text="again")
    assert last.number == len(EVENTS) + 1


def test_an_event_of_a_newer_version_is_read_as_a_note(tmp_path: Path) -> None:
    write_all(tmp_path)
    with (tmp_path / "trace.jsonl").open("ab") as file:
        file.write(b'{"number": 12, "at": 1.5, "event": {"type": "dreamt", "act": 3, "of": ["sheep"]}}\n')
        file.write(
            b'{"number": 13, "at": 2.5, "event": {"type": "noted", "act": 3, "round": 1, "text": "on", "new": 1}}\n'
        )
    newer, known = list(read_trace(tmp_path))[-2:]
    assert isinstance(newer.event, Noted)
    assert newer.event.act == 3
    assert "dreamt" in newer.event.text
    assert (newer.number, newer.at) == (12, 1.5)
    assert known.event == Noted(act=3, round=1, text="on")


@pytest.mark.parametrize(
    "line", ["junk", "{}", '{"number": 1, "at": 1, "event": {}}', '{"event": {"type": "dreamt"}}', "", "[1]"]
)
def test_a_line_that_is_no_event_is_named_by_its_number(tmp_path: Path, line: str) -> None:
    write_all(tmp_path)
    with (tmp_path / "trace.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(TraceError, match=f"trace.jsonl:{len(EVENTS) + 1}"):
        list(read_trace(tmp_path))


def test_a_folder_without_a_trace_is_named(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="nowhere"):
        list(read_trace(tmp_path / "nowhere"))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file stands where the folder should be")
    trace = Trace(tmp_path / "taken" / "run")
    with pytest.raises(TraceError, match="taken") as caught:
        trace.emit(RunEnded())
    assert "another run folder" in caught.value.remedy
    with pytest.raises(TraceError, match="taken"):
        trace.keep_text("x")


def test_without_a_folder_nothing_touches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trace, listener = Trace(), Listener()
    trace.subscribe(listener)
    trace.emit(RunEnded())
    assert trace.store.read(trace.keep_text("kept")) == b"kept"
    assert [entry.event for entry in listener.heard] == [RunEnded()]
    assert not list(tmp_path.iterdir())


def test_half_a_character_does_not_stop_the_trace(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.emit(Noted(act=1, round=1, text="cut in the middle: \ud83d"))
    assert [entry.event for entry in read_trace(tmp_path)] == [Noted(act=1, round=1, text="cut in the middle: ?")]
    assert trace.store.read(trace.keep_text("\ud83d")) == b"?"


# Secrets


OUR_WORDS = {"version", "screen", "model", "sees", "role", "finder"}


def filled_with(kind: type[Event], word: str) -> Event:
    """An event of this kind with `word` in every field that may hold any text."""
    example: Any = next(event for event in EVENTS if type(event) is kind)
    free = {name: field.annotation for name, field in kind.model_fields.items() if name not in OUR_WORDS}
    one = {name: word for name, annotation in free.items() if annotation is str}
    several = {name: (word, word) for name, annotation in free.items() if annotation == tuple[str, ...]}
    return example.model_copy(update=one | several)


@pytest.mark.parametrize("kind", Event.__args__)
def test_secrets_are_masked_in_every_text_of_every_event_on_disk_and_for_listeners(
    tmp_path: Path, kind: type[Any]
) -> None:
    trace, listener = Trace(tmp_path, mask=masked_by(password="hunter2")), Listener()
    trace.subscribe(listener)
    trace.emit(filled_with(kind, "hunter2"))
    assert "hunter2" not in (tmp_path / "trace.jsonl").read_text()
    assert "hunter2" not in repr(listener.heard)
    assert [entry.event for entry in read_trace(tmp_path)] == [listener.heard[0].event]


def test_text_inside_other_parts_of_an_event_is_masked() -> None:
    trace, listener = Trace(mask=masked_by(password="hunter2")), Listener()
    trace.subscribe(listener)
    trace.emit(Located(act=1, round=1, target="x", tried=(Tried(finder="model", said="saw hunter2"),)))
    wrote = ConsoleMessage(at=1.0, level="log", text="hunter2", place="http://shop/hunter2.js")
    asked = PageRequest(at=1.0, method="hunter2", url="http://shop/?p=hunter%32", kind="fetch", failure="hunter2")
    trace.emit(PageLogged(act=1, round=1, messages=(wrote,), requests=(asked,)))
    trace.emit(RunStarted(version="1", screen="web", environment=(("hunter2", "hunter2"),)))
    heard = listener.heard[0].event
    assert isinstance(heard, Located)
    assert heard.tried[0].said == "saw {password}"
    assert not any("hunter" in repr(entry) for entry in listener.heard)


def test_a_secret_that_the_mask_learns_later_is_masked_too() -> None:
    mask = Mask()
    trace = Trace(mask=mask)
    mask.learn({"password": Secret("hunter2")})
    assert trace.store.read(trace.keep_text("my hunter2")) == b"my {password}"


def test_kept_texts_are_masked() -> None:
    trace = Trace(mask=masked_by(password="hunter2"))
    assert trace.store.read(trace.keep_text("my hunter2")) == b"my {password}"


@pytest.mark.parametrize("word", ["done", "web", "user", "planning", "png", "a", "e", "1"])
def test_a_secret_that_reads_like_a_word_of_ours_breaks_no_event(tmp_path: Path, word: str) -> None:
    write_all(tmp_path, mask=masked_by(password=word))
    read = [entry.event for entry in read_trace(tmp_path)]
    assert [type(event) for event in read] == [type(event) for event in EVENTS]
    for event, written in zip(read, EVENTS, strict=True):
        for name in {"type", "outcome", "shot", "messages", "model", *OUR_WORDS} & set(type(event).model_fields):
            assert getattr(event, name) == getattr(written, name)


# Listeners


def test_a_listener_that_fails_cannot_stop_the_run_and_hears_no_more(tmp_path: Path) -> None:
    class Broken(Listener):
        def write(self, entry: Entry) -> None:
            super().write(entry)
            raise ZeroDivisionError("oops")

    trace, broken, listener = Trace(tmp_path), Broken(), Listener()
    trace.subscribe(broken)
    trace.subscribe(listener)
    with pytest.warns(UserWarning, match="Broken stopped listening.*oops"):
        trace.emit(RunEnded())
    trace.emit(RunEnded())
    trace.unsubscribe(broken)
    assert len(broken.heard) == 1
    assert len(listener.heard) == 2
    assert len(list(read_trace(tmp_path))) == 2


def test_one_who_no_longer_listens_hears_nothing() -> None:
    trace, listener = Trace(), Listener()
    trace.subscribe(listener)
    trace.emit(RunEnded())
    trace.unsubscribe(listener)
    trace.emit(RunEnded())
    assert len(listener.heard) == 1


# Stores


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return FolderStore(tmp_path) if request.param == "folder" else MemoryStore()


def test_a_store_gives_back_what_it_keeps(store: Store) -> None:
    one, other = store.keep(b"one", ".txt"), store.keep(b"other", ".png")
    assert store.read(one) == b"one"
    assert store.read(other) == b"other"
    assert other.endswith(".png")


def test_a_store_keeps_the_same_thing_once(store: Store) -> None:
    assert store.keep(b"one", ".txt") == store.keep(b"one", ".txt")


def test_a_store_says_what_it_does_not_hold(store: Store) -> None:
    with pytest.raises(TraceError, match="missing"):
        store.read(Blob("missing.txt"))


def test_a_folder_keeps_one_file_for_the_same_picture(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    first = trace.keep_image(b"picture", "image/png")
    assert trace.keep_image(b"picture", "image/png") == first
    assert Trace(tmp_path).keep_image(b"picture", "image/png") == first
    assert [file.name for file in (tmp_path / "blobs").iterdir()] == [first]


def test_a_store_reads_nothing_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("private")
    store = FolderStore(tmp_path / "blobs")
    store.keep(b"inside", ".txt")
    with pytest.raises(TraceError):
        store.read(Blob("../outside.txt"))


def test_many_writers_may_keep_the_same_thing_at_once(tmp_path: Path) -> None:
    data = b"x" * 2_000_000
    ready = threading.Barrier(8)
    kept: list[Blob] = []

    def keep() -> None:
        ready.wait()
        kept.append(FolderStore(tmp_path).keep(data, ".bin"))

    writers = [threading.Thread(target=keep) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(kept) == 8
    assert len(set(kept)) == 1
    assert [file.name for file in tmp_path.iterdir()] == [kept[0]]
    assert FolderStore(tmp_path).read(kept[0]) == data


# Usage


def test_usage_adds_up_by_role_and_by_model() -> None:
    totals = UsageTotals()
    totals.add("planning", "big", Usage(calls=1, prompt_tokens=100, completion_tokens=10, cost=0.5))
    totals.add("default", "small", Usage(calls=1, prompt_tokens=20, cached_tokens=5, completion_tokens=1))
    totals.add("default", "big", Usage(calls=1, prompt_tokens=30, completion_tokens=2, cost=0.25))
    assert totals.total == Usage(3, 150, 5, 13, 0.75)
    assert totals.by_role["default"].tokens == 53
    assert totals.by_model["big"].cost == 0.75
    assert totals.total - totals.by_role["planning"] == totals.by_role["default"]
    assert str(totals.total) == "3 calls, 163 tokens, $0.7500"


def test_packed_data_stays_data_when_a_number_in_it_looks_like_a_secret() -> None:
    mask = Mask()
    mask.learn({"pin": Secret("1280")})
    trace = Trace(mask=mask)
    kept = trace.keep_packed({"list": "[1] PIN 1280", "boxes": {"1": [0, 0, 1280, 40]}})

    data = json.loads(gzip.decompress(trace.store.read(kept)))
    assert data == {"list": "[1] PIN {pin}", "boxes": {"1": [0, 0, 1280, 40]}}
