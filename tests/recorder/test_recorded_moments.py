"""A recorder that is killed leaves what was recorded so far."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from askonce.recordings.recording_reader import read_recordings

KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from askonce import launch
from askonce.config import Settings
from askonce.geometry import Box, Point
from askonce.recorder.hand_recorder import HandRecorder
from askonce.screens.fake import CheckBox, FakeScreen, Field
from askonce.screens.gestures import HandPress, HandText

async def main():
    screen = FakeScreen([CheckBox("News", Box(0, 0, 90, 30)), Field("Name", Box(0, 50, 90, 30))])
    async with launch.screen(screen, settings=Settings(runs=Path(sys.argv[1]))) as agent:
        recorder = HandRecorder(agent, "fill it in")
        await recorder.perform(HandPress(Point(10, 10)))
        await recorder.perform(HandPress(Point(10, 60)))
        await recorder.perform(HandText("An"))
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_a_killed_recorder_leaves_all_that_was_done(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    (kept,) = tmp_path.rglob("recording.yaml")
    (recording,) = read_recordings(kept.read_text("utf-8"), "kept").recordings
    assert [(step.action, step.params.get("text")) for step in recording.steps] == [("Tap", None), ("Type", "An")]
