"""The history of one act. Two acts share nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from askonce.history.round_events import RoundEvent, event_text
from askonce.lazy import dataclass
from askonce.models import Image, Message

MOST_MESSAGES = 50
KEPT_MESSAGES = 20
KEPT_PICTURES = 5
MOST_MEMORIES = 30
LONGEST_TEXT = 4000
LEFT_OUT_PICTURE = "(the screen as it was then is left out)"


def shortened(text: str) -> str:
    """Shorten a text of the model, which may be of any length."""
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


@dataclass(frozen=True, slots=True)
class SubGoal:
    """One sub-goal of a planner in deep-think mode."""

    index: int
    text: str
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One round: what the planner was sent, the picture it saw, and its reply."""

    events: tuple[RoundEvent, ...]
    picture: Image | None
    reply: str
    log: str = ""
    short: str = ""
    """The reply as it is sent again; empty where that is the reply itself."""


@dataclass(slots=True)
class Conversation:
    """Grows by one turn a round. What is sent of it has a limit."""

    turns: list[Turn] = field(default_factory=list[Turn])
    memories: list[str] = field(default_factory=list[str])
    sub_goals: dict[int, SubGoal] = field(default_factory=dict[int, SubGoal])
    feedback: list[RoundEvent] = field(default_factory=list[RoundEvent])
    """What happened since the last reply; sent in the next round."""

    def tell(self, event: RoundEvent) -> None:
        self.feedback.append(event)

    def hear(self) -> tuple[RoundEvent, ...]:
        """Return the pending events and clear them."""
        events = tuple(self.feedback)
        self.feedback.clear()
        return events

    def remember(self, memory: str, line: int | None = None) -> None:
        """Keep a note of the planner, in place of that on a `line`, from 1. The oldest are dropped if there are too
        many."""
        memory = shortened(memory)
        if memory and line and line <= len(self.memories):
            self.memories[line - 1] = memory
        elif memory and memory not in self.memories:
            self.memories = [*self.memories, memory][-MOST_MEMORIES:]

    def update_goals(self, goals: Iterable[SubGoal], finished: Iterable[int]) -> None:
        """Replace the list. A finished sub-goal stays finished unless the new list says otherwise."""
        listed = {goal.index: goal for goal in goals}
        if listed:
            self.sub_goals = listed
        for index in finished:
            if index in self.sub_goals:
                self.sub_goals[index] = replace(self.sub_goals[index], finished=True)

    def close_turn(
        self, events: Sequence[RoundEvent], picture: Image | None, reply: str, log: str, short: str = ""
    ) -> None:
        """Add a round. Old pictures are dropped, so that memory does not grow with the number of rounds."""
        self.turns.append(Turn(tuple(events), picture, shortened(reply), log, shortened(short)))
        if len(self.turns) > KEPT_PICTURES:
            past = self.turns[-KEPT_PICTURES - 1]
            self.turns[-KEPT_PICTURES - 1] = replace(past, picture=None)

    def sent_turns(self) -> tuple[Sequence[Turn], str]:
        """The turns that are still sent, and a summary of those that are not."""
        if 2 * len(self.turns) <= MOST_MESSAGES:
            return self.turns, ""
        dropped, kept = self.turns[: -KEPT_MESSAGES // 2], self.turns[-KEPT_MESSAGES // 2 :]
        steps = [turn.log for turn in dropped if turn.log]
        shown = "".join(f"\n- {step}" for step in steps[-KEPT_MESSAGES:])
        return kept, f"({2 * len(dropped)} earlier messages are left out. The last steps taken in them:{shown})"


def turn_messages(
    turns: Sequence[Turn], left_out: str, opening: Sequence[str | Image], now: Message, *, pictures: int
) -> tuple[Message, ...]:
    """All messages: `opening` first, then the turns, then `now`.

    Besides the picture in `now`, the last `pictures - 1` of the turns keep theirs.
    """
    past: list[Message] = []
    for number, turn in enumerate(turns):
        recent = len(turns) - number < pictures
        picture = turn.picture if recent and turn.picture else LEFT_OUT_PICTURE
        events = event_text(turn.events, brief=True)
        past += [
            Message("user", (events, picture) if events else (picture,)),
            Message("assistant", (turn.short or turn.reply,)),
        ]
    first, *rest = [*past, now]
    start = (*opening, left_out) if left_out else opening
    return (Message("user", (*start, *first.parts)), *rest)
