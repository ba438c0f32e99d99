"""The body of a request, as a family and the settings of a model want it."""

from __future__ import annotations

import base64
import re
from typing import Any

from askonce.config import ModelSettings
from askonce.models.families import Family
from askonce.models.messages import Image, Message, Request


class RequestBody:
    """Writes requests to one model.

    What nobody has asked for (a temperature of 0, as little thinking as possible) is left out once the provider refuses
    it: models of one family differ in what they take.
    """

    def __init__(self, settings: ModelSettings, family: Family) -> None:
        self._settings = settings
        self._family = family
        thinking = family.thinking(settings.reasoning, settings.reasoning_budget)
        self._usual: dict[str, Any] = {**family.extras}
        self._chosen: dict[str, Any] = {}
        (self._usual if settings.reasoning == "auto" else self._chosen).update(thinking)
        if family.temperature:
            fields = self._usual if settings.temperature is None else self._chosen
            fields["temperature"] = settings.temperature or 0
        self._chosen |= settings.extra_body

    def write(self, request: Request) -> dict[str, Any]:
        """The arguments for the SDK."""
        fields = {**self._usual, **self._chosen}
        body: dict[str, Any] = {
            "model": self._settings.name,
            "messages": [self._message(message, request.positions) for message in request.messages],
        }
        if "temperature" in fields:
            body["temperature"] = fields.pop("temperature")
        return {**body, "extra_body": fields}

    def leave_out_refused(self, words: str) -> bool:
        """Leave out from now on what a provider refuses in these words, if nobody has asked for it."""
        refused = [name for name in self._usual if re.search(rf"(?<!\w){name}(?!\w)", words)]
        for name in refused:
            del self._usual[name]
        return bool(refused)

    def _message(self, message: Message, positions: bool) -> dict[str, Any]:
        if any(isinstance(part, Image) for part in message.parts):
            content: object = [
                self._image(part, positions) if isinstance(part, Image) else {"type": "text", "text": _sendable(part)}
                for part in message.parts
            ]
        else:
            content = _sendable(message.text)
        return {"role": message.role, "content": content}

    def _image(self, image: Image, positions: bool) -> dict[str, Any]:
        url = f"data:{image.media_type};base64,{base64.b64encode(image.data).decode('ascii')}"
        detail = self._family.image.detail
        asked = {"url": url, "detail": detail} if detail and positions else {"url": url}
        return {"type": "image_url", "image_url": asked}


def _sendable(text: str) -> str:
    """Replace lone surrogates, which pages may contain and JSON cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
