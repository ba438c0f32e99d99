"""Who may use the playground: those who know the token in its link, and pages of its own address alone.

The token is exchanged for a cookie at the first visit. A page of somebody else can neither read the token nor have the
browser send the cookie; `Host` keeps out names that were pointed at this computer, `Origin` the pages of others.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
import socket
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from askonce.lazy import dataclass, regex
from askonce.tools.listen_address import is_loopback
from askonce.values import Secret

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every answer."""

_AUTHORITY = regex(r"(?:view-source:)?(?:[a-z][a-z0-9+.-]*:(?=[/\\])|https?:)?[/\\]*([^/\\?#]*)", re.IGNORECASE)
_NAMES = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class AccessRefusal:
    """Why a request is refused, in words that give nothing away."""

    status: HTTPStatus
    text: str


class PlaygroundAccess:
    """Checks requests to one server."""

    def __init__(self, host: str, port: int, token: Secret | None = None) -> None:
        self.token = token or Secret(secrets.token_urlsafe(32))
        self._cookie = Secret(secrets.token_urlsafe(32))
        self._host = host
        self._port = port
        self.cookie_name = f"askonce-playground-{port}"
        """Cookies do not know ports: another playground on this computer has another name."""

    @property
    def address(self) -> str:
        host = f"[{self._host}]" if ":" in self._host else self._host
        if self._host in {"0.0.0.0", "::"}:
            host = "127.0.0.1"
        return f"http://{host}:{self._port}"

    @property
    def link(self) -> str:
        """The address with the token: whoever has it may use the playground."""
        return f"{self.address}/?token={self.token.reveal()}"

    @property
    def set_cookie(self) -> str:
        return f"{self.cookie_name}={self._cookie.reveal()}; Path=/; HttpOnly; SameSite=Strict"

    def refuse(
        self, headers: Mapping[str, str], *, has_token: bool = False, changes: bool = False
    ) -> AccessRefusal | None:
        """Why a request is refused; None if it is not. What `changes` something has to come from a page of ours, or
        from a program, which sends no `Origin`."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return AccessRefusal(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"This playground is at {self.address}. Where a port is forwarded, use {self._port} on both sides.",
            )
        foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"} and changes
        if (origin is not None and origin != f"http://{host}") or foreign:
            return AccessRefusal(HTTPStatus.FORBIDDEN, "Pages of other addresses cannot use the playground.")
        if not (has_token or self._has_cookie(headers.get("cookie", ""))):
            return AccessRefusal(HTTPStatus.FORBIDDEN, "Open the link that `askonce playground` printed.")
        return None

    def has_token(self, query: str) -> bool:
        given = parse_qs(query).get("token", [])
        return len(given) == 1 and hmac.compare_digest(given[0].encode(), self.token.reveal().encode())

    def is_own_page(self, address: str) -> bool:
        """Whether an address leads to the playground itself, which must not be shown in its own live view. It is read
        as generously as browsers do."""
        found = _AUTHORITY.match(re.sub(r"[\x00-\x20]", "", address))
        if found is None:
            return False
        host, _, port = found[1].lower().rpartition("@")[2].rpartition(":")
        return port == str(self._port) and (
            _is_here(host.strip("[]").removesuffix(".")) or self._is_ours(f"{host}:{port}")
        )

    def _has_cookie(self, header: str) -> bool:
        try:
            cookies = SimpleCookie(header)
        except CookieError:
            return False
        given = cookies.get(self.cookie_name)
        return given is not None and hmac.compare_digest(given.value.encode(), self._cookie.reveal().encode())

    def _is_ours(self, host: str) -> bool:
        """Whether `Host` names this server: by a name of this computer, or where it was opened to others also by a
        number, which nobody can point elsewhere."""
        name, _, port = host.rpartition(":")
        if port != str(self._port):
            return False
        if name in _NAMES or name.strip("[]") == self._host:
            return True
        return not is_loopback(self._host) and _is_number(name.strip("[]"))


def _is_here(host: str) -> bool:
    """Whether a host is this computer, in one of the many ways to write that."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        number = ipaddress.ip_address(host)
        mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
        return (mapped or number).is_loopback or (mapped or number).is_unspecified
    with suppress(OSError, UnicodeError):
        number = ipaddress.IPv4Address(socket.inet_aton(host))
        return number.is_loopback or number.is_unspecified
    return False


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
