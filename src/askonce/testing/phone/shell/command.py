"""What a command of the phone's shell is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from askonce.lazy import dataclass
from askonce.testing.phone.handset import Handset
from askonce.testing.phone.shell.device_files import DeviceFiles
from askonce.testing.phone.shell.shell_line import ShellOutput
from askonce.testing.phone.touch_screen import TouchScreen


@dataclass(frozen=True, slots=True)
class PhoneContext:
    """The parts of the phone that commands work on."""

    phone: Handset
    screen: TouchScreen
    files: DeviceFiles
    facts: dict[str, str]
    """What `getprop` says."""
    serve: Callable[[int], Awaitable[None]]
    """Runs the device server on a port, until it is cancelled."""


Command = Callable[[PhoneContext, list[str], bytes], Awaitable[ShellOutput]]


def printed(text: str, code: int = 0) -> ShellOutput:
    """Lines, each with its end."""
    return ShellOutput((text if not text or text.endswith("\n") else f"{text}\n").encode(), b"", code)


def failed(text: str, code: int = 1) -> ShellOutput:
    return ShellOutput(b"", f"{text}\n".encode(), code)


def options(words: list[str], *valued: str) -> tuple[dict[str, str], list[str]]:
    """The options among words, with their values where they take one, and the other words."""
    found: dict[str, str] = {}
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word in valued:
            found[word] = next(left, "")
        elif word.startswith("-") and len(word) > 1 and not word[1:].replace(".", "").isdigit():
            found[word] = ""
        else:
            rest.append(word)
    return found, rest
