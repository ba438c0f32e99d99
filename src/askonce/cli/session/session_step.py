"""One step in a kept session: a tool is used there, and what it gave is shown here."""

from __future__ import annotations

import base64
import io
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pydantic import ValidationError
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from askonce.cli.session.session_client import Hear, ask, choose
from askonce.cli.session.wire_protocol import SessionReply, SessionRequest, SessionResult
from askonce.cli.terminal import Verbosity, plain
from askonce.cli.var_options import read_values
from askonce.errors import ConfigError

if TYPE_CHECKING:
    from askonce.trace import Entry, Sink

PATIENCE = 1.0
"""Seconds after which it is shown what a step is waiting for."""
KINDS: Mapping[str, str] = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""How pictures are written, by the ending of their file."""


ALONE = ", or give the page here: --url URL"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What the command line asked for."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    values: Sequence[str] = ()
    secrets: Sequence[str] = ()
    session: str | None = None
    as_json: bool = False
    out: Path | None = None


def call_tool(step: ToolCall, verbosity: Verbosity) -> int:
    """Do it, and tell what came of it: the result on standard output, an error by its exit code."""
    values = read_values(step.values, [])
    request = SessionRequest(
        tool=step.tool,
        arguments={
            **{name: value for name, value in step.arguments.items() if value is not None},
            **({"values": values} if values else {}),
        },
        secrets={name: secret.reveal() for name, secret in read_values([], step.secrets).items()},
    )
    registry, record = choose(step.session, instead=ALONE if step.tool == "act" else "")
    with ExitStack() as stack:
        hear = _display(step, verbosity, stack)
        reply = ask(registry, record, request.model_copy(update={"watch": hear is not None}), hear)
    return _tell(step, reply)


def refuse_start_options(options: Mapping[str, object]) -> None:
    """Refuse what is said when a session is started, or of a browser that a command has for itself."""
    if said := [f"--{name}" for name, value in options.items() if value]:
        raise ConfigError(
            f"{', '.join(said)} cannot be said to a kept session",
            remedy="say it to `askonce session start` where it is known, or give a page with --url",
        )


def is_statement(words: Sequence[str]) -> bool:
    """Whether what was given to `check` is a sentence about a page, and not the names of files."""
    if len(words) != 1 or not any(letter.isspace() for letter in words[0]):
        return False
    path = Path(words[0])
    return path.suffix.lower() not in (".stp", ".yaml", ".yml") and not path.exists()


def _display(step: ToolCall, verbosity: Verbosity, stack: ExitStack) -> Hear | None:
    """Who is told what happens: for an act its steps, for all else one line, and only where it can be seen."""
    console = verbosity.console()
    if step.tool == "act":
        from askonce.cli.act_progress import ActProgress

        return _hearing(stack.enter_context(ActProgress(console, verbose=verbosity.verbose)))
    return _hearing(stack.enter_context(Waiting(console))) if console.is_interactive else None


def _hearing(sink: Sink) -> Hear:
    """Pass events on as they come over the wire. Those that only another version knows are left out."""
    from askonce.trace import Entry

    def hear(event: Any) -> None:
        try:
            entry = Entry.model_validate(event)
        except ValidationError:
            return
        sink.write(entry)

    return hear


class Waiting:
    """One line that says what a step is waiting for, once it takes longer than a moment."""

    def __init__(self, console: Console) -> None:
        self._began = time.monotonic()
        self._doing = "waiting for the session"
        self._spinner = Spinner("dots")
        self._live = Live(self, console=console, transient=True, refresh_per_second=8)

    def write(self, entry: Entry) -> None:
        from askonce.tools.tool_progress import in_words

        self._doing = plain(in_words(entry)).replace("\n", " ") or self._doing

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        seconds = time.monotonic() - self._began
        if seconds > PATIENCE:
            line = Text(f"{self._doing} · {seconds:.0f} s", "dim", no_wrap=True, overflow="ellipsis")
            self._spinner.update(text=line)
            yield self._spinner

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()


def _tell(step: ToolCall, reply: SessionReply) -> int:
    if failure := reply.failure:
        if step.as_json:
            told = {"outcome": "failed", "kind": failure.kind, "error": failure.message, "remedy": failure.remedy}
            print(json.dumps(told, ensure_ascii=False, indent=2))
        raise failure.error()
    result = reply.result or SessionResult()
    picture = _keep_picture(result, step.out) if result.picture else None
    if step.as_json:
        given = dict(result.data) if result.data is not None else {"text": result.text}
        told = {"outcome": "done", **given, **({"picture": str(picture)} if picture else {})}
        print(json.dumps(told, ensure_ascii=False, indent=2))
    elif picture:
        print(picture)
    else:
        print(plain(str((result.data or {}).get("message", result.text))))
    return 0


def _keep_picture(result: SessionResult, out: Path | None) -> Path:
    """Write a picture, as its file's ending says, and tell where; without a name, under one that is free."""
    image = base64.b64decode(result.picture)
    own = "." + result.media_type.removeprefix("image/").replace("jpeg", "jpg")
    path = (out or _free_name(own)).resolve()
    wanted = path.suffix.lower()
    if wanted not in KINDS:
        raise ConfigError(f"{path.name} is no name for a picture", remedy=f"let it end in {', '.join(KINDS)}")
    if KINDS[wanted] != KINDS.get(own):
        from PIL import Image

        with Image.open(io.BytesIO(image)) as opened:
            written = io.BytesIO()
            opened.convert("RGB").save(written, KINDS[wanted])
        image = written.getvalue()
    try:
        path.write_bytes(image)
    except OSError as error:
        raise ConfigError(f"could not write {path}: {error.strerror}", remedy="choose another file with -o") from error
    return path


def _free_name(ending: str) -> Path:
    number = 1
    while (path := Path(f"screenshot-{number}{ending}")).exists():
        number += 1
    return path
