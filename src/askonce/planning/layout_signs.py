"""What speaks against the claim that an act is done in what a screen has laid out and does not list as elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from askonce.language.verdicts import casts_doubt, is_under_way, says
from askonce.lazy import regex
from askonce.planning.claim_objections import known_signs, warning_signs
from askonce.planning.completion_signs import Signs
from askonce.planning.new_texts import cited, to_be_read
from askonce.screens import Tree
from askonce.screens.screen_layout import LaidOutText, ScreenLayout
from askonce.screens.ui_tree import plain

_FEW = 5
"""Texts that are all read; of more, only those that cast doubt."""
_LONGEST_LABEL = 3
_LIGATURE = regex(r"[a-z0-9_]+")
"""The name of an icon in a font of icons."""


def layout_objection(before: ScreenLayout, now: ScreenLayout, signs: Signs) -> str:
    """What came that no element shows: a message by a style sheet or in a closed shadow root, an announcement, a box
    that is busy, or one that is empty where something had to go. Empty if nothing did."""
    texts = [*_unlisted(before, now, signs.now)]
    refused = next((each.text for each in texts if says("rejected", each.text) or is_under_way(each.text)), "")
    if refused:
        return f"{cited(refused)} appeared"
    if signs.news.is_elsewhere or before.document != now.document:
        return ""
    if now.busy - before.busy:
        return "it may still be under way: something is marked as busy"
    if now.blanks - before.blanks and any(expected.kind == "gone" for expected in signs.expects):
        return "there is an empty box now that may be filled later"
    signs_known = known_signs(signs.texts)
    if warning := next((each.text for each in texts if not warning_signs(each.text) <= signs_known), ""):
        return f"{cited(warning)} appeared, a sign of a warning"
    unread = (each.text for each in texts if not (signs.texts.knows(each.text) or _is_aside(each, len(texts))))
    return next((to_be_read(text) for text in unread), "")


def _unlisted(before: ScreenLayout, now: ScreenLayout, tree: Tree) -> Iterator[LaidOutText]:
    had = Counter(plain(each.text) for each in before.texts)
    listed = "\n".join(plain(part) for node in tree for part in (node.name, node.text, node.value) if part)
    times: Counter[str] = Counter()
    for each in now.texts:
        text = plain(each.text)
        times[text] += 1
        if times[text] > had[text] and text not in listed and (each.is_live or each.is_in_view):
            yield each


def _is_aside(each: LaidOutText, number: int) -> bool:
    """Whether a text need not be read: the name of an icon, a label that elements have by another name, one of many."""
    if casts_doubt(each.text):
        return False
    is_label = len(each.text.split()) <= _LONGEST_LABEL and not (each.is_live or each.is_sealed)
    return number > _FEW or is_label or _LIGATURE.fullmatch(each.text) is not None
