"""Logins lie in the store only encrypted, and go with the run that they are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.errors import FleetError, RunLost
from askonce.fleet.run_store import SharedFolder
from askonce.fleet.stored_logins import StoredLogins
from askonce.program.kept_logins import KeptLogins
from askonce.values import Mask, Secret

KEY = Secret("a key of ours")
STATE = '{"cookies": [{"name": "user", "value": "Bob-4711"}]}'


class Holder:
    """A screen with logins."""

    session_id = "one"

    def __init__(self) -> None:
        self.session = STATE

    async def read_session(self) -> str:
        return self.session

    async def set_session(self, session: str) -> bool:
        self.session = session
        return True


def logins(folder: Path, attempt: int = 1, key: Secret | None = KEY, run: str = "r1") -> StoredLogins:
    return StoredLogins(SharedFolder(folder), run, attempt, key, lambda: None)


async def test_another_attempt_has_them_and_the_store_shows_nothing_of_them(tmp_path: Path) -> None:
    await logins(tmp_path).write(STATE)
    assert await logins(tmp_path, attempt=2).read() == STATE
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]  # noqa: ASYNC240
    assert files
    assert not any(word in data for data in files for word in (b"Bob", b"cookies", KEY.reveal().encode()))


async def test_a_wrong_key_is_told_and_restores_nothing(tmp_path: Path) -> None:
    holder = Holder()
    assert not await KeptLogins(logins(tmp_path), holder, Mask()).keep()
    holder.session, holder.session_id = "", "two"
    other = KeptLogins(logins(tmp_path, 2, Secret("another key")), holder, Mask())
    assert "another ASKONCE_FLEET_KEY" in await other.restore()
    with pytest.raises(FleetError, match=r"(?s)the run had logins.*another ASKONCE_FLEET_KEY.*same text for all"):
        logins(tmp_path, 2, Secret("another key")).check()
    assert holder.session == ""
    assert not await KeptLogins(logins(tmp_path, 2), holder, Mask()).restore()
    assert "Bob-4711" in holder.session


async def test_without_a_key_nothing_is_kept_and_that_is_told(tmp_path: Path) -> None:
    assert "ASKONCE_FLEET_KEY is not set" in await KeptLogins(logins(tmp_path, key=None), Holder(), Mask()).keep()
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240


async def test_those_of_one_run_are_not_those_of_another(tmp_path: Path) -> None:
    await logins(tmp_path).write(STATE)
    (tmp_path / "logins" / "r1").rename(tmp_path / "logins" / "r2")
    with pytest.raises(FleetError, match="changed since"):
        await logins(tmp_path, run="r2").read()


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"version": 1}', b'{"version": 9}'])
async def test_what_is_damaged_is_refused(tmp_path: Path, data: bytes) -> None:
    SharedFolder(tmp_path).write("logins/r1/000001", data)
    with pytest.raises(FleetError):
        await logins(tmp_path).read()


async def test_a_worker_that_lost_the_run_neither_writes_nor_forgets_those_of_the_next(tmp_path: Path) -> None:
    await logins(tmp_path, attempt=2).write(STATE)
    await logins(tmp_path, attempt=1).write("{}")
    await logins(tmp_path, attempt=1).forget()
    assert await logins(tmp_path, attempt=3).read() == STATE

    def lost() -> None:
        raise RunLost("another has it")

    stale = StoredLogins(SharedFolder(tmp_path), "r1", 2, KEY, lost)
    with pytest.raises(RunLost):
        await stale.forget()
    assert await logins(tmp_path, attempt=3).read() == STATE
