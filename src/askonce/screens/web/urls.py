"""Addresses: as people and models write them, and why going to one failed."""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from playwright.async_api import Error, Page

from askonce.errors import NotAllowed, ScreenError
from askonce.lazy import regex
from askonce.screens.web.playwright_errors import first_line

_SCHEME = regex(r"[a-z][a-z0-9+.-]*://|(?:about|data|blob|file|view-source|chrome|javascript|mailto|tel):", re.I)
_REASONS = {
    "ERR_NAME_NOT_RESOLVED": ("the host name is not known", "check the spelling of the address, or the network"),
    "ERR_CONNECTION_REFUSED": ("nothing answers at that host and port", "check that the server runs"),
    "ERR_CONNECTION_RESET": ("the server cut the connection", "try again, or look at the server"),
    "ERR_CONNECTION_CLOSED": ("the server cut the connection", "try again, or look at the server"),
    "ERR_EMPTY_RESPONSE": ("the server sent nothing", "try again, or look at the server"),
    "ERR_CONNECTION_TIMED_OUT": ("the server did not answer in time", "check the address and the network"),
    "ERR_ADDRESS_UNREACHABLE": ("the host cannot be reached", "check the network"),
    "ERR_INTERNET_DISCONNECTED": ("there is no network", "check the network"),
    "ERR_PROXY_CONNECTION_FAILED": ("the proxy does not answer", "check the proxy setting"),
    "ERR_TUNNEL_CONNECTION_FAILED": ("the proxy refused the connection", "check the proxy setting"),
    "ERR_TOO_MANY_REDIRECTS": ("it redirects in a circle", "clear the cookies of this site"),
    "ERR_INVALID_URL": ("it is not a valid address", "write it as https://host/path"),
    "ERR_UNSAFE_PORT": ("browsers refuse this port", "serve it on another port"),
    "ERR_SSL_PROTOCOL_ERROR": ("it does not speak https", "write the address with http://"),
    "ERR_FILE_NOT_FOUND": ("there is no such file", "check the path"),
}


def read_address(text: str, current: str = "") -> str:
    """A full address: a bare host gets https, a local one http, and `/path` stays on the site of `current`."""
    text = text.strip()
    if _SCHEME.match(text):
        if text.lower().startswith("javascript:"):
            raise NotAllowed("an address cannot be JavaScript", remedy="use evaluate to run a script")
        return text
    if not text:
        raise ScreenError("the address is empty", remedy="write it as https://host/path")
    if text.startswith(("/", "?", "#", "./", "../")) and not text.startswith("//"):
        if urlsplit(current).scheme not in {"http", "https"}:
            raise ScreenError(f"{text} is only a path, and no site is open", remedy="write it as https://host/path")
        return urljoin(current, text)
    text = text.removeprefix("//")
    return f"http://{text}" if _is_local(urlsplit(f"//{text}").hostname or "") else f"https://{text}"


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def failure(address: str, message: str) -> ScreenError:
    """Why the browser could not open `address`, from what Playwright says about it."""
    if "Timeout" in message:
        return ScreenError(f"could not open {address}: it took too long", remedy="try again, or wait for the page")
    code = re.search(r"ERR_[A-Z_]+", message)
    if code and code.group().startswith("ERR_CERT_"):
        reason, remedy = "its certificate is not trusted", "fix the certificate, or use http://"
    else:
        reason, remedy = _REASONS.get(code.group() if code else "", (first_line(message), ""))
    return ScreenError(f"could not open {address}: {reason}", remedy=remedy)


def is_error_page(address: str) -> bool:
    return address.startswith("chrome-error:")


_ERROR_PAGE = 10_000
"""The most milliseconds that a busy machine may take to show it."""


async def error_page_shown(page: Page) -> None:
    """Until Chromium shows its page for a failed navigation, which would push aside one that starts before it.

    Other browsers show none: they stay where they were.
    """
    browser = page.context.browser
    if browser is None or browser.browser_type.name == "chromium":
        with suppress(Error):
            await page.wait_for_url("chrome-error://**", wait_until="commit", timeout=_ERROR_PAGE)
