"""The contract of every store of recordings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor

import pytest

from askonce.errors import ConfigError
from askonce.recordings.recording import Anchor, RecordedStep, RecordedTarget, Recording, RecordingFile
from askonce.recordings.stores import RecordingStore
from askonce.screens.expectation import Expectation


def sample_recording(instruction: str = "search for {term}") -> Recording:
    """A recording with every field set, and texts that are easily damaged."""
    anchor = Anchor(role="searchbox", name=" 'Search' ", attributes={"id": "q"}, paths=('//*[@id="q"]',), ordinal=-1)
    typing = RecordedStep(
        intent="Search: for the term # quickly",
        action="Type",
        params={"text": "{term}\n\tyes 🫖 שלום", "target": "the search field", "enter": True},
        anchors={"target": anchor},
        expects=(Expectation("field", "Search", ""), Expectation("visible", "null")),
    )
    waiting = RecordedStep(action="Wait", params={"seconds": 0.5})
    return Recording(instruction=instruction, screen="web", page="/shop", only={"size": "1e3"}, steps=(typing, waiting))


class RecordingStoreContract(ABC):
    """Inherit, and implement how a store is opened.

    Stores outside the process also override `reopen`, so that what one object wrote is read by another.
    """

    @abstractmethod
    def open_store(self) -> RecordingStore:
        """A new, empty store."""

    def reopen(self, store: RecordingStore) -> RecordingStore:
        """A second store object for the same location as `store`."""
        return store

    def test_an_id_that_was_never_written_has_an_empty_book(self) -> None:
        store = self.open_store()
        assert store.read("nothing") == RecordingFile()
        assert list(store.ids()) == []

    def test_what_was_written_is_read_again_as_it_was(self) -> None:
        store = self.open_store()
        sighting = RecordedTarget(prompt="the cart", screen="web", anchor=Anchor(name="Cart"))
        recorded = RecordingFile().with_entries(sample_recording(), sighting)
        assert store.update("shop", lambda _: recorded) == recorded
        assert self.reopen(store).read("shop") == recorded

    def test_a_change_is_made_to_what_is_there(self) -> None:
        store = self.open_store()
        store.update("shop", lambda recorded: recorded.with_entries(sample_recording("one")))
        kept = self.reopen(store).update("shop", lambda recorded: recorded.with_entries(sample_recording("two")))
        assert [recording.instruction for recording in kept.recordings] == ["one", "two"]
        assert store.read("shop") == kept

    def test_an_id_may_lie_in_folders_and_ids_do_not_touch_each_other(self) -> None:
        store = self.open_store()
        for id in ("shop", "checkout/login", "checkout/pay it.later"):
            store.update(id, lambda recorded, id=id: recorded.with_entries(sample_recording(id)))
        again = self.reopen(store)
        assert list(again.ids()) == ["checkout/login", "checkout/pay it.later", "shop"]
        assert [recording.instruction for recording in again.read("checkout/login").recordings] == ["checkout/login"]

    @pytest.mark.parametrize(
        "id",
        ["", "../secret", "/etc/passwd", "a//b", "a/../b", ".hidden", "a\\b", "c:d", "a\nb", "dot.", "CON", "x.cache"],
    )
    def test_an_id_that_is_no_name_of_a_file_is_refused_with_what_is_allowed(self, id: str) -> None:
        store = self.open_store()
        with pytest.raises(ConfigError, match="use letters"):
            store.read(id)
        with pytest.raises(ConfigError, match="use letters"):
            store.update(id, lambda recorded: recorded.with_entries(sample_recording()))

    def test_an_error_while_changing_leaves_the_old_book_and_the_store_usable(self) -> None:
        store = self.open_store()
        old = store.update("shop", lambda recorded: recorded.with_entries(sample_recording()))

        def fail(recorded: RecordingFile) -> RecordingFile:
            raise KeyError(f"no change to {len(recorded.recordings)} recording")

        with pytest.raises(KeyError, match="no change to 1"):
            store.update("shop", fail)
        assert store.read("shop") == old
        assert (
            store.update("shop", lambda recorded: recorded.with_entries(sample_recording("two"))).recordings[:1]
            == old.recordings
        )

    def test_no_update_is_lost_when_threads_write_at_once(self) -> None:
        store = self.open_store()
        names = [f"instruction {number}" for number in range(16)]

        def add(name: str) -> RecordingFile:
            return store.update("shop", lambda recorded: recorded.with_entries(sample_recording(name)))

        with ThreadPoolExecutor(8) as threads:
            returned = list(threads.map(add, names))
        assert sorted(recording.instruction for recording in store.read("shop").recordings) == sorted(names)
        assert all(
            name in [recording.instruction for recording in recorded.recordings]
            for name, recorded in zip(names, returned, strict=True)
        )

    def test_a_reader_never_sees_half_an_update(self) -> None:
        store = self.open_store()
        files = [
            RecordingFile().with_entries(*(sample_recording(f"{size} {number}") for number in range(size)))
            for size in (1, 12)
        ]

        def write() -> None:
            for number in range(10):
                store.update("shop", lambda _, number=number: files[number % 2])

        with ThreadPoolExecutor(2) as threads:
            writing = threads.submit(write)
            while not writing.done():
                assert store.read("shop") in [RecordingFile(), *files]
            writing.result()
