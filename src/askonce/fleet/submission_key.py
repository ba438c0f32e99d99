"""Keys of submissions, under which nothing is submitted twice.

Who submits makes the key before it sends anything. Should the answer get lost on its way, the same is sent again under
the same key, and finds what was made of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import uuid4

from askonce.errors import ConfigError, FleetUnavailable
from askonce.fleet.fleet_database import Connection

PATIENCE = 60.0
"""For how many seconds a database that went away is tried again."""
_PAUSE = 0.5
_LONGEST = 200

T = TypeVar("T")


def checked_key(key: str) -> str:
    """A key that somebody chose; without one, a new key."""
    if len(key) > _LONGEST or not key.isprintable():
        raise ConfigError(f"--key {key[:40]!r} cannot be a key", remedy=f"use up to {_LONGEST} printable characters")
    return key or uuid4().hex


async def send_once(key: str, send: Callable[[str], Awaitable[T]], patience: float = PATIENCE) -> T:
    """Send something under a key until it is answered."""
    key = checked_key(key)
    end = time.monotonic() + patience
    while True:
        try:
            return await send(key)
        except FleetUnavailable as error:
            if time.monotonic() + _PAUSE > end:
                raise FleetUnavailable(
                    f"{error.message}; whether anything was submitted is not known",
                    remedy=f"submit the same with --key {key} once it is back: nothing is submitted twice",
                ) from error
        await asyncio.sleep(_PAUSE)


async def keep_key(connection: Connection, key: str, text: str, made: str) -> str:
    """Say within a transaction what is made under a key. The id of what was made under it before, if something was."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    await connection.execute(
        "INSERT INTO submissions (key, digest, made) VALUES (%s, %s, %s) ON CONFLICT (key) DO NOTHING",
        (key, digest, made),
    )
    found = await (await connection.execute("SELECT digest, made FROM submissions WHERE key = %s", (key,))).fetchone()
    assert found
    if found["digest"] != digest:
        raise ConfigError(
            f"something else was submitted with --key {key}: {found['made']}",
            remedy="choose another key for what is new",
        )
    return found["made"]
