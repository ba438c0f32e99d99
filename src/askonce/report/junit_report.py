"""A report as JUnit XML: a suite for each run, a case for each act or program line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote

from askonce.report.document import Report, ReportNode, Run, Status
from askonce.report.failure_evidence import FailureEvidence, evidence
from askonce.report.from_trace import walk
from askonce.report.junit_xml import JUnitCase, JUnitSuite, Verdict, document

WHOLE = "(the whole run)"
"""The case for a failure that does not belong to a part of the run."""
_VERDICTS: Mapping[Status, Verdict] = {
    "done": "passed",
    "failed": "failure",
    "stopped": "error",
    "unfinished": "error",
}


def junit(report: Report, *, link: str = "") -> str:
    """The document; `link` is the URL of the report's page."""
    return document([_suite(run, link) for run in report.runs])


def _suite(run: Run, link: str) -> JUnitSuite:
    found = evidence(run)
    output = [*_notes(run.nodes), *([f"report: {link}#{quote(run.id)}"] if link else [])]
    return JUnitSuite(
        name=run.title,
        cases=_cases(run, found),
        properties=_properties(run),
        text="\n".join(output),
        started=run.started or None,
        seconds=run.seconds,
    )


def _cases(run: Run, found: Sequence[FailureEvidence]) -> list[JUnitCase]:
    """A case for each part, and one for the run itself if no part explains its outcome.

    In a successful run, a failed part is not a failure: a test may have expected it.
    """
    reasons = {node.id: evidence for evidence in found for node in evidence.path}
    cases = [_case(node, reasons.get(node.id)) for node in _parts(run.nodes)]
    if run.status == "done":
        cases = [replace(case, verdict="passed") for case in cases]
    verdict: Verdict = "skipped" if run.outcome == "skipped" else _VERDICTS[run.status]
    if not cases or (verdict != "passed" and all(case.verdict != verdict for case in cases)):
        reason = run.error or ("" if verdict == "passed" else "it did not finish")
        cases.insert(0, JUnitCase(WHOLE, 0.0 if cases else run.seconds, verdict, reason))
    return cases


def _parts(nodes: Sequence[ReportNode]) -> Iterator[ReportNode]:
    """Acts, and the lines of programs. A program whose status none of its lines has is included too."""
    for node in nodes:
        if node.kind != "program":
            yield node
            continue
        yield from node.children
        if not node.children or (node.status != "done" and all(child.status != node.status for child in node.children)):
            yield node


def _case(node: ReportNode, found: FailureEvidence | None) -> JUnitCase:
    numbered = f"line {node.number}: {node.title}" if node.kind == "line" else node.title
    properties = {"calls": node.spent.calls, "tokens": node.spent.tokens, "cost": round(node.spent.cost, 6)}
    facts = {"how": node.how, **{name: str(value) for name, value in properties.items() if value}}
    reason = "\n".join(_reasons(node, found)) if node.status != "done" else ""
    return JUnitCase(
        name=numbered,
        seconds=node.seconds,
        verdict=_VERDICTS[node.status],
        text=reason,
        properties={name: value for name, value in facts.items() if value},
    )


def _reasons(node: ReportNode, found: FailureEvidence | None) -> Iterator[str]:
    yield node.error or (found.error if found else "") or f"it is {node.status}"
    if found is None:
        return
    if found.step and found.step is not node:
        yield f"step: {found.step.title}"
    if found.address:
        yield f"page: {found.address}"
    for search in found.missed:
        yield f"looked for: {search.target}"
        yield from (f"  {attempt.finder}: {attempt.said}" for attempt in search.attempts)
    yield from (f"expected, not met: {text}" for text in found.unmet)


def _properties(run: Run) -> dict[str, str]:
    counts = run.counts
    properties = {
        "askonce": run.version,
        "screen": run.screen,
        "models": ", ".join(run.models),
        "outcome": run.outcome,
        "calls": str(run.spent.calls),
        "tokens": str(run.spent.tokens),
        "cost": f"{run.spent.cost:.6f}" if run.spent.cost else "",
        "asked": str(counts.asked),
        "replayed": str(counts.replayed),
        "healed": str(counts.healed),
    }
    return {name: value for name, value in properties.items() if value}


def _notes(nodes: Sequence[ReportNode]) -> Iterator[str]:
    for node in walk(nodes):
        yield from node.notes
        yield from node.told
