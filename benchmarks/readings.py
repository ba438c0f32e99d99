"""What readers replied who saw nothing but the prompt and the picture: written down once, played as often as needed.

A reading belongs to a scene. It keeps replies by act, in order, and elements by what their line says, because numbers
may differ at another time, as ports do; what is asked before the first act, such as a program, is kept as one without
an instruction. An engine that asks less leaves replies unused; one that asks again after the reader said "complete" is
told so once more, which counts.
"""

from __future__ import annotations

import base64
import json
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from askonce.testing import Asked
from askonce.trace import Acted, ActStarted, Entry

POLL = 0.2
"""Seconds between two looks for a reader's answer."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_LISTED = re.compile(rf"^\s*\[(\d+)\]\*? (\w+(?: {_QUOTED})?(?: near {_QUOTED})?)", re.MULTILINE)
_NAMED = re.compile(r'"element":\s*(\d+)')
_PORT = re.compile(r"http://127\.0\.0\.1:\d+")
_COMPLETE = re.compile(r"<complete\b.*?(?:</complete>|/>)", re.DOTALL)


class NotRead(LookupError):
    """The readers never saw what is asked now."""


@dataclass(slots=True)
class Reply:
    text: str
    elements: dict[str, str] = field(default_factory=dict[str, str])
    """What the numbers in the reply stood for: a role, a name, and which of several."""


@dataclass(slots=True)
class ReadAct:
    instruction: str
    replies: list[Reply] = field(default_factory=list[Reply])


@dataclass(slots=True)
class Reading:
    scene: str
    reader: str
    acts: list[ReadAct] = field(default_factory=list[ReadAct])
    wrong: str = ""
    """What was wrong with how it ended, when it was read."""

    @property
    def calls(self) -> int:
        return sum(len(act.replies) for act in self.acts)

    def save(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        path = folder / f"{_stem(self.scene)}.{self.reader}.json"
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def readings_of(scene: str, folder: Path) -> list[Reading]:
    found = sorted(folder.glob(f"{_stem(scene)}.*.json"))
    return [_reading(json.loads(path.read_text(encoding="utf-8"))) for path in found]


def _stem(scene: str) -> str:
    return scene.replace(" ", "_")


def _reading(data: Mapping[str, Any]) -> Reading:
    acts = [ReadAct(act["instruction"], [Reply(**reply) for reply in act["replies"]]) for act in data["acts"]]
    return Reading(data["scene"], data["reader"], acts, data.get("wrong", ""))


class Follower:
    """Knows which act is under way, and counts what is done in it."""

    def __init__(self) -> None:
        self.acts: list[str] = [""]
        self.actions = 0

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, ActStarted):
            self.acts.append(entry.event.instruction)
        elif isinstance(entry.event, Acted):
            self.actions += 1


class Player:
    """A model that replies as the reader did."""

    def __init__(self, reading: Reading, follower: Follower) -> None:
        self._follower = follower
        self._left = list(reading.acts)
        self._at = 0
        self._replies: list[Reply] = []
        self._last = ""
        self.calls = 0

    def __call__(self, asked: Asked) -> str:
        self.calls += 1
        if self._at != len(self._follower.acts):
            self._at = len(self._follower.acts)
            self._replies, self._last = self._take(self._follower.acts[-1]), ""
        while len(self._replies) > 1 and not _is_for(self._replies[0], asked):
            del self._replies[0]  # the engine got there without it
        if self._replies:
            reply = self._replies.pop(0)
            self._last = _numbered(reply, asked)
            return self._last
        if said := _COMPLETE.search(self._last):
            return said[0]
        raise NotRead(f'no reader was asked this in the act "{self._follower.acts[-1]}"')

    def _take(self, instruction: str) -> list[Reply]:
        """The replies of the next act with this instruction."""
        for number, act in enumerate(self._left):
            if act.instruction == instruction:
                del self._left[: number + 1]
                return list(act.replies)
        return []


class Relay:
    """Lets a reader answer by files: each request is a folder with its messages and pictures, and the answer a file."""

    def __init__(self, folder: Path, reading: Reading, follower: Follower) -> None:
        self._folder = folder
        self._reading = reading
        self._follower = follower
        self._at = 0

    def __call__(self, asked: Asked) -> str:
        folder = self._folder / f"{len(list(self._folder.glob('[0-9]*'))) + 1:03d}"
        folder.mkdir(parents=True)
        (folder / "messages.txt").write_text(_written_out(asked, folder), encoding="utf-8")
        (folder / "READY").touch()
        answer = folder / "answer.txt"
        while not answer.exists():
            time.sleep(POLL)
        reply = answer.read_text(encoding="utf-8")
        if self._at != len(self._follower.acts):
            self._at = len(self._follower.acts)
            self._reading.acts.append(ReadAct(self._follower.acts[-1]))
        lines = {number: line for line, number in _lines(asked).items()}
        elements = {number: lines[number] for number in _NAMED.findall(reply) if number in lines}
        self._reading.acts[-1].replies.append(Reply(reply, elements))
        return reply


def _written_out(asked: Asked, folder: Path) -> str:
    """The messages as text. Pictures become files of the folder, named where they stand."""
    lines: list[str] = []
    pictures = 0
    for message in asked.raw["messages"]:
        lines.append(f"===== {message['role']} =====")
        content = message["content"]
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            if part["type"] == "text":
                lines.append(part["text"])
                continue
            pictures += 1
            head, data = part["image_url"]["url"].split(",", 1)
            name = f"picture{pictures}.{'png' if 'png' in head else 'jpg'}"
            (folder / name).write_bytes(base64.b64decode(data))
            lines.append(f"[{name}]")
    return "\n".join(lines)


def _lines(asked: Asked) -> dict[str, str]:
    """The numbers of the listed elements by what their line says."""
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for number, line in _LISTED.findall(asked.last):
        seen[line] += 1
        found[f"{line} #{seen[line]}"] = number
    return found


def _is_for(reply: Reply, asked: Asked) -> bool:
    """Whether what a reply does first is listed, so that it can be meant for this screen."""
    first = next((reply.elements[number] for number in _NAMED.findall(reply.text) if number in reply.elements), None)
    return first is None or first in _lines(asked)


def _numbered(reply: Reply, asked: Asked) -> str:
    """The reply with today's numbers and port; an element that is not listed today is named by its words alone."""
    lines, served = _lines(asked), _PORT.search(asked.last)

    def number(found: re.Match[str]) -> str:
        line = reply.elements.get(found[1])
        return f'"element": {lines[line]}' if line in lines else found[0] if line is None else '"element": null'

    text = _NAMED.sub(number, reply.text)
    return _PORT.sub(served[0], text) if served else text
