"""Lists that drop down from a control and are not native: combo boxes, fields that suggest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.grammar import IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.reveal import scroll_inside
from askonce.language.normalization import key, split_words
from askonce.lazy import regex
from askonce.screens import Node

_BARE = frozenset(
    f"{article}{noun}"
    for article in ("", "the ", "a ")
    for noun in (
        "dropdown",
        "drop down",
        "list",
        "menu",
        "select",
        "combobox",
        "dropdown menu",
        "dropdown list",
        "page",
    )
)
_ARROWS = frozenset("▾▼⌄▿🔽˅")
_OFFERED = frozenset(
    {"option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "listitem", "clickable", "link", "row"}
)
_EDITABLE = frozenset({"input", "textarea"})
_SUGGESTING = regex(r"autocomplete|typeahead|suggest|combobox|select2|chosen", re.IGNORECASE)
_ON = frozenset({"selected", "checked"})
_BOXED = frozenset({"radio", "checkbox"})
_CHOSEN = _BOXED | {"option"}
_LAYERS = frozenset({"overlay", "dialog"})
_OPENED = _LAYERS | {"listbox", "menu"}
_MOST_WAITS = 2
_MOST_SCROLLED = 3.0
"""Heights of a list beyond which its options are searched by typing."""
_HELD = "its field held "
_CLOSED = "closed the list again"
_OTHERS = "options of other lists: "


def is_bare(holder: IntentArgument) -> bool:
    """Whether the words name any list, as "the dropdown" does."""
    return not holder.fixed and key(holder.text) in _BARE


def choose_dropped(
    holder: IntentArgument, options: IntentArgument, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """Open the list, press the option, and look whether it is chosen: one action for each look."""
    opener = (_opened_before(holder, screen, progress) or _opener(holder, screen)) if holder else None
    if not isinstance(opener, Node):
        return opener
    closed = f"part {progress.part}: {_CLOSED}"
    reason = next((note.removeprefix(closed) for note in progress.notes if note.startswith(closed)), None)
    if reason is not None:
        return Decline(f"{holder.prompt} does not offer {options.prompt}{reason}", final=True)
    text = screen.state.fill(options.text)
    done = [past for past in progress.past_actions if past.is_done]
    is_pressed = any(past.prompt == options.prompt for past in done)
    is_typed = any(past.action == "Type" for past in done)
    if (is_pressed or not is_typed) and _shows(opener, text, screen, progress):
        return SkillPlan(certain=True)
    if is_pressed:
        return _again(holder, options, progress)
    offered = _offered(opener, text, screen, progress)
    if len(offered) == 1:
        return SkillPlan((tap(offered[0], options.prompt),), finished=False, log=f"Choose {options.prompt}")
    if offered:
        return Decline(f"{len(offered)} things there are called {options.prompt}", tied=True)
    if "expanded" not in opener.states and not _is_suggesting(opener) and not _was_opened(holder, done):
        others = " ".join(str(node.number) for node in screen.tree if node.role == "option")
        memory = f"part {progress.part}: {_OTHERS}{others or 'none'}"
        return SkillPlan((tap(opener, holder.prompt),), finished=False, memory=memory, log=f"Open {holder.prompt}")
    return _search(opener, holder, options, screen, progress)


def _was_opened(holder: IntentArgument, done: Sequence[PastAction]) -> bool:
    """Whether the list was opened since the last option was pressed: many close with each choice."""
    last = max(
        (at for at, past in enumerate(done) if past.action == "Tap" and past.prompt != holder.prompt), default=-1
    )
    return any(past.prompt == holder.prompt for past in done[last + 1 :])


def _opened_before(holder: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> Node | None:
    """The control that was opened for this part: it may be called by what is chosen now."""
    opened = [past.element for past in progress.past_actions if past.prompt == holder.prompt and past.action == "Tap"]
    return screen.node(opened[-1]) if opened and opened[-1] is not None else None


def drops_down(node: Node) -> bool:
    """Whether a list drops down from it."""
    is_marked = "opens" in node.attributes or bool(node.states & {"collapsed", "expanded"})
    return node.role == "combobox" or is_marked or node.name.strip()[-1:] in _ARROWS or _is_suggesting(node)


def _is_suggesting(node: Node) -> bool:
    """Whether a field suggests what to take once something is typed."""
    marks = " ".join(node.attributes.get(mark, "") for mark in ("class", "id"))
    is_marked = "suggests" in node.attributes or bool(_SUGGESTING.search(marks))
    return node.role in {"textbox", "searchbox"} and is_marked and "password" not in node.states


def _opener(holder: IntentArgument, screen: ScreenIndex) -> Node | Decline | None:
    """The control that is named, if a list drops down from it; for "the dropdown", the only one."""
    if is_bare(holder):
        shown = [node for node in screen.tree if node.actionable and drops_down(node) and not node.options]
        return shown[0] if len(shown) == 1 else None
    found = screen.find(holder, lambda node: node.actionable and drops_down(node))
    if isinstance(found, Absent):
        found = opener_labelled(holder, screen) or found
    if isinstance(found, Unclear):
        return Decline(f"{len(found.nodes)} lists are called {holder.prompt}", tied=True)
    return found if isinstance(found, Node) and "disabled" not in found.states else None


def opener_labelled(holder: IntentArgument, screen: ScreenIndex) -> Node | None:
    """The only control that opens a list and shows its label itself ("Colour Red"), or comes right after it."""
    words = [word for word in split_words(screen.state.fill(holder.text)) if word not in lexicon().articles]
    openers = [node for node in screen.tree if node.actionable and drops_down(node) and not node.options]
    called = [node for node in openers if words and _begins_with(words, node.name or node.value or "")]
    called = called or [node for node in openers if words and _label_before(node, screen) == words]
    return called[0] if len(called) == 1 else None


def _begins_with(words: list[str], shown: str) -> bool:
    """Whether a label comes first, and something that is chosen behind it."""
    return split_words(shown)[: len(words)] == words and len(split_words(shown)) > len(words)


def _label_before(opener: Node, screen: ScreenIndex) -> list[str]:
    """The words of the text that comes right before a control."""
    nodes = screen.tree.nodes
    before = nodes[nodes.index(opener) - 1] if nodes.index(opener) else opener
    return split_words(before.text or before.shown) if not before.actionable else []


def _offered(opener: Node, text: str, screen: ScreenIndex, progress: PartProgress) -> list[Node]:
    """What the list of `opener` offers under the name of the option; options proper before others."""
    offers = {node.number for node in _offers(opener, screen, progress)}
    nodes = screen.exactly(text, lambda node: node.number in offers)
    return [node for node in nodes if node.role == "option"] or nodes


def _offers(opener: Node, screen: ScreenIndex, progress: PartProgress) -> list[Node]:
    """What can be pressed in the list of `opener`: in the layer that came up, beside the control, or what is new."""
    start = f"part {progress.part}: {_OTHERS}"
    opened = [note.removeprefix(start).split() for note in progress.notes if note.startswith(start)]
    others = {int(number) for number in opened[-1] if number != "none"} if opened else set[int]()
    offers = [node for node in screen.tree if _is_offer(node, opener, screen) and node.number not in others]
    layered = [node for node in offers if any(other.role in _LAYERS for other in screen.layout.above(node))]
    around = screen.node(opener.parent) if opener.parent is not None else None
    near = {node.number for node in screen.layout.inside(around)} if around else set[int]()
    beside = layered or [node for node in offers if node.number in near]
    return beside or ([] if "collapsed" in opener.states and not opened else offers)


def _is_offer(node: Node, opener: Node, screen: ScreenIndex) -> bool:
    """Whether it may belong to a list that is open; a box only if it lies in a layer, since forms have boxes too."""
    if not node.actionable or node.number == opener.number or "covered" in node.states:
        return False
    if node.role == "option" or "collapsed" in opener.states:
        return node.role == "option"
    is_expanded = "expanded" in opener.states
    if node.role in _BOXED:
        return is_expanded and any(other.role in _LAYERS for other in screen.layout.above(node))
    is_open = is_expanded or any(other.role in {"listbox", "menu", "option"} for other in screen.tree)
    return node.role in _OFFERED and is_open


def _shows(opener: Node, text: str, screen: ScreenIndex, progress: PartProgress) -> bool:
    """Whether the option is chosen: the control or a chip beside it shows it, or it is marked in the open list."""
    wanted = key(text)
    if _has_chip(opener, wanted, screen):
        return True
    chosen = [node for node in _offered(opener, text, screen, progress) if not _ON.isdisjoint(node.states)]
    if chosen or any(f" {wanted} " in f" {key(shown)} " for shown in (opener.value or "", opener.text, opener.name)):
        return not _is_typed(opener, screen, progress)
    beside = [node for node in screen.tree if node.parent == opener.parent is not None and not node.actionable]
    return any(key(node.text or node.shown) == wanted for node in beside)


def _has_chip(opener: Node, wanted: str, screen: ScreenIndex) -> bool:
    """Whether what is chosen stands before the field, each with a button that takes it away again."""
    holder = screen.node(opener.parent) if opener.parent is not None else None
    nodes = screen.layout.inside(holder) if holder else _just_before(opener, screen)
    listed = {node.number for area in nodes if area.role in _OPENED for node in screen.layout.inside(area)}
    chips = [node for node in nodes if node.number not in listed and key(node.text or node.shown) == wanted]
    return any(inner.role == "button" for chip in chips for inner in screen.layout.inside(chip))


def _just_before(opener: Node, screen: ScreenIndex) -> list[Node]:
    """What stands between a field and the text or the field before it."""
    before = reversed(screen.tree.nodes[: screen.tree.nodes.index(opener)])
    return [*takewhile(lambda node: node.role in {"clickable", "button", "group", "listitem"}, before)]


def _is_typed(opener: Node, screen: ScreenIndex, progress: PartProgress) -> bool:
    """Whether what the field shows was only typed: its list is still open."""
    is_editable = opener.attributes.get("tag") in _EDITABLE and "readonly" not in opener.states
    offers = _offers(opener, screen, progress)
    return is_editable and ("expanded" in opener.states or any(node.role == "option" for node in offers))


def _again(holder: IntentArgument, options: IntentArgument, progress: PartProgress) -> SkillPlan | Decline:
    """The option was pressed, and the control does not show it: look again."""
    if _waits(progress) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=0.5),), finished=False)
    return Decline(f"{options.prompt} was pressed, and {holder.prompt} does not show it", tied=True)


def _search(
    opener: Node, holder: IntentArgument, options: IntentArgument, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    """Look further down, or type where the list shows only what fits; what it held before is written back."""
    closed = f"part {progress.part}: {_CLOSED}"
    offers = [node for node in _offers(opener, screen, progress) if node.name and node.role in _CHOSEN]
    typed = [past for past in progress.past_actions if past.action == "Type" and past.is_done]
    field = _search_field(opener, screen)
    below = _below(offers, screen)
    if field and not typed and (not offers or below > _MOST_SCROLLED or _is_filtered(field, offers)):
        typing = plan_action("Type", target=target(field, holder.prompt), text=options.text)
        memory = f"part {progress.part}: {_HELD}{field.value or ''}"
        return SkillPlan((typing,), finished=False, memory=memory, log=f"Look for {options.prompt}")
    if below > 1 and not typed and (further := scroll_inside(options, screen, progress)):
        return further
    if not offers and _waits(progress) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=0.5),), finished=False)
    is_toggle = "expanded" in opener.states and not field
    shut = tap(opener, holder.prompt) if is_toggle else plan_action("Press", keys="Escape")
    restored = [_restored(field, holder, progress)] if field and typed else []
    choices = f"; it offers: {', '.join([*dict.fromkeys(node.name for node in offers)][:8])}" if offers else ""
    return SkillPlan((*restored, shut), finished=False, memory=f"{closed}{choices}", log=f"Close {holder.prompt}")


def _restored(field: Node, holder: IntentArgument, progress: PartProgress) -> PlannedAction:
    start = f"part {progress.part}: {_HELD}"
    held = next((note.removeprefix(start) for note in progress.notes if note.startswith(start)), "")
    place = target(field, holder.prompt)
    return plan_action("Type", target=place, text=held) if held else plan_action("Clear", target=place)


def _is_filtered(field: Node, offers: Sequence[Node]) -> bool:
    """Whether the list shows only what fits the text that the field holds."""
    held = key(field.value or "")
    return bool(held) and all(held in key(node.name) for node in offers)


def _below(offers: Sequence[Node], screen: ScreenIndex) -> float:
    """How many heights of itself a list goes on below what it shows."""
    outer = {other.number: other for node in offers[:1] for other in screen.layout.above(node)}
    areas = [area for area in outer.values() if "scrolls" in area.states and area.role not in {"main", "region"}]
    return max((float(area.attributes.get("below", 0)) / max(area.box.height, 1) for area in areas), default=0.0)


def _waits(progress: PartProgress) -> int:
    """How often it was waited since the last action."""
    return len([*takewhile(lambda past: past.action == "Wait", reversed(progress.past_actions))])


def _search_field(opener: Node, screen: ScreenIndex) -> Node | None:
    """Where the options can be searched: the control itself, or the field that came up with the list."""
    if "\n" in (opener.value or ""):
        return None
    if opener.attributes.get("tag") in _EDITABLE and "readonly" not in opener.states:
        return opener
    focused = [node for node in screen.fields if "focused" in node.states and node.attributes.get("tag") in _EDITABLE]
    return focused[0] if len(focused) == 1 else None
