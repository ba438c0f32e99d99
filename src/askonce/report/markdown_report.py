"""A report as Markdown for a pull request: short, failures first, within the size limit of comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from askonce.lazy import regex
from askonce.report.document import Counts, Report, ReportNode, Run, Spent, Status
from askonce.report.document_builder import added
from askonce.report.failure_evidence import FailureEvidence, evidence
from askonce.report.markdown_escapes import block, code, inline, plain_html
from askonce.report.merge import worst

MOST = 60_000
"""Bytes; GitHub allows comments of up to 65,536 characters."""
_ROOM_FOR_RUNS = 14_000
_ROOM_FOR_GOOD = 8_000
_ROOM_FOR_FAILURES = 24_000
_ROOM_FOR_ACTS = 6_000
"""Limit for one run of several; a single run may use all that is left."""
_MANY = 10
"""More successful runs than this are collapsed."""
_LONG = 300
_MARKS: Mapping[Status, str] = {"done": "✅", "failed": "❌", "stopped": "⏹️", "unfinished": "⚠️"}
_WORDS: Mapping[Status, str] = {
    "done": "done",
    "failed": "failed",
    "stopped": "stopped",
    "unfinished": "did not finish",
}
_HEADS = ("", "What", "How", "Time", "Calls", "Tokens", "Cost")
_RULES = ("---", "---", "---", "--:", "--:", "--:", "--:")

_PICTURE = regex(r"\n  picture: .*")
"""The path of a picture on the machine that ran it, which is useless in a comment."""

_Row = tuple[str, str, str, str, str, str, str]


def markdown(report: Report, *, link: str = "") -> str:
    """The text; `link` is the URL of the report's page."""
    runs = report.runs
    is_suite = len(runs) != 1
    head = [*(_several(report, link) if is_suite else _single(runs[0], link))]
    sections, rest = _sections(runs, link)
    room = MOST - _size([*head, *rest, *(text for _, texts in sections for text in texts)])
    for run, texts in sections:
        acts = _acts(run, is_suite, min(room, _ROOM_FOR_ACTS) if is_suite else room)
        room -= _size(acts)
        texts += acts
    return "\n\n".join([*head, *(text for _, texts in sections for text in texts), *rest]) + "\n"


def _single(run: Run, link: str) -> Iterator[str]:
    yield f"### {_MARKS[run.status]} {inline(run.title, _LONG)}"
    where = f"[Report]({link})" if link else ""
    yield _facts([f"**{_status(run)}** in {_time(run.seconds)}", *_figures(run.spent, run.counts), where])
    if run.answer:
        yield f"> {inline(run.answer, 2 * _LONG)}"


def _several(report: Report, link: str) -> Iterator[str]:
    runs = report.runs
    yield f"### {_MARKS[worst(runs)]} {inline(report.title, _LONG)}"
    spent = added([run.spent for run in runs])
    counts = Counts(**{name: sum(getattr(run.counts, name) for run in runs) for name in Counts.model_fields})
    whole = f"[Report]({link})" if link else ""
    yield _facts([f"{len(runs)} runs, {_time(sum(run.seconds for run in runs))}", *_figures(spent, counts), whole])
    good = [run for run in runs if run.status == "done"]
    is_folded = len(good) > _MANY
    if shown := [run for run in runs if not is_folded or run.status != "done"]:
        yield _table([_run_row(run, link) for run in shown], _ROOM_FOR_RUNS, "runs")
    if is_folded:
        rows = [_run_row(run, link) for run in good]
        yield f"<details><summary>{len(good)} runs are done</summary>"
        yield _table(rows, _ROOM_FOR_GOOD, "runs")
        yield "</details>"


def _run_row(run: Run, link: str) -> _Row:
    return _row(_MARKS[run.status], _named(run, link), _hows(run.counts), run.seconds, run.spent)


def _sections(runs: Sequence[Run], link: str) -> tuple[list[tuple[Run, list[str]]], list[str]]:
    """The failures, run by run, that fit; and a note on how many do not."""
    sections: list[tuple[Run, list[str]]] = [(runs[0], [])] if len(runs) == 1 else []
    found = [(run, failure) for run in runs if run.status != "done" for failure in evidence(run)]
    room = _ROOM_FOR_FAILURES
    for place, (run, failure) in enumerate(found):
        text = "\n\n".join(_failure(run, failure, link, is_named=len(runs) > 1))
        room -= _size([text])
        if room < 0 and place:
            return sections, [f"_{len(found) - place} more failures are not shown._"]
        if not sections or sections[-1][0] is not run:
            sections.append((run, []))
        sections[-1][1].append(text)
    return sections, []


