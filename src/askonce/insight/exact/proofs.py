"""Whether a claim holds: true or false where the elements prove it, otherwise None."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from askonce.insight.exact.claims import (
    AnyClaim,
    BadgeClaim,
    CellClaim,
    ChoiceClaim,
    Claim,
    CountClaim,
    DoneClaim,
    ShownClaim,
    StateClaim,
    Subject,
    TextClaim,
)
from askonce.insight.exact.counters import read_badge_number
from askonce.insight.exact.counts import count
from askonce.insight.exact.element_evidence import ElementEvidence, is_of
from askonce.insight.exact.exact_outcome import ExactVerdict, apply_polarity
from askonce.insight.exact.field_values import compare, is_number, judge_value
from askonce.insight.exact.form_choices import choice_under, is_ticked_off
from askonce.insight.exact.subject_element import describe_node, find_only, roles_of
from askonce.insight.exact.table_records import find_cell, is_paged
from askonce.language.normalization import plain
from askonce.screens.ui_tree import Node

_TICKED = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})


def judge_claims(claims: Sequence[Claim], evidence: ElementEvidence) -> ExactVerdict | None:
    """Whether all of them hold; None as soon as one cannot be told, even where another is refuted."""
    verdicts = [judge_claim(claim, evidence) for claim in claims]
    found = [verdict for verdict in verdicts if verdict]
    if not found or len(found) != len(verdicts):
        return None
    refuted = [verdict for verdict in found if not verdict.holds]
    return ExactVerdict(not refuted, "; ".join(verdict.reason for verdict in refuted or found))


def judge_claim(claim: Claim, evidence: ElementEvidence) -> ExactVerdict | None:
    match claim:
        case ShownClaim():
            return apply_polarity(_is_shown(claim.subject, evidence, anywhere=claim.anywhere), claim.holds)
        case StateClaim():
            return apply_polarity(_in_state(claim, evidence), claim.holds)
        case TextClaim():
            return apply_polarity(judge_value(claim, evidence), claim.holds)
        case CountClaim():
            return apply_polarity(_compare(claim, evidence), claim.holds)
        case CellClaim():
            return apply_polarity(_cell_says(claim, evidence), claim.holds)
        case ChoiceClaim():
            return apply_polarity(_is_chosen(claim, evidence), claim.holds)
        case DoneClaim():
            return apply_polarity(_is_done(claim, evidence), claim.holds)
        case BadgeClaim():
            return apply_polarity(_badge_shows(claim, evidence), claim.holds)
        case AnyClaim():
            return _only_verdict([judge_claim(reading, evidence) for reading in claim.readings])
        case _:
            assert_never(claim)


def _only_verdict(verdicts: Sequence[ExactVerdict | None]) -> ExactVerdict | None:
    """The verdict on which all readings agree that the screen tells anything about."""
    found = [verdict for verdict in verdicts if verdict]
    return found[0] if len({verdict.holds for verdict in found}) == 1 else None


# ---- shown


def _is_shown(subject: Subject, evidence: ElementEvidence, *, anywhere: bool) -> ExactVerdict | None:
    match subject.what:
        case "text":
            return _text_shown(subject.name, evidence, anywhere=anywhere)
        case "quote":
            named = [
                node for node in evidence.called(subject.name, frozenset()) if evidence.shows_name(node, subject.name)
            ]
            found = next((node for node in named if _is_met(node, evidence, anywhere)), None)
            return _as_shown(found, subject) if found else _text_shown(subject.name, evidence, anywhere=anywhere)
        case "entry":
            return _entry_shown(subject, evidence)
        case "thing":
            return _thing_shown(subject, evidence, anywhere=anywhere)
        case _:
            return None


def _entry_shown(subject: Subject, evidence: ElementEvidence) -> ExactVerdict | None:
    """Nothing proves what a text stands for; without its words, here and on other pages, there is no such thing."""
    if evidence.may_hold(subject.name) or is_paged(evidence):
        return None
    return ExactVerdict(False, f"no element of the page has the text “{subject.name}”")


def _is_met(node: Node, evidence: ElementEvidence, anywhere: bool) -> bool:
    return evidence.is_there(node) if anywhere else evidence.is_seen(node)


def _text_shown(text: str, evidence: ElementEvidence, *, anywhere: bool) -> ExactVerdict | None:
    if found := next(evidence.readers(text, anywhere=anywhere), None):
        return ExactVerdict(True, f"the text “{text}” is {_where(found)} {describe_node(found)}")
    is_cut = text.endswith(("…", "..."))
    return (
        None
        if is_cut or evidence.may_hold(text)
        else ExactVerdict(False, f"no element of the page has the text “{text}”")
    )


def _thing_shown(subject: Subject, evidence: ElementEvidence, *, anywhere: bool) -> ExactVerdict | None:
    if not subject.name:
        found = find_only(subject, evidence)
        return _as_shown(found, subject) if found and _is_met(found, evidence, anywhere) else None
    if subject.kind == "error":
        return _error_shown(subject, evidence)
    named = evidence.called(subject.name, roles_of(subject))
    if named:
        return _named_shown(subject, named, evidence, anywhere=anywhere)
    if subject.kind == "alert":
        return _alert_shown(subject, evidence)
    return _thing_absent(subject, evidence)


def _named_shown(
    subject: Subject, named: Sequence[Node], evidence: ElementEvidence, *, anywhere: bool
) -> ExactVerdict | None:
    """Of several with one name, any will do unless one of them was meant, or one may be something else."""
    roles = roles_of(subject)
    fitting = [node for node in named if is_of(node, roles) and evidence.bears(node, subject.name)]
    is_any = not subject.definite and len(fitting) == len(named)
    met = [node for node in fitting if _is_met(node, evidence, anywhere)]
    return _as_shown(met[0], subject) if met and (is_any or len(named) == 1) else None


def _thing_absent(subject: Subject, evidence: ElementEvidence) -> ExactVerdict | None:
    if not subject.quoted or evidence.may_have(subject.name, roles_of(subject)):
        return None
    if subject.kind == "dialog" and evidence.may_hold(subject.name):
        return None
    return ExactVerdict(False, f"no {subject.kind} on the page is called “{subject.name}”")


def _error_shown(subject: Subject, evidence: ElementEvidence) -> ExactVerdict | None:
    """No element says that its text tells of an error: an alert may as well tell of success. Without the words there is
    none."""
    return None if evidence.may_hold(subject.name) else ExactVerdict(False, f"no element has the text “{subject.name}”")


def _alert_shown(subject: Subject, evidence: ElementEvidence) -> ExactVerdict | None:
    """An alert is what the page itself calls one; without the words there is none either."""
    for node in evidence.readers(subject.name, anywhere=False):
        return ExactVerdict(True, f"{describe_node(node)} says “{subject.name}”") if node.role == "alert" else None
    return None if evidence.may_hold(subject.name) else ExactVerdict(False, f"no element has the text “{subject.name}”")


def _as_shown(node: Node, subject: Subject) -> ExactVerdict:
    return ExactVerdict(True, f"{subject} is {_where(node)} {describe_node(node)}")


def _where(node: Node) -> str:
    return "on the page out of view, in" if "offscreen" in node.states else "visible in"


# ---- states


def _in_state(claim: StateClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    node = find_only(claim.subject, evidence)
    if node is None:
        return None
    state = claim.state
    if state == "selected" and node.role in _TICKED:
        state = "checked"
    is_sure = {
        "disabled": _tells_disabled,
        "focused": _tells_focus,
        "checked": _tells_checked,
        "selected": _tells_selected,
    }[state](node, evidence)
    if not is_sure:
        return None
    states = ", ".join(sorted(node.states - {"offscreen", "required"})) if state in node.states else f"not {state}"
    return ExactVerdict(state in node.states, f"{describe_node(node)} is {states}")


def _tells_disabled(node: Node, evidence: ElementEvidence) -> bool:
    """Looks that only a style sheet gives, fields that can be read but not written, and controls that work though the
    page calls them disabled, leave a doubt."""
    looks = node.attributes.get("class", "").casefold()
    is_styled = any(word in looks for word in ("disabled", "inactive", "muted", "dimmed", "locked"))
    return node.actionable and not {"readonly"} & node.states and "disputed" not in node.attributes and not is_styled


def _tells_focus(node: Node, evidence: ElementEvidence) -> bool:
    """Inside of lists and menus the focus may be lent to an entry."""
    return node.actionable and node.role not in {"option", "treeitem", "menuitem", "tab", "clickable", "draggable"}


def _tells_checked(node: Node, evidence: ElementEvidence) -> bool:
    return node.role in _TICKED and "mixed" not in node.states


def _tells_selected(node: Node, evidence: ElementEvidence) -> bool:
    """A tab counts as not selected only when one beside it is: some pages never say which one is."""
    if node.role != "tab":
        return False
    beside = [tab for tab in evidence.all if tab.role == "tab" and tab.parent == node.parent]
    return sum("selected" in neighbour.states for neighbour in beside) == 1


# ---- cells and choices


def _cell_says(claim: CellClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    """False only where the value is one of its kind: a number beside a number, or what another row has there."""
    found = find_cell(claim.cell, evidence)
    if found is None:
        return None
    node, table = found
    header = table.column(claim.cell.columns, evidence)
    cells = [table.cell(row, header) for row in table.rows] if header else []
    others = tuple(evidence.words_on(cell) for cell in cells if cell and cell.number != node.number)
    return _is_value(evidence.words_on(node), claim.value, others, node)


def _is_chosen(claim: ChoiceClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    found = choice_under(claim.label, evidence)
    if found is None or (claim.chosen and not found.is_chosen):
        return None
    return _is_value(found.value, claim.value, found.others, found.node)


def _is_value(held: str, value: str, others: Sequence[str], node: Node) -> ExactVerdict | None:
    reason = f"{describe_node(node)} holds “{held[:200]}”"
    if plain(held) == plain(value):
        return ExactVerdict(True, reason)
    if compare("is", plain(held), plain(value)) is not False:
        return None
    is_other = any(plain(other) == plain(value) for other in others) or (is_number(held) and is_number(value))
    return ExactVerdict(False, reason) if is_other else None


def _is_done(claim: DoneClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    found = is_ticked_off(claim.name, evidence)
    return ExactVerdict(found[0], f"{describe_node(found[1])} is {'' if found[0] else 'not '}ticked") if found else None


def _badge_shows(claim: BadgeClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    found = read_badge_number(claim.badge, evidence)
    return ExactVerdict(found[0] == claim.number, f"{describe_node(found[1])} shows {found[0]}") if found else None


# ---- counts


def _compare(claim: CountClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    counted = count(claim.group, evidence)
    if counted is None:
        return None
    verdicts = {_holds(claim, number) for number in counted.possible}
    if len(verdicts) != 1:
        return None
    holds = verdicts.pop()
    holds_in_view = any(_holds(claim, number) for number in counted.in_view)
    if counted.in_view != counted.possible and (claim.in_view or (holds_in_view and not holds)):
        return None  # true of what is seen, but not of the page
    return ExactVerdict(holds, f"there are {counted.as_text} {claim.group}")


def _holds(claim: CountClaim, number: int) -> bool:
    match claim.comparison:
        case "==":
            return number == claim.number
        case ">=":
            return number >= claim.number
        case "<=":
            return number <= claim.number
        case ">":
            return number > claim.number
        case "<":
            return number < claim.number
        case _:
            assert_never(claim.comparison)
