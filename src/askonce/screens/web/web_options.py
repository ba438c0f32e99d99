"""What users may set for a web page: from Python, commands, tools and tests, and in the section `web` of a script."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, InstanceOf

from askonce.screens.option_fields import AnyScalar, AnyText, Section, Words
from askonce.screens.screen_kind import TAKES_SLOTS, Offered, ScreenOptions
from askonce.screens.web.browser_options import BrowserOptions, PageOptions


class WebOptions(ScreenOptions):
    """A web page, for all but scripts."""

    url: Annotated[str, Offered(("command", "mcp", "mark"), metavar="URL")] = ""
    """Page to start on."""
    mobile: Annotated[bool, Offered(("command", "mcp"))] = False
    """Emulate a phone with touch."""
    cdp: Annotated[
        str,
        Offered(("command",), metavar="[ADDRESS]", bare="auto"),
        Offered(("doctor",), metavar="URL", help="Also check a running browser at this DevTools address."),
    ] = ""
    """Use a tab of a running browser, by DevTools."""
    current_tab: Annotated[bool, Offered(("command",))] = False
    """With --cdp, use the tab that is in front."""
    viewport: Annotated[tuple[int, int] | None, Offered(("mark",))] = None
    """Width and height of a page of its own."""
    storage_state: Annotated[Path | None, Offered(("mark",))] = None
    """Cookies and logins, as Playwright saves them, for a page of its own."""
    browser: InstanceOf[BrowserOptions] | None = None
    """Which browser runs, and how; as the settings say when not set."""
    page: InstanceOf[PageOptions] | None = None
    """How the page behaves, instead of what `mobile`, `viewport` and `storage_state` say."""


class NetworkIdle(Section):
    """Waiting for the network after the page was opened."""

    timeout: int = Field(default=2000, ge=0)
    """Milliseconds; 0 does not wait."""
    continue_on_network_idle_error: bool = True
    """false: a network that is not idle in time is an error."""


class WebTarget(ScreenOptions):
    """A web page."""

    url: Annotated[Words | None, TAKES_SLOTS] = None
    """The address to begin at; with serve, a path in that folder."""
    serve: Annotated[Words | None, TAKES_SLOTS] = None
    """A folder that is served on a free port of this machine, from where the command is run."""
    user_agent: AnyText | None = None
    """What the browser says it is."""
    accept_insecure_certs: bool = False
    """Open pages whose certificates cannot be trusted."""
    viewport_width: int = Field(default=1440, ge=1, le=10_000)
    viewport_height: int = Field(default=800, ge=1, le=10_000)
    device_scale_factor: float | None = Field(default=None, ge=0, le=10)
    """Device pixels per pixel of the page."""
    viewport_scale: float | None = Field(default=None, gt=0, le=10)
    """The older name of deviceScaleFactor."""
    wait_for_network_idle: NetworkIdle | None = None
    cookie: Words | None = None
    """A JSON file with cookies, as browser extensions export them."""
    extra_http_headers: dict[str, AnyScalar] | None = Field(default=None, alias="extraHTTPHeaders")
    """Headers that are sent with every request."""
    force_same_tab_navigation: bool = True
    """Open in the same tab what would open in a new one; false: a new tab opens behind this one, which stays in use."""
    auto_follow_new_page: bool | None = None
    """true: go to a new tab when one opens."""
    mode: Literal["page", "browser"] | None = None
    """browser: new tabs may open; one is gone to only with autoFollowNewPage. The section `browser` means this too."""
    download_path: Words | None = None
    """The folder for downloads."""
    chrome_args: list[str] | None = None
    """Arguments for the browser that is started."""
    cdp_endpoint: Words | None = None
    """The DevTools address of a browser that runs already."""
    bridge_mode: Literal[False, "newTabWithUrl", "currentTab"] | None = None
    """Use a Chrome of the user's that runs, by its DevTools: a new tab, which stays open, or the one in front."""
    close_new_tabs_after_disconnect: bool | None = None
    """With bridgeMode, close the tabs that were opened."""
    upload_path: Words | None = None
    """The only folder that files may be uploaded from."""
    storage_state: Words | None = None
    """A file with cookies and logins, as Playwright writes it."""
    touch: bool = False
    """The page believes that it is touched: Swipe works."""
    enable_touch_events_in_action_space: bool = False
    """What Midscene calls touch."""
    locale: Words | None = None
    """The language of the browser, such as de-DE."""

    @property
    def is_touched(self) -> bool:
        return self.touch or self.enable_touch_events_in_action_space
