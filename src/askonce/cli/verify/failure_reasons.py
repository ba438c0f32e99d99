"""Explains why a request to a model failed, and what to change."""

from __future__ import annotations

import asyncio
import socket
import ssl
from urllib.parse import urlsplit

from askonce.cli.doctor.settings_health import shown, without_password
from askonce.cli.verify.provider_models import find_address, list_names, nearest
from askonce.cli.verify.verified_model import VerifiedModel
from askonce.errors import ModelError, ModelTimeout, ModelUnavailable, UnreadableReply
from askonce.lazy import dataclass
from askonce.models.families import Family
from askonce.models.http_errors import Refused
from askonce.models.openai_client import OPENAI_URL
from askonce.models.providers import Provider, providers

PATIENCE = 5.0
_NO_MONEY = ("quota", "billing", "credit", "balance", "insufficient")


@dataclass(frozen=True, slots=True)
class Explanation:
    message: str
    remedy: str


async def explain(error: ModelError, verified: VerifiedModel, family: Family) -> Explanation:
    """What is wrong, and what to change for this model: its variables, its provider, its address."""
    settings = verified.settings
    message = error.message
    if settings.base_url:
        message = message.replace(settings.base_url, without_password(settings.base_url))
    status = error.status if isinstance(error, ModelUnavailable) else None
    match error, status:
        case ModelTimeout(), _:
            remedy = f"raise {verified.variable('TIMEOUT')} (seconds), or use a faster model"
        case _, 401 | 403:
            remedy = _about_key(verified, status)
        case _, 404:
            return await _about_name(message, verified)
        case _, 400 | 422:
            remedy = _about_fields(message, verified, family)
        case _, 402 | 429:
            remedy = _about_quota(error)
        case UnreadableReply(), _:
            return await _about_reply(error, message, verified)
        case ModelUnavailable(), None if not error.raw:  # no answer at all
            return await _about_connection(message, verified)
        case _:
            remedy = error.remedy or "try again later, or contact the provider"
    return Explanation(message, remedy)


def provider_of(address: str) -> Provider | None:
    """The known provider at an address, if any."""
    host = urlsplit(address or OPENAI_URL).hostname
    return next((known for known in providers() if urlsplit(known.base_url or OPENAI_URL).hostname == host), None)


def _about_key(verified: VerifiedModel, status: int | None) -> str:
    settings, variable = verified.settings, verified.variable("API_KEY")
    if settings.api_key is None:
        return f"no key is set: set {variable}"
    key = settings.api_key.reveal()
    issuer = next((known for known in providers() if known.key and key.startswith(known.key)), None)
    at = provider_of(settings.base_url)
    if issuer and at and issuer.name != at.name:
        return f"the key looks like a key of {issuer.name}, but the address is that of {at.name}: change one of them"
    ending = shown("API_KEY", key).removeprefix("set, ")
    which = f"the key that {ending}" if ending != "set" else "the key"
    if status == 403:
        return (
            f"{which} has no access to this model, or not from here: ask the provider, or set {variable} to another key"
        )
    return f"{which} is invalid: set {variable} to a valid key of {at.name if at else 'this provider'}"


async def _about_name(message: str, verified: VerifiedModel) -> Explanation:
    """Either the model or the address is wrong; the provider's list of models tells which."""
    settings = verified.settings
    names = await list_names(settings)
    if not names:
        return Explanation(message, await _about_address(verified))
    if settings.name in names:
        remedy = "the provider lists this model, but your account may have no access, or it is not a chat model"
        return Explanation(message, remedy)
    close = nearest(settings.name, names)
    choice = f"the closest are {', '.join(close)}" if close else f"it has {', '.join(names[:5])}"
    more = f" (of {len(names)})" if len(names) > len(close) else ""
    return Explanation(
        f"the provider has no model {settings.name!r}", f"set {verified.variable('NAME')}: {choice}{more}"
    )


async def _about_address(verified: VerifiedModel) -> str:
    variable = verified.variable("BASE_URL")
    found = await find_address(verified.settings)
    if found:
        return f"set {variable}={without_password(found)}, where the provider answers"
    return f"check {variable}: it usually ends in /v1; and {verified.variable('NAME')}"


def _about_fields(message: str, verified: VerifiedModel, family: Family) -> str:
    """The provider rejects a field that the family or the settings add to requests."""
    settings = verified.settings
    named = [field for field in family.body(settings.reasoning, settings.reasoning_budget) if field in message]
    if named:
        return (
            f"the family {family.name} adds {', '.join(named)} to requests, which this provider rejects: "
            f"set {verified.variable('FAMILY')} to the family of the model"
        )
    if any(field in message for field in settings.extra_body):
        return f"fix {verified.variable('EXTRA_BODY')}"
    if "temperature" in message and settings.temperature is not None:
        return f"unset {verified.variable('TEMPERATURE')}"
    return f"check {verified.variable('FAMILY')}, {verified.variable('EXTRA_BODY')} and {verified.variable('NAME')}"


def _about_quota(error: ModelError) -> str:
    if any(word in error.message.lower() for word in _NO_MONEY):
        return "the account has no credit left: top it up, or use another key"
    wait = error.retry_after if isinstance(error, Refused) else None
    return "too many requests: wait" + (f" {wait:.0f} s" if wait else " a while") + ", or use another model"


async def _about_reply(error: UnreadableReply, message: str, verified: VerifiedModel) -> Explanation:
    """It answered, but without a usable completion."""
    if "it has reasoning but no text" in message:
        return Explanation(
            message,
            f"set {verified.variable('REASONING')}=off, or allow more tokens with "
            f'{verified.variable("EXTRA_BODY")}={{"max_tokens": 4096}}',
        )
    if "is empty" in message:
        return Explanation(message, f"check {verified.variable('EXTRA_BODY')} and that it is a chat model")
    if error.raw.lstrip().startswith("<"):
        message = f"{without_password(verified.settings.base_url or OPENAI_URL)} answers with a web page, not with JSON"
        return Explanation(message, await _about_address(verified))
    return Explanation(message, error.remedy or await _about_address(verified))


async def _about_connection(message: str, verified: VerifiedModel) -> Explanation:
    """No answer: the host, the port, the certificate or the proxy is wrong."""
    settings = verified.settings
    if settings.proxy:
        return Explanation(
            message, f"check {verified.variable('PROXY')}, {verified.variable('BASE_URL')} and the network"
        )
    parts = urlsplit(settings.base_url or OPENAI_URL)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    problem = await _reach(host, port)
    match problem:
        case socket.gaierror():
            return Explanation(
                f"the host {host} does not exist", f"fix {verified.variable('BASE_URL')}, or check the network"
            )
        case ConnectionRefusedError():
            return Explanation(
                f"nothing listens at {host}:{port}",
                f"start the server there, or fix the port in {verified.variable('BASE_URL')}",
            )
        case OSError():
            return Explanation(f"{host}:{port} does not answer", "check the network, firewalls and proxies")
        case None:
            scheme = "https" if parts.scheme == "http" else "http"
            return Explanation(
                message, f"try {scheme}:// in {verified.variable('BASE_URL')}, and check proxies and certificates"
            )


async def _reach(host: str, port: int) -> OSError | None:
    """The error of a plain connection; None when it works."""
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(host, port)
    except ssl.SSLError:
        return None
    except OSError as error:  # also a TimeoutError
        return error
    writer.close()
    return None
