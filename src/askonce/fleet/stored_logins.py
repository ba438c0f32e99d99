"""The logins of a run in the store of a fleet, encrypted with a key of the user's that only the workers have."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from askonce.errors import FleetError, FleetUnavailable
from askonce.fleet.run_store import RunStore
from askonce.screens.permit import Permit
from askonce.values import Secret

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

FOLDER = "logins"
_VERSION = 1
_COST = 2**14
"""What trying one key takes: about 50 ms and 16 MB."""


class StoredLogins:
    """A `LoginStore`. Each attempt at the run has a file of its own, so that one that lost the run changes nothing."""

    def __init__(self, store: RunStore, run: str, attempt: int, key: Secret | None, permit: Permit) -> None:
        self._store = store
        self._run = run
        self._attempt = attempt
        self._key = key
        self._permit = permit

    async def write(self, logins: str) -> None:
        key = self._known_key()
        self._permit()
        await asyncio.to_thread(self._write, key, logins)

    async def read(self) -> str | None:
        return await asyncio.to_thread(self._read)

    def check(self) -> None:
        """Raise where logins were kept that cannot be read: the run would go on as somebody else."""
        try:
            self._read()
        except FleetUnavailable:
            raise
        except FleetError as error:
            raise FleetError(
                f"the run had logins, and they cannot be read: {error.message}",
                remedy="set ASKONCE_FLEET_KEY to the same text for all workers and retry the run, or retry it with "
                "--from-start",
            ) from error

    async def forget(self) -> None:
        self._permit()
        await asyncio.to_thread(self._forget)

    def _write(self, key: Secret, logins: str) -> None:
        self._store.write(f"{FOLDER}/{self._run}/{self._attempt:06}", encrypted(logins, key, self._run))

    def _read(self) -> str | None:
        known = self._names()
        data = self._store.read(f"{FOLDER}/{self._run}/{known[-1]}") if known else None
        return decrypted(data, self._known_key(), self._run) if data is not None else None

    def _forget(self) -> None:
        for name in self._names():
            self._store.remove(f"{FOLDER}/{self._run}/{name}")

    def _names(self) -> list[str]:
        """The files of this attempt and those before it."""
        names = [name for name in self._store.names(f"{FOLDER}/{self._run}") if name.isdecimal()]
        return [name for name in names if int(name) <= self._attempt]

    def _known_key(self) -> Secret:
        if self._key is None:
            raise FleetError("ASKONCE_FLEET_KEY is not set", remedy="set it to the same text for all workers")
        return self._key


def forget_logins(store: RunStore, run: str) -> None:
    """Take the logins of a run away."""
    store.remove(f"{FOLDER}/{run}")


def encrypted(text: str, key: Secret, run: str) -> bytes:
    """A text that can be read with the key alone, as that of this run."""
    salt, nonce = os.urandom(16), os.urandom(12)
    data = _cipher(key, salt).encrypt(nonce, text.encode(), run.encode())
    parts = {"salt": salt, "nonce": nonce, "data": data}
    return json.dumps({"version": _VERSION} | {name: b64encode(part).decode() for name, part in parts.items()}).encode()


def decrypted(data: bytes, key: Secret, run: str) -> str:
    """The text that was encrypted. Raises `FleetError` if it was with another key, or changed since."""
    from cryptography.exceptions import InvalidTag

    try:
        read = json.loads(data)
        if read["version"] != _VERSION:
            raise FleetError(f"they were kept by another version of askonce ({read['version']})")
        salt, nonce, sealed = (b64decode(read[name]) for name in ("salt", "nonce", "data"))
        return _cipher(key, salt).decrypt(nonce, sealed, run.encode()).decode()
    except InvalidTag:
        raise FleetError(
            "they were kept with another ASKONCE_FLEET_KEY, or were changed since",
            remedy="set it to the same text for all workers",
        ) from None
    except (ValueError, TypeError, KeyError) as error:
        raise FleetError("they are damaged") from error


def _cipher(key: Secret, salt: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return AESGCM(Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(key.reveal().encode()))
