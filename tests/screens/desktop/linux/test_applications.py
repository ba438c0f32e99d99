"""Applications by the names that people use."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from askonce.errors import NotAllowed, NotOperable
from askonce.screens.desktop.desktop_port import Reach
from askonce.screens.desktop.linux.applications import Applications, read_entry


@pytest.fixture
def applications(tmp_path: Path) -> Applications:
    folder = tmp_path / "applications"
    folder.mkdir()
    for name, lines in {
        "org.acme.Notes": "Name=Acme Notes\nExec=notes --new %U",
        "writer": "Name=Writer\nExec=writer",
        "writer-old": "Name=Writer\nExec=old-writer",
        "hidden": "Name=Ghost\nExec=ghost\nHidden=true",
        "shell": "Name=Shell\nExec=shell\nTerminal=true",
    }.items():
        (folder / f"{name}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\n{lines}\n[Desktop Action x]\nExec=no\n"
        )
    return Applications({"XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": "/nonexistent", "PATH": os.environ["PATH"]})


@pytest.mark.parametrize(
    ("named", "command"),
    [
        ("Acme Notes", ["notes", "--new"]),
        ("acme-notes", ["notes", "--new"]),
        ("org.acme.Notes", ["notes", "--new"]),
        ("writer", ["writer"]),
        ("env 'a b' c", [shutil.which("env"), "a b", "c"]),
    ],
)
def test_an_application_is_found_by_its_name_its_identifier_or_its_program(
    applications: Applications, named: str, command: list[str]
) -> None:
    assert list(applications.command_of(named)) == command


def test_a_name_that_means_several_or_none_is_an_error_that_lists_what_there_is(applications: Applications) -> None:
    with pytest.raises(
        NotOperable, match=r"no application called 'Acme Note' is installed\n.*did you mean Acme Notes\?"
    ):
        applications.command_of("Acme Note")
    with pytest.raises(NotOperable, match="no application called 'Ghost'"):
        applications.command_of("Ghost")


@pytest.mark.parametrize(
    ("named", "reach"), [("env a", "program"), ("/usr/bin/env", "program"), ("env", "menu"), ("env a", "menu")]
)
def test_a_step_names_applications_and_who_is_not_trusted_only_those_of_menus(
    applications: Applications, named: str, reach: Reach
) -> None:
    with pytest.raises(NotAllowed):
        applications.command_of(named, reach)
    assert list(applications.command_of("Acme Notes", reach)) == ["notes", "--new"]
    assert list(applications.command_of("env", "program")) == [shutil.which("env")]


async def test_a_start_that_is_cut_short_leaves_no_process(applications: Applications, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    starting = asyncio.create_task(applications.launch(f"sh -c 'echo $$ > {fifo}; exec sleep 60'"))
    number = int(await asyncio.to_thread(fifo.read_text))
    while not applications.is_running(number):  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await applications.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


async def test_an_argument_that_no_program_can_be_given_is_an_error(applications: Applications) -> None:
    with pytest.raises(NotOperable, match="could not be started"):
        await applications.launch("env 'a\0b'")


def test_a_file_that_is_no_entry_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.desktop").write_bytes(b"\xff\xfe not an entry")
    assert read_entry(tmp_path / "x.desktop") is None
    assert read_entry(tmp_path / "missing.desktop") is None
