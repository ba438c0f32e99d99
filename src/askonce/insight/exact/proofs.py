"""Whether a claim holds: true or false where the elements prove it, otherwise None."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from askonce.insight.exact.claims import Claim, Counted, InState, Says, Shown, Subject
from askonce.insight.exact.counts import count
from askonce.insight.exact.exact_outcome import Judged, turned
from askonce.insight.exact.field_values import judge_value
from askonce.insight.exact.meant_element import only, roles_of, told
from askonce.insight.exact.visible_evidence import Sight
from askonce.screens.ui_tree import Node

_TICKED = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})


def judge_claims(claims: Sequence[Claim], sight: Sight) -> Judged | None:
    """Whether all of them hold; None as soon as one cannot be told, even where another is refuted."""
    verdicts = [judge_claim(claim, sight) for claim in claims]
    found = [one for one in verdicts if one]
    if not found or len(found) != len(verdicts):
        return None
    refuted = [one for one in found if not one.holds]
    return Judged(not refuted, "; ".join(one.reason for one in refuted or found))


def judge_claim(claim: Claim, sight: Sight) -> Judged | None:
    match claim:
        case Shown():
            return turned(_is_shown(claim.subject, sight, anywhere=claim.anywhere), claim.holds)
        case InState():
            return turned(_in_state(claim, sight), claim.holds)
        case Says():
            return turned(judge_value(claim, sight), claim.holds)
        case Counted():
            return turned(_compare(claim, sight), claim.holds)
        case _:
            assert_never(claim)


# ---- shown


def _is_shown(subject: Subject, sight: Sight, *, anywhere: bool) -> Judged | None:
    match subject.what:
        case "text":
            return _text_shown(subject.name, sight, anywhere=anywhere)
        case "quote":
            named = [node for node in sight.called(subject.name, frozenset()) if sight.shows_name(node, subject.name)]
            found = next((node for node in named if _is_met(node, sight, anywhere)), None)
            return _so(found, subject) if found else _text_shown(subject.name, sight, anywhere=anywhere)
        case "thing":
            return _thing_shown(subject, sight, anywhere=anywhere)
        case _:
            return None


def _is_met(node: Node, sight: Sight, anywhere: bool) -> bool:
    return sight.is_there(node) if anywhere else sight.is_seen(node)


def _text_shown(text: str, sight: Sight, *, anywhere: bool) -> Judged | None:
    if found := next(sight.readers(text, anywhere=anywhere), None):
        return Judged(True, f"the text “{text}” is {_where(found)} {told(found)}")
    is_cut = text.endswith(("…", "..."))
    return None if is_cut or sight.may_hold(text) else Judged(False, f"no element of the page has the text “{text}”")


def _thing_shown(subject: Subject, sight: Sight, *, anywhere: bool) -> Judged | None:
    if not subject.name:
        found = only(subject, sight)
        return _so(found, subject) if found and _is_met(found, sight, anywhere) else None
    roles = roles_of(subject)
    named = sight.called(subject.name, roles)
    if named:
        fitting = [node for node in named if node.role in roles and sight.bears(node, subject.name)]
        met = [node for node in fitting if _is_met(node, sight, anywhere)]
        is_plain = len(named) == 1 or (not subject.definite and len(fitting) == len(named))
        is_sure = subject.quoted or len(named) == 1
        return _so(met[0], subject) if met and is_plain and is_sure else None
    if subject.kind == "alert":
        return _alert_shown(subject, sight)
    if not subject.quoted or sight.may_have(subject.name, roles):
        return None
    if subject.kind == "dialog" and sight.may_hold(subject.name):
        return None
    return Judged(False, f"no {subject.kind} on the page is called “{subject.name}”")


def _alert_shown(subject: Subject, sight: Sight) -> Judged | None:
    """An error message is one that the page itself says is one; without the words there is none either."""
    for node in sight.readers(subject.name, anywhere=False):
        return Judged(True, f"{told(node)} says “{subject.name}”") if node.role == "alert" else None
    return None if sight.may_hold(subject.name) else Judged(False, f"no element has the text “{subject.name}”")


def _so(node: Node, subject: Subject) -> Judged:
    return Judged(True, f"{subject} is {_where(node)} {told(node)}")


def _where(node: Node) -> str:
    return "on the page out of view, in" if "offscreen" in node.states else "visible in"


# ---- states


def _in_state(claim: InState, sight: Sight) -> Judged | None:
    node = only(claim.subject, sight)
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
    }[state](node, sight)
    if not is_sure:
        return None
    states = ", ".join(sorted(node.states - {"offscreen", "required"})) or "in no special state"
    return Judged(state in node.states, f"{told(node)} is {states}")


def _tells_disabled(node: Node, sight: Sight) -> bool:
    """Looks that only a style sheet gives, and fields that can be read but not written, leave a doubt."""
    looks = node.attributes.get("class", "").casefold()
    is_styled = any(word in looks for word in ("disabled", "inactive", "muted", "dimmed", "locked"))
    return node.actionable and "readonly" not in node.states and not is_styled


def _tells_focus(node: Node, sight: Sight) -> bool:
    """Inside of lists and menus the focus may be lent to an entry."""
    return node.actionable and node.role not in {"option", "treeitem", "menuitem", "tab", "clickable", "draggable"}


def _tells_checked(node: Node, sight: Sight) -> bool:
    return node.role in _TICKED and "mixed" not in node.states


def _tells_selected(node: Node, sight: Sight) -> bool:
    """A tab counts as not selected only when one beside it is: some pages never say which one is."""
    if node.role != "tab":
        return False
    beside = [one for one in sight.all if one.role == "tab" and one.parent == node.parent]
    return sum("selected" in one.states for one in beside) == 1


# ---- counts


def _compare(claim: Counted, sight: Sight) -> Judged | None:
    counted = count(claim.group, sight)
    if counted is None:
        return None
    verdicts = {_holds(claim, number) for number in counted.possible}
    if len(verdicts) != 1:
        return None
    holds = verdicts.pop()
    holds_in_view = any(_holds(claim, number) for number in counted.in_view)
    if counted.in_view != counted.possible and (claim.in_view or (holds_in_view and not holds)):
        return None  # true of what is seen, but not of the page
    return Judged(holds, f"there are {counted.told} {claim.group}")


def _holds(claim: Counted, number: int) -> bool:
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
