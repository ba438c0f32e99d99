"""Who may touch the screen: one client at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from askonce.playground.client_connection import ClientConnection
from askonce.playground.panel import Panel, PanelCommand


class TakePen(PanelCommand["Pen"]):
    """Take over from whoever may touch the screen now."""

    word: ClassVar[str] = "writer.take"
    reads: ClassVar[bool] = True

    async def perform(self, panel: Pen, client: ClientConnection) -> Mapping[str, Any]:
        panel.session.give_pen(client)
        return {"is_you": True}


class Pen(Panel):
    commands = (TakePen,)
