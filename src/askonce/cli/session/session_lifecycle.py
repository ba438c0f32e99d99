"""`askonce session`: starts, lists, shows and stops sessions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from askonce.cli.dotenv import read_environment
from askonce.cli.recordings_option import RecordingsOption
from askonce.cli.session.session_client import SessionGone, ask, choose, is_open, session_option
from askonce.cli.session.session_registry import DEFAULT_NAME, SessionRecord, SessionRegistry
from askonce.cli.session.wire_protocol import SessionInfo, SessionReply, SessionRequest, SessionSpec, line
from askonce.cli.terminal import Text, Verbosity, plain
from askonce.cli.var_options import read_values
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.screens.screen_choice import ScreenChoice

SESSION_PROCESS = "askonce.cli.session.session_process"
CLOSING = 30.0
"""Seconds that a process has to close the screen when its start is cancelled."""
_LAST_LINES = 5


@dataclass(frozen=True, slots=True)
class StartOptions:
    """The options of `session start`."""

    screen: ScreenChoice
    name: str | None = None
    headed: bool = False
    recordings: str | None = None
    context: str = ""
    uploads: Path | None = None
    idle: float = 1800.0
    secrets: Sequence[str] = ()
    as_json: bool = False


def start(options: StartOptions, verbosity: Verbosity) -> None:
    """Start a session, wait for its screen, and print how to use it."""
    environment = read_environment()
    registry = SessionRegistry.of(environment)
    name = options.name or read_settings(environment).session or DEFAULT_NAME
    _refuse_taken(registry, name, verbosity)
    RecordingsOption.read(options.recordings).require_name()  # told before a process is started
    spec = SessionSpec(
        name=name,
        screen=options.screen.kind.name,
        options=options.screen.given_at("command"),
        headed=options.headed,
        recordings=options.recordings,
        context=options.context,
        uploads=options.uploads.resolve() if options.uploads else None,
        idle=options.idle,
        secrets={name: secret.reveal() for name, secret in read_values([], options.secrets).items()},
    )
    info = _started(spec, registry, verbosity)
    if options.as_json:
        _print_json(info.model_dump())
        return
    where = f" on {info.address}" if info.address else ""  # a phone is read for that when it is first used
    print(plain(f"The session {name} is open{where}."))
    which = session_option(name)
    hint = f"Next: askonce elements{which}, askonce tap …  To close it: askonce session stop{which}"
    verbosity.console().print(Text(hint, "dim"))


def _refuse_taken(registry: SessionRegistry, name: str, verbosity: Verbosity) -> None:
    record = registry.find(name)
    if record and is_open(registry, record):
        raise ConfigError(
            f"the session {name} is already open",
            remedy=f"use it, close it with `askonce session stop{session_option(name)}`, or choose another --session",
        )
    if record:
        verbosity.console().print(Text(f"The old session {name} is gone: its process had ended.", "dim"))


def _started(spec: SessionSpec, registry: SessionRegistry, verbosity: Verbosity) -> SessionInfo:
    """Start the process, and return its session; raise its error if the session could not be opened."""
    registry.prepare()
    log = registry.log_path(spec.name)
    with (
        open(log, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as errors,
        verbosity.console().status("opening the screen"),
    ):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", SESSION_PROCESS],  # -P: import nothing from the current folder
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            **_detached(),
        )
        assert process.stdin
        assert process.stdout
        try:
            with process.stdin as stdin:
                stdin.write(line(spec))
            with process.stdout as stdout:
                answer = stdout.readline()
        except BrokenPipeError:
            answer = b""
        except KeyboardInterrupt:
            process.terminate()
            process.wait(CLOSING)
            raise
    if not answer:
        process.wait(CLOSING)
        last = " / ".join(log.read_text("utf-8", "replace").splitlines()[-_LAST_LINES:])
        raise AskonceError(f"the session {spec.name} did not start: {last}", remedy=f"see its log: {log}")
    reply = SessionReply.model_validate_json(answer)
    if reply.failure:
        process.wait(CLOSING)
        raise reply.failure.error()
    return _info(reply)


def _detached() -> Mapping[str, Any]:
    """Process options that let it outlive its shell."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def list_open(verbosity: Verbosity, *, as_json: bool) -> None:
    """List the open sessions. Records of killed processes are removed."""
    registry = SessionRegistry.of(read_environment())
    found: list[SessionInfo] = []
    for name in registry.names():
        record = registry.find(name)
        try:
            if record:
                found.append(_info(ask(registry, record, SessionRequest(wants="show"))))
        except SessionGone as gone:
            verbosity.console().print(Text(plain(f"removed: {gone.message}"), "dim"))
    if as_json:
        _print_json({"sessions": [info.model_dump() for info in found]})
    elif found:
        width = max(len(info.name) for info in found)
        for info in found:
            print(plain(f"{info.name:{width}}  since {_time(info.since)}  {info.address}"))
    else:
        verbosity.console().print(Text("No session is open. Start one: askonce session start --url …"))


def show_info(name: str | None, *, as_json: bool) -> None:
    """Print everything about a session."""
    info = read_info(name)
    if as_json:
        _print_json(info.model_dump())
        return
    rows = {
        "name": info.name,
        "page": info.address,
        "since": _time(info.since),
        "closes": f"after {info.idle:g} s without use",
        "process": str(info.pid),
        "trace": info.trace or "none",
        "log": info.log,
    }
    print("\n".join(plain(f"{title:7}  {value}") for title, value in rows.items()))


def read_info(name: str | None) -> SessionInfo:
    """Ask a session about itself."""
    registry, record = choose(name)
    return _info(ask(registry, record, SessionRequest(wants="show")))


def stop(name: str | None, verbosity: Verbosity, *, everything: bool = False) -> None:
    """Close a session, or all of them."""
    if everything:
        registry = SessionRegistry.of(read_environment())
        for record in [found for other in registry.names() if (found := registry.find(other))]:
            try:
                _stop(registry, record)
            except SessionGone as gone:
                verbosity.console().print(Text(plain(f"removed: {gone.message}"), "dim"))
    else:
        _stop(*choose(name))


def _stop(registry: SessionRegistry, record: SessionRecord) -> None:
    reply = ask(registry, record, SessionRequest(wants="stop"))
    if reply.failure:
        raise reply.failure.error()
    print(reply.result.text if reply.result else "")


def write_report(name: str | None, out: Path | None, *, open_report: bool) -> None:
    """Write the report of a session so far."""
    from askonce.cli.report_outputs import show_report

    info = read_info(name)
    if not info.trace:
        raise ConfigError("this session has no trace", remedy="set ASKONCE_RUNS to a folder and start it again")
    show_report(Path(info.trace), out, open_report=open_report)


def _info(reply: SessionReply) -> SessionInfo:
    if reply.failure:
        raise reply.failure.error()
    return SessionInfo.model_validate(reply.result.data if reply.result else None)


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
