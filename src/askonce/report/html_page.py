"""The report as a page: markup, style and script from files, with the document and its blobs as embedded data.

It needs nothing else: no network, no tool chain. Its content security policy names its own script and style by their
hashes, so that text from pages and models can never run as code.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

from askonce.lazy import dataclass, regex
from askonce.report.document import Report, ReportNode, Run
from askonce.report.film_scenes import scenes_as_json
from askonce.report.from_trace import walk
from askonce.report.issue_text import issues
from askonce.report.json_form import to_json
from askonce.trace import Blob
from askonce.trace.recorder import PACKED

SCRIPTS = (
    *("words", "theme", "model", "blobs", "embedded_blobs", "navigation"),
    *("tree", "shots", "details", "evidence", "surroundings", "elements", "timeline", "film", "start"),
)
STYLES = ("style", "film")
_HERE = files("askonce.report") / "page"
_IMPORT = regex(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = regex(r"^export (?=\w)", re.MULTILINE)


def pieces(
    report: Report,
    texts: Iterable[tuple[Blob, str]],
    pictures: Iterable[tuple[Blob, str, bytes]],
    assets: Mapping[str, str],
    snapshots: Mapping[str, str],
) -> Iterator[str]:
    """The page in chunks, so that it is never in memory as a whole.

    `pictures` and packed data are embedded in the page, each with its media type; the others are files under `assets`,
    by run, and snapshots of pages always are files under `snapshots`.
    """
    script = "\n".join(map(_without_modules, _sources(SCRIPTS, "js")))
    style = "\n".join(_sources(STYLES, "css"))
    template = (_HERE / "page.html").read_text("utf-8")
    head, rest = template.split("$report")
    middle, tail = rest.split("$blobs")
    local = " 'self' file:" if assets else ""
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src blob: data:{local}; "
        "base-uri 'none'; form-action 'none'"
    )
    yield Template(head).substitute(policy=policy, title=escape(report.title), style=style)
    yield _harmless(to_json(report))
    yield middle
    yield _script("assets", "application/json", json.dumps(assets))
    yield _script("snapshots", "application/json", json.dumps(snapshots))
    yield _script("issues", "application/json", json.dumps({run.id: issues(run) for run in report.runs}))
    yield _script("scenes", "application/json", scenes_as_json(report.runs))
    for blob, text in texts:
        yield _script(f"blob-{blob}", "application/json", json.dumps(text, ensure_ascii=False))
    for blob, kind, data in pictures:
        held = base64.b64encode(data).decode()
        yield f'<script type="text/plain" id="blob-{escape(blob)}" data-type="{escape(kind)}">{held}</script>\n'
    yield Template(tail).substitute(script=script)


@dataclass(frozen=True, slots=True)
class NamedBlobs:
    """What a run refers to, each once, in order."""

    texts: Sequence[Blob]
    packed: Sequence[Blob]
    snapshots: Sequence[Blob]
    pictures: Sequence[Blob]


def named_in(run: Run) -> NamedBlobs:
    named: dict[Blob, None] = {}
    for node in walk(run.nodes):
        named.update(dict.fromkeys(_blobs(node)))
    kinds: dict[str, list[Blob]] = {".txt": [], PACKED: [], ".html": [], "": []}
    for blob in named:
        next(blobs for suffix, blobs in kinds.items() if blob.endswith(suffix)).append(blob)
    return NamedBlobs(*kinds.values())


def _blobs(node: ReportNode) -> Iterator[Blob]:
    for picture in (node.before, node.after):
        if picture:
            yield picture.blob
    if node.elements:
        yield node.elements
    if node.caller and node.caller.around:
        yield node.caller.around
    if node.snapshot and node.snapshot.blob:
        yield node.snapshot.blob
    for ask in node.asks:
        for message in ask.sent:
            yield from message.parts


def _sources(names: Iterable[str], suffix: str) -> list[str]:
    return [(_HERE / f"{name}.{suffix}").read_text("utf-8") for name in names]


def _without_modules(source: str) -> str:
    """A module's source for a page that holds all of them in one script, in which every name is known."""
    return _EXPORT.sub("", _IMPORT.sub("", source))


def _script(id: str, kind: str, text: str) -> str:
    return f'<script type="{kind}" id="{escape(id)}">{_harmless(text)}</script>\n'


def _harmless(text: str) -> str:
    """JSON escaped so that it cannot close its script element."""
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
