"""Traces for the tests of reports: told by hand, event by event, or made by an agent on a screen in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from replies import say, tap, type_into

from askonce.agent import Agent
from askonce.config import ProgramSettings, Settings
from askonce.errors import AskonceError
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.report.document import ReportNode, Run
from askonce.report.from_trace import read_run, walk
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Blob,
    Entry,
    Event,
    Expected,
    Located,
    Looked,
    Planned,
    RunEnded,
    RunStarted,
    Tried,
)
from askonce.trace.events import How, Outcome

BEGAN = 1_700_000_000.0
BOX = (10.0, 20.0, 110.0, 60.0)


@dataclass
class Story:
    """Events with a second between any two of them, as a trace would hold them."""

    events: list[Event] = field(default_factory=lambda: [RunStarted(version="9.9", screen="web")])
    act: int = 0
    round: int = 0
    pictures: int = 0

    def tell(self, *events: Event) -> None:
        self.events += events

    def begin(self, instruction: str = "buy the red mug") -> None:
        self.act, self.round = self.act + 1, 0
        self.tell(ActStarted(act=self.act, instruction=instruction, model="some-model", sees="both", rounds=20))

    def end(self, outcome: Outcome = "done", *, message: str = "", error: str = "", how: How = "asked") -> None:
        self.tell(ActEnded(act=self.act, outcome=outcome, message=message, error=error, how=how))

    def next_round(self) -> None:
        self.round += 1

    def look(self, address: str = "http://shop.example/", **more: Any) -> Blob:
        self.pictures += 1
        shot = Blob(f"{self.pictures}.png")
        self.tell(Looked(act=self.act, round=self.round, shot=shot, screen=(0, 0, 400, 200), address=address, **more))
        return shot

    def ask(self, answer: str = "<thought>…</thought>", *, error: str = "", role: str = "planning") -> None:
        place = {"act": self.act, "round": self.round, "role": role, "model": "some-model"}
        self.tell(Asked(**place, messages=()))
        self.tell(
            Answered(
                **place, text=answer, error=error, prompt_tokens=1200, completion_tokens=40, cost=0.002, seconds=0.5
            )
        )

    def plan(self, *actions: str, log: str = "Tap the mug", complete: bool | None = None) -> None:
        self.tell(Planned(act=self.act, round=self.round, log=log, actions=actions, complete=complete))

    def find(self, target: str = "the red mug", *, found: bool = True, tried: Sequence[tuple[str, str]] = ()) -> None:
        said = tuple(Tried(finder=finder, said=words) for finder, words in tried)
        box = BOX if found else None
        self.tell(
            Located(
                act=self.act, round=self.round, target=target, finder="planned" if found else "", box=box, tried=said
            )
        )

    def do(self, action: str = "Tap(the red mug)", *, error: str = "") -> None:
        self.tell(Acted(act=self.act, round=self.round, action=action, error=error, seconds=0.25, settled=0.5))

    def expect(self, *met: str, unmet: Sequence[str] = ()) -> None:
        self.tell(Expected(act=self.act, round=self.round, met=met, unmet=tuple(unmet)))

    def play_round(self, *actions: str) -> None:
        """A round in which everything went well."""
        self.next_round()
        self.look()
        self.ask()
        self.plan(*actions)
        for action in actions:
            self.find()
            self.do(action)

    def buy(self, message: str = "The red mug is in the basket.") -> Story:
        """A whole run that went well."""
        self.begin()
        self.play_round("Tap(the red mug)")
        self.end(message=message)
        self.tell(RunEnded())
        return self

    def miss(self, error: str = "could not find 'the exit' on the screen") -> Story:
        """A whole run in which something was not found."""
        self.begin("leave the shop")
        self.next_round()
        self.look("http://shop.example/basket")
        self.ask()
        self.plan("Tap(the exit)", log="Tap the exit")
        self.find("the exit", found=False, tried=[("planned", "no box was given"), ("model", "nothing like it")])
        self.end("failed", error=error)
        self.tell(RunEnded())
        return self

    @property
    def entries(self) -> list[Entry]:
        return [Entry(number=place, at=BEGAN + place, event=event) for place, event in enumerate(self.events, 1)]

    def run(self, id: str = "run") -> Run:
        return read_run(self.entries, id)


def every(run: Run) -> list[ReportNode]:
    return list(walk(run.nodes))


def outline(nodes: Iterable[ReportNode], depth: int = 0) -> list[str]:
    """The parts of a run, each on a line, as deep as they stand."""
    lines: list[str] = []
    for node in nodes:
        lines += [f"{'  ' * depth}{node.kind} {node.title} [{node.status}]", *outline(node.children, depth + 1)]
    return lines


def write_trace(folder: Path, story: Story) -> Path:
    """The trace as it lies on disk."""
    folder.mkdir(parents=True)
    lines = (entry.model_dump_json() + "\n" for entry in story.entries)
    (folder / "trace.jsonl").write_text("".join(lines), "utf-8")
    return folder


class Shop(FakeScreen):
    """A field for a name, a button, and what it says then."""

    def __init__(self) -> None:
        self.user = Field("User", Box(20, 20, 200, 30))
        super().__init__([self.user, Button("Log in", Box(20, 60, 100, 30), on_tap=self.log_in)])

    def log_in(self) -> None:
        self.show(Text(f"Welcome {self.user.value}", Box(20, 20, 300, 30)), Button("Buy", Box(20, 60, 100, 30)))


PROGRAM = """\
set {greetings} to 0
repeat 2 times:
    greet the visitor
    increase {greetings} by 1
tell user "{greetings} greetings"
"""


async def play(folder: Path) -> Path:
    """A run of everything: acts that succeed and fail, single actions, a program with a loop. Where its trace is."""
    replies = [
        say(type_into(1, "bob"), tap(2), expect='visible "Welcome bob"', done="logged in"),
        "no reply that could be read",
        say(failed="there is no exit"),
        *(say(done=f"greeted {number}") for number in (1, 2)),
    ]
    settings = Settings(runs=folder, program=ProgramSettings(final_check=False, replans=0))
    async with Agent(Shop(), Models.of(ScriptedModel(replies)), settings=settings) as agent:
        trace = agent.trace.folder
        assert trace
        await agent.act("log in as bob")
        await agent.locate("Buy")
        for failing in (agent.act("find the exit"), agent.run(PROGRAM)):
            try:
                await failing
            except AskonceError:
                continue
    return trace
