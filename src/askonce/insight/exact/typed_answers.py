"""What a demand is answered with, in the type that was asked for."""

from __future__ import annotations

import re
from typing import assert_never

from askonce.insight.exact.claims import Demand, Subject
from askonce.insight.exact.counters import read_badge_number, read_counter
from askonce.insight.exact.counts import count
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.exact_outcome import ExactAnswer
from askonce.insight.exact.field_values import address_of, title_of, value_of
from askonce.insight.exact.form_choices import choice_under
from askonce.insight.exact.proofs import judge_claims
from askonce.insight.exact.subject_element import describe_node, find_only
from askonce.insight.exact.table_records import column_of, find_cell
from askonce.lazy import regex

_WHOLE = regex(r"-?(?:0|[1-9]\d{0,14})", re.ASCII)
_DECIMAL = regex(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?", re.ASCII)


def answer(demand: Demand, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    """The answer as a `kind`; None when the elements do not tell, have another kind of thing, or tell two things."""
    answers = [_answer(demand, kind, evidence), _badge(demand, kind, evidence)]
    found = [answer for answer in answers if answer]
    return found[0] if found and all(each.value == found[0].value for each in found) else None


def _badge(demand: Demand, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    found = read_badge_number(demand.badge, evidence) if demand.badge else None
    return _as_number(found[0], kind, f"read from {describe_node(found[1])}") if found else None


def _answer(demand: Demand, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    match demand.what:
        case "badge":
            return None
        case "truth":
            judged = judge_claims(demand.claims, evidence) if kind in (None, bool) else None
            return ExactAnswer(judged.holds, judged.reason) if judged else None
        case "count":
            return _count(demand, kind, evidence)
        case "counter":
            return _counter(demand, kind, evidence) or _cell(
                demand, int if kind is None else kind, evidence, plural=True
            )
        case "cell":
            return _cell(demand, kind, evidence)
        case "column":
            values = column_of(demand.cells[0], evidence) if kind in (None, list, list[str]) else None
            return ExactAnswer(values, "the cells of a column") if values else None
        case "choice":
            chosen = choice_under(demand.label, evidence)
            value = _as_kind(chosen.value, kind) if chosen and chosen.is_chosen else None
            return (
                ExactAnswer(value, f"chosen in {describe_node(chosen.node)}") if chosen and value is not None else None
            )
        case "options":
            return _options(demand.subject, kind, evidence) if demand.subject else None
        case "title" | "address" | "value" | "text":
            found = _text(demand, evidence)
            value = _as_kind(found[0], kind) if found else None
            return ExactAnswer(value, found[1]) if found and value is not None else None
        case _:
            assert_never(demand.what)


def _count(demand: Demand, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    """How many there are; where only a header leaves a doubt, a text that counts them may tell."""
    counted = count(demand.group, evidence) if demand.group else None
    if counted is None or len(counted.possible) != 1:
        return _counter(demand, kind, evidence) or (_cell(demand, kind, evidence) if demand.cells else None)
    number = next(iter(counted.possible))
    return _as_number(number, kind, f"there are {number} {demand.group}")


def _counter(demand: Demand, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    found = read_counter(demand.counter, evidence) if demand.counter else None
    return _as_number(found[0], kind, f"read from {describe_node(found[1])}") if found else None


def _as_number(number: int, kind: object, reason: str) -> ExactAnswer | None:
    if kind not in (None, int, float):
        return None
    return ExactAnswer(number if kind in (None, int) else float(number), reason)


def _cell(demand: Demand, kind: object, evidence: ElementEvidence, *, plural: bool = False) -> ExactAnswer | None:
    found = [place for cell in demand.cells if (place := find_cell(cell, evidence, plural=plural))]
    if len(found) != 1:
        return None
    value = _as_kind(evidence.words_on(found[0][0]), kind)
    return ExactAnswer(value, f"read from {describe_node(found[0][0])}") if value is not None else None


def _text(demand: Demand, evidence: ElementEvidence) -> tuple[str, str] | None:
    subject = demand.subject
    if subject is None:
        return None
    if demand.what == "title":
        return (title, "the title of the page") if (title := title_of(subject, evidence)) else None
    if demand.what == "address":
        return (address, "the address of the page") if (address := address_of(subject, evidence)) else None
    node = find_only(subject, evidence)
    if node is None:
        return None
    text = value_of(node) if value_of(node) is not None else evidence.words_on(node) or None
    return (text, f"read from {describe_node(node)}") if text is not None else None


def _options(subject: Subject, kind: object, evidence: ElementEvidence) -> ExactAnswer | None:
    """The options of a native list; all of them, and what is chosen among them."""
    node = find_only(Subject(subject.what, subject.name, "drop-down list", subject.quoted, subject.definite), evidence)
    if node is None or kind not in (None, list, list[str]) or node.attributes.get("tag") != "select":
        return None
    is_all = bool(node.options) and "more options" not in node.attributes
    is_one = node.role == "combobox" and node.value in node.options
    return ExactAnswer(list(node.options), f"the options of {describe_node(node)}") if is_all and is_one else None


def _as_kind(text: str, kind: object) -> object:
    """A text as a number only where it is written plainly: nobody knows whether 1,500 is large."""
    if kind is None or kind is str:
        return text
    if kind is int:
        return int(text) if _WHOLE.fullmatch(text.strip()) else None
    if kind is float:
        return float(text) if _DECIMAL.fullmatch(text.strip()) else None
    return None
