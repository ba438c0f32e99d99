"""The report of a run as one page that needs nothing else: no network, no scripts, light and dark."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from pathlib import PurePath
from string import Template

from understudy.errors import TraceError
from understudy.report.markup import Markup, element, joined
from understudy.report.view import ActView, AskView, RoundView, RunView, StepView
from understudy.trace import Blob, Located, Looked, Planned, Store

_SAID = {"done": "Done", "failed": "Failed", "stopped": "Stopped", "unfinished": "Not finished"}
_div, _p, _span, _pre = (partial(element, tag) for tag in ("div", "p", "span", "pre"))


def page(run: RunView, store: Store) -> str:
    """The whole HTML page."""
    template = Template((files("understudy.report") / "page.html").read_text("utf-8"))
    title = run.title or next((act.instruction for act in run.acts if act.instruction), "Run")
    shown = _Blobs(store)
    body = joined((_summary(run, title), *(_act(act, shown) for act in run.acts)))
    return template.substitute(title=element("title", f"{title} · Understudy"), body=body)


class _Blobs:
    """Puts what the store holds into the page: each picture and each sent text once, later mentions as links."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shown: set[Blob] = set()

    def picture(self, blob: Blob) -> Markup:
        """The picture itself; always in full, since every round shows its own."""
        self._shown.add(blob)
        try:
            data = base64.b64encode(self._store.read(blob)).decode()
        except TraceError as error:
            return _p(str(error), cls="missing")
        kind = PurePath(blob).suffix.removeprefix(".")
        return element("img", src=f"data:image/{kind};base64,{data}", alt="the screen", loading="lazy")

    def part(self, blob: Blob) -> Markup:
        """A part of a message that was sent."""
        if not blob.endswith(".txt"):
            known = blob in self._shown
            return _p("[a picture that is shown above]", cls="soft") if known else _div(self.picture(blob), cls="sent")
        name = f"text-{PurePath(blob).stem}"
        if blob in self._shown:
            return _p(element("a", "the same text as before", href=f"#{name}"), cls="soft")
        self._shown.add(blob)
        return _pre(self.text(blob), id=name)

    def text(self, blob: Blob) -> str:
        try:
            return self._store.read(blob).decode("utf-8", "replace")
        except TraceError as error:
            return f"({error})"


def _summary(run: RunView, title: str) -> Markup:
    started = datetime.fromtimestamp(run.started, UTC)
    usage = run.usage
    rounds, actions = sum(len(act.rounds) for act in run.acts), sum(act.actions for act in run.acts)
    figures = [
        ("time", _seconds(run.seconds), f"{_seconds(sum(act.model_seconds for act in run.acts))} of it in the model"),
        ("rounds", str(rounds), f"{actions} action{'' if actions == 1 else 's'}"),
        ("model calls", str(usage.calls), ", ".join(sorted({act.model for act in run.acts if act.model}))),
        ("tokens", f"{usage.tokens:,}", f"{usage.prompt_tokens:,} in, {usage.completion_tokens:,} out"),
        ("cost", f"${usage.cost:.4f}" if usage.cost else "–", "" if usage.cost else "no price is set"),
    ]
    tiles = joined(_div(_span(name), element("b", value), element("small", note)) for name, value, note in figures)
    acts = [act for act in run.acts if act.instruction]
    return element(
        "header",
        _p(f"Understudy {run.version} · {run.screen} · {started:%Y-%m-%d %H:%M:%S} UTC", cls="soft"),
        element("h1", title),
        _p(_badge(run.outcome), None if run.finished else _span("the run did not come to its own end", cls="soft")),
        *(_verdict(act) for act in acts[:1] if len(acts) == 1),
        _div(tiles, cls="tiles"),
        element("ol", *(_contents_line(act) for act in acts)) if len(acts) > 1 else None,
    )


def _contents_line(act: ActView) -> Markup:
    link = element("a", act.instruction, href=f"#act-{act.number}")
    return element("li", link, " ", _badge(act.outcome), _verdict(act))


def _act(act: ActView, shown: _Blobs) -> Markup:
    usage = f"{len(act.rounds)} rounds · {act.actions} actions · {act.usage} · {_seconds(act.seconds)}"
    return element(
        "section",
        element("h2", act.instruction or "Single actions", " ", _badge(act.outcome)),
        _p(" · ".join(filter(None, (act.how, act.model, f"sees {act.sees}" if act.sees else "", usage))), cls="soft"),
        _p(act.why, cls="soft") if act.why else None,
        _verdict(act),
        *(_round(act, one, shown) for one in act.rounds),
        id=f"act-{act.number}",
        cls="act",
    )


def _verdict(act: ActView) -> Markup:
    return joined(
        (_p(act.message, cls="message") if act.message else None, _pre(act.error, cls="bad") if act.error else None)
    )


