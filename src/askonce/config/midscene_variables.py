"""Midscene's environment variables: those of its models as settings of ours, and why others have no effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from askonce.config import value_parsers as parse
from askonce.config.value_parsers import Environment
from askonce.errors import ConfigError
from askonce.values import Secret

PREFIX = "MIDSCENE_"
_SWITCHES = ("DOUBAO_VISION", "QWEN_VL", "QWEN3_VL", "VLM_UI_TARS", "GEMINI")
_FAMILIES = {"DOUBAO_VISION": "doubao-vision", "QWEN_VL": "qwen2.5-vl", "QWEN3_VL": "qwen3-vl", "GEMINI": "gemini"}
_UI_TARS = {"1": "vlm-ui-tars", "DOUBAO": "vlm-ui-tars-doubao-1.5", "DOUBAO-1.5": "vlm-ui-tars-doubao-1.5"}
_HEADERS = ("defaultHeaders", "extra_headers", "extraHeaders")
_OF_ITS_OWN: Mapping[str, Any] = {"timeout": 180.0, "temperature": None, "retries": 3, "proxy": ""}
"""What a role with a model of its own does not take from the default model."""
_BY_DEVICE = "name it where the phone is opened"
_DEBUG = "use --verbose; the trace of a run has every request and reply"

WITHOUT_EFFECT: Mapping[str, str] = {
    "ADB_PATH": f"{_BY_DEVICE}: androidAdbPath in scripts; else adb is looked for in PATH",
    "ADB_REMOTE_HOST": f"{_BY_DEVICE}: remoteAdbHost in scripts",
    "ADB_REMOTE_PORT": f"{_BY_DEVICE}: remoteAdbPort in scripts",
    "ANDROID_IME_STRATEGY": "text is typed in whatever way the phone takes it",
    "ANDROID_SCREENSHOT_STRATEGY": "pictures are taken in whatever way the phone offers",
    "CACHE": "recordings are on by default; --recordings off turns them off",
    "CACHE_MAX_FILENAME_LENGTH": "caches are found under their whole names and under the shortened ones",
    "COMPUTER_HEADLESS_LINUX": "use --headless, or headless: true in scripts",
    "DANGEROUSLY_PRINT_ALL_CONFIG": "askonce doctor prints the settings, without secrets",
    "DEBUG_MODE": _DEBUG,
    "DEBUG_MODEL_PROFILE": _DEBUG,
    "DEBUG_MODEL_RESPONSE": _DEBUG,
    "IOS_DEVICE_CLASS_OVERRIDE": "the kind of device is read from it",
    "IOS_DEVICE_UDID": f"{_BY_DEVICE}: deviceId in scripts, --ios UDID",
    "IOS_SIMULATOR_UDID": f"{_BY_DEVICE}: deviceId in scripts, --ios UDID",
    "LANGFUSE_DEBUG": "set ASKONCE_TELEMETRY=spans: Langfuse reads OpenTelemetry",
    "LANGSMITH_DEBUG": "set ASKONCE_TELEMETRY=spans: LangSmith reads OpenTelemetry",
    "MODEL_RESPONSE_FORMAT": "replies are read in whatever format they come",
    "MODEL_RETRY_INTERVAL": "the pause doubles with each retry, or is as long as the provider asks for",
    "PLAYGROUND_HOST": "there is no playground",
    "RECORD_MODEL_CALL": "the trace of a run has every request and reply",
    "REPORT_QUIET": "use --quiet",
    "REPORT_TAG_NAME": "name the report in the script: reportFileName",
    "USE_VL_MODEL": "set MIDSCENE_MODEL_FAMILY",
}
"""By the name without its prefix; those of models hold for all roles."""


def midscene_model(at: Environment, role: str) -> dict[str, Any]:
    """The fields of ModelSettings that are set for a role under Midscene's names; its times are in milliseconds.

    A role has a model of its own only where it is named.
    """
    name = f"{PREFIX}{role}MODEL_"
    if not at.text(name + "NAME"):
        return {}
    milliseconds = at.read(name + "TIMEOUT", parse.milliseconds)
    family = at.text(name + "FAMILY") or ("" if role else _family_of_switches(at))
    values: dict[str, Any] = {
        "name": at.text(name + "NAME"),
        "base_url": at.read(name + "BASE_URL", parse.address),
        "api_key": at.read(name + "API_KEY", parse.api_key),
        "family": family or None,
        "timeout": None if milliseconds is None else milliseconds / 1000,
        "temperature": at.read(name + "TEMPERATURE", parse.temperature),
        "retries": at.read(name + "RETRY_COUNT", parse.whole_from(0)),
        "reasoning": _reasoning(at, name, family),
        "reasoning_budget": at.read(name + "REASONING_BUDGET", parse.whole_from(0)),
        "extra_body": at.read(name + "EXTRA_BODY_JSON", parse.json_object),
        "proxy": _older(at, role, "HTTP_PROXY", parse.proxy) or _older(at, role, "SOCKS_PROXY", parse.proxy),
        **(_older(at, role, "INIT_CONFIG_JSON", _client_options) or {}),
    }
    found = {field: value for field, value in values.items() if value is not None}
    return {**_OF_ITS_OWN, **found} if role else found


def reason_without_effect(name: str, environment: Mapping[str, str]) -> str:
    """Why a variable of Midscene that was not read has no effect."""
    ending = name.removeprefix(PREFIX)
    for role in ("PLANNING_", "INSIGHT_"):
        if ending.startswith(f"{role}MODEL_") and not environment.get(f"{PREFIX}{role}MODEL_NAME", "").strip():
            return f"{PREFIX}{role}MODEL_NAME is not set"
        ending = ending.removeprefix(role)
    if ending in WITHOUT_EFFECT:
        return WITHOUT_EFFECT[ending]
    is_about_models = ending.startswith(("MODEL_", "USE_", "OPENAI_"))
    if is_about_models and environment.get("ASKONCE_MODEL_NAME", "").strip():
        return "ASKONCE_MODEL_NAME is set"
    if is_about_models and not environment.get(f"{PREFIX}MODEL_NAME", "").strip():
        return f"{PREFIX}MODEL_NAME is not set"
    return "it is not known"


def _reasoning(at: Environment, name: str, family: str) -> str | None:
    """Midscene's models do not think unless that is turned on; Kimi K3 always does, and is told how much."""
    enabled = at.read(name + "REASONING_ENABLED", parse.yes_no_or_default)
    effort = at.read(name + "REASONING_EFFORT", parse.reasoning)
    if family == "kimi3":
        return effort
    match enabled:
        case True:
            return effort or "on"
        case False:
            return "off"
        case _:
            return enabled


