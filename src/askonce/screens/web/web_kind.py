"""Web pages as a kind of screen. Nothing here loads Playwright before it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.screens.screen_kind import (
    AdoptedHost,
    Finding,
    HealthContext,
    OpenContext,
    OpenedScreen,
    ScreenHost,
    ScreenKind,
)
from askonce.screens.web.web_options import WebOptions, WebTarget


def _open(options: WebOptions | WebTarget, context: OpenContext) -> AbstractAsyncContextManager[OpenedScreen]:
    from askonce.screens.web.page_choice import open_web

    return open_web(options, context)


async def _examine(options: WebOptions, context: HealthContext) -> Sequence[Finding]:
    from askonce.screens.web.browser_health import check_web

    return await check_web(options, context)


def _new_host(settings: Settings, headed: bool) -> ScreenHost:
    from askonce.screens.web.shared_browser import SharedBrowser

    return SharedBrowser(settings, headed)


def _may_share(options: WebOptions | WebTarget, settings: Settings) -> bool:
    """Allowed hosts are held best by a browser of one's own."""
    if isinstance(options, WebTarget):
        needs_own = bool(options.chrome_args or options.cdp_endpoint or options.bridge_mode)
    else:
        needs_own = bool(options.cdp or options.browser or (options.page and options.page.allowed_hosts))
    return not needs_own and not settings.allowed_hosts


_OF_OWN_BROWSER = (
    "user_agent",
    "accept_insecure_certs",
    "viewport_width",
    "viewport_height",
    "device_scale_factor",
    "viewport_scale",
    "wait_for_network_idle",
    "cookie",
    "extra_http_headers",
    "download_path",
    "chrome_args",
    "storage_state",
    "touch",
    "locale",
)
"""What cannot be said of the browser of a user, which is as it is."""


def _check_target(target: WebTarget, folder: Path) -> None:
    if target.bridge_mode == "newTabWithUrl" and not (target.url or target.serve):
        raise ConfigError("bridgeMode: newTabWithUrl has no url", remedy="add the address of the new tab: url: …")


def _idle_keys(target: WebTarget) -> Mapping[str, str]:
    if not target.bridge_mode:
        belongs = "it belongs to bridgeMode"
        return {"close_new_tabs_after_disconnect": belongs} if target.close_new_tabs_after_disconnect else {}
    found = {name: "the user's browser is used as it is" for name in _OF_OWN_BROWSER if name in target.model_fields_set}
    if target.bridge_mode == "currentTab" and target.url:
        found["url"] = "the tab that is in front is used as it is"
    return found


def _adopt(page: object, blocks: bool) -> AdoptedHost | None:
    """The `page` of pytest-playwright, or of a fixture that replaces it."""
    from playwright import async_api, sync_api

    from askonce.screens.web.sync_bridge import async_face, runner_of

    if isinstance(page, async_api.Page):
        if blocks:
            raise ConfigError(
                "agent cannot block on an awaited page", remedy="use the fixture async_agent with this page"
            )
        return AdoptedHost(page)
    if isinstance(page, sync_api.Page):
        if not blocks:
            raise ConfigError("async_agent cannot await a blocking page", remedy="use the fixture agent with this page")
        return AdoptedHost(async_face(page), runner_of(page))
    return None


def _class_of(target: WebTarget, context: OpenContext) -> str:
    return f"askonce.screens.web.{'touch_web_screen:TouchWebScreen' if target.is_touched else 'web_screen:WebScreen'}"


KIND: ScreenKind[WebOptions] = ScreenKind(
    name="web",
    title="Web",
    options=WebOptions,
    open=_open,
    screen_class="askonce.screens.web.web_screen:WebScreen",
    class_of=_class_of,
    keys=("web", "page", "browser", "target"),
    implied={"browser": {"mode": "browser"}},
    target=WebTarget,
    needs_one_of=("url", "serve", "cdpEndpoint", "bridgeMode"),
    missing="add the address to begin at: url: …",
    check_target=_check_target,
    idle_keys=_idle_keys,
    modules=("playwright",),
    install="pip install playwright",
    has_window=True,
    examine=_examine,
    new_host=_new_host,
    may_share=_may_share,
    fixture="page",
    adopt=_adopt,
)
