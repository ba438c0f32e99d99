"""A line of the shell: its words, what joins its commands, and where their output goes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator

from askonce.lazy import dataclass
from askonce.testing.phone.shell.device_files import DeviceFiles

_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>&&|\|\||2>&1|2>>?|1?>>?|[;|&\n])|(?P<word>(?:[^\s;|&<>'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+))""",
    re.DOTALL,
)
_PART = re.compile(
    r"""'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|\\(?P<escaped>.)|(?P<plain>[^'"\\]+)""", re.DOTALL
)


_EXIT_CODE = "\0?"
"""Stands in a word for `$?`, which becomes the exit code of the command before; no word can hold it."""


@dataclass(frozen=True, slots=True)
class ShellOutput:
    out: bytes = b""
    err: bytes = b""
    code: int = 0


Run = Callable[[list[str], bytes], Awaitable[ShellOutput]]


class BadLine(Exception):
    """What no shell could read."""


async def run_line(line: str, run: Run, files: DeviceFiles, given: bytes = b"") -> ShellOutput:
    """Run the commands of a line; `run` runs one, with its words and its input."""
    out, err, code, piped, joint = b"", b"", 0, given, ";"
    try:
        commands = list(_commands(line))
    except BadLine as problem:
        return ShellOutput(b"", f"/system/bin/sh: {problem}\n".encode(), 2)
    for words, redirects, following in commands:
        if (joint == "&&" and code) or (joint == "||" and not code):
            joint = following if following != "|" else joint
            continue
        made = await run([word.replace(_EXIT_CODE, str(code)) for word in words], piped)
        made = _redirected(made, redirects, files)
        code = made.code
        piped = made.out if following == "|" else b""
        out, err = out + (b"" if following == "|" else made.out), err + made.err
        joint = following
    return ShellOutput(out, err, code)


def _commands(line: str) -> Iterator[tuple[list[str], list[tuple[str, str]], str]]:
    """Each command: its words, its redirections and what follows it."""
    words: list[str] = []
    redirects: list[tuple[str, str]] = []
    redirect = ""
    for mark, word in [*_tokens(line), (";", "")]:
        if redirect and not word:
            raise BadLine(f"syntax error: unexpected {mark!r} after {redirect}")
        if word:
            if redirect:
                redirects.append((redirect, _plain(word)))
                redirect = ""
            else:
                words.append(_plain(word))
        elif mark == "2>&1":
            redirects.append((mark, ""))
        elif ">" in mark:
            redirect = mark
        else:
            while words and re.fullmatch(r"\w+=.*", words[0], re.DOTALL):
                words = words[1:]
            if words:
                yield words, redirects, ";" if mark in ("&", "\n") else mark
            words, redirects = [], []


def _tokens(line: str) -> Iterator[tuple[str, str]]:
    at, end = 0, len(line.rstrip())
    while at < end:
        found = _TOKEN.match(line, at)
        if not found:
            raise BadLine(f"syntax error at {line[at:].strip()[:20]!r}")
        at = found.end()
        yield found["mark"] or "", found["word"] or ""


def _plain(word: str) -> str:
    """A word without its quotes."""
    return "".join(map(_unquoted, _PART.finditer(word)))


def _unquoted(part: re.Match[str]) -> str:
    if part["double"] is not None:
        return re.sub(r"\\([\"\\$`])", r"\1", part["double"].replace("$?", _EXIT_CODE))
    if part["plain"] is not None:
        return part["plain"].replace("$?", _EXIT_CODE)
    return part["single"] or part["escaped"] or ""


def _redirected(made: ShellOutput, redirects: list[tuple[str, str]], files: DeviceFiles) -> ShellOutput:
    out, err = made.out, made.err
    for mark, path in redirects:
        if mark == "2>&1":
            out, err = out + err, b""
            continue
        data, added = (err if mark.startswith("2") else out), mark.endswith(">>")
        before = (files.read(path) or b"") if added else b""
        refusal = "" if path == "/dev/null" else files.write(path, before + data)
        out, err = (out, b"") if mark.startswith("2") else (b"", err)
        if refusal:
            return ShellOutput(out, err + f"/system/bin/sh: {refusal}\n".encode(), 1)
    return ShellOutput(out, err, made.code)
