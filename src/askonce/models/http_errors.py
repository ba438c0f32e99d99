"""A provider's error response, and whether to retry it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from askonce.errors import ModelUnavailable

SET_KEY = "set ASKONCE_MODEL_API_KEY, or pass api_key=Secret(…); `askonce doctor` checks it"
_REMEDIES: Mapping[int, str] = {
    400: "the provider does not accept the request: check the model family, the extra body and the temperature",
    401: "check the API key",
    402: "the account has no credit left",
    403: "the API key may not use this model, or not from here",
    404: "check the model name and the base URL, which usually ends in /v1",
    413: "the request is too large for this provider: send smaller screenshots",
    422: "the provider does not accept the request: check the model family, the extra body and the temperature",
    429: "the provider's rate limit or quota is reached: wait, or use another model as a fallback",
}


class Refused(ModelUnavailable):
    """The provider answered with an error status.

    `retry_after` is how many seconds the provider asks to wait, if it says so.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        raw: str = "",
        retry_after: float | None = None,
        final: bool = False,
        has_key: bool = True,
    ) -> None:
        remedy = _REMEDIES.get(status, "the provider has a problem: try again later" if status >= 500 else "")
        if status in (401, 403) and not has_key:
            remedy = f"no API key is set: {SET_KEY}"
        super().__init__(message, remedy=remedy, raw=raw, status=status, final=final)
        self.retry_after = retry_after


def read_retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """The seconds of a `Retry-After` header, which holds seconds or a date."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            date = parsedate_to_datetime(value)
        except ValueError:
            return None
        seconds = (date.replace(tzinfo=date.tzinfo or UTC) - (now or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if seconds < float("inf") else None
