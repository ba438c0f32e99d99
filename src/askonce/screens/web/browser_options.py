"""How a browser is started and how a page in it behaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from askonce.config import ShotFormat
from askonce.geometry import Size
from askonce.lazy import dataclass

TabPolicy = Literal["follow", "same", "stay"]
DialogPolicy = Literal["ask", "accept", "dismiss"]
ShotScale = Literal["css", "device"]


DESKTOP = Size(1280, 800)


def _no_headers() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy server, such as `http://proxy.example.org:3128` or `socks5://…`."""

    server: str
    """Its address."""
    username: str = ""
    """Where it asks for one."""
    password: str = ""
    """Where it asks for one."""
    bypass: str = ""
    """Hosts that are reached directly, separated by commas."""


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser runs, and how.

    >>> browser = BrowserOptions(headed=True, arguments=("--mute-audio",))
    """

    headed: bool = False
    """Whether its window is shown."""
    executable: Path | None = None
    """The program to start; without it, the first installed Chrome, Chromium or Edge that is found."""
    arguments: tuple[str, ...] = ()
    """More arguments for the executable."""
    proxy: Proxy | None = None
    """A proxy for all pages."""
    profile: Path | None = None
    """A folder that keeps cookies and logins between runs."""


@dataclass(frozen=True, slots=True)
class Device:
    """What the page believes it is shown on."""

    viewport: Size | None = DESKTOP
    """None takes the window as it is."""
    scale: float | None = None
    """Device pixels per CSS pixel."""
    mobile: bool = False
    """Whether it is a phone."""
    touch: bool = False
    """Whether it is touched."""
    user_agent: str = ""
    """What the browser says it is."""
    locale: str = ""
    """Its language, such as `de-DE`."""


@dataclass(frozen=True, slots=True)
class Session:
    """Who the page believes we are."""

    storage_state: Path | None = None
    """A file that Playwright wrote with `context.storage_state(path=…)`."""
    cookies: tuple[Mapping[str, Any], ...] = ()
    """In Playwright's form: `name`, `value`, and `url` or `domain` with `path`."""
    headers: Mapping[str, str] = field(default_factory=_no_headers)
    """Headers that are sent with every request."""
    insecure_certificates: bool = False
    """Whether pages are opened whose certificates cannot be trusted."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How a screen made of web pages behaves. `device` and `session` count only where we make the context.

    >>> options = PageOptions(allowed_hosts=("shop.example",))
    """

    device: Device = Device()
    """What the page believes it is shown on."""
    session: Session = Session()
    """Who the page believes we are."""
    downloads: Path | None = None
    """Where downloads are kept; without it they are only reported."""
    uploads: Path | None = None
    """The only folder that files may be uploaded from."""
    files: Path | None = None
    """The only folder whose files may be opened as pages; without it, the folder of the file that a run begins at."""
    tabs: TabPolicy = "follow"
    """What a new tab does: it becomes the current one, its address opens in the current one, or it stays behind it."""
    dialogs: DialogPolicy = "ask"
    """What confirm and prompt dialogs do: wait for an answer, or be answered at once."""
    allowed_hosts: tuple[str, ...] = ()
    """`example.org`, `*.example.org`, `localhost:8000`; nothing means every host."""
    settle_cap: float = 3.0
    """The most seconds that settling takes."""
    pause: float = 0.0
    """Extra seconds to wait after the page has settled, to watch what happens."""
    shot_scale: ShotScale = "css"
    """Whether a shot has the pixels of the page or those of the device."""
    photo_format: ShotFormat | None = None
    """How pictures for people are encoded; without it as the settings say, and else as JPEG."""
    page_log: bool = False
    """Whether console messages and requests are collected, for a report."""
