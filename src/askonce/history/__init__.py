"""What a planner knows of earlier rounds: turns, memories, sub-goals and log, and their limits."""

from askonce.history.conversation import Conversation, SubGoal, Turn
from askonce.history.planner_question import PlannerQuestion, ProgramStepQuestion
from askonce.history.round_events import (
    ActionOutcome,
    ActionStatus,
    ExpectationOutcome,
    RecordingAbandoned,
    RecordingOffered,
    ResultsToRead,
    RoundEvent,
    StepToHeal,
)

__all__ = [
    "ActionOutcome",
    "ActionStatus",
    "Conversation",
    "ExpectationOutcome",
    "PlannerQuestion",
    "ProgramStepQuestion",
    "RecordingAbandoned",
    "RecordingOffered",
    "ResultsToRead",
    "RoundEvent",
    "StepToHeal",
    "SubGoal",
    "Turn",
]
