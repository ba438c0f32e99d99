"""The finder of what was found before: on a screen in memory."""

from __future__ import annotations

import pytest

from askonce.actions import Found, Target
from askonce.geometry import Box
from askonce.locate import NotAsked, Passed
from askonce.locate.recorded_finder import RecordedFinder
from askonce.recordings.recording import Anchor, RecordedTarget, RecordingFile
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.eyes import Eyes
from askonce.screens.fake import Button, FakeScreen
from askonce.values import Instruction, Mask

ADDRESS = "fake://h/people/bob"
SAVE, BOB = Box(20, 20, 100, 30), Box(20, 60, 100, 30)


async def found(prompt: str, *sightings: RecordedTarget, strategy: str = "read-only", **values: str) -> Found | Passed:
    screen = FakeScreen(pages={ADDRESS: [Button("Save", SAVE), Button("Greet Bob", BOB)]})
    await screen.navigate(ADDRESS)
    store = MemoryRecordings()
    store.update("it", lambda _: RecordingFile(sightings=sightings))
    recordings = Recordings(store, "it", strategy=strategy)  # pyright: ignore[reportArgumentType]
    target = Target.of(prompt).filled(Instruction.of("tap it", values))
    return await RecordedFinder(screen, recordings).find(target, Eyes(screen, Mask()))


def sighting(prompt: str, name: str, page: str = "", screen: str = "fake") -> RecordedTarget:
    return RecordedTarget(prompt=prompt, screen=screen, page=page, anchor=Anchor(role="button", name=name))


async def test_it_finds_what_was_seen_by_the_same_words() -> None:
    answer = await found("the disk", sighting("the disk", "Save"))
    assert isinstance(answer, Found)
    assert (answer.box, answer.finder) == (SAVE, "recorded")


async def test_a_page_with_a_value_in_its_address_is_known_by_the_name_of_the_value() -> None:
    answer = await found("greet {who}", sighting("greet {who}", "Greet {who}", "/people/{who}"), who="bob")
    assert isinstance(answer, Found)
    assert answer.box == BOB


async def test_it_passes_on_what_it_does_not_know() -> None:
    nothing = NotAsked("nothing was recorded for these words")
    assert await found("the disk") == nothing
    assert await found("the disk", sighting("another disk", "Save")) == nothing
    assert await found("the disk", sighting("the disk", "Save", page="/elsewhere")) == nothing
    assert await found("the disk", sighting("the disk", "Save", screen="android")) == nothing
    assert await found("the disk", sighting("the disk", "Save"), strategy="write-only") == nothing


async def test_it_passes_with_the_reason_when_what_it_knows_is_gone() -> None:
    assert await found("the disk", sighting("the disk", "Keep")) == Passed("there is no button 'Keep'")


async def test_a_sighting_that_still_holds_serves_beside_one_that_does_not() -> None:
    answer = await found("the disk", sighting("the disk", "Keep", "/people/bob"), sighting("the disk", "Save"))
    assert isinstance(answer, Found)


class PathScreen(FakeScreen):
    """Two buttons of one name, with a path that leads to the first."""

    async def select(self, selector: str) -> list[Box]:
        return [SAVE]


@pytest.mark.parametrize(
    ("words", "is_followed"),
    [
        ("the first Delete button", True),
        ("the Delete button", True),
        ("the second Delete button", False),
        ("the last Delete button", False),
        ("the Greet button", False),
    ],
)
async def test_a_path_is_not_followed_where_the_words_mean_another_element(words: str, is_followed: bool) -> None:
    buttons = [Button("Delete", SAVE), Button("Delete", BOB), Button("Greet", Box(20, 120, 100, 30))]
    screen = PathScreen(pages={ADDRESS: buttons})
    await screen.navigate(ADDRESS)
    store = MemoryRecordings()
    known = RecordedTarget(prompt=words, screen="fake", page="", anchor=Anchor(paths=("/html/body/button[1]",)))
    store.update("it", lambda _: RecordingFile(sightings=(known,)))
    target = Target.of(words).filled(Instruction.of("tap it", {}))
    answer = await RecordedFinder(screen, Recordings(store, "it")).find(target, Eyes(screen, Mask()))
    assert isinstance(answer, Found) == is_followed
