"""Cookies from a file, as browser extensions and other tools export them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from askonce.errors import ConfigError

_SAME_SITE: Mapping[str, Literal["Lax", "None", "Strict"]] = {
    "lax": "Lax", "strict": "Strict", "none": "None", "no_restriction": "None",
}  # fmt: skip


class _Cookie(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="ignore")

    name: str
    value: str
    url: str = ""
    domain: str = ""
    path: str = "/"
    expires: float | None = None
    expiration_date: float | None = Field(default=None, alias="expirationDate")
    http_only: bool = Field(default=False, alias="httpOnly")
    secure: bool = False
    same_site: str | None = Field(default=None, alias="sameSite")

    def for_browser(self, address: str) -> dict[str, Any]:
        """As Playwright takes it; one that names no place belongs to where the script begins."""
        where = {"domain": self.domain, "path": self.path} if self.domain else {"url": self.url or address}
        until = self.expires if self.expires is not None else self.expiration_date
        same_site = _SAME_SITE.get((self.same_site or "").lower())
        if same_site == "None" and not self.secure:
            same_site = None  # browsers refuse such a cookie
        return {
            "name": self.name,
            "value": self.value,
            **where,
            "httpOnly": self.http_only,
            "secure": self.secure,
            **({"expires": until} if until is not None else {}),
            **({"sameSite": same_site} if same_site else {}),
        }


class _Held(BaseModel):
    cookies: list[_Cookie]


def read_cookies(file: Path, address: str) -> tuple[dict[str, Any], ...]:
    """The cookies of a JSON file: a list of them, or a mapping that holds one."""
    try:
        data = json.loads(file.read_text("utf-8-sig"))
        cookies = TypeAdapter(_Held | list[_Cookie]).validate_python(data)
    except OSError as error:
        raise ConfigError(
            f"the cookies in {file} could not be read: {error.strerror}", remedy="check the name"
        ) from None
    except (ValueError, ValidationError, RecursionError) as error:
        wrong = str(error).partition("\n")[0]
        raise ConfigError(f"{file} holds no cookies: {wrong}", remedy="it is a JSON list with name and value") from None
    return tuple(cookie.for_browser(address) for cookie in (cookies.cookies if isinstance(cookies, _Held) else cookies))
