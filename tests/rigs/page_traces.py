"""Traces of every kind of run: real ones on a screen in memory, and two that are written event by event."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image
from replies import say, tap, type_into

from askonce.agent import Agent
from askonce.config import ProgramSettings, RecordingSettings, Settings, ShotSettings
from askonce.errors import AskonceError
from askonce.geometry import Box, Size
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Expected,
    Located,
    Looked,
    MessageRef,
    Noted,
    Planned,
    RunEnded,
    RunStarted,
    Trace,
)
from askonce.trace.events import Tried
from askonce.values import Secret

PASSWORD = "teatime-4711"
EVIL = """<script>window.evil = 1</script></script><img src=x onerror="window.evil = 2">'"&amp;"""
"""Text that would run something, if it were ever read as markup."""
ENDLESS = "Donaudampfschiff" * 40
ARABIC = "أضف القهوة إلى السلة"
CHINESE = "把咖啡放进购物车"


class Notes(FakeScreen):
    """A list of notes to which one can add. Element numbers: 1 the title, 2 the button."""

    def __init__(self, scale: float = 1.0) -> None:
        self.title = Field("Title", Box(20, 20, 200, 30))
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.add)
        self.notes: list[str] = []
        super().__init__([self.title, self.button], size=Size(400, 300), scale=scale)

    def add(self) -> None:
        self.notes.append(self.title.value)
        self.title.value = ""
        listed = [Text(note, Box(20, 110 + 40 * place, 200, 30)) for place, note in enumerate(self.notes)]
        self.show(self.title, self.button, *listed, Text(f"{len(self.notes)} added", Box(130, 60, 100, 30)))


def agent_on(
    screen: FakeScreen,
    replies: Iterable[str | Exception],
    folder: Path,
    kept: Recordings | None = None,
    **program: object,
) -> Agent:
    """An agent that leaves its trace in the folder, with a picture for each action."""
    settings = Settings(
        runs=None,
        recordings=RecordingSettings(patience=0.0),
        program=replace(ProgramSettings(final_check=False, replans=0, failures=1), **program),  # pyright: ignore[reportArgumentType]
        shots=ShotSettings("actions"),
    )
    return Agent(screen, Models.of(ScriptedModel(replies)), settings=settings, trace=Trace(folder), recordings=kept)


# ---- real runs


async def add_note(folder: Path) -> Path:
    """An act of two rounds with a secret, on a screen with two pixels to a unit; and a tap outside any act."""
    screen = Notes(scale=2)
    replies = [
        say(type_into(1, "{word}"), log="Type the word", memory="the word is set"),
        say(
            tap(2, "the button Add"), expect='field "Title" is ""; visible "1 added"', done="It is added.", log="Add it"
        ),
    ]
    async with agent_on(screen, replies, folder) as agent:
        await agent.act("add a note with {word}", word=Secret(PASSWORD))
        await agent.tap("the button Add")
    return folder


async def miss(folder: Path) -> Path:
    """A tap on something that is not there, and an act that the model gives up."""
    added = say(tap(2, "the button Add"), expect='visible "Sent"', log="Press Add")
    replies = ["no", "no", added, say(failed="there is no Send button", log="Look about")]
    async with agent_on(Notes(), replies, folder) as agent:
        for work in (agent.tap("the purple teapot"), agent.act("send the note to Ann")):
            try:
                await work
            except AskonceError:
                continue
            raise AssertionError("this was to fail")
    return folder


PROGRAM = """\
Record list "milk", "bread", "eggs" as {notes}
For each {note} in {notes}:
    Add a note {note}
Set variable {count} to the number of elements in {notes}
Tell user "{count} notes were added"
Post the notes to the blog
"""
_ADD = say(
    type_into(1, "{note}"),
    tap(2, "the button Add"),
    expect='visible "{note}"; field "Title" is ""',
    extra="<belief>\n+ the list is open\n+ progress: notes are being added\n</belief>",
    done="added",
)


async def run_program(folder: Path) -> Path:
    """A program with a loop whose later passes are replayed, beliefs, and a step that is written anew."""
    replies = [_ADD, say(failed="there is no blog"), '```\nTell user "there is no blog"\n```']
    async with agent_on(Notes(), replies, folder, replans=1) as agent:
        await agent.run(PROGRAM)
    return folder


_GREETED = say(type_into(1, "{name}"), tap(2, "the button Add"), expect='field "Title" is ""', done="ok", log="Add it.")


async def replay_and_heal(folder: Path) -> Path:
    """The same act three times: asked for, replayed, and healed after the button was renamed."""
    store = MemoryRecordings()
    screen = Notes()
    healed = say(tap(2, "the button Put in"), expect='visible "Cid"', done="ok", log="Put it in.")
    kept = Recordings(store, "notes", commit="at-once")
    async with agent_on(screen, [_GREETED, healed], folder, kept) as agent:
        await kept.load()
        for name in ("Ann", "Bob", "Cid"):
            if name == "Cid":
                screen.button.label = "Put in"
            await agent.act("note {name}", name=name)
    return folder


