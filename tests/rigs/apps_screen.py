"""The sample apps as a screen of its own, for programs of fleets."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from perfect_reader.plain_screen import PlainScreen


class AppsScreen(PlainScreen):
    """One that begins on no page."""
