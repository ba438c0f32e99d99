"""Menus by their path: File > Export > CSV."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.language.normalization import key
from askonce.lazy import regex
from askonce.screens import Node

_JOINT = regex(r"\s*(?:->|=>|[>→»›▸])\s*")
_MENU = regex(r"(?:the |a )?(.+?) menu", re.IGNORECASE)
_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_MARKS = "\"'“”‘’«» "
_MOST_HOVERED = 8
_ARROWS = ">›»▸▶❯〉 "
_SECONDS = 1


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
        if isinstance(before, Node) and "seen" in before.attributes:
            return _wait(names[place - 1], progress) or item
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
    # Nobody knows whether what is only seen opens a menu or is chosen by a press; under the pointer it does no harm.
    opening = _hover(item, name) if item.role in _ITEMS or "seen" in item.attributes else tap(item, name)
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


def _wait(name: str, progress: PartProgress) -> SkillPlan | None:
    """Another look, once for each item: menus open a moment after the pointer has come."""
    hovers, waits = (sum(past.action == action for past in progress.past_actions) for action in ("Hover", "Wait"))
    wait = plan_action("Wait", seconds=_SECONDS)
    return SkillPlan((wait,), finished=False, log=f"Look whether {name} opens") if waits < hovers else None


def _seen_items(name: str, screen: ScreenIndex) -> list[Node]:
    """What is only seen and called so, but for the arrow that stands behind the items of a menu that open another.
    Titles are no items."""
    called = [node for node in screen.tree if "seen" in node.attributes and key(_without_arrow(node)) == key(name)]
    return [node for node in called if "covered" not in node.states and "large" not in node.attributes]


def _without_arrow(node: Node) -> str:
    return (node.name or node.text).rstrip(_ARROWS)


def _item(name: str, screen: ScreenIndex) -> Node | Decline:
    known = [node for node in screen.exactly(name, lambda node: node.actionable) if "seen" not in node.attributes]
    nodes = known or _seen_items(name, screen)
    items = [node for node in nodes if node.role in _ITEMS] or nodes
    if len(items) == 1:
        return items[0]
    words = IntentArgument(name, True, f'"{name}"')
    return (
        Decline(f"{len(items)} items are called {name!r}") if items else Decline(f"no item is called {name!r}", words)
    )
