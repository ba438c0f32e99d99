"""Lists that drop down from a control and are no native ones: combo boxes, fields that suggest."""

from __future__ import annotations

import re

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.language.normalization import key, split_words
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
_SUGGESTING = re.compile(r"autocomplete|typeahead|suggest|combobox|select2|chosen", re.IGNORECASE)
_ON = frozenset({"selected", "checked"})
_MOST_WAITS = 2


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
    text = screen.state.fill(options.text)
    is_pressed = any(past.prompt == options.prompt and past.is_done for past in progress.past_actions)
    is_typed = any(past.action == "Type" for past in progress.past_actions)
    if (is_pressed or not is_typed) and _shows(opener, text, screen):
        return SkillPlan(certain=True)
    if is_pressed:
        return _again(opener, holder, options, screen, progress)
    offered = _offered(opener, text, screen)
    if len(offered) == 1:
        return SkillPlan((tap(offered[0], options.prompt),), finished=False, log=f"Choose {options.prompt}")
    if offered:
        return Decline(f"{len(offered)} things there are called {options.prompt}", tied=True)
    if not progress.past_actions and not _is_suggesting(opener):
        return SkillPlan((tap(opener, holder.prompt),), finished=False, log=f"Open {holder.prompt}")
    return _search(opener, holder, options, screen, progress)


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


def _offered(opener: Node, text: str, screen: ScreenIndex) -> list[Node]:
    """What can be pressed and is called like the option; options proper before anything else."""
    nodes = screen.exactly(
        text, lambda node: node.actionable and node.role in _OFFERED and node.number != opener.number
    )
    proper = [node for node in nodes if node.role == "option"]
    is_open = "expanded" in opener.states or any(node.role in {"listbox", "menu", "option"} for node in screen.tree)
    return proper or (nodes if is_open else [])


def _shows(opener: Node, text: str, screen: ScreenIndex) -> bool:
    """Whether the option is chosen: the control shows it, or it is marked in the open list."""
    wanted = key(text)
    chosen = [node for node in screen.exactly(text) if node.role in _OFFERED and not _ON.isdisjoint(node.states)]
    if chosen or any(f" {wanted} " in f" {key(shown)} " for shown in (opener.value or "", opener.text, opener.name)):
        return not _is_typed(opener, screen)
    beside = [node for node in screen.tree if node.parent == opener.parent is not None and not node.actionable]
    return any(key(node.text or node.shown) == wanted for node in beside)


def _is_typed(opener: Node, screen: ScreenIndex) -> bool:
    """Whether what the field shows was only typed: its list is still open."""
    is_editable = opener.attributes.get("tag") in _EDITABLE
    return is_editable and ("expanded" in opener.states or any(node.role == "option" for node in screen.tree))


def _again(
    opener: Node, holder: IntentArgument, options: IntentArgument, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    """The option was pressed, and the control does not show it: look again, or at the open list."""
    if sum(past.action == "Wait" for past in progress.past_actions) < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=0.5),), finished=False)
    return Decline(f"{options.prompt} was pressed, and {holder.prompt} does not show it", tied=True)


def _search(
    opener: Node, holder: IntentArgument, options: IntentArgument, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    """Type the option where the list can be searched; what was typed in vain is taken back."""
    done = [past for past in progress.past_actions if past.is_done]
    is_typed = any(past.action == "Type" for past in done)
    waits = sum(past.action == "Wait" for past in done)
    field = _search_field(opener, screen)
    if field and not is_typed:
        typing = plan_action("Type", target=target(field, holder.prompt), text=options.text)
        return SkillPlan((typing,), finished=False, log=f"Look for {options.prompt}")
    offers = dict.fromkeys(node.name for node in screen.tree if node.role == "option" and node.name)
    if not offers and waits < _MOST_WAITS:
        return SkillPlan((plan_action("Wait", seconds=0.5),), finished=False)
    closed = f"part {progress.part}: closed {opener.number}"
    choices = f"; it offers: {', '.join([*offers][:8])}" if offers else ""
    reason = next((note.removeprefix(closed) for note in progress.notes if note.startswith(closed)), None)
    if reason is not None:
        return Decline(f"{holder.prompt} does not offer {options.prompt}{reason}", tied=True)
    restored = [plan_action("Clear", target=target(field, holder.prompt))] if field and is_typed else []
    shut = (
        tap(opener, holder.prompt) if "expanded" in opener.states and not field else plan_action("Press", keys="Escape")
    )
    return SkillPlan((*restored, shut), finished=False, memory=f"{closed}{choices}", log=f"Close {holder.prompt}")


def _search_field(opener: Node, screen: ScreenIndex) -> Node | None:
    """Where the options can be searched: the control itself, or the field that came up with the list."""
    if opener.attributes.get("tag") in _EDITABLE and "readonly" not in opener.states:
        return opener
    focused = [node for node in screen.fields if "focused" in node.states and node.attributes.get("tag") in _EDITABLE]
    return focused[0] if len(focused) == 1 else None
