"""Bringing into sight what is not there yet: one way each, tried in the order of the table of seekers."""

from __future__ import annotations

from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.grammar import IntentArgument, read_part
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.page_turns import TURNS
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.nth_item import forward_link
from askonce.language.commitments import committing_word, label_commits
from askonce.language.normalization import key, split_words
from askonce.language.numerals import split_ordinal
from askonce.language.vocabulary import vocabulary
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS, TICKED, is_for_searching

_MOST_SCREENS = 12
_MOST_PAGES = 5
LAYERS = frozenset({"dialog", "alertdialog", "overlay", "menu", "listbox"})
_SHUT = regex(r"(?:^|[\s_-])(?:expandable|collapsed|closed|expand)(?:$|[\s_-])")
_CLOSERS = ("close", "dismiss", "no thanks", "not now", "skip", "got it")
_ACKNOWLEDGED = frozenset({"ok", "okay"})
_PLACES = TURNS | {"first", "last", "back", "forward", "newer", "older"}
_NOT_LISTED = frozenset({"page", "pages", "all", "every", "each", "everything"})
_COMMANDS = frozenset({"export", "print", "download", "refresh", "reload", "upload"})
"""Words on controls that commit to nothing, and are no names of items."""
_FILLING = frozenset(
    {
        "type",
        "changefrom",
        "tick",
        "untick",
        "firston",
        "firstoff",
        "assign",
        "pairs",
        "empty",
        "value",
        "copy",
        "phrase",
    }
)
_CHOOSING = frozenset({"choose", "showas"})
"""Verbs that fill in what they are said of, if it is a field."""


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


def turn_page(missing: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The next page of a list that goes on in its place, up to a limit; a link leads away from what is shown."""
    forward = forward_link(screen)
    if forward and not forward.attributes.get("href", "#").startswith(("#", "javascript:")):
        return None
    turned = sum(past.action == "Tap" for past in progress.past_actions)
    if forward is None or turned >= _MOST_PAGES or _is_not_listed(screen.fill(missing)):
        return None
    if _is_filled_in(screen, progress):
        reason = (
            "it may be on another page of the list, where what was filled in here may be lost; do each page by itself"
        )
        return Decline(reason, missing)
    return SkillPlan(
        (tap(forward, "the next page"),), finished=False, log=f"Look on the next page for {missing.prompt}"
    )


def _is_not_listed(text: str) -> bool:
    """Whether words are not for one item that another page may have: those of pagers, places in the list, all that is
    in it, commands."""
    words = [word for word in split_words(text) if word not in lexicon().articles]
    place, _ = split_ordinal(f"{text} item")  # what is counted may have been left out
    if not _NOT_LISTED.isdisjoint(words) or _PLACES.issuperset(words) or place is not None:
        return True
    return words[0] in _COMMANDS or (len(words) == 1 and label_commits(text))


def _is_filled_in(screen: ScreenIndex, progress: PartProgress) -> bool:
    """Whether an earlier part filled in something that was not sent since: another page may come without it."""
    verbs = {goal.index: intent.verb for goal in progress.state.goals for intent in read_part(goal.text)[:1]}
    is_open = False
    for past in progress.state.past_actions:
        if past.part != progress.part and past.is_done:
            is_sent = past.action == "Press" or label_commits(past.prompt)
            is_filled = _fills(past, verbs.get(past.part, ""), screen)
            is_open = (is_filled or (is_open and not is_sent)) and past.params.get("enter") is not True
    return is_open or bool(progress.planned)


def _fills(past: PastAction, verb: str, screen: ScreenIndex) -> bool:
    """Whether an action of a part with this verb filled in a field that is not only for searching."""
    node = screen.node(past.element) if past.element is not None else None
    if node and is_for_searching(node):
        return False
    return (
        past.action == "Select"
        or verb in _FILLING
        or (verb in _CHOOSING and bool(node) and node.role in FIELDS | TICKED)
    )
