"""A cassette: real replies kept in a file, replayed without a provider.

The file is JSON lines, each a reply with its question, meant to be read and committed. Questions are matched by role
and text, ignoring what changes from run to run: white space, dates, times and the ports of local servers. Pictures are
matched by position only, unless `match_images` compares their bytes.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import IO, Literal, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from askonce.errors import CassetteMiss, ConfigError
from askonce.lazy import regex
from askonce.models.families import Family, family_named
from askonce.models.messages import Message, Reply, Request
from askonce.models.model_protocol import Model
from askonce.trace.usage import Usage

Mode = Literal["replay", "record", "auto"]

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_VOLATILE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(127\.0\.0\.1|localhost|\[::1\]):\d+", re.IGNORECASE), r"\1:<port>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"), "<date>"),
    (re.compile(r"\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b"), "<date>"),
    (re.compile(rf"\b\d{{1,2}}\.? {_MONTH},? \d{{4}}\b", re.IGNORECASE), "<date>"),
    (re.compile(rf"\b{_MONTH} \d{{1,2}},? \d{{4}}\b", re.IGNORECASE), "<date>"),
    (re.compile(r"(?<![\d.:])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?![\d:])(?: ?[ap]m\b)?", re.IGNORECASE), "<time>"),
)
_LONGEST_DIFF = 30
_LONGEST_LINE = 160


class _CassetteMessage(BaseModel):
    """One message of a question, in words; pictures by size and hash."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    role: str
    parts: tuple[str, ...]


