"""Checks proxies that would intercept local connections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.cli.doctor.settings_health import without_password
from askonce.config import ModelRoles

LOOPBACK = ("127.0.0.1", "localhost")
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")


async def check_network(context: DoctorContext) -> Sequence[Finding]:
    return check_proxies(context.process, context.settings.models)


def check_proxies(process: Mapping[str, str], models: ModelRoles | None) -> list[Finding]:
    """List the proxies, and check that local models, browsers and servers are reached without them."""
    lower = {name.lower(): value.strip() for name, value in process.items()}
    proxies = {name: lower[name] for name in _PROXIES if lower.get(name)}
    if not proxies:
        return [Finding("proxies", True, "none configured")]
    findings = [Finding(name.upper(), True, _shown(value)) for name, value in proxies.items()]
    caught = [host for host in LOOPBACK if not _passes_by(host, lower.get("no_proxy", ""))]
    if not caught:
        return [*findings, Finding("NO_PROXY", True, "excludes this machine")]
    local = [address for address in _addresses(models) if urlsplit(address).hostname in (*LOOPBACK, "::1")]
    message = f"{' and '.join(caught)} would go through the proxy" + (
        f", so {without_password(local[0])} cannot be reached" if local else ""
    )
    value = ",".join([*filter(None, [lower.get("no_proxy", "")]), *caught])
    return [*findings, Finding("NO_PROXY", False, message, f"set NO_PROXY={value}", needed=bool(local))]


def _passes_by(host: str, exceptions: str) -> bool:
    names = [name.strip().lstrip(".") for name in exceptions.split(",")]
    return "*" in names or host in names


def _shown(proxy: str) -> str:
    """Without a password, even if the address has no scheme."""
    return without_password(proxy if "://" in proxy else f"http://{proxy}")


def _addresses(models: ModelRoles | None) -> list[str]:
    """The addresses of models without a proxy of their own."""
    roles = (models.default, models.planning, models.insight) if models else ()
    return [role.base_url for role in roles if role and role.base_url and not role.proxy]
