"""The language of scripts: targets, the agent's options, tasks, and what a whole file may hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field

from askonce.script.field_types import AnyText, Section, Words
from askonce.script.flow_blocks import NAME, FlowItem

WEB_NAMES = ("web", "page", "browser", "target")
"""The names that a web page goes by as a target; the last one is the oldest."""
TARGETS = (*WEB_NAMES, "android", "ios", "harmony", "computer", "interface")


class Config(Section):
    """Where results go."""

    output: AnyText | None = None
    """The JSON file for results; askonce_run/output/… when not said."""
    unstable_log_content: bool | AnyText | None = None
    """Write all that happened as JSON: true, or the file to write it to. Its form may change."""


class Cache(Section):
    """What is kept of a run that worked, and replayed."""

    id: Words | None = None
    """The name of the recordings; that of the file when not said."""
    strategy: Literal["read-write", "read-only", "write-only", "off"] = "read-write"
    """read-only writes nothing, write-only records everything anew."""


def _cache(value: object) -> object:
    if isinstance(value, bool):
        return {} if value else {"strategy": "off"}
    return value


class AgentOptions(Section):
    """How the agent behaves."""

    group_name: AnyText | None = None
    """The title of the report."""
    group_description: AnyText | None = None
    """What the report says below its title."""
    generate_report: bool | None = None
    """false: no report is written."""
    report_file_name: AnyText | None = None
    """The name of the report's file, without .html."""
    replanning_cycle_limit: int | None = Field(default=None, ge=1)
    """How many rounds an instruction may take."""
    ai_act_context: AnyText | None = None
    """Background knowledge for everything, such as how the application is meant to be used."""
    ai_action_context: AnyText | None = None
    """The older name of aiActContext."""
    ai_contexts: dict[str, AnyText] | None = None
    """Background knowledge by the name of the item, such as aiAct or aiAssert; default for all others."""
    cache: Annotated[Cache | None, BeforeValidator(_cache, json_schema_input_type=Cache | bool)] = None
    """Recordings: on and named after the file when not said; false for none; or id and strategy."""
    screenshot_shrink_factor: float | None = Field(default=None, gt=0)
    """Taken over from Midscene; pictures are made to fit the model's family."""
    wait_after_action: int | None = Field(default=None, ge=0)
    """Milliseconds to wait after each action, on top of waiting until the screen has settled."""
    test_id: AnyText | None = None
    """The older name of reportFileName and of cache.id."""
    auto_print_report_msg: bool | None = None
    """Taken over from Midscene; the command line always tells where the report is."""
    output_format: AnyText | None = None
    """Taken over from Midscene; a report is one HTML file."""
    persist_execution_dump: bool | None = None
    """Taken over from Midscene; the trace of a run is always kept."""


class NetworkIdle(Section):
    """Waiting for the network after the page was opened."""

    timeout: int = Field(default=2000, ge=0)
    """Milliseconds; 0 does not wait."""
    continue_on_network_idle_error: bool = True
    """false: a network that is not idle in time is an error."""


class Web(Config, AgentOptions):
    """A web page."""

    url: Words | None = None
    """The address to begin at; with serve, a path in that folder."""
    serve: Words | None = None
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
    extra_http_headers: dict[str, AnyText] | None = Field(default=None, alias="extraHTTPHeaders")
    """Headers that are sent with every request."""
    force_same_tab_navigation: bool = True
    """Open in the same tab what would open in a new one."""
    auto_follow_new_page: bool | None = None
    """true: go to a new tab when one opens."""
    mode: Literal["page", "browser"] | None = None
    """browser: go to a new tab when one opens."""
    download_path: Words | None = None
    """The folder for downloads."""
    chrome_args: list[str] | None = None
    """Arguments for the browser that is started."""
    cdp_endpoint: Words | None = None
    """The DevTools address of a browser that runs already."""
    bridge_mode: Literal[False, "newTabWithUrl", "currentTab"] | None = None
    """Not supported yet; use cdpEndpoint."""
    close_new_tabs_after_disconnect: bool | None = None
    """Not supported yet; it belongs to bridgeMode."""
    upload_path: Words | None = None
    """The only folder that files may be uploaded from."""
    storage_state: Words | None = None
    """A file with cookies and logins, as Playwright writes it."""
    touch: bool = False
    """The page believes that it is touched: aiPinch and Swipe work."""
    locale: Words | None = None
    """The language of the browser, such as de-DE."""


