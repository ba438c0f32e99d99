"""The panels of a session, in the order in which they tell a client what there is."""

from __future__ import annotations

from askonce.playground.ask_runs import AskRuns
from askonce.playground.kept_asks import KeptAsks
from askonce.playground.live_view import LiveView
from askonce.playground.panel import Panel
from askonce.playground.pen import Pen
from askonce.playground.program_panel import ProgramPanel
from askonce.playground.record_panel import RecordPanel
from askonce.playground.screen_panel import ScreenPanel
from askonce.playground.settings_panel import SettingsPanel

PANELS: tuple[type[Panel], ...] = (
    Pen,
    ScreenPanel,
    LiveView,
    SettingsPanel,
    RecordPanel,
    AskRuns,
    ProgramPanel,
    KeptAsks,
)
"""They close in the other order: what is asked and run is stopped before the recording that waits for its turn."""
