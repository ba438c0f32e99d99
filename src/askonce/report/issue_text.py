"""A failure as the Markdown of an issue: what was done, what was expected, what happened instead, and on what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from askonce.errors import TraceError
from askonce.lazy import regex
from askonce.report.document import Picture, Report, ReportNode, Run
from askonce.report.evidence_parts import ReportedMessage, ReportedRequest, ReportedSnapshot, ReportedSource
from askonce.report.failure_evidence import FailureEvidence, evidence
from askonce.report.from_trace import walk
from askonce.report.markdown_escapes import block, code, inline
from askonce.trace.recorder import SHOTS_FOLDER

_MOST_PARTS, _MOST_STEPS, _MOST_LINES = 25, 12, 10
_LONG = 300
_PICTURE = regex(r"\n  picture: .*")
"""The path of a picture on the machine that ran it."""
_CHECKS = ("check: ", "wait for: ")


def issues(run: Run) -> list[tuple[str, str]]:
    """An issue for each failure of a run, with the id of the part that failed; "" for what failed outside its parts."""
    found = evidence(run) if run.status != "done" else ()
    return [(failure.path[-1].id if failure.path else "", write_issue(run, failure)) for failure in found]


def issue_of(report: Report) -> str:
    """The issue for the first failure of a report."""
    for run in report.runs:
        for _, text in issues(run):
            return text
    raise TraceError("nothing failed in this run", remedy="there is no issue to write; see the report instead")


def write_issue(run: Run, failure: FailureEvidence) -> str:
    """One failure as Markdown, with its title as the first line."""
    sections = {
        "Steps": "\n".join(_steps(run, failure)),
        "Expected": _expected(failure),
        "Actual": block(_PICTURE.sub("", failure.error), 2_000),
        "Written at": _caller(_last(run, failure, "caller")),
        "Console": "\n".join(_console(_below(run, failure))),
        "Requests that failed": "\n".join(_requests(_below(run, failure))),
        "Environment": "\n".join(_environment(run, failure)),
        "Evidence": "\n".join(_files(run, failure)),
    }
    title = inline(f"{failure.title}: {_first_line(failure.error)}", 160)
    return f"# {title}\n\n" + "\n\n".join(f"**{name}**\n\n{text}" for name, text in sections.items() if text) + "\n"


def _steps(run: Run, failure: FailureEvidence) -> Iterator[str]:
    """What was done until it failed, in words."""
    top = failure.path[0].id if failure.path else None
    done: list[ReportNode] = []
    for node in run.nodes:
        done.append(node)
        if node.id == top:
            break
    parts = [part for node in done for part in _parts(node)]
    start = next((node.before.address for node in walk(run.nodes) if node.before and node.before.address), "")
    if start:
        yield f"1. Open {code(start, _LONG)}"
    if left := max(0, len(parts) - _MOST_PARTS):
        yield f"   … {left} more"
    for number, part in enumerate(parts[left:], left + 1 + bool(start)):
        mark = "" if part.status == "done" else " ← **failed**"
        yield f"{number}. {inline(part.title, _LONG)}{mark}"
        steps = [node for node in walk(part.children) if node.kind == "step"]
        if len(steps) > 1 or (steps and steps[0].title != part.title):
            yield from (f"   - {inline(step.title, _LONG)}" for step in steps[:_MOST_STEPS])
            yield from [f"   - … {len(steps) - _MOST_STEPS} more"] * (len(steps) > _MOST_STEPS)


def _parts(node: ReportNode) -> Iterator[ReportNode]:
    """An act; of a script or a program the items and lines. Blocks and loops are told by what is in them."""
    inner = [child for child in node.children if child.kind in {"program", "item", "line", "pass"}]
    if not inner:
        yield node
    for child in inner:
        yield from _parts(child)


def _expected(failure: FailureEvidence) -> str:
    if failure.unmet:
        return "\n".join(f"- {inline(text, _LONG)}" for text in failure.unmet[:_MOST_LINES])
    if failure.missed:
        return "\n".join(f"- {inline(search.target, _LONG)} is on the page" for search in failure.missed[:3])
    for prefix in _CHECKS:
        if failure.title.startswith(prefix):
            return inline(failure.title.removeprefix(prefix), _LONG)
    return f"{inline(failure.title, _LONG)}: done" if failure.path else ""


def _caller(source: object) -> str:
    if not isinstance(source, ReportedSource):
        return ""
    text = f"\n\n{block(source.code, 400)}" if source.code else ""
    return code(f"{source.file}:{source.line}", _LONG) + text


def _console(nodes: Sequence[ReportNode]) -> Iterator[str]:
    bad: list[ReportedMessage] = [message for node in nodes for message in node.messages if message.is_bad]
    for message in bad[-_MOST_LINES:]:
        place = f" ({code(message.place, 200)})" if message.place else ""
        times = f" × {message.times}" if message.times > 1 else ""
        yield f"- {code(message.text, _LONG)}{times}{place}"


def _requests(nodes: Sequence[ReportNode]) -> Iterator[str]:
    bad: list[ReportedRequest] = [request for node in nodes for request in node.requests if request.is_bad]
    for request in bad[-_MOST_LINES:]:
        yield f"- {request.method} {code(request.url, _LONG)}: {inline(request.failure, 200) or request.status}"


def _environment(run: Run, failure: FailureEvidence) -> Iterator[str]:
    page = _last(run, failure, "after") or _last(run, failure, "before")
    address = failure.address or (page.address if isinstance(page, Picture) else "")
    facts = [("Askonce", run.version), ("screen", run.screen), ("page", address)]
    facts += [(fact.name, fact.value) for fact in run.environment]
    facts.append(("models", ", ".join(run.models)))
    yield from (f"- {inline(name, 40)}: {code(value, _LONG)}" for name, value in facts if value)


def _files(run: Run, failure: FailureEvidence) -> Iterator[str]:
    """Names of files in the folder of the run."""
    folder = f"{run.id}/{SHOTS_FOLDER}"
    picture = _last(run, failure, "after") or _last(run, failure, "before")
    if isinstance(picture, Picture):
        yield f"- picture: {code(f'{folder}/{picture.blob}', _LONG)}"
    snapshot = _last(run, failure, "snapshot")
    if isinstance(snapshot, ReportedSnapshot) and snapshot.blob:
        yield f"- page: {code(f'{folder}/{snapshot.blob}', _LONG)}"


def _below(run: Run, failure: FailureEvidence) -> Sequence[ReportNode]:
    """The part that failed with all that belongs to it; the last part, if something else failed."""
    return tuple(walk(failure.path[:1] or run.nodes[-1:]))


def _last(run: Run, failure: FailureEvidence, name: str) -> object:
    """What the innermost part of a failure has under this name, or the last part that has it."""
    for node in (*reversed(failure.path), *reversed(_below(run, failure))):
        if found := getattr(node, name):
            return found
    return None


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
