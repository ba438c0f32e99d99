"""What each element of a screen may be called, from its plain name to the weakest hint."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from askonce.language.icon_words import icon_words
from askonce.language.normalization import key, loose_key
from askonce.language.vocabulary import ElementKind, vocabulary
from askonce.lazy import dataclass, regex
from askonce.screens.field_labels import FIELDS, field_labels
from askonce.screens.ui_tree import Node, Tree

_LONGEST_NAME = 300
_LONG_TEXT = 6
_LEAST_START = 8
_KEPT = 20_000
_LONGEST_SIGN = 8
_MARKS = regex(r"\W+")
_COUNT = regex(r"\d{1,3}|\d+[.,]\d{2}")  # "Inbox 3", "Red mug €12.00"


@dataclass(frozen=True, slots=True)
class Called:
    """Elements that answer to a name; `grade` 0 is as written, higher is weaker."""

    grade: int
    nodes: tuple[Node, ...]


class Names:
    """Looks elements up by name. Weaker forms are only worked out when the plain one is not enough."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        labels = field_labels(tree)
        self._known = [(node, _shown(node, labels.get(node.number, ""))) for node in tree]

    def called(self, name: str, kind: ElementKind | None, *, quoted: bool, cut: bool) -> Iterator[Called]:
        """The elements called `name`, grade by grade; a quotation is meant as it is written, unless it was cut."""
        yield Called(0, tuple(self._plain.get(name, ())))
        yield Called(1, tuple(self._loose.get(loose_key(name), ())))
        if cut:
            yield Called(2, self._starting(name))
        if quoted:
            yield Called(5, tuple(self._drawn(name)))
            return
        yield Called(2, tuple(self._light.get(_lightened(name), ())))
        yield Called(3, tuple(self._hidden.get(loose_key(name), ())))
        if kind and "combobox" in kind.strict and "button" not in kind.strict:  # a dropdown shows what is chosen
            yield Called(4, tuple(self._values.get(name, ())))
        yield Called(5, tuple(self._icons.get(loose_key(name), ())))

    def _drawn(self, sign: str) -> Iterator[Node]:
        """The icons that seem to be a sign that is quoted: a cross for "x"."""
        meant = vocabulary().symbols.get(sign, "")
        return (node for node in self._tree if meant and "icon" in node.attributes and key(node.name) == meant)

    def _starting(self, name: str) -> tuple[Node, ...]:
        """The elements whose names go on after `name`, if that is long enough to know them by."""
        if len(name) < _LEAST_START:
            return ()
        return tuple(node for node, names in self._known if any(shown.startswith(name) for shown in names))

    def containing(self, name: str) -> tuple[Node, ...]:
        """Longer texts in which `name` can be read."""
        if " " not in name:
            return ()
        spaced = f" {name} "
        return tuple(
            node
            for node, names in self._known
            if any(shown.count(" ") >= _LONG_TEXT - 1 and spaced in f" {shown} " for shown in names)
        )

    def is_part_of_another(self, name: str) -> bool:
        """Whether something that can be used has `name` as a part of its own."""
        spaced = f" {name} "
        return any(
            node.actionable and any(spaced in f" {shown} " and shown != name for shown in names)
            for node, names in self._known
        )

    def has_word(self, node: Node, word: str) -> bool:
        return word in self.words(node)

    def words(self, node: Node) -> set[str]:
        return set(key(f"{node.words} {node.attributes.get('placeholder', '')}").split())

    @cached_property
    def _plain(self) -> dict[str, list[Node]]:
        return _index(self._known, lambda name: name)

    @cached_property
    def _loose(self) -> dict[str, list[Node]]:
        return _index(self._known, loose_key)

    @cached_property
    def _light(self) -> dict[str, list[Node]]:
        fields = [(node, names) for node, names in self._known if node.role in FIELDS]
        others = [(node, names) for node, names in self._known if node.role not in FIELDS]
        found = _index(others, _lightest)
        for name, nodes in _index(fields, _lightened).items():  # Address 2 is no address with a count
            found[name] = [*found.get(name, ()), *nodes]
        return found

    @cached_property
    def _hidden(self) -> dict[str, list[Node]]:
        return _index(((node, _hidden_names(node)) for node in self._tree), loose_key)

    @cached_property
    def _icons(self) -> dict[str, list[Node]]:
        """By all words for what an icon seems to stand for."""
        guessed = (node for node in self._tree if "icon" in node.attributes and node.name)
        return _index(((node, [*map(key, icon_words().synonyms(node.name))]) for node in guessed), loose_key)

    @cached_property
    def _values(self) -> dict[str, list[Node]]:
        held = ((node, [node.value]) for node in self._tree if node.value and "password" not in node.states)
        return _index(((node, [key(value) for value in values]) for node, values in held), lambda name: name)


def _index(known: Iterable[tuple[Node, Sequence[str]]], form: Callable[[str], str]) -> dict[str, list[Node]]:
    found: defaultdict[str, list[Node]] = defaultdict(list)
    for node, names in known:
        forms = (form(names[0]),) if len(names) == 1 else {form(name) for name in names}
        for name in forms:
            if name:
                found[name].append(node)
    return found


def _shown(node: Node, label: str) -> list[str]:
    """What a person reads on the element: its name, its text, what stands in an empty field, the label beside it."""
    texts = (node.shown, node.text, node.attributes.get("placeholder", ""), label)
    return list(dict.fromkeys(key(text[:_LONGEST_NAME]) for text in texts if text))


def _hidden_names(node: Node) -> list[str]:
    """What a person can only guess or learn by pointing at it."""
    known = vocabulary()
    texts = [node.name] if node.name != node.shown else []  # what is shown was looked at before
    for mark, text in node.attributes.items():
        if mark in {"title", "alt"}:
            texts.append(text)
        elif mark in known.test_ids:
            texts.append(_MARKS.sub(" ", text.replace("_", " ")))
    sign = node.name.strip().rstrip("\ufe0f").casefold() if len(node.name) < _LONGEST_SIGN else ""
    if sign and (
        node.role == "button" or (node.actionable and not sign.isalpha())
    ):  # an "x" that is not a button is a letter
        texts.append(known.symbols.get(sign, ""))
    return [key(text) for text in texts if text]


@lru_cache(_KEPT)  # one screen is asked for many names, and the next is mostly the same
def _lightest(name: str) -> str:
    return _lightened(_without_count(name))


def _without_count(name: str) -> str:
    """ "Inbox 3" as "inbox", "Basket, 2 items" as "basket"."""
    words = name.split()
    end = len(words)
    while end > 2 and words[end - 1] in vocabulary().light_after_number and words[end - 2].isdigit():
        end -= 2
    while end > 1 and (_COUNT.fullmatch(words[end - 1]) or not _is_word(words[end - 1])):
        end -= 1
    is_named = any(any(sign.isalpha() for sign in word) for word in words[:end])
    return " ".join(words[:end]) if is_named else name


def _lightened(name: str) -> str:
    """A name without what adds nothing to it: signs and words such as "your"; and one word for one thing."""
    known = vocabulary()
    words = [word for word in name.split() if _is_word(word)]
    bare = " ".join(word for word in words if word not in known.light) or name
    return loose_key(known.variants.get(bare, bare))


def _is_word(piece: str) -> bool:
    return piece.isalnum() or any(sign.isalnum() for sign in piece)
