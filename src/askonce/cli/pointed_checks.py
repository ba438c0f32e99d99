"""What a person does in a browser window, handed to the recorder: things that are pointed at become checks."""

from __future__ import annotations

from askonce.cli.terminal import Console, Text, plain, print_error
from askonce.errors import AskonceError, ScreenClosed
from askonce.recorder.hand_recorder import HandRecorder
from askonce.screens.gestures import Gesture, Gestures, HandPoint


def hand_to(recorder: HandRecorder, console: Console) -> Gestures:
    """Takes gestures. One that fails is told, and the next one is taken."""

    async def take(gesture: Gesture) -> None:
        try:
            if isinstance(gesture, HandPoint):
                await _add_check(recorder, gesture, console)
            else:
                await recorder.perform(gesture)
        except ScreenClosed:
            return  # whoever waits for the end sees it too
        except AskonceError as error:
            print_error(console, error, debug=False)

    return take


async def _add_check(recorder: HandRecorder, pointed: HandPoint, console: Console) -> None:
    """Add the most telling check of what is pointed at."""
    proposals = await recorder.checks_at(pointed.at)
    if not proposals:
        console.print(Text(plain("nothing there can be checked without a model"), "yellow"))
        return
    await recorder.add_check(proposals[0])
