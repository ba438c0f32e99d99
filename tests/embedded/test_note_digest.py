"""A digest of a text on the screen tells the same text again, and nobody elsewhere which one it was."""

from __future__ import annotations

import subprocess
import sys

from askonce.embedded.note_digest import note_digest

_TOLD = "from askonce.embedded.note_digest import note_digest; print(note_digest('4711', 8).hex())"


def test_it_is_the_same_for_the_same_text() -> None:
    assert note_digest("4711", 8) == note_digest("4711", 8)
    assert note_digest("4711", 8) != note_digest("4712", 8)
    assert len(note_digest("\udc80", 3)) == 3


def test_another_process_does_not_find_a_short_secret_by_trying() -> None:
    told = {
        subprocess.run([sys.executable, "-c", _TOLD], capture_output=True, text=True, check=True).stdout for _ in "ab"
    }
    assert len(told) == 2
    assert f"{note_digest('4711', 8).hex()}\n" not in told
