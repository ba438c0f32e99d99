"""Opening and closing what folds: sections, trees, menus, layers."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.overlays import find_obstacle
from askonce.embedded.screen_index import Absent, Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.embedded.skills.clicks import not_found
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


def expand(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Open what is named; of a kind without a name, the one that is closed, or all of them."""
    noun, is_every = _kind(intent.target)
    found = sight.find(intent.target, lambda node: node.actionable)
    name = _name(intent.target, noun)
    if name and isinstance(found, Absent):
        found = sight.find(name, lambda node: node.actionable)
    if isinstance(found, Node):
        return Move(certain=True) if found.states & _OPEN else Move((tap(found, intent.target.prompt),))
    return _expand_kind(noun, is_every, sight, progress) if noun else not_found(found, intent.target)


def collapse(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Close what is named and open; something that is closed already is left alone."""
    found = sight.find(intent.target, lambda node: bool(node.states & {"expanded", "collapsed"}))
    if isinstance(found, Node):
        return Move((tap(found, intent.target.prompt),)) if "expanded" in found.states else Move(certain=True)
    noun, is_every = _kind(intent.target)
    opened = [node for node in sight.tree if node.actionable and "expanded" in node.states] if noun else []
    if len(opened) == 1 or (opened and is_every):
        return Move(tuple(tap(node, node.name or noun) for node in opened))
    return not_found(found, intent.target)


def close(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Close the one layer that lies over the page, by what it has for that."""
    layers = [node for node in sight.tree if node.role in LAYERS and _is_meant(intent.target, node)]
    outer = [node for node in layers if not any(one in layers for one in sight.layout.above(node))]
    if len(outer) != 1 and (meant := _obstacle(intent, sight)):
        outer = [meant]
    if len(outer) != 1:
        return None if outer else Decline(f"nothing is open that is called {intent.target.prompt}")
    closer = closer_in(outer[0], sight)
    if closer is None:
        return Decline(f"{intent.target.prompt} has nothing that clearly closes it; say what to click", tied=True)
    return Move((tap(closer, closer.name or "close"),))


def _obstacle(intent: Intent, sight: Sight) -> Node | None:
    """The banner, notice or pop-up that the sentence, or its condition, speaks of."""
    kind = read_obstacle(intent.condition) or read_obstacle(f"there is {sight.fill(intent.target)}")
    found = find_obstacle(kind, sight) if kind else None
    return found if isinstance(found, Node) else None


def answer(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Accept what a layer of the page asks; no browser dialog is open, or it would be answered before."""
    layers = [node for node in sight.tree if node.role in LAYERS]
    names = {" ".join(one) for one in lexicon().classes["accept button"]}
    inside = {node.number: node for layer in layers for node in sight.layout.inside(layer) if node.actionable}
    buttons = [node for node in inside.values() if key(node.name) in names]
    if len(buttons) == 1:
        return Move((tap(buttons[0], buttons[0].name),))
    return Decline(f"no dialog is open that {intent.words!r} could mean")


def _is_meant(said: Said, layer: Node) -> bool:
    """Whether the words for a layer say nothing that it does not show."""
    words = {*split_words(said.text)} - lexicon().articles - _SHOWN
    return words <= {*split_words(layer.name)}


def _kind(said: Said) -> tuple[str, bool]:
    """ "the sections below" as "section", and that all of them are meant."""
    words = [word for word in split_words(said.text) if word not in lexicon().articles]
    for phrase in lexicon().classes["where"]:
        if len(words) > len(phrase) and tuple(words[-len(phrase) :]) == phrase:
            words = words[: -len(phrase)]
    is_every = bool(words) and words[0] in {"all", "every", "each", "both"}
    words = [word for word in words if word not in {"all", "every", "each", "both", "of", "the"}]
    last = words[-1] if words else ""
    noun = last.removesuffix("s") if last.removesuffix("s") in _KINDS else last
    is_name = said.fixed or noun not in _KINDS or len(words) > 2
    return ("", False) if is_name else (noun, is_every or noun != last)


def _name(said: Said, noun: str) -> Said | None:
    """ "the Returns section" as "Returns"."""
    words = said.prompt.split()
    if not noun or said.fixed or words[-1].casefold() != noun:
        return None
    name = " ".join(word for word in words[:-1] if word.casefold() not in lexicon().articles)
    return Said(name, raw=name) if name else None


def _expand_kind(noun: str, is_every: bool, sight: Sight, progress: Progress) -> Move | Decline:
    called = _shut(noun, sight)
    if is_every and called:
        fresh = [node for node in called if not progress.has_done("Tap", node)]
        steps = tuple(tap(node, node.name or noun) for node in fresh[:1])
        return Move(steps, finished=len(fresh) < 2)
    if len(called) == 1:
        return Move((tap(called[0], called[0].name or noun),))
    if called:
        return Decline(f"{len(called)} of them are closed: {', '.join(node.name for node in called[:5])}; say which")
    if any(_OPEN & node.states for node in sight.tree):
        return Move(certain=True)
    return Decline(f"no closed {noun} is there", Said(noun))


def _shut(noun: str, sight: Sight) -> list[Node]:
    """What can be opened: what is called by the noun if anything is, else all that is closed."""
    shut = [node for node in sight.tree if is_shut(node) and not _holds_button(node, sight)]
    if not shut:
        shut = [node for node in sight.tree if node.actionable and node.name.strip() in _SIGNS]
    return [node for node in shut if noun in split_words(node.name)] or shut


def _holds_button(node: Node, sight: Sight) -> bool:
    """Whether it is only the frame of another thing to press."""
    return any(inner.actionable for inner in sight.layout.inside(node))
