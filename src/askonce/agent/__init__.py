"""The object that users hold: acts, single actions, and the run they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.lazy import exports

if TYPE_CHECKING:
    from askonce.agent.agent import Agent
    from askonce.agent.run_trace import new_trace
else:  # a run begins, and its screen opens, before the agent is loaded
    __getattr__ = exports(__name__, Agent="agent", new_trace="run_trace")

__all__ = ["Agent", "new_trace"]
