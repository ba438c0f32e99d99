"""Scripts in YAML, played by an agent that is there already."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any


class Scripts:
    """The method of an agent that plays scripts."""

    async def run_script(self, script: str | Path, /, **variables: Any) -> dict[str, Any]:
        r"""Run the tasks of a YAML script, its text or a file, on this screen. Returns its results by name.

        `variables` are what `{name}` stands for in it; a `Secret` is shown to nobody. Its target and its `agent:` have
        no effect, since the screen is open and the agent is there. Raises `ScriptFailed` with the line at fault, unless
        the task that failed has `continueOnError`.

        >>> await agent.run_script('''
        ... tasks:
        ...   - name: save
        ...     flow:
        ...       - aiTap: the Save button
        ...       - aiBoolean: the button "Save" is visible
        ...         name: still there
        ... ''')
        {'still there': True}
        """
        # Scripts open agents, so they are a room above this one: it is loaded by whoever needs it.
        player = import_module("askonce.script.player")
        return await player.run_tasks(self, script, variables)
