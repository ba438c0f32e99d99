"""Menus by their path: File > Export > CSV."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.lazy import regex
from askonce.screens import Node

_JOINT = regex(r"\s*(?:->|=>|[>→»›▸])\s*")
_MENU = regex(r"(?:the |a )?(.+?) menu", re.IGNORECASE)
_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_MARKS = "\"'“”‘’«» "
_MOST_HOVERED = 8


def follow_path(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One item after the other; each is looked for only after the one before it was opened."""
    argument = intent.target or intent.get("options")
    names = _item_of_menu(intent, screen) or _names(argument, screen)
    if len(names) < 2:
        return None
    opened = [_opened(name, progress) for name in names]
    place = next((at for at, how in enumerate(opened) if not how), len(names) - 1)
    item = _item(names[place], screen)
    if isinstance(item, Node):
        return _go_on(item, names, place)
    if place and opened[place - 1] == ["Hover"]:
        before = _item(names[place - 1], screen)
        if isinstance(before, Node):
            return SkillPlan((tap(before, names[place - 1]),), finished=False, log=f"Open {names[place - 1]}")
    return item


def hover_items(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Hover over the next item of an open menu, which may open its submenu and does nothing else."""
    hovered = {past.element for past in progress.past_actions if past.action == "Hover"}
    if len(hovered) >= _MOST_HOVERED:
        return None
    for node in screen.tree:
        if node.role in _ITEMS and node.number not in hovered and not node.states & {"disabled", "covered"}:
            words = node.name or "the menu item"
            return SkillPlan((_hover(node, words),), finished=False, log=f"Look behind {words} for {missing.prompt}")
    return None


def _go_on(item: Node, names: list[str], place: int) -> SkillPlan | Decline:
    name = names[place]
    if "disabled" in item.states:
        return Decline(f"{name} is disabled")
    if place == len(names) - 1:
        return SkillPlan((tap(item, name),))
    if "seen" in item.attributes and item.role not in _ITEMS:
        return Decline(
            f"nobody knows whether {name} opens a menu or is chosen by a press: it is only seen in a picture"
        )
    opening = _hover(item, name) if item.role in _ITEMS else tap(item, name)
    return SkillPlan((opening,), finished=False, log=f"Open {name}")


def _hover(node: Node, words: str) -> PlannedAction:
    return plan_action("Hover", target=target(node, words))


def _names(argument: IntentArgument, screen: ScreenIndex) -> list[str]:
    """The names on the path; none if an element has the whole path as its name."""
    text = screen.state.fill(argument.prompt)
    names = [name.strip(_MARKS) for name in _JOINT.split(text)]
    is_path = len(names) > 1 and all(names) and not screen.exactly(text.strip(_MARKS))
    return names if is_path else []


def _item_of_menu(intent: Intent, screen: ScreenIndex) -> list[str]:
    """ "CSV in the Export menu" as "Export" and "CSV"."""
    found = _MENU.fullmatch(screen.state.fill(intent.target.text)) if intent.get("options") else None
    return [found[1].strip(_MARKS), screen.state.fill(intent.get("options").text)] if found else []


def _opened(name: str, progress: PartProgress) -> list[str]:
    """How the item of that name was opened for this part."""
    done = [past for past in progress.past_actions if past.is_done]
    return [past.action for past in done if dict(past.params.get("target") or {}).get("prompt") == name]


def _item(name: str, screen: ScreenIndex) -> Node | Decline:
    nodes = screen.exactly(name, lambda node: node.actionable)
    items = [node for node in nodes if node.role in _ITEMS] or nodes
    if len(items) == 1:
        return items[0]
    words = IntentArgument(name, True, f'"{name}"')
    return (
        Decline(f"{len(items)} items are called {name!r}") if items else Decline(f"no item is called {name!r}", words)
    )
