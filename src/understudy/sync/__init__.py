"""The same API, blocking: `from understudy.sync import launch`, then `with launch.web(url) as agent:`.

Nothing is written twice here: each blocking method is derived from its coroutine.
"""

from understudy.sync import launch
from understudy.sync.agent import Agent

__all__ = ["Agent", "launch"]
