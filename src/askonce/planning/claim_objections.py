"""What speaks against the claim that an act is done: errors, warnings, what is still under way, a login."""

from __future__ import annotations

import re
from collections.abc import Iterator

from askonce.language.verdicts import casts_doubt, reads_well, says, without_conditions
from askonce.lazy import regex
from askonce.planning.marked_rows import row_objection
from askonce.planning.new_texts import NewTexts, called, cited
from askonce.planning.screen_news import is_label, text_of
from askonce.screens import Node
from askonce.screens.expectation import seen_nodes
from askonce.screens.field_labels import TICKED
from askonce.screens.ui_tree import plain

_WRITTEN = frozenset({"textbox", "combobox", "spinbutton"})
_WARNING_SIGN = regex(r"(?<!\S)[!¡❗❕‼⁉]+\ufe0f?(?!\S)|[✗✘❌❎⚠⛔🚫🛑☠🔴]")


def claim_objections(texts: NewTexts) -> Iterator[str]:
    yield from _of_states(texts)
    yield from _of_passing_messages(texts)
    yield from _of_messages(texts)
    yield from _of_warnings(texts)
    yield from _of_page(texts)
    yield from _of_fields(texts)
    if row := row_objection(texts):
        yield row


def warning_signs(text: str) -> frozenset[str]:
    """The signs in a text that warn without a word."""
    return frozenset(_WARNING_SIGN.findall(text))


def known_signs(texts: NewTexts) -> frozenset[str]:
    """Those that were there before, or were typed."""
    said = (*texts.typed, texts.news.since.instruction, *texts.news.before)
    return frozenset(sign for text in said for sign in warning_signs(text))


def _of_states(texts: NewTexts) -> Iterator[str]:
    news, since = texts.news, texts.news.since
    known = {node.number for node in since.tree if "invalid" in node.states} - since.filled
    for node in seen_nodes(news.now):
        if "invalid" in node.states and node.number not in known:
            yield f"{called(node)} is marked as invalid"
        if node.role == "progressbar" and since.tree.find(node.number) is None and not news.is_elsewhere:
            yield f"it may still be under way: {called(node)}"


def _of_passing_messages(texts: NewTexts) -> Iterator[str]:
    for text in texts.news.since.messages:
        if casts_doubt(text) and not texts.is_expected(text):
            yield f"{cited(text)} was shown for a moment"


def _of_messages(texts: NewTexts) -> Iterator[str]:
    known = known_signs(texts)
    if sign := next((node for node in texts.news.new if _is_warning_sign(node, texts, known)), None):
        yield f"{cited(text_of(sign))} appeared, a sign of a warning"
    for node in texts.news.messages:
        text = without_conditions(text_of(node))
        if texts.is_expected(text) or (node.number in texts.press.data and "alarming" not in node.attributes):
            continue
        if says("rejected", text):
            yield f"{cited(text)} appeared"
        elif texts.is_under_way(node):
            yield f"it may still be under way: {cited(text)}"
        elif "alarming" in node.attributes and not _is_well(text, texts):
            yield f"{cited(text)} appeared, painted as a warning"
        elif (role := texts.news.told_by(node)) and not _is_well(text, texts) and _objects_in(role, text, texts):
            yield f"{cited(text)} appeared"


def _is_well(text: str, texts: NewTexts) -> bool:
    return reads_well(text) and texts.is_read(text)


def _is_warning_sign(node: Node, texts: NewTexts, known: frozenset[str]) -> bool:
    """Whether something without letters warns of what was sent: it is painted so, or is such a sign in a text."""
    if not texts.press.is_answered_here or node.actionable or is_label(node):
        return False
    text = text_of(node)
    is_painted = "alarming" in node.attributes and bool(text.strip()) and not re.search(r"\w", text)
    return is_painted or not warning_signs(text) <= known


def _objects_in(role: str, text: str, texts: NewTexts) -> bool:
    """Whether a text that is told in this way has to be read by somebody."""
    if texts.is_sought(text):
        return False
    return role in {"alert", "alertdialog"} or says("doubtful", text)


def _of_warnings(texts: NewTexts) -> Iterator[str]:
    for node in seen_nodes(texts.news.now):
        is_warning = "alarming" in node.attributes or texts.news.told_by(node) == "alert"
        if is_warning and says("rejected", text_of(node)) and not texts.is_expected(text_of(node)):
            yield f"{cited(text_of(node))} is there"


def _of_page(texts: NewTexts) -> Iterator[str]:
    news = texts.news
    if says("rejected", news.now.title) and not says("rejected", news.since.tree.title):
        yield f"the title of the page is {cited(news.now.title)}"
    if news.has_password and not news.had_password:
        yield "a password is asked for"
    elif news.had_password and not news.has_password and news.offers_login:
        yield "the page still offers to log in"


def _of_fields(texts: NewTexts) -> Iterator[str]:
    """Of what was filled in: a field that holds something else now, and a message that tells of a part of them."""
    if not texts.press.sends_form:
        return
    news = texts.news
    for field in texts.filled:
        if field.role not in _WRITTEN or not field.value or "password" in field.states:
            continue
        again = [node for node in seen_nodes(news.now) if node.role == field.role and _is_called_alike(node, field)]
        if again and all(node.value and not _is_same_value(node.value, field.value) for node in again):
            held, meant = again[0].value or "", field.value or ""
            yield f"{called(again[0])} holds {cited(held)}, and {cited(meant)} was filled in"
    if box := _flipped_box(texts):
        yield f"{called(box)} is {'checked' if 'checked' in box.states else 'not checked'} again, and was set otherwise"
    for text in (*news.since.messages, *map(text_of, news.messages)):
        if left := texts.left_out(text):
            yield f"{cited(text)} tells nothing of {called(left)}, which was filled in too"


def _flipped_box(texts: NewTexts) -> Node | None:
    """A box that was set and is as it was before that, on a form that is not empty again for the next time."""
    shown = seen_nodes(texts.news.now)

    def again(field: Node) -> list[Node]:
        alike = [node for node in shown if node.role == field.role]
        return [node for node in alike if node.number == field.number or _is_called_alike(node, field)]

    written = [field for field in texts.filled if field.role in _WRITTEN and field.value]
    if any(not any(node.value for node in again(field)) for field in written):
        return None
    boxes = ((field, again(field)) for field in texts.filled if field.role in TICKED)
    flipped = (
        there[0]
        for field, there in boxes
        if there and all(("checked" in node.states) != ("checked" in field.states) for node in there)
    )
    return next(flipped, None)


def _is_called_alike(node: Node, other: Node) -> bool:
    return bool(plain(node.name)) and plain(node.name) == plain(other.name)


def _is_same_value(one: str, other: str | None) -> bool:
    """Whether two values differ in how they are written alone: "555 0177" and "555-0177", "5" and "5.00"."""
    bare, least = (re.sub(r"[\W_]+", "", re.sub(r"[.,]0+$", "", plain(value or ""))) for value in (one, other))
    return bare.lstrip("0") == least.lstrip("0")
