"""The report of a session: all tests that had an agent, failures first, each with a link to the report of its run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import quote

from understudy.errors import TraceError
from understudy.plugin.records import INDEX, Outcome, Record, finish, read_records
from understudy.report.markup import Markup, element, joined

_ORDER: tuple[Outcome, ...] = ("died", "failed", "skipped", "passed")
_KILLED = "the process that ran it did not come to its end"


def merge(folder: Path, failed: Collection[str] = ()) -> tuple[Path, Sequence[Record]] | None:
    """Write the page for what all processes recorded; None when they recorded nothing.

    Runs whose process was killed get their report now, from their trace. `failed` are tests of which pytest knows
    that they failed, whatever their process could still write.
    """
    records = [_closed(record, folder, failed) for record in read_records(folder)]
    if not records:
        return None
    records.sort(key=lambda record: (_ORDER.index(record.outcome or "died"), record.test))
    out = folder / INDEX
    try:
        out.write_text(page(records), "utf-8")
    except OSError as error:
        raise TraceError(f"could not write {out}: {error.strerror}", remedy="choose another folder for it") from error
    return out, records


def page(records: Sequence[Record]) -> str:
    """The whole HTML page."""
    template = Template((files("understudy.plugin") / "index.html").read_text("utf-8"))
    bad = sum(record.outcome in {"died", "failed"} for record in records)
    title = (
        f"{bad} of {len(records)} failed" if bad else f"{len(records)} run{'s' if len(records) > 1 else ''}, all well"
    )
    heads = ("", "test", "how", "model", "time")
    body = joined(
        (
            element("h1", title),
            element("p", _figures(records), cls="soft"),
            element(
                "table",
                element("tr", *(element("th", head) for head in heads)),
                *(_row(record) for record in records),
            ),
        )
    )
    return template.substitute(title=element("title", f"{title} · Understudy"), body=body)


def _closed(record: Record, folder: Path, failed: Collection[str]) -> Record:
    if record.outcome is None:
        try:
            return finish(record, folder, "died", _KILLED)
        except TraceError as error:  # killed before its trace had a line
            return record.model_copy(update={"outcome": "died", "reason": f"{_KILLED}; {error.message}"})
    if record.outcome == "passed" and record.test in failed:
        return record.model_copy(update={"outcome": "failed", "reason": "something failed after the test itself"})
    return record


def _figures(records: Sequence[Record]) -> str:
    calls, tokens, cost = (sum(getattr(record, name) for record in records) for name in ("calls", "tokens", "cost"))
    money = f" · ${cost:.4f}" if cost else ""
    return f"{_how(records)} · {calls} model calls · {tokens:,} tokens{money}"


def _how(records: Sequence[Record]) -> str:
    counts = {name: sum(getattr(record, name) for record in records) for name in ("asked", "replayed", "healed")}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "no acts"


def _row(record: Record) -> Markup:
    outcome = record.outcome or "died"
    return element(
        "tr",
        element("td", element("span", outcome, cls=f"badge {outcome}")),
        element(
            "td",
            element("a", record.test, href=quote(record.report)),
            element("pre", record.reason) if record.reason else None,
        ),
        element("td", _how([record]), element("div", record.worker, cls="soft") if record.worker else None),
        element("td", f"{record.calls} calls" if record.calls else "–"),
        element("td", f"{record.seconds:.1f} s"),
    )
