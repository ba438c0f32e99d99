"""What a planner was told, and what it may answer with."""

from __future__ import annotations

from askonce.history.round_events import RecordingOffered
from askonce.planning.dialogue import Dialogue


def test_a_planner_can_go_on_with_a_recording_only_while_it_is_offered() -> None:
    dialogue = Dialogue()
    assert dialogue.recorded == 0
    dialogue.offer_recording(RecordingOffered(("Tap(Add)", "Tap(Save)")))
    assert dialogue.recorded == 2
    dialogue.offer_recording(None)
    assert dialogue.recorded == 0
