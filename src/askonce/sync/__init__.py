"""The same API, blocking: `from askonce.sync import launch`, then `with launch.web(url) as agent:`.

Nothing is written twice here: each blocking method is derived from its coroutine.
"""

from askonce.sync import launch
from askonce.sync.blocking_agent import Agent

__all__ = ["Agent", "launch"]
