"""Runs one tool in a session, and prints its result."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from askonce.cli.live_display import LiveDisplay
from askonce.cli.session.session_client import EventHandler, ask, choose
from askonce.cli.session.wire_protocol import SessionReply, SessionRequest, SessionResult
from askonce.cli.terminal import Console, Verbosity, plain, print_warning
from askonce.cli.var_options import read_values, unused_remark
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.values import slot_names

if TYPE_CHECKING:
    from rich.console import RenderableType

    from askonce.trace import Entry, Sink

PATIENCE = 1.0
"""Seconds after which the progress of a step is shown."""
FORMATS: Mapping[str, str] = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Image formats by file suffix."""
OR_URL = ", or open a page for this command: --url URL"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool to run, with the options of its command."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    values: Sequence[str] = ()
    secrets: Sequence[str] = ()
    session: str | None = None
    as_json: bool = False
    out: Path | None = None


def call_tool(call: ToolCall, verbosity: Verbosity) -> None:
    """Run a tool in its session, and print the result on standard output."""
    values = read_values(call.values, [])
    secrets = read_values([], call.secrets)
    used = slot_names(json.dumps(call.arguments, ensure_ascii=False, default=str))
    print_warning(verbosity.console(), unused_remark(values | secrets, used, ["this command"]))
    request = SessionRequest(
        tool=call.tool,
        arguments={
            **{name: value for name, value in call.arguments.items() if value is not None},
            **({"values": values} if values else {}),
        },
        secrets={name: secret.reveal() for name, secret in secrets.items()},
    )
    registry, record = choose(call.session, instead=OR_URL if call.tool == "act" else "")
    with ExitStack() as stack:
        on_event = _display(call, verbosity, stack)
        reply = ask(registry, record, request.model_copy(update={"watch": on_event is not None}), on_event)
    _print_reply(call, reply)


def refuse_start_options(options: Mapping[str, object]) -> None:
    """Refuse options that only `session start` or a browser of its own can have."""
    if refused := [f"--{name}" for name, value in options.items() if value]:
        raise ConfigError(
            f"{', '.join(refused)} cannot be used with an open session",
            remedy="pass it to `askonce session start` if it has that option, or open a page with --url",
        )


def is_statement(words: Sequence[str]) -> bool:
    """Whether the argument of `check` is a statement about a page, and not file names."""
    if len(words) != 1 or not any(letter.isspace() for letter in words[0]):
        return False
    path = Path(words[0])
    return path.suffix.lower() not in (".stp", ".yaml", ".yml") and not path.exists()


def _display(call: ToolCall, verbosity: Verbosity, stack: ExitStack) -> EventHandler | None:
    """Who gets the events: for an act the list of its steps, else one line, and only in a terminal."""
    console = verbosity.console()
    if call.tool == "act":
        from askonce.cli.act_progress import ActProgress

        return _sink_events(stack.enter_context(ActProgress(console, verbose=verbosity.verbose)))
    return _sink_events(stack.enter_context(StepLine(console))) if console.is_interactive else None


def _sink_events(sink: Sink) -> EventHandler:
    """Pass events from the wire to a sink. Events of other versions are ignored."""
    from askonce.trace import Entry

    def write(event: Any) -> None:
        try:
            entry = Entry.model_validate(event)
        except ValidationError:
            return
        sink.write(entry)

    return write


class StepLine(LiveDisplay):
    """One line that says what a step is waiting for, once it takes longer than a moment."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._began = self._clock()
        self._doing = "waiting for the session"

    def write(self, entry: Entry) -> None:
        from askonce.tools.tool_progress import in_words

        self._doing = plain(in_words(entry)).replace("\n", " ") or self._doing

    def lines(self) -> Iterator[RenderableType]:
        seconds = self._clock() - self._began
        if self._doing and seconds > PATIENCE:
            yield self.spinning(f"{self._doing} · {seconds:.0f} s")

    def clear(self) -> None:
        self._doing = ""


def _print_reply(call: ToolCall, reply: SessionReply) -> None:
    if failure := reply.failure:
        if call.as_json:
            data = {"outcome": "failed", "kind": failure.kind, "error": failure.message, "remedy": failure.remedy}
            print(json.dumps(data, ensure_ascii=False, indent=2))
        raise failure.error()
    result = reply.result or SessionResult()
    picture = _write_image(result, call.out) if result.picture else None
    if call.as_json:
        given = dict(result.data) if result.data is not None else {"text": result.text}
        data = {"outcome": "done", **given, **({"picture": str(picture)} if picture else {})}
        print(json.dumps(data, ensure_ascii=False, indent=2))
    elif picture:
        print(picture)
    else:
        print(plain(str((result.data or {}).get("message", result.text))))


def _write_image(result: SessionResult, out: Path | None) -> Path:
    """Write an image in the format of its file suffix; without `out`, under a free name."""
    image = base64.b64decode(result.picture)
    own = "." + result.media_type.removeprefix("image/").replace("jpeg", "jpg")
    path = (out or _free_name(own)).resolve()
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ConfigError(f"{path.name} is not the name of an image file", remedy=f"use one of {', '.join(FORMATS)}")
    if FORMATS[suffix] != FORMATS.get(own):
        from PIL import Image

        with Image.open(io.BytesIO(image)) as opened:
            written = io.BytesIO()
            opened.convert("RGB").save(written, FORMATS[suffix])
        image = written.getvalue()
    try:
        path.write_bytes(image)
    except OSError as error:
        raise ConfigError(f"could not write {path}: {error.strerror}", remedy="choose another file with -o") from error
    return path


def _free_name(suffix: str) -> Path:
    number = 1
    while (path := Path(f"screenshot-{number}{suffix}")).exists():
        number += 1
    return path
