"""Commands on texts and files."""

from __future__ import annotations

import hashlib
import re

from askonce.testing.phone.shell.command import Command, PhoneContext, failed, options, printed
from askonce.testing.phone.shell.shell_line import ShellOutput


async def _echo(_: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    bare = words[:1] == ["-n"]
    text = " ".join(words[bare:])
    return ShellOutput(text.encode() if bare else f"{text}\n".encode())


async def _grep(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    found, rest = options(words, "-e", "-m", "-A", "-B")
    pattern = found.get("-e") or (rest.pop(0) if rest else "")
    flags = "".join(option.lstrip("-") for option in found if not option.startswith("--"))
    data = given if not rest else context.files.read(rest[0])
    if data is None:
        return failed(f"grep: {rest[0]}: No such file or directory", 2)
    pattern = re.escape(pattern) if "F" in flags else pattern if "E" in flags else pattern.replace(r"\|", "|")
    expression = re.compile(pattern, re.IGNORECASE if "i" in flags else 0)
    lines = data.decode("utf-8", "replace").splitlines()
    kept = [line for line in lines if bool(expression.search(line)) != ("v" in flags)]
    if "o" in flags:
        kept = [match[0] for line in lines for match in expression.finditer(line)]
    if "c" in flags:
        return printed(str(len(kept)), 0 if kept else 1)
    return printed("" if "q" in flags else "".join(f"{line}\n" for line in kept), 0 if kept else 1)


async def _cat(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    if not words:
        return ShellOutput(given)
    data = [context.files.read(path) for path in words]
    missing = [path for path, content in zip(words, data, strict=True) if content is None]
    errors = "".join(f"cat: {path}: No such file or directory\n" for path in missing)
    return ShellOutput(b"".join(content or b"" for content in data), errors.encode(), 1 if missing else 0)


async def _head(_: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    found, _rest = options(words, "-n")
    count = int(found.get("-n") or next((word[1:] for word in words if word[1:].isdigit()), "10"))
    return printed("".join(f"{line}\n" for line in given.decode("utf-8", "replace").splitlines()[:count]))


async def _remove(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    found, paths = options(words)
    missing = [path for path in paths if not context.files.remove(path)]
    if missing and not any("f" in option for option in found):
        return failed(f"rm: {missing[0]}: No such file or directory")
    return ShellOutput()


async def _list(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    found, paths = options(words)
    lines: list[str] = []
    for path in paths or ["/"]:
        is_file = context.files.read(path) is not None
        if not is_file and not context.files.is_folder(path):
            return failed(f"ls: {path}: No such file or directory")
        names = [path] if is_file else context.files.names_in(path)
        whole = {name: name if is_file else f"{path.rstrip('/')}/{name}" for name in names}
        lines += [_long_line(context, name, whole[name]) if "-l" in found else name for name in names]
    return printed("".join(f"{line}\n" for line in lines))


def _long_line(context: PhoneContext, name: str, path: str) -> str:
    data = context.files.read(path)
    kind, size = ("-rw-rw----", len(data)) if data is not None else ("drwxrwx---", 4096)
    return f"{kind} 1 shell shell {size:8d} {context.phone.clock:%Y-%m-%d %H:%M} {name}"


async def _md5(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    path = words[0] if words else ""
    if (data := context.files.read(path)) is None:
        return failed(f"md5sum: {path}: No such file or directory")
    return printed(f"{hashlib.md5(data, usedforsecurity=False).hexdigest()}  {path}")


async def _move(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    return await _copy_to(context, words, keeps=False)


async def _copy(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    return await _copy_to(context, words, keeps=True)


async def _copy_to(context: PhoneContext, words: list[str], *, keeps: bool) -> ShellOutput:
    _, paths = options(words)
    if len(paths) != 2 or (data := context.files.read(paths[0])) is None:
        return failed(f"{'cp' if keeps else 'mv'}: {' '.join(paths)}: No such file or directory")
    if refusal := context.files.write(paths[1], data):
        return failed(refusal)
    if not keeps:
        context.files.remove(paths[0])
    return ShellOutput()


async def _nothing(_: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    return ShellOutput()


COMMANDS: dict[str, Command] = {
    "echo": _echo, "grep": _grep, "cat": _cat, "head": _head, "rm": _remove, "ls": _list, "md5sum": _md5, "md5": _md5,
    "mv": _move, "cp": _copy, "mkdir": _nothing, "chmod": _nothing, "true": _nothing, "touch": _nothing,
}  # fmt: skip
