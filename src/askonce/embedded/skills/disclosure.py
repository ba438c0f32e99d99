"""Opening and closing what folds: sections, trees, menus, layers."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.overlays import find_obstacle
from askonce.embedded.press_effects import seen_effect
from askonce.embedded.screen_index import Absent, ScreenIndex
from askonce.embedded.shown_words import fold_of, note_shown, pressed_control, was_noted, watch
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.skills.dropped_lists import opener_labelled
from askonce.embedded.skills.reveal import LAYERS, closer_in, is_shut
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_KINDS = frozenset(
    {"section", "panel", "accordion", "menu", "list", "tree", "details", "item", "group", "branch", "it"}
)
_SIGNS = frozenset({"+", "☰", "≡", "⋮", "⋯", "…", "...", "▸", "▶", "▾", "▼"})
_OPEN = frozenset({"expanded", "selected"})
_SHOWN = frozenset(
    {
        "popup",
        "pop",
        "up",
        "pop-up",
        "dialog",
        "dialogue",
        "box",
        "modal",
        "window",
        "overlay",
        "banner",
        "message",
        "it",
    }
)


def expand(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Open what is named; of a kind without a name, the one that is closed, or all of them."""
    noun, is_every = _kind(intent.target)
    if was_noted(progress):
        return _expanded_seen(intent.target.prompt, screen, progress)
    found = screen.find(intent.target, lambda node: node.actionable)
    name = _name(intent.target, noun)
    if name and isinstance(found, Absent):
        found = screen.find(name, lambda node: node.actionable)
    if isinstance(found, Absent):
        found = opener_labelled(intent.target, screen) or found
    if screen.tree.seen and noun and not isinstance(found, Node) and len(bars := _bars(screen)) == 1:
        found = bars[0]
    if isinstance(found, Node) and "seen" in found.attributes:
        press = tap(found, intent.target.prompt)
        noted = SkillPlan((press,), finished=False, memory=note_shown(found, screen, progress))
        return watch(screen, progress) or noted
    if isinstance(found, Node):
        return SkillPlan(certain=True) if found.states & _OPEN else SkillPlan((tap(found, intent.target.prompt),))
    return _expand_kind(noun, is_every, screen, progress) if noun else not_found(found, intent.target)


