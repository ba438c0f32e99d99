"""Bringing into sight what is not there yet: one way each, tried in the order of the table of seekers."""

from __future__ import annotations

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.nth_item import forward_link
from askonce.language.commitments import committing_word
from askonce.language.normalization import key
from askonce.language.vocabulary import vocabulary
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS

_MOST_SCREENS = 12
_MOST_PAGES = 5
LAYERS = frozenset({"dialog", "alertdialog", "overlay", "menu", "listbox"})
_SHUT = regex(r"(?:^|[\s_-])(?:expandable|collapsed|closed|expand)(?:$|[\s_-])")
_CLOSERS = ("close", "dismiss", "no thanks", "not now", "skip", "got it")
_ACKNOWLEDGED = frozenset({"ok", "okay"})


def dismiss_cover(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Close what covers the target, if it has a control for that."""
    found = screen.find(missing)
    return _dismiss(found, missing.prompt, screen, progress) if isinstance(found, Node) else None


def uncover(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """What has to be closed first, if something covers an element that `plan` touches."""
    for action in plan.actions:
        number = dict(action.params.get("target") or {}).get("element")
        node = screen.node(number) if number is not None else None
        if node and (first := _dismiss(node, node.name or "the target", screen, progress)):
            return first
    return None


def closer_in(layer: Node, screen: ScreenIndex) -> Node | None:
    """The control that clearly closes a layer and does nothing else; a lone "OK" where nothing is asked."""
    inside = [node for node in (layer, *screen.layout.inside(layer)) if node.actionable]
    for name in _CLOSERS:
        closers = [node for node in inside if name in {key(text) for text in screen.names(node)} | _meant(node)]
        if len(closers) == 1:
            return closers[0]
    if len(inside) != 1 or key(inside[0].name) not in _ACKNOWLEDGED:
        return None
    texts = [node.words for node in (layer, *screen.layout.inside(layer)) if node.number != inside[0].number]
    asks = any("?" in text or any(committing_word(word) for word in text.split()) for text in texts)
    return None if asks else inside[0]


def _meant(node: Node) -> set[str]:
    """What a symbol on a button means: × is close."""
    sign = vocabulary().symbols.get(node.name.strip())
    return {sign} if sign else set()


def _dismiss(node: Node, words: str, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    cover = screen.node(node.cover) if "covered" in node.states and node.cover is not None else None
    if cover is None:
        return None
    layer = next((other for other in (cover, *screen.layout.above(cover)) if other.role in LAYERS), cover)
    closer = closer_in(layer, screen)
    is_form = any(inner.actionable and inner.role in FIELDS for inner in screen.layout.inside(layer))
    if is_form and layer.role in {"dialog", "alertdialog"}:
        return None  # what was filled in there would be lost
    if closer and not progress.has_done("Tap", closer):
        return SkillPlan((tap(closer, closer.name or "close"),), finished=False, log=f"Close what covers {words}")
    if closer is None and layer.role in LAYERS:
        pressed = sum(past.action == "Press" for past in progress.past_actions)
        keys = ("Escape", "Tab") if _is_left_by_tab(layer, screen) else ("Escape",)
        for name in keys[pressed : pressed + 1]:
            return SkillPlan((plan_action("Press", keys=name),), finished=False, log=f"Close what covers {words}")
    return None


def _is_left_by_tab(layer: Node, screen: ScreenIndex) -> bool:
    """Whether a field outside of a layer has the focus: what came up for it goes when the field is left."""
    inside = {node.number for node in screen.layout.inside(layer)}
    return any("focused" in field.states and field.number not in inside for field in screen.fields)


def scroll_inside(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Further down in what is open on top and goes on, such as a list that dropped down."""
    areas = [node for node in screen.tree if "scrolls" in node.states and float(node.attributes.get("below", 0)) > 1]
    layered = [area for area in areas if any(other.role in LAYERS for other in screen.layout.above(area))]
    scrolls = sum(past.action == "Scroll" for past in progress.past_actions)
    chosen = layered or areas
    if len(chosen) != 1 or scrolls >= _MOST_SCREENS:
        return None
    area = target(chosen[0], chosen[0].name or "the list")
    return SkillPlan(
        (plan_action("Scroll", direction="down", target=area),), finished=False, log=f"Look for {missing.prompt}"
    )


def scroll_back(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Scroll to the top of a page that was scrolled before, so that nothing is skipped."""
    if not screen.tree.goes_on_above or any(past.action == "Scroll" for past in progress.past_actions):
        return None
    return SkillPlan(
        (plan_action("Scroll", direction="up", to_end=True),),
        finished=False,
        log=f"Look from the top for {missing.prompt}",
    )


def scroll_on(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """One screen further down a long page, up to a limit."""
    scrolls = sum(past.action == "Scroll" for past in progress.past_actions)
    is_at_end = screen.tree.scrolls_down and progress.is_at_end
    if not screen.tree.goes_on_below or is_at_end or scrolls >= _MOST_SCREENS:
        return None
    return SkillPlan(
        (plan_action("Scroll", direction="down"),), finished=False, log=f"Look further down for {missing.prompt}"
    )


def is_shut(node: Node) -> bool:
    """Whether it opens something that is not shown now. A list of choices does not count."""
    if not node.actionable or "disabled" in node.states or node.role in FIELDS:
        return False
    if node.role == "tab":
        return "selected" not in node.states
    return "collapsed" in node.states or bool(_SHUT.search(node.attributes.get("class", "")))


def turn_page(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """The next page of a list that goes on in its place, up to a limit; a link leads away from what is shown."""
    forward = forward_link(screen)
    if forward and not forward.attributes.get("href", "#").startswith(("#", "javascript:")):
        return None
    turned = sum(past.action == "Tap" for past in progress.past_actions)
    if forward is None or turned >= _MOST_PAGES:
        return None
    return SkillPlan(
        (tap(forward, "the next page"),), finished=False, log=f"Look on the next page for {missing.prompt}"
    )
