"""Boxes to tick and switches to turn."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex, is_ticked
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.clicks import not_found
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_ON = frozenset({"checked", "selected", "pressed"})
_ALL = re.compile(r"(?:all|every|each)(?: of)?(?: the)? (?:check ?)?box(?:es)?|everything|all", re.IGNORECASE)


def tick(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Tick or untick one, several, or all; those already in that state are left alone."""
    wants_on = intent.verb == "tick"
    if _ALL.fullmatch(intent.target.text):
        boxes = screen.of_role({"checkbox", "switch"})
        return switched([(box, box.name or "the box") for box in boxes], wants_on) if boxes else None
    found = find_boxes(intent.target, screen)
    return found if isinstance(found, Decline) else switched(found, wants_on)


def find_boxes(argument: IntentArgument, screen: ScreenIndex) -> list[tuple[Node, str]] | Decline:
    """The checkbox with this name, or those that a list names one by one."""
    names = listed(argument)
    if len(names) < 2 or screen.exactly(screen.state.fill(argument.text), is_ticked):
        found = screen.find(argument, is_ticked)
        return [(found, argument.prompt)] if isinstance(found, Node) else not_found(found, argument)
    boxes: list[tuple[Node, str]] = []
    for name in names:
        box = screen.find(name, is_ticked)
        if not isinstance(box, Node):
            return not_found(box, name)
        boxes.append((box, name.prompt))
    return boxes


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