def collapse(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Close what is named, if it is open."""
    found = screen.find(intent.target, lambda node: bool(node.states & {"expanded", "collapsed"}))
    if isinstance(found, Node):
        return SkillPlan((tap(found, intent.target.prompt),)) if "expanded" in found.states else SkillPlan(certain=True)
    noun, is_every = _kind(intent.target)
    opened = [node for node in screen.tree if node.actionable and "expanded" in node.states] if noun else []
    if len(opened) == 1 or (opened and is_every):
        return SkillPlan(tuple(tap(node, node.name or noun) for node in opened))
    return not_found(found, intent.target)


def close(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Close the only layer over the page with its own control."""
    layers = [node for node in screen.tree if node.role in LAYERS and _is_meant(intent.target, node)]
    outer = [node for node in layers if not any(item in layers for item in screen.layout.above(node))]
    if len(outer) != 1 and (meant := _obstacle(intent, screen)):
        outer = [meant]
    if len(outer) != 1:
        return None if outer else Decline(f"nothing is open that is called {intent.target.prompt}")
    closer = closer_in(outer[0], screen)
    if closer is None:
        return Decline(f"{intent.target.prompt} has nothing that clearly closes it; say what to click", tied=True)
    return SkillPlan((tap(closer, closer.name or "close"),))


def _obstacle(intent: Intent, screen: ScreenIndex) -> Node | None:
    """The banner, notice or pop-up that the sentence or its condition mentions."""
    kind = read_obstacle(intent.condition) or read_obstacle(f"there is {screen.fill(intent.target)}")
    found = find_obstacle(kind, screen) if kind else None
    return found if isinstance(found, Node) else None


def answer(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Accept what a layer of the page asks; no browser dialog is open, or it would be answered before."""
    layers = [node for node in screen.tree if node.role in LAYERS]
    names = {" ".join(phrase) for phrase in lexicon().classes["accept button"]}
    inside = {node.number: node for layer in layers for node in screen.layout.inside(layer) if node.actionable}
    buttons = [node for node in inside.values() if key(node.name) in names]
    if len(buttons) == 1:
        return SkillPlan((tap(buttons[0], buttons[0].name),))
    return Decline(f"no dialog is open that {intent.words!r} could mean")


def _is_meant(argument: IntentArgument, layer: Node) -> bool:
    """Whether the layer's name contains all the words used for it."""
    words = {*split_words(argument.text)} - lexicon().articles - _SHOWN
    return words <= {*split_words(layer.name)}


def _kind(argument: IntentArgument) -> tuple[str, bool]:
    """ "the sections below" as "section", and that all of them are meant."""
    words = [word for word in split_words(argument.text) if word not in lexicon().articles]
    for phrase in lexicon().classes["where"]:
        if len(words) > len(phrase) and tuple(words[-len(phrase) :]) == phrase:
            words = words[: -len(phrase)]
    is_every = bool(words) and words[0] in {"all", "every", "each", "both"}
    words = [word for word in words if word not in {"all", "every", "each", "both", "of", "the"}]
    last = words[-1] if words else ""
    noun = last.removesuffix("s") if last.removesuffix("s") in _KINDS else last
    is_name = argument.fixed or noun not in _KINDS or len(words) > 2
    return ("", False) if is_name else (noun, is_every or noun != last)


def _name(argument: IntentArgument, noun: str) -> IntentArgument | None:
    """ "the Returns section" as "Returns"."""
    words = argument.prompt.split()
    if not noun or argument.fixed or words[-1].casefold() != noun:
        return None
    name = " ".join(word for word in words[:-1] if word.casefold() not in lexicon().articles)
    return IntentArgument(name, raw=name) if name else None


def _bars(screen: ScreenIndex) -> list[Node]:
    """The bars with words at their beginning: what is only seen shows no other sign of a section that can be opened."""
    return [node for node in screen.tree if "bar" in node.attributes]


def _expanded_seen(words: str, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """What was only seen was pressed: now it is open, or was before and is pressed again."""
    control = pressed_control(screen, progress)
    match fold_of(control, screen, progress) if control else "unclear":
        case "opened":
            return SkillPlan(certain=True)
        case "closed" if control:
            return SkillPlan((tap(control, words),), log=f"{words} was open already")
        case "same":
            return seen_effect(False, words, progress)
        case _:
            return Decline(f"{words} was pressed, and it cannot be seen whether it is open", tied=True, final=True)


def _expand_kind(noun: str, is_every: bool, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    called = _shut(noun, screen)
    if is_every and called:
        fresh = [node for node in called if not progress.has_done("Tap", node)]
        actions = tuple(tap(node, node.name or noun) for node in fresh[:1])
        return SkillPlan(actions, finished=len(fresh) < 2)
    if len(called) == 1:
        return SkillPlan((tap(called[0], called[0].name or noun),))
    if called:
        return Decline(f"{len(called)} of them are closed: {', '.join(node.name for node in called[:5])}; say which")
    if any(_OPEN & node.states for node in screen.tree):
        return SkillPlan(certain=True)
    return Decline(f"there is no closed {noun}", IntentArgument(noun))


def _shut(noun: str, screen: ScreenIndex) -> list[Node]:
    """What can be opened: elements named with the noun if there are any, else all that are closed."""
    shut = [node for node in screen.tree if is_shut(node) and not _holds_button(node, screen)]
    if not shut:
        shut = [node for node in screen.tree if node.actionable and node.name.strip() in _SIGNS]
    return [node for node in shut if noun in split_words(node.name)] or shut


def _holds_button(node: Node, screen: ScreenIndex) -> bool:
    """Whether it only wraps another control."""
    return any(inner.actionable for inner in screen.layout.inside(node))
