"""Choosing: in lists, among radio buttons and boxes, or by a click on what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.screen_index import Sight, Unclear, is_ticked
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.checkboxes import listed, switched
from askonce.embedded.skills.clicks import not_found
from askonce.language.normalization import key
from askonce.language.numerals import split_ordinal
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_NOTHING = frozenset({"nothing", "none", "no options", "nothing at all", "none of them"})

_BARE = frozenset(
    f"{article}{noun}"
    for article in ("", "the ", "a ")
    for noun in ("dropdown", "drop down", "list", "menu", "select", "combobox", "dropdown menu", "dropdown list")
)
_JOINT = re.compile(r"(\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)")
_MARKS = "\"'“”‘’ "
_LISTS = frozenset({"box", "list", "menu", "element", "field"})
"""What "select" may stand before as part of a noun."""
_VERBS = frozenset({"select", "choose", "pick"})
_OPTIONS = frozenset({"option", "item", "entry", "choice", "value", "one"})
_ARROWS = frozenset("▾▼⌄▿🔽˅")


def choose(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """In the list that is named, or in the one that has what is asked for; else whatever is called so."""
    options = intent.get("options")
    if not options or _holds_verb(intent.target):
        return None
    if options.text.casefold() in _NOTHING and not options.fixed:
        return Move(certain=True)
    holder = _list_for(intent, sight)
    if isinstance(holder, Decline):
        return holder
    if holder:
        return _select(holder, intent.target.prompt or holder.name or "the list", options, sight)
    picked = _by_name(options, intent.target, sight)
    opener = _opener(intent.target, sight, progress) if isinstance(picked, Decline) and picked.missing else None
    if opener:
        words = intent.target.prompt
        return Move((tap(opener, words),), finished=False, log=f"Open {words}")
    return picked


def _holds_verb(said: Said) -> bool:
    """Whether the words for a list tell of something else to choose: then two things were read as one."""
    tokens = read_tokens(said.prompt)
    return any(
        token.plain in _VERBS and not token.is_fixed and after.plain not in _LISTS for token, after in pairwise(tokens)
    )


def _list_for(intent: Intent, sight: Sight) -> Node | Decline | None:
    """The native list that is meant."""
    lists = [node for node in sight.tree if node.options and node.actionable]
    if intent.target:
        found = sight.find(intent.target, lambda node: bool(node.options))
        if isinstance(found, Node):
            return found
    options = intent.get("options")
    having = [node for node in lists if _chosen(node, options, sight)]
    if len(having) > 1:
        return Decline(f"{len(having)} lists offer {options.prompt}; say from which, as in: choose … from Colour")
    return having[0] if having else None


def _opener(holder: Said, sight: Sight, progress: Progress) -> Node | None:
    """What opens the list that is named, where it was not opened yet and is no native one."""
    if not holder:
        return None
    found = sight.find(holder, lambda node: node.actionable)
    if not isinstance(found, Node):
        marked = [node for node in sight.tree if node.actionable and _opens(node)]
        is_bare = key(holder.text) in _BARE
        found = marked[0] if is_bare and len(marked) == 1 else None
    return found if found and found.role != "slider" and not progress.has_done("Tap", found) else None


def _opens(node: Node) -> bool:
    """Whether a list drops down from it."""
    return node.role == "combobox" or "collapsed" in node.states or node.name.strip()[-1:] in _ARROWS


def _select(holder: Node, words: str, options: Said, sight: Sight) -> Move | Decline:
    chosen = _chosen(holder, options, sight)
    if not chosen:
        return Decline(f"{words} does not offer {options.prompt}")
    move = step("Select", target=target(holder, words), options=[_open(one, options, sight) for one in chosen])
    return Move((move,), certain=True)


def _chosen(holder: Node, options: Said, sight: Sight) -> list[str]:
    """The options that are named, as the list writes them: one that is called just so, or several one by one."""
    if whole := _option(holder, options, sight) or _counted_option(holder, options, sight):
        return [whole]
    return _joined(_JOINT.split(sight.state.fill(options.prompt)), holder, sight)


def _joined(pieces: list[str], holder: Node, sight: Sight) -> list[str]:
    """The options that a list of names gives, some of which may have an "and" or a comma of their own."""
    if not pieces:
        return []
    for end in range(len(pieces), 0, -2):
        first = _option(holder, Said("".join(pieces[:end]).strip(_MARKS)), sight)
        rest = _joined(pieces[end + 1 :], holder, sight)
        if first and (rest or end == len(pieces)):
            return [first, *rest]
    return []


def _option(holder: Node, said: Said, sight: Sight) -> str:
    text = sight.state.fill(said.text)
    exact = [one for one in holder.options if one == text]
    alike = exact or [one for one in holder.options if key(one) == key(text)]
    return alike[0] if len(set(alike)) == 1 else ""


def _counted_option(holder: Node, said: Said, sight: Sight) -> str:
    """ "The third option" by its place."""
    place, noun = split_ordinal(sight.state.fill(said.text))
    if said.fixed or place is None or noun not in _OPTIONS or not 0 < abs(place) <= len(holder.options):
        return ""
    return holder.options[place - 1 if place > 0 else place]


def _open(option: str, options: Said, sight: Sight) -> str:
    """An option that came from a value is written by the value's name, so that a recording keeps it so."""
    return options.text if sight.state.fill(options.text) == option else option


def _by_name(options: Said, holder: Said, sight: Sight) -> Move | Decline | None:
    """Boxes and radio buttons that are called so, or the one thing that is."""
    names = listed(options)
    if len(names) < 2 or sight.exactly(sight.state.fill(options.text)):
        whole = _pick(options, holder, sight)
        return _taken([(whole, options.prompt)]) if isinstance(whole, Node) else whole
    picked: list[tuple[Node, str]] = []
    for name in names:
        node = _pick(name, holder, sight)
        if not isinstance(node, Node):
            return node
        picked.append((node, name.prompt))
    return _taken(picked)


def _taken(nodes: Sequence[tuple[Node, str]]) -> Move:
    if all(is_ticked(node) for node, _ in nodes):
        return switched(list(nodes), True)
    return Move(tuple(tap(node, words) for node, words in nodes))


def _pick(said: Said, holder: Said, sight: Sight) -> Node | Decline:
    found = sight.find(said)
    if isinstance(found, Unclear) and holder:
        inside = Said(f"{said.prompt} in {holder.prompt}", raw=f"{said.prompt} in {holder.prompt}")
        found = narrowed if isinstance(narrowed := sight.find(inside), Node) else found
    if isinstance(found, Unclear) or (isinstance(found, Node) and not found.actionable):
        ticked = sight.exactly(sight.state.fill(said.text), is_ticked)
        if len(ticked) == 1:
            return ticked[0]
    return found if isinstance(found, Node) else not_found(found, said)
