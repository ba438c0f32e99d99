"""The history of one act. Two acts share nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from askonce.history.round_events import RoundEvent, event_text
from askonce.models import Image, Message

MOST_MESSAGES = 50
KEPT_MESSAGES = 20
KEPT_PICTURES = 5
MOST_MEMORIES = 30
LONGEST_TEXT = 4000
LEFT_OUT_PICTURE = "(the screen as it was then is left out)"


def shortened(text: str) -> str:
    """What is kept of something the model said; it may say anything, at any length."""
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


@dataclass(frozen=True, slots=True)
class SubGoal:
    """One entry of the list that the planner keeps when it thinks deeply."""

    index: int
    text: str
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One round as the planner lived it: what it was told, the picture it saw, what it replied."""

    events: tuple[RoundEvent, ...]
    picture: Image | None
    reply: str
    log: str = ""


@dataclass(slots=True)
class Conversation:
    """Grows by one turn a round; what is sent of it stays bounded."""

    turns: list[Turn] = field(default_factory=list[Turn])
    memories: list[str] = field(default_factory=list[str])
    sub_goals: dict[int, SubGoal] = field(default_factory=dict[int, SubGoal])
    feedback: list[RoundEvent] = field(default_factory=list[RoundEvent])
    """What happened since the last reply, to be told in the next round."""

    def tell(self, event: RoundEvent) -> None:
        self.feedback.append(event)

    def hear(self) -> tuple[RoundEvent, ...]:
        """What is to be told now; it is told once."""
        events = tuple(self.feedback)
        self.feedback.clear()
        return events

    def remember(self, memory: str) -> None:
        """Keep something the planner wants to know later; the oldest go when there are too many."""
        memory = shortened(memory)
        if memory and memory not in self.memories:
            self.memories = [*self.memories, memory][-MOST_MEMORIES:]

    def update_goals(self, goals: Iterable[SubGoal], finished: Iterable[int]) -> None:
        """A new list replaces the old one; what was finished stays finished unless the list says otherwise."""
        listed = {goal.index: goal for goal in goals}
        if listed:
            self.sub_goals = listed
        for index in finished:
            if index in self.sub_goals:
                self.sub_goals[index] = replace(self.sub_goals[index], finished=True)

    def close_turn(self, events: Sequence[RoundEvent], picture: Image | None, reply: str, log: str) -> None:
        """Keep a round. Pictures of long ago are let go, so that memory does not grow with the number of rounds."""
        self.turns.append(Turn(tuple(events), picture, shortened(reply), log))
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
    turns: Sequence[Turn], left_out: str, opening: str, now: Message, *, pictures: int
) -> tuple[Message, ...]:
    """The whole exchange: `opening` first, then the turns, then `now`.

    Besides the picture in `now`, the last `pictures - 1` of the turns keep theirs.
    """
    past: list[Message] = []
    for number, turn in enumerate(turns):
        recent = len(turns) - number < pictures
        picture = turn.picture if recent and turn.picture else LEFT_OUT_PICTURE
        told = event_text(turn.events)
        past += [Message("user", (told, picture) if told else (picture,)), Message("assistant", (turn.reply,))]
    first, *rest = [*past, now]
    start = (opening, left_out) if left_out else (opening,)
    return (Message("user", (*start, *first.parts)), *rest)
