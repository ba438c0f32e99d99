"""Where a server of ours listens, and who can reach it there."""

from __future__ import annotations

import ipaddress
import socket

from askonce.errors import ConfigError


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"could not listen on {host}, port {port}: {error}", remedy="choose another with --port, or --port 0"
        ) from error


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