class Device(Config):
    """What phones have in common."""

    launch: Words | None = None
    """The app or address to begin with."""
    auto_dismiss_keyboard: bool | None = None
    keyboard_dismiss_strategy: AnyText | None = None
    app_name_mapping: dict[str, str] | None = None
    screenshot_resize_scale: float | None = None


class Android(Device):
    """An Android device."""

    device_id: AnyText | None = None
    """Which device; the first one when not said."""
    android_adb_path: AnyText | None = None
    remote_adb_host: AnyText | None = None
    remote_adb_port: int | None = None
    ime_strategy: AnyText | None = None
    display_id: int | None = None
    use_physical_display_id_for_screenshot: bool | None = None
    use_physical_display_id_for_display_lookup: bool | None = None
    always_refresh_screen_info: bool | None = None
    min_screenshot_buffer_size: int | None = None
    scrcpy_config: dict[str, Any] | None = None


class Ios(Device):
    """An iPhone or iPad."""

    device_id: AnyText | None = None
    wda_port: int | None = None
    """The port of WebDriverAgent; 8100 when not said."""
    wda_host: AnyText | None = None
    """Its host; localhost when not said."""
    use_wda: bool | None = Field(default=None, alias="useWDA")
    session_capabilities: dict[str, Any] | None = None
    wda_mjpeg_port: int | None = None


class Harmony(Device):
    """A HarmonyOS device."""

    device_id: AnyText | None = None
    hdc_path: AnyText | None = None


class Computer(Config):
    """A desktop."""

    display_id: AnyText | None = None
    """Which display; the main one when not said."""


class Interface(Config):
    """A screen of your own: a Python class that has what `Screen` asks for."""

    module: Words
    """The module to import, or a .py file beside the script."""
    export: Words | None = None
    """The name of the class in it; the only one with capture() when not said."""
    param: dict[str, Any] | None = None
    """What the class is called with, by name."""


class Task(Section):
    """A part of a script with a name of its own."""

    name: AnyText
    flow: list[FlowItem]
    """What is done, one after the other."""
    continue_on_error: bool = False
    """true: when it fails, the next task runs."""


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _named(value: object) -> object:
    """A list of names stands for variables of the same names."""
    if not isinstance(value, list):
        return value
    names = cast("list[object]", value)
    texts = [name for name in names if isinstance(name, str)]
    return {name: name for name in texts} if len(texts) == len(names) else names


VariableName = Annotated[str, Field(pattern=NAME)]


class File(Section):
    """A script: one target, what the agent is told, and tasks."""

    web: Web | None = None
    page: Web | None = None
    """The same as web."""
    browser: Web | None = None
    """The same as web."""
    target: Web | None = None
    """The older name of web."""
    android: Android | None = None
    ios: Ios | None = None
    harmony: Harmony | None = None
    computer: Computer | None = None
    interface: Interface | None = None
    agent: AgentOptions | None = None
    config: Config | None = None
    vars: dict[VariableName, Any] = Field(default={})
    """Values by name: {name} stands for them in tasks and in the address. --var name=value wins over them."""
    secrets: Annotated[
        dict[VariableName, Words],
        BeforeValidator(_named, json_schema_input_type=dict[str, str] | list[str]),
    ] = Field(default={})
    """Values that are typed and shown nowhere: {name} stands for what the environment variable holds. Either
    `password: SHOP_PASSWORD`, or a list of names that are the same in both."""
    allowed_hosts: Annotated[list[Words], BeforeValidator(_several, json_schema_input_type=str | list[str])] = Field(
        default=[]
    )
    """The only hosts that pages may load from: example.org, *.example.org, localhost:8000."""
    tasks: list[Task] = Field(min_length=1)
