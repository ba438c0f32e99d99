"""The recordings of one run: what it reads, what it adds, and when that is written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import contextmanager

from askonce.config import Commit, Strategy
from askonce.diagnostics.closest_name import closest_name
from askonce.recordings.midscene_keys import plan_key
from askonce.recordings.recording import Anchor, Entry, NothingToDo, Reading, RecordedTarget, Recording, RecordingFile
from askonce.recordings.slots import fits, slots_in
from askonce.recordings.stores import FolderRecordings, RecordingStore
from askonce.values import Instruction

_SIMILAR = 0.75
"""How alike two instructions have to be, from 0 to 1."""


class Recordings:
    """The recordings under one id, for one run.

    `read-only` writes nothing: if a recording no longer fits, a model is asked, and the result says so. `strict` is
    for CI: it writes nothing, and what no longer fits is an error, since no model is asked. `write-only` records
    everything again. With `commit="on-pass"` nothing is written before `commit` is called, which an agent does when
    its block ends without an error.

    >>> recordings = Recordings(MemoryRecordings(), "shop")
    >>> async with launch.screen(screen, recordings=recordings) as agent:
    ...     await agent.act("press Save")
    """

    def __init__(
        self, store: RecordingStore, id: str, *, strategy: Strategy = "read-write", commit: Commit = "at-once"
    ) -> None:
        self.store = store
        self.id = id
        self.strategy = strategy
        self._at_once = commit == "at-once"
        self._recorded: RecordingFile | None = None
        self._pending: dict[tuple[object, ...], Entry] = {}
        self._used: set[tuple[object, ...]] = set()
        self._told: set[str] = set()
        self._watchers: list[Callable[[Entry], None]] = []

    @property
    def reads(self) -> bool:
        return self.strategy in {"read-write", "read-only", "strict"}

    @property
    def place(self) -> str:
        """Where they are kept, as messages say it."""
        return str(self.store.path(self.id)) if isinstance(self.store, FolderRecordings) else repr(self.id)

    def new_remarks(self) -> list[str]:
        """What could not be taken over from the cache of another tool, once it was read; each is told once.

        >>> Recordings(MemoryRecordings(), "shop").new_remarks()
        []
        """
        known = self.store.remarks(self.id) if isinstance(self.store, FolderRecordings) and self.reads else ()
        new = [remark for remark in known if remark not in self._told]
        self._told.update(new)
        return new

    @property
    def writes(self) -> bool:
        return self.strategy in {"read-write", "write-only"}

    async def recall(
        self, instruction: Instruction, screen: str, page: str, background: str = ""
    ) -> tuple[Recording, ...]:
        """The recordings that can replay an instruction, those that started on this page first.

        Caches of others keep it together with the background knowledge that it was given with.
        """
        if not self.reads:
            return ()
        words = {instruction.text, plan_key(instruction.text, background)}
        known = [
            entry
            for entry in (await self._read()).recordings
            if entry.instruction in words and entry.screen == screen and _serves(entry, instruction)
        ]
        return tuple(sorted(known, key=lambda entry: (entry.page != page, entry.instruction == instruction.text)))

    async def needless_on(self, instruction: Instruction, screen: str, page: str) -> frozenset[str]:
        """The screens of this page, as digests, on which nothing had to be done for an instruction."""
        known = (await self._read()).nothing_to_do if self.reads and not instruction.images else ()
        entries = [
            entry
            for entry in known
            if (entry.instruction, entry.screen, entry.page) == (instruction.text, screen, page)
        ]
        for entry in entries:
            self.use(entry)
        return frozenset(digest for entry in entries for digest in entry.seen)

    async def readings_on(self, instruction: Instruction, screen: str, page: str) -> tuple[Reading, ...]:
        """Where what an instruction asks for was read on this page."""
        known = (await self._read()).readings if self.reads else ()
        asked = (instruction.text, screen, page)
        return tuple(
            entry
            for entry in known
            if (entry.instruction, entry.screen, entry.page) == asked and fits(entry.only, set(), instruction)
        )

    async def similar(self, instruction: Instruction) -> str:
        """The recorded instruction that is most like another one; empty when none is."""
        recorded = await self._read() if self.reads else RecordingFile()
        known = {entry.instruction for entry in (*recorded.recordings, *recorded.nothing_to_do, *recorded.readings)}
        return closest_name(instruction.text, known - {instruction.text}, cutoff=_SIMILAR)

    async def recall_target(
        self, prompts: Collection[str], screen: str, page: str, images: Mapping[str, str] | None = None
    ) -> tuple[Anchor, ...]:
        """The anchors of a target with one of these descriptions, and these pictures as digests, on this page, or on
        any."""
        if not self.reads:
            return ()
        recorded = await self._read()
        anchors: list[Anchor] = []
        for entry, sighting in _sightings(recorded):
            is_meant = sighting.prompt in prompts and sighting.images == dict(images or {})
            if is_meant and sighting.screen == screen and sighting.page in {page, ""}:
                self.use(entry)
                anchors.append(sighting.anchor)
        return tuple(anchors)

    async def keep(self, entry: Entry) -> bool:
        """Add a recording, replacing one with the same key. Returns whether recording is allowed."""
        self.use(entry)
        if not self.writes:
            return False
        if isinstance(entry, NothingToDo):
            earlier = self._pending.get(entry.key)
            entry = entry.after(earlier if isinstance(earlier, NothingToDo) else None)
        self._pending[entry.key] = entry
        self._recorded = (await self._read()).with_entries(entry)
        if self._at_once:
            await self.commit()
        return True

    def use(self, entry: Entry) -> None:
        """Mark an entry as used, so that it is not pruned."""
        self._used.add(entry.key)
        for watcher in self._watchers:
            watcher(entry)

    @contextmanager
    def watched(self) -> Generator[list[Entry], None, None]:
        """The entries that are made or used in a block, in that order.

        >>> recordings = Recordings(MemoryRecordings(), "shop")
        >>> with recordings.watched() as entries:
        ...     pass
        >>> entries
        []
        """
        entries: list[Entry] = []
        watcher = entries.append
        self._watchers.append(watcher)
        try:
            yield entries
        finally:
            self._watchers.remove(watcher)

    async def commit(self) -> None:
        """Write what was added since the last commit."""
        if self._pending:
            entries = dict(self._pending)
            again = [entry.instruction for entry in entries.values() if not isinstance(entry, RecordedTarget)]
            stale = frozenset[str]() if self.reads else frozenset(again)
            kept = frozenset(self._used)
            await asyncio.to_thread(
                self.store.update,
                self.id,
                lambda recorded: recorded.without_needless(stale, kept).with_entries(*entries.values()),
            )
            self._pending = {key: entry for key, entry in self._pending.items() if entries.get(key) is not entry}

    def discard(self) -> None:
        """Discard what was added and not yet written."""
        self._pending.clear()
        self._recorded = None

    async def prune(self) -> int:
        """Remove entries that this run neither used nor made. Returns how many."""
        before = await asyncio.to_thread(self.store.read, self.id)
        after = before.limited_to(self._used)
        gone = before.size - after.size
        if gone and self.writes:
            used = frozenset(self._used)
            self._recorded = await asyncio.to_thread(
                self.store.update, self.id, lambda recorded: recorded.limited_to(used)
            )
        return gone

    async def load(self) -> None:
        """Read the store in advance, so that the first act does not wait for it."""
        if self.reads:
            await self._read()

    async def _read(self) -> RecordingFile:
        if self._recorded is None:
            recorded = await asyncio.to_thread(self.store.read, self.id)
            self._recorded = recorded.with_entries(*self._pending.values())
        return self._recorded


def _serves(recording: Recording, instruction: Instruction) -> bool:
    is_same_look = recording.images == dict(instruction.images)
    return is_same_look and fits(recording.only, slots_in(recording.steps), instruction)


def _sightings(recorded: RecordingFile) -> Iterator[tuple[Recording | RecordedTarget, RecordedTarget]]:
    """All targets that were found without a plan: by `locate` and by single actions.

    Each with its entry.
    """
    yield from ((entry, entry) for entry in recorded.sightings)
    for recording in recorded.recordings:
        step = recording.steps[0]
        if len(recording.steps) == 1 and recording.instruction.startswith(f"{step.action}("):
            for field, anchor in step.anchors.items():
                prompt = step.params.get(field)
                if isinstance(prompt, str):
                    sighting = RecordedTarget(
                        prompt=prompt,
                        screen=recording.screen,
                        page=recording.page,
                        images=recording.images,
                        anchor=anchor,
                    )
                    yield recording, sighting