def _failure(run: Run, failure: FailureEvidence, link: str, *, is_named: bool) -> Iterator[str]:
    if is_named:
        of = f"{inline(run.title, 120)}: " if failure.title != run.title else ""
        yield f"#### {_MARKS[run.status]} {of}{inline(failure.title, _LONG)}"
    elif failure.title != run.title:
        yield f"**{inline(failure.title, _LONG)}**"
    yield block(_PICTURE.sub("", failure.error), 2_000)
    line, step = failure.line, failure.step
    facts = [
        f"**Line {line.number}:** {inline(line.title, _LONG)}" if line and line.title != failure.title else "",
        f"**Step:** {_linked(inline(step.title, _LONG), link, run.id, step.id)}" if step else "",
        f"**Page:** {code(failure.address, _LONG)}" if failure.address else "",
        *(
            _search(search.target, [(attempt.finder, attempt.said) for attempt in search.attempts])
            for search in failure.missed[:3]
        ),
        *(f"**Expected, not met:** {inline(text, _LONG)}" for text in failure.unmet[:5]),
    ]
    if items := [f"- {fact}" for fact in facts if fact]:
        yield "\n".join(items)


def _search(target: str, attempts: Sequence[tuple[str, str]]) -> str:
    lines = "".join(f"\n  - {inline(finder, 40)}: {inline(result, _LONG)}" for finder, result in attempts[:8])
    return f"**Looked for:** {inline(target, _LONG)}{lines}"


def _acts(run: Run, is_named: bool, room: int) -> list[str]:
    """The parts of a run, collapsed; nothing if only a few would fit."""
    parts = [part for node in run.nodes for part in (node.children if node.kind == "program" else (node,))]
    of = f" of {plain_html(run.title, 120)}" if is_named else ""
    head = f"<details><summary>{_count(parts)}{of}</summary>"
    room -= _size([head]) + 300  # for the head of the table, and for what is said of the rest
    if not parts or room < 1_000:
        return []
    parts.sort(key=lambda part: part.status == "done")
    rows = [_row(_MARKS[part.status], _part(part), part.how, part.seconds, part.spent) for part in parts]
    return [head, _table(rows, room, "parts"), "</details>"]


def _count(parts: Sequence[ReportNode]) -> str:
    counts = {kind: sum(part.kind == kind for part in parts) for kind in ("task", "line")}
    counts["act"] = len(parts) - sum(counts.values())
    return " and ".join(f"{number} {word}{'' if number == 1 else 's'}" for word, number in counts.items() if number)


def _part(part: ReportNode) -> str:
    number = f"{part.number}. " if part.kind == "line" else ""
    return number + inline(part.title, 200)


def _table(rows: Sequence[_Row], room: int, what: str) -> str:
    """A table without empty columns, with as many rows as fit."""
    used = [place for place, head in enumerate(_HEADS) if not head or any(row[place] for row in rows)]
    lines = [_line([cells[place] for place in used]) for cells in (_HEADS, _RULES)]
    for number, row in enumerate(rows):
        line = _line([row[place] for place in used])
        room -= len(line.encode()) + 1
        if room < 0:
            return "\n".join(lines) + f"\n\n_{len(rows) - number} more {what} are not shown._"
        lines.append(line)
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(mark: str, what: str, how: str, seconds: float, spent: Spent) -> _Row:
    calls, tokens = (f"{number:,}" if number else "" for number in (spent.calls, spent.tokens))
    return mark, what, how, _time(seconds), calls, tokens, _money(spent.cost) if spent.cost else ""


def _named(run: Run, link: str) -> str:
    name = _linked(inline(run.title, 160), link, run.id)
    return f"{name} ({inline(run.outcome, 40)})" if run.outcome else name


def _status(run: Run) -> str:
    word = inline(run.outcome, 40) or _WORDS[run.status]
    return word[:1].upper() + word[1:]


def _figures(spent: Spent, counts: Counts) -> list[str]:
    cached = f" ({spent.cached_tokens:,} cached)" if spent.cached_tokens else ""
    return [
        f"{spent.calls:,} model call{'' if spent.calls == 1 else 's'}",
        f"{spent.tokens:,} tokens{cached}" if spent.tokens else "",
        _money(spent.cost) if spent.cost else "",
        _hows(counts),
    ]


def _hows(counts: Counts) -> str:
    numbers = {"asked": counts.asked, "replayed": counts.replayed, "healed": counts.healed}
    return ", ".join(f"{count} {how}" for how, count in numbers.items() if count)


def _linked(text: str, link: str, *ids: str) -> str:
    return f"[{text}]({link}#{'/'.join(quote(id, safe='') for id in ids)})" if link else text


def _facts(facts: Iterable[str]) -> str:
    return " · ".join(filter(None, facts))


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min {rest:02} s"


def _money(cost: float) -> str:
    return f"${cost:.4f}"


def _size(parts: Iterable[str]) -> int:
    return sum(len(part.encode()) + 2 for part in parts)