def cut_off(folder: Path, whole: Path) -> Path:
    """What a run leaves that is killed in the middle of writing an event, while the model is thinking."""
    lines = (whole / "trace.jsonl").read_bytes().splitlines(keepends=True)
    asked = next(place for place, line in enumerate(lines) if b'"asked"' in line)
    folder.mkdir(parents=True)
    (folder / "trace.jsonl").write_bytes(b"".join(lines[: asked + 1]) + lines[asked + 1][:40])
    (folder / "blobs").symlink_to(whole / "blobs")
    return folder


# ---- traces that are written event by event


def picture(colour: str = "#cfe8ff", size: tuple[int, int] = (200, 100)) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()


def begin(folder: Path, title: str = "") -> Trace:
    """A trace in which half a second lies between two events."""
    ticks = itertools.count()
    trace = Trace(folder, clock=lambda: 1_700_000_000 + 0.5 * next(ticks))
    trace.emit(RunStarted(version="9.9", screen="web", title=title))
    return trace


def write_hostile(folder: Path) -> Path:
    """A run in which every text is hostile, endless, or in another script."""
    trace = begin(folder)
    shot = trace.keep_image(picture(), "image/png")
    gone = trace.keep_image(b"no picture at all", "image/png")
    texts = trace.keep_text(f"{EVIL}\n{ENDLESS}\n\x00\x07\x1b[31m\u2028\u2029 {PASSWORD}")
    for act, title in enumerate((EVIL, f"{ENDLESS} 👩‍🚀", ARABIC, CHINESE), start=1):
        place: dict[str, Any] = {"act": act, "round": 1}
        trace.emit(ActStarted(act=act, instruction=title, model=EVIL, sees="both", rounds=20))
        trace.emit(
            Looked(
                **place,
                shot=gone if act == 4 else shot,
                screen=(0, 0, 400, 200),
                address=f"http://x/{EVIL}",
                elements=texts,
            )
        )
        sent = (MessageRef(role="system", parts=(texts,)), MessageRef(role="user", parts=(texts, shot)))
        trace.emit(Asked(**place, role="planning", model=EVIL, messages=sent))
        trace.emit(
            Answered(
                **place,
                role="planning",
                model=EVIL,
                text=f"{title}\x00\x1b[0m",
                prompt_tokens=1200,
                completion_tokens=40,
                cost=0.002,
                seconds=0.25,
            )
        )
        trace.emit(
            Planned(
                **place, thought=title, log=title, memory=EVIL, actions=(title,), expects=(title,), sub_goals=(title,)
            )
        )
        tried = (Tried(finder="planned", said=title), Tried(finder="model", said="found"))
        trace.emit(
            Located(
                **place,
                target=title,
                finder="model",
                box=(10, 20, 110, 60),
                area=(0, 0, 200, 100),
                tried=tried,
                seconds=0.05,
            )
        )
        trace.emit(Acted(**place, action=title, params=EVIL, point=(60, 40), output=title, seconds=0.1, settled=0.1))
        trace.emit(Expected(**place, met=(title,), unmet=(EVIL,)))
        trace.emit(Noted(**place, text=title))
        outcome = "failed" if act == 1 else "done"
        trace.emit(
            ActEnded(act=act, outcome=outcome, message=title, error=EVIL if act == 1 else "", how="asked", why=EVIL)
        )
    trace.emit(RunEnded())
    trace.close()
    return folder


def write_long(folder: Path, acts: int = 100, steps: int = 10) -> Path:
    """A long run with few pictures: every tenth act fails at its last step."""
    trace = begin(folder, "a thousand steps")
    shots = [trace.keep_image(picture(colour), "image/png") for colour in ("#cfe8ff", "#ffe8cf", "#e8ffcf")]
    for act in range(1, acts + 1):
        trace.emit(ActStarted(act=act, instruction=f"Task number {act}", model="some-model", sees="both", rounds=20))
        is_bad = act % 10 == 0
        for step in range(1, steps + 1):
            place: dict[str, Any] = {"act": act, "round": step}
            trace.emit(
                Looked(
                    **place,
                    shot=shots[(act + step) % 3],
                    screen=(0, 0, 400, 200),
                    address="http://shop.example/",
                    seconds=0.02,
                )
            )
            trace.emit(Planned(**place, log=f"Step {step} of task {act}", actions=(f"Tap(row {step})",)))
            trace.emit(Located(**place, target=f"row {step}", finder="planned", box=(10, 20, 110, 60)))
            error = "the row is covered" if is_bad and step == steps else ""
            trace.emit(Acted(**place, action=f"Tap(row {step})", point=(60, 40), error=error, seconds=0.1, settled=0.1))
        trace.emit(
            ActEnded(
                act=act,
                outcome="failed" if is_bad else "done",
                error="the row is covered" if is_bad else "",
                how="asked",
            )
        )
    trace.emit(RunEnded())
    trace.close()
    return folder
