"""What fields hold, what a heading says, the title and the address; and claims about them."""

from __future__ import annotations

from typing import Literal
from urllib.parse import unquote, unquote_plus, urlsplit

from askonce.insight.exact.claims import Subject, TextClaim
from askonce.insight.exact.element_evidence import ElementEvidence, is_of, text_on
from askonce.insight.exact.exact_outcome import ExactVerdict
from askonce.insight.exact.subject_element import describe_node, find_only
from askonce.language.normalization import letters_of, single_spaced
from askonce.screens.ui_tree import Node

_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_TYPED = frozenset({"", "text", "search", "email", "tel", "url", "number"})
_WORDED = frozenset({"heading", "alert"})
_CUT = 9_990
_LONGEST_TITLE = 300


def judge_value(claim: TextClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    """Whether the subject is, contains, starts or ends with the text; before any "not"."""
    match claim.subject.what:
        case "title":
            return _title_says(claim, evidence)
        case "address":
            return _address_says(claim, evidence)
        case "thing":
            return _thing_says(claim, evidence)
        case _:
            return None


# ---- the title


def _title_says(claim: TextClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    """Some people call the heading a title: where that says what the title does not, it is for others to tell."""
    title = evidence.tree.title
    if evidence.within or not title or len(title) >= _LONGEST_TITLE or claim.how == "empty":
        return None
    holds = compare(claim.how, title, claim.text)
    if holds is False and any(compare(claim.how, text, claim.text) is not False for text in _headings(evidence)):
        return None
    return None if holds is None else ExactVerdict(holds, f"the title of the page is “{title}”")


def _headings(evidence: ElementEvidence) -> list[str]:
    return [text_on(node) or node.name for node in evidence.all if is_of(node, frozenset({"heading"}))]


def title_of(subject: Subject, evidence: ElementEvidence) -> str | None:
    """The title of the page; "the title" alone may be a heading, unless all of them say the same."""
    title = evidence.tree.title
    if evidence.within or not title or len(title) >= _LONGEST_TITLE:
        return None
    is_plain = subject.word != "title" or all(
        single_spaced(text) == single_spaced(title) for text in _headings(evidence)
    )
    return title if is_plain and (subject.word != "title" or evidence.is_known) else None


# ---- the address


def _address_says(claim: TextClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    address = evidence.tree.address
    if evidence.within or not address or claim.how == "empty":
        return None
    if claim.subject.word == "address" and not any(sign in claim.text for sign in "/?#="):
        return None  # of a person or a shop, perhaps
    holds = _compare_address(claim.how, address, claim.text)
    return None if holds is None else ExactVerdict(holds, f"the address is {address}")


def _compare_address(how: str, address: str, wanted: str) -> bool | None:
    parts = urlsplit(address)
    forms = {address, unquote(address), unquote_plus(address)}
    path = address.split(parts.netloc, 1)[-1] if parts.netloc else parts.path
    exact = {
        "is": wanted in forms or (wanted.startswith("/") and wanted in {path, unquote(path)}),
        "contains": any(wanted in form for form in forms),
        "starts": any(form.startswith(wanted) for form in forms),
        "ends": any(form.endswith(wanted) for form in forms),
    }[how]
    if exact:
        return True
    loose = wanted.casefold().strip("/").removesuffix("#")
    return None if not loose or any(loose in form.casefold() for form in forms) else False


def address_of(subject: Subject, evidence: ElementEvidence) -> str | None:
    """The address of the page; "the address" alone may be somebody's, where the page speaks of one."""
    if evidence.within or not evidence.tree.address:
        return None
    is_plain = subject.word != "address" or not evidence.may_hold("address")
    return evidence.tree.address if is_plain else None


# ---- fields and headings


def _thing_says(claim: TextClaim, evidence: ElementEvidence) -> ExactVerdict | None:
    node = find_only(claim.subject, evidence)
    if node is None:
        return None
    held = value_of(node)
    if node.role in _WORDED:
        held = evidence.words_on(node) or None
        if claim.how == "empty":
            return None
    if held is None:
        return None
    holds = _is_empty(node, held) if claim.how == "empty" else compare(claim.how, held, claim.text)
    if (
        holds is False
        and claim.how != "empty"
        and letters_of(claim.text) in letters_of(node.attributes.get("placeholder", ""))
    ):
        return None
    return None if holds is None else ExactVerdict(holds, f"{describe_node(node)} holds “{held[:200]}”")


def _is_empty(node: Node, held: str) -> bool | None:
    if node.attributes.get("tag") == "select" or (held and not held.strip()):
        return None
    return not held


def value_of(node: Node) -> str | None:
    """What a field surely holds, as it is seen; None for passwords, and for what browsers write in their own way."""
    marks = node.attributes
    if node.role not in _FIELDS or node.value is None or "password" in node.states or len(node.value) >= _CUT:
        return None
    if marks.get("tag") not in {"input", "textarea", "select"} or marks.get("type", "").lower() not in _TYPED:
        return None
    return node.value


def compare(how: Literal["is", "contains", "starts", "ends", "empty"], text: str, wanted: str) -> bool | None:
    """Letter by letter; where only case, signs or the way to write a number differ, None."""
    text, wanted = single_spaced(text), single_spaced(wanted)
    loose, sought = letters_of(text), letters_of(wanted)
    match how:
        case "is":
            exact, near = text == wanted, loose == sought or _number(text) == _number(wanted) is not None
        case "contains":
            exact, near = wanted in text, sought in loose
        case "starts":
            exact, near = text.startswith(wanted), loose.startswith(sought)
        case "ends":
            exact, near = text.endswith(wanted), loose.endswith(sought)
        case "empty":
            exact, near = not text, False
    return True if exact else None if near else False


def is_number(text: str) -> bool:
    return _number(text) is not None


def _number(text: str) -> float | None:
    plain = text.replace(" ", "").replace(",", ".")
    is_number = plain.isascii() and plain.lstrip("+-").replace(".", "", 1).isdigit() and len(plain) < 16
    return float(plain) if is_number else None
