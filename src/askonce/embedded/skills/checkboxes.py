"""Boxes to tick and switches to turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.entry_phrases import read_amount
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.listed_entries import entries_titled, last_about, read_entries
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear, is_ticked
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.clicks import not_found
from askonce.language.normalization import key, split_words
from askonce.language.numerals import singular
from askonce.language.tokens import read_tokens
from askonce.lazy import regex
from askonce.screens import Node
from askonce.vision.seen_tree import tick_doubt

_BOXES = frozenset({"checkbox", "switch"})
_PRONOUNS = frozenset({"it", "this", "that"})
_ROWS = frozenset({"row", "listitem", "article"})
_ON = frozenset({"checked", "selected", "pressed"})
_SHORTEST_VERB = 4
_LEADING = frozenset(
    {"box", "boxes", "checkbox", "checkboxes", "check", "tick", "of", "for", "before", "beside", "in", "next", "to"}
)
_ALL = regex(r"(?:all|every|each)(?: of)?(?: the)? (?:check ?)?box(?:es)?|everything|all", re.IGNORECASE)


def tick(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Tick or untick one, several, or all; those already in that state are left alone."""
    wants_on = intent.verb == "tick"
    every = intent.get("all") or intent.target
    if _ALL.fullmatch(every.text):
        return _switch_all([box for box in screen.of_role(_BOXES) if _is_usable(box)], wants_on, screen, progress)
    if intent.get("all"):
        return _switch_entries(read_amount(every.prompt)[1], wants_on, screen, progress)
    if intent.words.casefold().split()[0] in {"accept", "agree"}:
        words = {*split_words(intent.words)}
        boxes = [box for box in screen.of_role(_BOXES) if words <= {*split_words(box.name)}]
        if not boxes:
            return Decline(f"no box to tick says {intent.words!r}", IntentArgument(intent.words))
        return switched([(boxes[0], intent.words)], True) if len(boxes) == 1 else None
    about = last_about(progress.notes) if intent.target.text.casefold() in _PRONOUNS else ""
    argument = IntentArgument(about, True) if about else intent.target
    found = find_boxes(argument, screen)
    if isinstance(found, Decline):
        return _toggled(argument, wants_on, screen, progress) or found
    return switched(found, wants_on)


def tick_one_of_two(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Make sure A is checked and B is not": both are there, or neither is touched."""
    wants_on = intent.verb == "firston"
    plans: list[SkillPlan] = []
    for name, is_wanted in (("target", wants_on), ("other", not wants_on)):
        boxes = find_boxes(intent.get(name), screen)
        plan = boxes if isinstance(boxes, Decline) else switched(boxes, is_wanted)
        if isinstance(plan, Decline):
            return plan
        plans.append(plan)
    actions = tuple(action for plan in plans for action in plan.actions)
    return SkillPlan(actions, certain=True, expects=tuple(clause for plan in plans for clause in plan.expects))


def _toggled(
    argument: IntentArgument, wants_on: bool, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """A button that stays pressed, such as Bold; what it says after the press is looked at."""
    button = screen.find(argument, is_toggle)
    if not isinstance(button, Node):
        return None
    if is_on(button) == wants_on:
        return SkillPlan(certain=True)
    if progress.has_done("Tap", button):
        return Decline(f"{argument.prompt} was pressed, and is as before", final=True)
    return SkillPlan((tap(button, argument.prompt),), finished=False)


def is_toggle(node: Node) -> bool:
    """Whether it is a button that says whether it is pressed."""
    return node.actionable and node.role == "button" and node.attributes.get("acts") == "toggles"


def tick_said(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Allow pets" ticks the box "Pets allowed"."""
    box = box_saying(screen.state.fill(intent.words), screen)
    return switched([(box, intent.words)], True) if box else None


def box_saying(sentence: str, screen: ScreenIndex) -> Node | None:
    """The only box that says just what a sentence asks for, whichever form its verb has."""
    said = _stems(sentence)
    boxes = [box for box in screen.of_role(_BOXES) if _stems(box.name) == said]
    return boxes[0] if len(boxes) == 1 and len(said) > 1 and _is_usable(boxes[0]) else None


def _stems(sentence: str) -> frozenset[str]:
    words = [singular(word) for word in split_words(sentence) if word not in lexicon().articles]
    return frozenset(word.removesuffix("ed") if len(word) > _SHORTEST_VERB else word for word in words)


def tick_rows(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Select Emma and Jerusalem" ticks the boxes of those rows, if each of them is one with a box."""
    names = listed(intent.get("options"))
    if intent.target or len(names) < 2:
        return None
    found = [(_box_of_entry(name, screen), name.prompt) for name in names]
    boxes = [(box, words) for box, words in found if isinstance(box, Node)]
    return switched(boxes, True) if len(boxes) == len(names) else None


def _switch_entries(
    noun: str, wants_on: bool, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """The boxes of all entries of a list, for "all books"."""
    if not any(key(noun) == " ".join(phrase) for phrase in lexicon().classes["entry"]):
        return None
    boxes = [box for box in screen.of_role(_BOXES) if _is_usable(box) and _row_of(box, screen)]
    return _switch_all(boxes, wants_on, screen, progress)


def _switch_all(
    boxes: Sequence[Node], wants_on: bool, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """By the box that switches all others, if there is one, and then each that did not follow it."""
    masters = [box for box in boxes if _is_master(box, screen)] if len(boxes) > 1 else []
    single = [box for box in boxes if box not in masters]
    if not single:
        return None
    if len(masters) == 1 and not progress.past_actions and any(is_on(box) != wants_on for box in single):
        master = masters[0]
        if is_on(master) != wants_on:
            return SkillPlan((tap(master, master.name or "the box for all"),), finished=False)
    if not masters and (screen.tree.goes_on_below or screen.tree.goes_on_above or screen.tree.more):
        return Decline("not all of the page is in sight, so there may be more boxes; name them", tied=True)
    return switched([(box, box.name or "the box") for box in single], wants_on)


def _is_usable(box: Node) -> bool:
    return not box.states & {"disabled", "covered"}


def _is_master(box: Node, screen: ScreenIndex) -> bool:
    """Whether a box switches all others: it says so, or stands in the head of a table."""
    row = _row_of(box, screen)
    is_head = "sort" in box.attributes or bool(row and screen.layout.holds_role(row, "columnheader"))
    return is_head or "all" in split_words(" ".join((box.name, box.attributes.get("title", ""))))


def _row_of(box: Node, screen: ScreenIndex) -> Node | None:
    return next((outer for outer in screen.layout.above(box) if outer.role in _ROWS), None)


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


def switched(boxes: list[tuple[Node, str]], wants_on: bool) -> SkillPlan | Decline:
    """Press those that are not in that state; none where that cannot be seen of one of them."""
    if doubt := next((doubt for box, _ in boxes if (doubt := tick_doubt(box))), ""):
        return Decline(doubt, tied=True, final=True)
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
