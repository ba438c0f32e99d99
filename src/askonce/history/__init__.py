"""What a planner is told of earlier rounds: turns, memories, sub-goals, log, and the limits on all of them."""

from askonce.history.conversation import Conversation, SubGoal, Turn

__all__ = ["Conversation", "SubGoal", "Turn"]
