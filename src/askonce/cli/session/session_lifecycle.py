"""`askonce session`: starting, listing, showing and ending kept sessions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.text import Text

from askonce.cli.dotenv import read_environment
from askonce.cli.session.session_client import SessionGone, ask, choose, is_there, named
from askonce.cli.session.session_registry import DEFAULT_NAME, SessionRecord, SessionRegistry
from askonce.cli.session.wire_protocol import SessionInfo, SessionReply, SessionRequest, SessionSpec, line
from askonce.cli.terminal import Verbosity, plain
from askonce.cli.var_options import read_values
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError

KEEPER = "askonce.cli.session.session_process"
ENDING = 30.0
"""Seconds that a process has to close the browser when its start is called off."""
_LAST_LINES = 5


@dataclass(frozen=True, slots=True)
class StartOptions:
    """What `session start` was asked for."""

    name: str | None = None
    url: str = ""
    cdp: str = ""
    headed: bool = False
    mobile: bool = False
    recordings: str | None = None
    context: str = ""
    uploads: Path | None = None
    idle: float = 1800.0
    secrets: Sequence[str] = ()
    as_json: bool = False


def start(options: StartOptions, verbosity: Verbosity) -> int:
    """Start a session, wait until its page is there, and tell how to go on."""
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    name = options.name or read_settings(environment).session or DEFAULT_NAME
    _refuse_taken(registry, name, verbosity)
    spec = SessionSpec(
        name=name,
        url=options.url,
        cdp=options.cdp,
        headed=options.headed,
        mobile=options.mobile,
        recordings=options.recordings,
        context=options.context,
        uploads=options.uploads.resolve() if options.uploads else None,
        idle=options.idle,
        secrets={name: secret.reveal() for name, secret in read_values([], options.secrets).items()},
    )
    about = _started(spec, registry, verbosity)
    if options.as_json:
        _print_json(about.model_dump())
        return 0
    print(plain(f"The session {name} is open on {about.address}."))
    which = named(name)
    hint = f"Go on: askonce elements{which}, askonce tap …  End it: askonce session stop{which}"
    verbosity.console().print(Text(hint, "dim"))
    return 0


def _refuse_taken(registry: SessionRegistry, name: str, verbosity: Verbosity) -> None:
    record = registry.find(name)
    if record and is_there(registry, record):
        raise ConfigError(
            f"the session {name} is open already",
            remedy=f"use it, end it with `askonce session stop{named(name)}`, or choose another name with --session",
        )
    if record:
        verbosity.console().print(
            Text(f"The session {name} was gone: its process had ended without closing it.", "dim")
        )


def _started(spec: SessionSpec, registry: SessionRegistry, verbosity: Verbosity) -> SessionInfo:
    """What a new process says of the session that it keeps; its error where it could not be opened."""
    registry.prepare()
    log = registry.log_path(spec.name)
    with (
        open(log, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as errors,
        verbosity.console().status("opening the browser"),
    ):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", KEEPER],  # -P: nothing that lies in this folder is taken for a module
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            **_detached(),
        )
        assert process.stdin
        assert process.stdout
        try:
            with process.stdin as told:
                told.write(line(spec))
            with process.stdout as tells:
                said = tells.readline()
        except BrokenPipeError:
            said = b""
        except KeyboardInterrupt:
            process.terminate()
            process.wait(ENDING)
            raise
    if not said:
        process.wait(ENDING)
        last = " / ".join(log.read_text("utf-8", "replace").splitlines()[-_LAST_LINES:])
        raise AskonceError(f"the session {spec.name} did not start: {last}", remedy=f"all it said is in {log}")
    reply = SessionReply.model_validate_json(said)
    if reply.failure:
        process.wait(ENDING)
        raise reply.failure.error()
    return _about(reply)


def _detached() -> Mapping[str, Any]:
    """What makes a process outlive the shell that it was started from."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def list_open(verbosity: Verbosity, *, as_json: bool) -> int:
    """Tell which sessions are open. Notices that killed processes left are removed."""
    registry = SessionRegistry.of(read_environment())
    there: list[SessionInfo] = []
    for name in registry.names():
        record = registry.find(name)
        try:
            if record:
                there.append(_about(ask(registry, record, SessionRequest(wants="show"))))
        except SessionGone as gone:
            verbosity.console().print(Text(plain(f"removed: {gone.message}"), "dim"))
    if as_json:
        _print_json({"sessions": [one.model_dump() for one in there]})
    elif there:
        width = max(len(one.name) for one in there)
        for one in there:
            print(plain(f"{one.name:{width}}  since {_time(one.since)}  {one.address}"))
    else:
        verbosity.console().print(Text("No session is open. Start one: askonce session start --url …"))
    return 0


def show_info(wanted: str | None, *, as_json: bool) -> int:
    """Tell all about a session."""
    about = read_info(wanted)
    if as_json:
        _print_json(about.model_dump())
        return 0
    rows = {
        "name": about.name,
        "page": about.address,
        "since": _time(about.since),
        "ends after": f"{about.idle:g} s without use",
        "process": str(about.pid),
        "trace": about.trace or "none is kept",
        "log": about.log,
    }
    print("\n".join(plain(f"{title:10}  {value}") for title, value in rows.items()))
    return 0


def read_info(wanted: str | None) -> SessionInfo:
    """What a session tells of itself."""
    registry, record = choose(wanted)
    return _about(ask(registry, record, SessionRequest(wants="show")))


def stop(wanted: str | None, verbosity: Verbosity, *, everything: bool = False) -> int:
    """End a session, or all of them."""
    if everything:
        registry = SessionRegistry.of(read_environment())
        for record in [found for name in registry.names() if (found := registry.find(name))]:
            try:
                _stop(registry, record)
            except SessionGone as gone:
                verbosity.console().print(Text(plain(f"removed: {gone.message}"), "dim"))
    else:
        _stop(*choose(wanted))
    return 0


def _stop(registry: SessionRegistry, record: SessionRecord) -> None:
    reply = ask(registry, record, SessionRequest(wants="stop"))
    if reply.failure:
        raise reply.failure.error()
    print(reply.result.text if reply.result else "")


def write_report(wanted: str | None, out: Path | None, *, open_report: bool) -> int:
    """Write the report of a session so far."""
    from askonce.cli.report_outputs import show_report

    about = read_info(wanted)
    if not about.trace:
        raise ConfigError("this session keeps no trace", remedy="set ASKONCE_RUNS to a folder and start it anew")
    show_report(Path(about.trace), out, open_report=open_report)
    return 0


def _about(reply: SessionReply) -> SessionInfo:
    if reply.failure:
        raise reply.failure.error()
    return SessionInfo.model_validate(reply.result.data if reply.result else None)


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