class _CassetteEntry(BaseModel):
    """One line of a cassette."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    model: str
    family: str
    role: str
    asked: tuple[_CassetteMessage, ...]
    text: str
    reasoning: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    @property
    def reply(self) -> Reply:
        usage = Usage(1, self.prompt_tokens, self.cached_tokens, self.completion_tokens, self.cost)
        return Reply(self.text, self.model, usage, self.reasoning)


class Cassette:
    """A model whose replies come from a file, or are recorded there.

    - `replay` never asks a model: an unknown question raises a `CassetteMiss` that shows the nearest known one.
    - `record` asks `model` each time and overwrites the file.
    - `auto` replays known questions, asks `model` the others and records them.

    Equal questions are answered in the order in which they were recorded. When there are no more, replay repeats the
    last answer, and auto asks.

    >>> model = Cassette(ScriptedModel(["yes"]), Path("replies.jsonl"), mode="record")
    """

    def __init__(
        self, model: Model | None, path: Path | str, mode: Mode = "replay", *, match_images: bool = False
    ) -> None:
        self._model = model
        self._path = Path(path)
        self._mode: Mode = mode
        self._match_images = match_images
        self._kept: dict[str, list[_CassetteEntry]] = {}
        self._played: Counter[str] = Counter()
        self._afresh = mode == "record"
        if mode not in get_args(Mode):
            raise ConfigError(f"a cassette has no mode {mode!r}", remedy=f"choose one of {', '.join(get_args(Mode))}")
        if model is None and mode != "replay":
            raise ConfigError(f"the cassette {path} has no model to record", remedy="pass a model, or replay")
        for kept in () if mode == "record" else _read(self._path, must_exist=mode == "replay"):
            self._kept.setdefault(self._key(kept.role, kept.asked), []).append(kept)

    @property
    def name(self) -> str:
        return self._model.name if self._model else self._first.model

    @property
    def family(self) -> Family:
        return self._model.family if self._model else family_named(self._first.family)

    async def ask(self, request: Request) -> Reply:
        asked = tuple(_asked(message) for message in request.messages)
        key = self._key(request.role, asked)
        known = self._kept.get(key, [])
        place = self._played[key]
        if known and (place < len(known) or self._mode == "replay"):
            self._played[key] += 1
            return known[min(place, len(known) - 1)].reply
        if self._model is None or self._mode == "replay":
            raise self._miss(request.role, asked)
        reply = await self._model.ask(request)
        kept = _CassetteEntry(
            model=reply.model,
            family=self._model.family.name,
            role=request.role,
            asked=asked,
            text=reply.text,
            reasoning=reply.reasoning,
            prompt_tokens=reply.usage.prompt_tokens,
            cached_tokens=reply.usage.cached_tokens,
            completion_tokens=reply.usage.completion_tokens,
            cost=reply.usage.cost,
        )
        self._append(kept)
        self._kept.setdefault(key, []).append(kept)
        self._played[key] += 1
        return reply

    async def close(self) -> None:
        if self._model:
            await self._model.close()

    @property
    def _first(self) -> _CassetteEntry:
        return next(iter(self._kept.values()))[0]

    def _key(self, role: str, asked: tuple[_CassetteMessage, ...]) -> str:
        words = " ".join(_lines(role, asked, self._match_images))
        return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()

    def _append(self, kept: _CassetteEntry) -> None:
        """Append a line in one write, so that neither a kill nor a second process can split it."""
        line = kept.model_dump_json(exclude_defaults=True) + "\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._afresh:
                self._path.unlink(missing_ok=True)
                self._afresh = False
            with self._path.open("ab+", buffering=0) as file:
                end = file.seek(0, os.SEEK_END)
                if end and _last_byte(file) != b"\n":
                    line = "\n" + line
                file.write(line.encode("utf-8", "replace"))
        except OSError as error:
            raise ConfigError(
                f"could not write the cassette {self._path}: {error.strerror}", remedy="choose another file for it"
            ) from error

    def _miss(self, role: str, asked: tuple[_CassetteMessage, ...]) -> CassetteMiss:
        wanted = _lines(role, asked, self._match_images)
        recorded = [_lines(kept[0].role, kept[0].asked, self._match_images) for kept in self._kept.values()]
        nearest = max(recorded, key=lambda lines: difflib.SequenceMatcher(None, lines, wanted, autojunk=False).ratio())
        differences = difflib.unified_diff(nearest, wanted, "recorded", "asked", lineterm="", n=1)
        shown = [line[:_LONGEST_LINE] for line in differences]
        cut = [f"… {len(shown) - _LONGEST_DIFF} more lines"] if len(shown) > _LONGEST_DIFF else []
        return CassetteMiss(
            f"the cassette {self._path} does not have this question; the nearest differs in\n"
            + "\n".join(shown[:_LONGEST_DIFF] + cut),
            remedy='record it with mode="auto", or record everything with mode="record"',
        )


def _asked(message: Message) -> _CassetteMessage:
    parts = tuple(
        part if isinstance(part, str) else f"[image {part.frame.image} {hashlib.sha256(part.data).hexdigest()[:16]}]"
        for part in message.parts
    )
    return _CassetteMessage(role=message.role, parts=tuple(part.encode("utf-8", "replace").decode() for part in parts))


_IMAGE = regex(r"\[image \d+x\d+ [0-9a-f]{16}\]")


def _lines(role: str, asked: tuple[_CassetteMessage, ...], match_images: bool) -> list[str]:
    """The lines of a question, without what changes from run to run."""
    lines = [f"role: {role}"]
    for message in asked:
        lines.append(f"{message.role}:")
        for part in message.parts:
            if _IMAGE.fullmatch(part):
                lines.append(part if match_images else "[image]")
            else:
                lines += filter(None, (" ".join(line.split()) for line in _steady(part).splitlines()))
    return lines


def _last_byte(file: IO[bytes]) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)


def _steady(text: str) -> str:
    for pattern, placeholder in _VOLATILE:
        text = pattern.sub(placeholder, text)
    return text


def _read(path: Path, *, must_exist: bool) -> list[_CassetteEntry]:
    try:
        content = path.read_text("utf-8")
    except FileNotFoundError:
        content = ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"could not read the cassette {path}: {error}") from error
    kept: list[_CassetteEntry] = []
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            try:
                kept.append(_CassetteEntry.model_validate(json.loads(line)))
            except (ValueError, ValidationError, RecursionError):
                raise ConfigError(
                    f"line {number} of the cassette {path} cannot be read", remedy="delete the line, or record again"
                ) from None
    if must_exist and not kept:
        raise ConfigError(f"there is nothing to replay in {path}", remedy='record it first, with mode="record"')
    return kept