def _round(act: ActView, one: RoundView, shown: _Blobs) -> Markup:
    name = f"shot-{act.number}-{one.number}"
    head = element("h3", f"Round {one.number} ", _span(_seconds(one.seconds), cls="soft"))
    picture = _shot(one.looked, one.steps, name, shown) if one.looked and one.looked.shot else None
    told = _div(
        head,
        _p(one.looked.address, cls="soft address") if one.looked and one.looked.address else None,
        _plan(one.planned) if one.planned else None,
        element("ol", *map(_step, one.steps), cls="steps") if one.steps else None,
        *(_p(note, cls="note") for note in one.notes),
        _fold("The elements it was shown", _pre(shown.text(one.looked.elements)))
        if one.looked and one.looked.elements
        else None,
        *(_ask(ask, shown) for ask in one.asks),
        cls="told",
    )
    return element("article", picture, told, cls="round" if picture else "round plain")


def _plan(plan: Planned) -> Markup:
    return joined(
        (
            element("blockquote", plan.thought) if plan.thought else None,
            _p(element("b", "Plan: "), plan.log) if plan.log else None,
            _p(element("b", "Remembers: "), plan.memory) if plan.memory else None,
            element("ul", *(element("li", goal) for goal in plan.sub_goals)) if plan.sub_goals else None,
            _p(element("b", "Expects: "), "; ".join(plan.expects)) if plan.expects else None,
            _p(element("b", "Says it is done: " if plan.complete else "Gives up: "), plan.message)
            if plan.complete is not None
            else None,
        )
    )


def _step(step: StepView) -> Markup:
    acted = step.acted
    return element(
        "li",
        element("code", acted.action) if acted else _span("not run"),
        _span(f" {_seconds(acted.seconds)}, settled in {_seconds(acted.settled)}", cls="soft") if acted else None,
        *map(_located, step.located),
        _p("→ ", acted.output) if acted and acted.output else None,
        _pre(acted.error, cls="bad") if acted and acted.error else None,
        cls="failed" if step.failed else None,
    )


def _located(located: Located) -> Markup:
    if located.box:
        left, top, right, bottom = located.box
        where = f"“{located.target}” found by {located.finder} at {left:.0f}, {top:.0f} – {right:.0f}, {bottom:.0f}"
        return _p(where, cls="soft")
    tried = "; ".join(f"{one.finder}: {one.said}" for one in located.tried)
    return _p(f"“{located.target}” was not found. {tried}", cls="note")


def _shot(looked: Looked, steps: tuple[StepView, ...], name: str, shown: _Blobs) -> Markup:
    """The picture of a round with the boxes that were found and the points that were touched drawn over it."""
    assert looked.shot
    overlay = None
    if looked.screen:
        left, top, right, bottom = looked.screen
        unit = max(right - left, bottom - top) / 1000
        marks = joined(_marks(step, number, unit) for number, step in enumerate(steps, 1))
        overlay = element(
            "svg", marks, viewBox=f"{left:g} {top:g} {right - left:g} {bottom - top:g}", aria_hidden="true"
        )
    return element(
        "figure",
        element("a", shown.picture(looked.shot), overlay, href=f"#{name}", cls="open", title="enlarge"),
        element("a", "close", href=f"#{name}-small", cls="close"),
        _span(id=f"{name}-small"),
        id=name,
    )


def _marks(step: StepView, number: int, unit: float) -> Markup:
    """Boxes, the touched point, and the step's number at the corner of the first box, where it covers little."""
    boxes = [located.box for located in step.located if located.box]
    marks = [
        element("rect", x=left, y=top, width=right - left, height=bottom - top, rx=3 * unit)
        for left, top, right, bottom in boxes
    ]
    point = step.acted.point if step.acted else None
    if point:
        marks.append(element("circle", cx=point[0], cy=point[1], r=4 * unit))
    corner = boxes[0][:2] if boxes else point
    if corner:
        x, y = corner
        marks.append(element("circle", cx=x, cy=y, r=9 * unit, cls="number"))
        marks.append(element("text", str(number), x=x, y=y + 4 * unit, font_size=12 * unit))
    return joined(marks)


def _ask(ask: AskView, shown: _Blobs) -> Markup:
    answer = ask.answered
    sent = joined(
        _div(_p(message.role, cls="role"), *map(shown.part, message.parts), cls="message-sent")
        for message in ask.asked.messages
    )
    if answer is None:
        said, figures = _p("no answer came", cls="note"), ""
    else:
        said = _pre(answer.error, cls="bad") if answer.error else _pre(answer.text)
        tokens = f"{answer.prompt_tokens:,} in, {answer.completion_tokens:,} out, {answer.cached_tokens:,} cached"
        figures = f" · {tokens} · {_seconds(answer.seconds)}"
    return joined(
        (
            _fold(f"The reply of {ask.asked.model}{figures}", said),
            _fold(f"What was sent to it ({ask.asked.role})", sent),
        )
    )


def _fold(title: str, content: Markup) -> Markup:
    return element("details", element("summary", title), content)


def _badge(outcome: str) -> Markup:
    return _span(_SAID[outcome], cls=f"badge {outcome}")


def _seconds(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