def _older(at: Environment, role: str, ending: str, read: parse.Parse[parse.Value]) -> parse.Value | None:
    """A value under its name, or for the default model under its older name."""
    value = at.read(f"{PREFIX}{role}MODEL_{ending}", read)
    return value if value is not None or role else at.read(f"{PREFIX}OPENAI_{ending}", read)


def _family_of_switches(at: Environment) -> str:
    """The family by the older variables, which turn one on each."""
    on = [switch for switch in _SWITCHES if at.text(f"{PREFIX}USE_{switch}").lower() not in ("", "0", "false")]
    if len(on) > 1:
        names = " and ".join(f"{PREFIX}USE_{switch}" for switch in on)
        raise ConfigError(f"{names} are both set", remedy="set MIDSCENE_MODEL_FAMILY in place of them")
    if not on:
        return ""
    return _FAMILIES.get(on[0]) or _UI_TARS.get(at.text(f"{PREFIX}USE_{on[0]}").upper(), "vlm-ui-tars-doubao")


def _client_options(text: str) -> dict[str, Any]:
    """What the options of a client of the OpenAI SDK say about requests."""
    options = parse.json_object(text)
    given = (options[name] for name in _HEADERS if isinstance(options.get(name), dict))
    headers = cast("dict[str, Any]", next(given, dict[str, Any]()))
    named = {"OpenAI-Organization": options.get("organization"), "OpenAI-Project": options.get("project")}
    every = {**{name: value for name, value in named.items() if value}, **headers}
    key, query = options.get("apiKey"), options.get("defaultQuery")
    found: dict[str, Any] = {
        "headers": parse.texts(every) or None,
        "query": parse.texts(cast("dict[str, Any]", query)) if isinstance(query, dict) else None,
        "api_key": Secret(key, allow_short=True) if isinstance(key, str) and key else None,
        "base_url": parse.address(options["baseURL"]) if isinstance(options.get("baseURL"), str) else None,
    }
    return {name: value for name, value in found.items() if value is not None}
