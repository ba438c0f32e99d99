"""The icons of a set as SVG by their names, out of the package that holds them: one file of all, files of SVG, or modules of JavaScript."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from icon_labels import STYLES
from module_drawings import drawings

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_NEW_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VIEW = re.compile(r"viewBox\W+([\d. ]+)[\"']")
_PATH = re.compile(r"[\"']path[\"'],\s*\{([^{}]*)\}")
_DRAWN = re.compile(r"\bd:\s*[\"']([^\"']+)[\"']")
_UNFILLED = re.compile(r"fill:\s*[\"']none")
_OTHER_SHAPE = re.compile(
    r"[\"'](?:circle|rect|ellipse|line|polyline|polygon|mask|g)[\"'],\s*\{|\bstroke(?:Width)?:\s*[\"'\d]"
)


def read_set(archive: Path, about: dict[str, Any]) -> dict[str, str]:
    with tarfile.open(archive) as opened:
        if "files" in about:
            return _matched(opened, about)
        if "folder" not in about:
            return _unpacked(json.load(opened.extractfile("package/icons.json")))  # type: ignore[arg-type]
        folders = about["folder"] if isinstance(about["folder"], list) else [about["folder"]]
        strip = re.compile(about.get("strip", "$"))
        readers: dict[str, Callable[[str], str | None]] = {".svg": str, ".js": _component}
        found: dict[str, str] = {}
        for place in [PurePosixPath("package", folder) for folder in folders]:
            style = f"-{place.name.lower()}" if len(folders) > 1 and place.name.lower() in STYLES else ""
            for file in opened:
                path = PurePosixPath(file.name)
                if path.parent != place or path.suffix not in readers:
                    continue
                name = strip.sub("", _NEW_WORD.sub("-", path.stem).lower()) + style
                svg = readers[path.suffix](opened.extractfile(file).read().decode())  # type: ignore[union-attr]
                if svg and name not in found:
                    found[name] = svg
        return found


def _matched(opened: tarfile.TarFile, about: dict[str, Any]) -> dict[str, str]:
    """The drawings of all files whose path in the package matches; a file with several names them itself."""
    wanted, strip = re.compile(about["files"]), re.compile(about.get("strip", "$"))
    found: dict[str, str] = {}
    for file in opened:
        match = wanted.fullmatch(file.name.partition("/")[2])
        if match is None or not file.isfile():
            continue
        text = opened.extractfile(file).read().decode("utf-8", "replace")  # type: ignore[union-attr]
        told = match[1] if match.re.groups else PurePosixPath(file.name).stem
        drawn = [(None, text)] if file.name.endswith(".svg") else drawings(text)
        several = "many" in about
        for own, svg in drawn if several else drawn[:1]:
            name = own if several else told
            if name:
                found.setdefault(strip.sub("", _plain_name(name)), svg)
    return found


def _plain_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", _WORDS.sub("-", name).lower()).strip("-")


def _unpacked(data: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, icon in data["icons"].items():
        if icon.get("hidden") or icon.get("rotate") or icon.get("hFlip") or icon.get("vFlip"):
            continue
        left, top, width, height = (
            icon.get(key, data.get(key, usual))
            for key, usual in (("left", 0), ("top", 0), ("width", 16), ("height", 16))
        )
        found[name] = f'{_HEAD} viewBox="{left} {top} {width} {height}">{icon["body"]}</svg>'
    return found


def _component(code: str) -> str | None:
    """The filled paths of a component, of the first of several drawings; None if it draws anything else."""
    views = list(_VIEW.finditer(code))
    if not views:
        return None
    view, *more = views
    code = code[: more[0].start()] if more else code
    if _OTHER_SHAPE.search(code):
        return None
    parts = _PATH.findall(code)
    paths = [(_DRAWN.search(part), "evenodd" in part) for part in parts if not _UNFILLED.search(part)]
    drawn = "".join(
        f'<path d="{path[1]}" fill-rule="{"evenodd" if evenodd else "nonzero"}"/>' for path, evenodd in paths if path
    )
    return f'{_HEAD} viewBox="{view[1]}">{drawn}</svg>' if drawn else None
