"""The object that users hold: acts, single actions, and the run they belong to."""

from askonce.agent.agent import Agent, new_trace

__all__ = ["Agent", "new_trace"]
