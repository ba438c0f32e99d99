"""Groups of similar elements and their values: the names of the products, the prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.measures import measured, measures
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline
from askonce.embedded.table_values import cells_under
from askonce.language.normalization import key, split_words
from askonce.language.numerals import singular
from askonce.language.vocabulary import vocabulary
from askonce.screens import Node

_KINDS = {
    "row": frozenset({"row"}),
    "line": frozenset({"row", "listitem"}),
    "item": frozenset({"listitem", "article", "option", "figure"}),
    "entry": frozenset({"listitem", "article", "option", "figure"}),
    "link": frozenset({"link"}),
    "button": frozenset({"button"}),
    "heading": frozenset({"heading"}),
    "tab": frozenset({"tab"}),
    "checkbox": frozenset({"checkbox"}),
}
_THINGS = frozenset({"article", "listitem", "row", "figure", "group"})
_JOINTS = frozenset({"in", "on", "of", "from", "inside", "within"})
_PAGE = frozenset({"page", "screen", "site"})
_TEXTS = frozenset({"heading", "link", "text", "cell", "gridcell", "rowheader"})


def find_group(words: str, screen: ScreenIndex) -> list[Node] | Decline:
    """The elements that are meant, in order: of one kind, side by side, in the place that is named."""
    noun, place = _read_group(words)
    if not noun:
        return Decline(f"{words!r} does not name several things of one kind")
    roles = _KINDS.get(noun, _THINGS)
    within = _place(place, screen)
    if isinstance(within, Decline):
        return within
    nodes = [within, *screen.layout.inside(within)] if within else list(screen.tree)
    if noun in {"link", "button", "heading", "tab", "checkbox"}:
        return [node for node in nodes if node.role in roles]
    outer = _outermost_sets(nodes, roles, screen)
    named = [members for members in outer if _is_called(members, noun, screen)]
    chosen = named or [members for members in outer if len(members) > 1] or (outer if within else [])
    if len(chosen) == 1:
        return chosen[0]
    return Decline(
        f"{len(chosen)} lists could be meant by {words!r}; say which, for example: the items in the list Fruit"
        if chosen
        else f"no list of {words} is shown"
    )


def _outermost_sets(nodes: Sequence[Node], roles: frozenset[str], screen: ScreenIndex) -> list[list[Node]]:
    """The elements of these roles by what holds them; those that are parts of others are left out."""
    sets: defaultdict[tuple[int | None, str], list[Node]] = defaultdict(list)
    for node in nodes:
        is_header = node.role == "row" and screen.layout.holds_role(node, "columnheader")
        if node.role in roles and not is_header and name_of(node, screen):
            sets[node.parent, node.role].append(node)
    return [members for members in sets.values() if not any(_holds(other, members, screen) for other in sets.values())]


def value_of(node: Node, attribute: str, screen: ScreenIndex) -> str | float | None:
    """What one of them says of an attribute: its name, its price, its cell in the column of that heading."""
    words = [singular(word) for word in split_words(attribute) if word not in lexicon().articles]
    if words in ([], ["name"], ["title"], ["text"]):
        return name_of(node, screen) or None
    if len(words) == 1 and measures().nouns.get(words[0]) == "money":
        amounts = {
            amount
            for other in screen.layout.inside(node)
            if (amount := measured(other.text or other.shown, "money")) is not None
        }
        return plain_number(amounts.pop()) if len(amounts) == 1 else None
    cells = cells_under(screen, attribute, node) or cells_under(screen, " ".join(words), node)
    return as_value((cells[0].text or cells[0].shown).strip()) if len(cells) == 1 else None


def name_of(node: Node, screen: ScreenIndex) -> str:
    """The name of an element: its own, else the first text in it."""
    own = (node.shown or node.text).strip()
    if own and node.role != "row":
        return own
    inside = [
        other for other in screen.layout.inside(node) if other.role in _TEXTS and (other.text or other.shown).strip()
    ]
    headings = [other for other in inside if other.role == "heading"]
    first = next(iter((*headings, *inside)), None)
    return (first.text or first.shown).strip() if first else own


def as_value(text: str) -> str | float:
    """A text as the number that it is, if it is one beyond doubt."""
    number = measured(text, "number")
    leads = text.lstrip("-").startswith("0") and not text.lstrip("-").startswith("0.") and text != "0"
    return plain_number(number) if number is not None and "," not in text and not leads else text


def plain_number(number: float) -> float:
    return int(number) if number.is_integer() else number


def _read_group(words: str) -> tuple[str, str]:
    """ "the rows of the table Orders" as "row" and "table Orders"."""
    terms = [word for word in words.split() if key(word)]
    plain = [key(word) for word in terms]
    start = 1 if plain and plain[0] in lexicon().articles else 0
    joint = next((at for at, word in enumerate(plain) if at > start and word in _JOINTS), len(terms))
    nouns = plain[start:joint]
    if not nouns or singular(nouns[-1]) == nouns[-1]:
        return "", ""
    return singular(nouns[-1]), " ".join(terms[joint + 1 :])


def _place(place: str, screen: ScreenIndex) -> Node | Decline | None:
    """The part of the screen that is named; None for all of it."""
    words = [word for word in split_words(place) if word not in lexicon().articles]
    if not words or (len(words) == 1 and words[0] in _PAGE):
        return None
    named = _containers(words, screen)
    inner = [
        node
        for node in named
        if not any(member.number == node.number for other in named for member in screen.layout.above(other))
    ]
    if len(inner) == 1:
        return inner[0]
    return Decline(f"{len(inner)} parts of the screen could be {place!r}" if inner else f"{place!r} is not shown")


def _containers(words: Sequence[str], screen: ScreenIndex) -> list[Node]:
    """The parts of the screen with that name or heading; else those of the kind that the words begin or end with."""
    containers = [node for node in screen.tree if node.role in vocabulary().containers]
    bare = " ".join(words)
    named = [node for node in containers if key(node.name) == bare or bare in _spoken(node, screen)]
    roles = {role for word in (words[0], words[-1]) for kind in _roles(word) for role in kind}
    if named or not roles:
        return named
    rest = " ".join(word for word in words if not _roles(word))
    return [node for node in containers if node.role in roles and (not rest or key(node.name) == rest)]


def _roles(word: str) -> list[frozenset[str]]:
    return [kind.strict for kind in vocabulary().kinds.get((word,), ()) if kind.strict & vocabulary().containers]


def _spoken(node: Node, screen: ScreenIndex) -> set[str]:
    """The headings right inside of a part of the screen."""
    return {key(other.text or other.shown) for other in screen.layout.children(node) if other.role == "heading"}


def _holds(others: Sequence[Node], members: Sequence[Node], screen: ScreenIndex) -> bool:
    """Whether `members` are parts of one of `others`."""
    numbers = {node.number for node in others}
    return any(other.number in numbers for other in screen.layout.above(members[0]))


def _is_called(members: Sequence[Node], noun: str, screen: ScreenIndex) -> bool:
    """Whether what holds them is called by that noun."""
    around = next(iter(screen.layout.above(members[0])), None)
    names = [key(around.name), *_spoken(around, screen)] if around else []
    return any(singular(word) == noun for name in names for word in name.split())
