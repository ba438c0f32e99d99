"""The live view in which a person records where no window can be shown, and for phones."""

from __future__ import annotations

import asyncio
import webbrowser
from typing import TYPE_CHECKING

from askonce.cli.serve_playground import has_display, require_playground
from askonce.cli.terminal import Console, Text
from askonce.recorder.hand_recorder import HandRecorder

if TYPE_CHECKING:
    from askonce.agent import Agent

GLANCE = 0.5
"""Seconds between two looks whether the session is still open."""


async def serve_live_view(
    recorder: HandRecorder, agent: Agent, console: Console, *, port: int, open_page: bool
) -> None:
    """Serve a playground with this recorder, until the recording is stopped or its session closed there."""
    require_playground()
    from askonce.playground.playground_options import PlaygroundOptions
    from askonce.playground.record_panel import RecordPanel
    from askonce.playground.server import serve

    options = PlaygroundOptions(settings=agent.settings, mode="record")
    async with serve(options, host="127.0.0.1", port=port) as playground:
        session = await playground.adopt(agent)
        panel = session.panel(RecordPanel)
        recorder.listeners.append(panel.on_change)
        panel.use(recorder)
        console.print(Text(f"Record at {playground.link}", "bold"), soft_wrap=True)
        console.print(Text("Ctrl-C here, or Stop there, ends the recording.", "bold"))
        if open_page and has_display():
            webbrowser.open(playground.link)
        while True:
            await asyncio.sleep(GLANCE)
            if session.closed_because or panel.state == "off":
                break
        recorder.listeners.remove(panel.on_change)
