"""Boxes to tick and switches to turn."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.listed_entries import entries_titled, read_entries
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear, is_ticked
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.clicks import not_found
from askonce.language.normalization import split_words
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_ON = frozenset({"checked", "selected", "pressed"})
_LEADING = frozenset(
    {"box", "boxes", "checkbox", "checkboxes", "check", "tick", "of", "for", "before", "beside", "in", "next", "to"}
)
_ALL = re.compile(r"(?:all|every|each)(?: of)?(?: the)? (?:check ?)?box(?:es)?|everything|all", re.IGNORECASE)


def tick(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Tick or untick one, several, or all; those already in that state are left alone."""
    wants_on = intent.verb == "tick"
    if _ALL.fullmatch(intent.target.text):
        return _switch_all(wants_on, screen)
    found = find_boxes(intent.target, screen)
    return found if isinstance(found, Decline) else switched(found, wants_on)


def _switch_all(wants_on: bool, screen: ScreenIndex) -> SkillPlan | Decline | None:
    """Every box on the page but the one that switches all others: that may or may not follow them."""
    boxes = [box for box in screen.of_role({"checkbox", "switch"}) if "disabled" not in box.states]
    single = [box for box in boxes if "all" not in split_words(box.name)] if len(boxes) > 1 else boxes
    if screen.tree.below > 1 or screen.tree.above > 1 or screen.tree.more:
        return Decline("not all of the page is in sight, so there may be more boxes; name them", tied=True)
    return switched([(box, box.name or "the box") for box in single], wants_on) if single else None


def find_boxes(argument: IntentArgument, screen: ScreenIndex) -> list[tuple[Node, str]] | Decline:
    """The checkbox with this name, or those that a list names one by one."""
    names = listed(argument)
    if len(names) < 2 or screen.exactly(screen.state.fill(argument.text), is_ticked):
        names = [argument]
    boxes: list[tuple[Node, str]] = []
    for name in names:
        box = screen.find(name, is_ticked)
        if isinstance(box, Absent):
            box = _box_of_entry(name, screen) or box
        if not isinstance(box, Node):
            return not_found(box, name)
        boxes.append((box, name.prompt))
    return boxes


def _box_of_entry(argument: IntentArgument, screen: ScreenIndex) -> Node | Unclear | None:
    """The only box of the entry that begins with this text: of the row of Ann, not of those that mention her."""
    name = _named_entry(argument, screen)
    titled = [
        entry for entry in entries_titled(name, screen) if any(map(is_ticked, screen.layout.inside(entry.holder)))
    ]
    boxes = [node for entry in titled for node in screen.layout.inside(entry.holder) if is_ticked(node)]
    if len(boxes) > 1:
        return Unclear(f"{len(boxes)} boxes belong to {name!r}", tuple(boxes))
    return boxes[0] if boxes else None


def _named_entry(argument: IntentArgument, screen: ScreenIndex) -> str:
    """ "the checkbox of the task Buy milk" as "Buy milk"."""
    if argument.fixed:
        return screen.state.fill(argument.text)
    tokens = read_tokens(screen.state.fill(argument.prompt))
    while len(tokens) > 1 and not tokens[0].is_fixed and tokens[0].plain in _LEADING | lexicon().articles:
        tokens = tokens[1:]
    entries = read_entries(" ".join(token.text for token in tokens))
    if entries and entries.name and not entries.amount.is_several:
        return entries.name.text
    return " ".join(token.inner for token in tokens)


def switched(boxes: list[tuple[Node, str]], wants_on: bool) -> SkillPlan:
    actions = tuple(tap(box, words) for box, words in boxes if is_on(box) != wants_on)
    state = "checked" if wants_on else "not checked"
    return SkillPlan(actions, certain=True, expects=tuple(f'field [{box.number}] is "{state}"' for box, _ in boxes))


def is_on(box: Node) -> bool:
    return not _ON.isdisjoint(box.states)


def listed(argument: IntentArgument) -> list[IntentArgument]:
    """The single names of "a, b and c"."""
    tokens = read_tokens(argument.prompt)
    names: list[IntentArgument] = []
    start = 0
    for place, token in enumerate((*tokens, None)):
        if token is None or (not token.is_fixed and token.plain in {",", "and", "&"}):
            inner = tokens[start:place]
            if inner and not inner[0].is_fixed and inner[0].plain in lexicon().articles and len(inner) > 1:
                inner = inner[1:]
            if inner:
                raw = argument.prompt[inner[0].start : inner[-1].end]
                names.append(
                    IntentArgument(inner[0].inner, inner[0].is_fixed, raw)
                    if len(inner) == 1
                    else IntentArgument(raw, False, raw)
                )
            start = place + 1
    return names
