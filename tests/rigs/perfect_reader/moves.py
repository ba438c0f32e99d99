"""What a reader decides, and how it says so in a reply."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perfect_reader.question import Element

EXPECT = "expect"
"""In place of an action: what has to be so before the next one."""


@dataclass(frozen=True, slots=True)
class Move:
    """One reply. `done` is the last word on the step; a step may end with the actions of the same reply."""

    log: str
    thought: str
    actions: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    expect: str = ""
    done: str = ""
    belief: tuple[str, ...] = ()
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def written(self) -> str:
        parts = [f"<thought>{self.thought}</thought>", f"<log>{self.log}</log>"]
        for name, params in self.actions:
            if name == EXPECT:
                parts.append(f"<expect>{params[EXPECT]}</expect>")
                continue
            fields = json.dumps(params, ensure_ascii=False)
            parts.append(f'<action type="{name}">{fields}</action>')
        if self.expect:
            parts.append(f"<expect>{self.expect}</expect>")
        if self.belief:
            parts.append("<belief>\n" + "\n".join(self.belief) + "\n</belief>")
        if self.results:
            parts.append(f"<result>{json.dumps(self.results, ensure_ascii=False)}</result>")
        if self.done:
            parts.append(f'<complete success="true">{self.done}</complete>')
        return "\n".join(parts)


def target(element: Element, words: str) -> dict[str, Any]:
    return {"prompt": words, "element": element.number}


def tap(element: Element, words: str, *, thought: str, expect: str = "") -> Move:
    return Move(f"Tap {words}", thought, (("Tap", {"target": target(element, words)}),), expect)


def fill(element: Element, words: str, text: str, *, thought: str, expect: str, enter: bool = False) -> Move:
    params = {"target": target(element, words), "text": text} | ({"enter": True} if enter else {})
    return Move(f"Enter {text} as {words.removeprefix('the field ')}", thought, (("Type", params),), expect)


def seen(done: str, thought: str, **results: Any) -> Move:
    """The step is done as the screen shows: nothing to do any more."""
    return Move("Nothing left to do", thought, done=done, results=results)


def visible(text: str) -> str:
    return f"visible {json.dumps(text, ensure_ascii=False)}"


def holds(element: Element, text: str) -> str:
    return f"field {json.dumps(element.name)} is {json.dumps(text, ensure_ascii=False)}"


def checked(move: Move, expect: str) -> Move:
    """A move after which the others of its reply come only if it had its effect."""
    return replace(move, actions=(*move.actions, (EXPECT, {EXPECT: expect})))


def ending(move: Move, done: str) -> Move:
    """A move that finishes its step, with what later steps may want to know."""
    return replace(move, done=done, belief=(f"+ {done}",))


def together(moves: Sequence[Move]) -> Move:
    """Several moves in one reply; what the last one says of thought, expectation and end holds for all."""
    *before, last = moves
    actions = tuple(action for move in before for action in move.actions)
    log = ", then ".join([move.log for move in before] + [last.log])
    return replace(last, log=log, actions=(*actions, *last.actions))
