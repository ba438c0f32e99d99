"""Why the device server does not run."""

from __future__ import annotations

from askonce.errors import ScreenError


class ServerNotStarted(ScreenError):
    """The device server cannot be started on a phone that is there: it may be driven without."""
