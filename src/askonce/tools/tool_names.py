"""What a tool is called."""

from __future__ import annotations

import re


def tool_name(title: str) -> str:
    """`OpenSession` as `open_session`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title).lower()
