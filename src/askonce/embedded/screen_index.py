"""An index of one screen, for the skills to search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.misread_letters import may_be_misread
from askonce.embedded.planning_state import PlanningState
from askonce.language.normalization import key, split_words
from askonce.language.tokens import read_tokens
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass
from askonce.locate.local import Match, Matcher, Tied
from askonce.locate.local.element_layout import Layout
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS, TICKED, field_labels

_RELATING = frozenset(
    {
        "in",
        "of",
        "inside",
        "within",
        "next",
        "beside",
        "near",
        "left",
        "right",
        "above",
        "below",
        "under",
        "before",
        "after",
        "with",
        "at",
        "from",
        "for",
        "on",
        "by",
        "not",
        "first",
        "last",
        "second",
        "third",
    }
)
_READ = frozenset({"text", "listitem", "option", "cell", "gridcell", "menuitem", "treeitem", "img", "heading"})

_CALLING = ("placeholder", "title", "alt")
_NAMELESS = frozenset({"button", "link", "tab", "field"})

Wanted = Callable[[Node], bool]

_SHORTEST_TITLE = 2

TEXT_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing on the screen has this name."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several elements have this name, and nothing distinguishes them."""

    reason: str
    nodes: tuple[Node, ...]


class ScreenIndex:
    """One screen. Each index is built when it is first needed."""

    def __init__(self, tree: Tree, state: PlanningState) -> None:
        self.tree = tree
        self.state = state
        self.layout = Layout(tree)
        self._found: dict[str, Node | Absent | Unclear] = {}

    @cached_property
    def near(self) -> dict[int, str]:
        """The texts beside fields without a name, by number."""
        return field_labels(self.tree)

    @cached_property
    def named(self) -> dict[str, list[Node]]:
        """All that a person can read or would call it by, and the elements that show it."""
        found: dict[str, list[Node]] = {}
        for node in self.tree:
            texts = self._texts(node)
            for name in {key(text) for text in texts} if len(texts) > 1 else map(key, texts):
                if name:
                    found.setdefault(name, []).append(node)
        return found

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.tree)

    @cached_property
    def _by_number(self) -> dict[int, Node]:
        return {node.number: node for node in self.tree}

    def node(self, number: int) -> Node | None:
        return self._by_number.get(number)

    def names(self, node: Node) -> Iterator[str]:
        """What an element may be called."""
        return iter(self._texts(node))

    def _texts(self, node: Node) -> list[str]:
        texts = [text for text in (node.name, node.text, self.near.get(node.number, "")) if text]
        marks = node.attributes
        return [*texts, *(marks[mark] for mark in _CALLING if mark in marks)] if marks else texts

    def fill(self, argument: IntentArgument) -> str:
        """The words with plain values in their slots; a quotation or value stays a quotation."""
        if argument.fixed:
            text = self.state.fill(argument.text)
            return f'"{text}"' if '"' not in text else text
        return self.state.fill(argument.prompt)

    def of_role(self, roles: Iterable[str], *, usable: bool = True) -> list[Node]:
        wanted = frozenset(roles)
        return [node for node in self.tree if node.role in wanted and (node.actionable or not usable)]

    @cached_property
    def fields(self) -> list[Node]:
        """The fields that take text, in reading order."""
        return [node for node in self.of_role(TEXT_FIELDS) if _takes_text(node)]

    def find(self, argument: IntentArgument, wanted: Wanted | None = None) -> Node | Absent | Unclear:
        """The element that `argument` describes; of several only the one that is `wanted`."""
        words = self.fill(argument)
        found = self._found.get(words)
        if found is None:
            found = self._found[words] = self._find(words)
        if wanted is None or isinstance(found, Absent):
            return found
        nodes = [node for node in (found.nodes if isinstance(found, Unclear) else (found,)) if wanted(node)]
        match nodes:
            case []:
                return Absent(f"{words} cannot be used for this")
            case [node]:
                return node
            case _:
                return Unclear(found.reason if isinstance(found, Unclear) else "", tuple(nodes))

    def exactly(self, text: str, wanted: Wanted | None = None) -> list[Node]:
        """All elements that are called just `text`."""
        return [node for node in self.named.get(key(text), ()) if wanted is None or wanted(node)]

    def _find(self, words: str) -> Node | Absent | Unclear:
        first: Absent | None = None
        for phrase in _phrasings(words):
            found = self._matched(phrase)
            if not isinstance(found, Absent):
                return found
            first = first or found
        named = self._called_just_so(words) or self._called_otherwise(words) or self._titled(words)
        named = named or self._misread(words)
        return named or first or Absent("nothing describes it")

    def _matched(self, phrase: str) -> Node | Absent | Unclear:
        match self._matcher.match(phrase):
            case Match(node=node):
                return node
            case Tied(reason=reason, nodes=nodes):
                exact = _spelt_so(nodes, phrase)
                if len(exact) == 1:
                    return exact[0]
                return Unclear(reason, nodes)
            case passed:
                return Absent(passed.reason)

    def _called_otherwise(self, words: str) -> Node | Unclear | None:
        """What is called by another word for the same; where several are, none of them is surely meant."""
        found = [self._matched(phrase) for phrase in _synonymous(words)]
        nodes = {node.number: node for node in found if isinstance(node, Node)}
        ties = [item for item in found if isinstance(item, Unclear)]
        if len(nodes) == 1 and not ties:
            return next(iter(nodes.values()))
        if not nodes and not ties:
            return None
        both = (*nodes.values(), *(node for tie in ties for node in tie.nodes))
        return Unclear(f"{len(both)} elements have a name that may mean it", both)

    def _titled(self, words: str) -> Node | None:
        """The one section that opens and closes and whose name ends with this title: GET /pets List the pets.

        A path, a number or a sign stands before the title, so that it is not part of a sentence: Delete All pets.
        """
        tokens = read_tokens(words)
        text = tokens[0].inner if len(tokens) == 1 else words
        bare = [word for word in split_words(text) if word not in lexicon().articles]
        if len(bare) < _SHORTEST_TITLE:
            return None
        mentions = [node for node in self.tree if node.actionable and f" {key(text)} " in f" {key(node.name)} "]
        node = mentions[0] if len(mentions) == 1 else None
        if node is None or not node.states & {"collapsed", "expanded"} or not key(node.name).endswith(f" {key(text)}"):
            return None
        title = node.name.rstrip()[-len(text.strip()) :]
        before = node.name.rstrip()[: -len(title)].split()
        is_apart = bool(before) and not before[-1].isalpha()
        return node if is_apart and title[:1].isupper() and key(title) == key(text) else None

    def _called_just_so(self, words: str) -> Node | Unclear | None:
        """What has the one name that is quoted, or that is all that is said, whatever kind of element it is.

        Where nothing that can surely be used is called so, the one place where it can be read is what is meant.
        """
        tokens = read_tokens(words)
        names = [token.inner for token in tokens if token.kind == "quote"] or [words]
        if len(names) != 1 or any(token.plain in _RELATING for token in tokens if token.kind != "quote"):
            return None
        nodes = self._usable_or_read(names[0])
        match [node for node in nodes if names[0] in {node.name, node.text}] or nodes:
            case []:
                return None
            case [node]:
                return node
            case several:
                return Unclear(f"{len(several)} elements are called {names[0]!r}", tuple(several))

    def _misread(self, words: str) -> Node | None:
        """The only box to tick whose label, read from a picture, may be these words: letters look like others."""
        tokens = read_tokens(words) if self.tree.seen else ()
        name = tokens[0].inner if len(tokens) == 1 and tokens[0].kind == "quote" else words
        found = [node for node in self.tree if "seen" in node.attributes and may_be_misread(name, node)]
        boxes = [node for node in found if node.actionable and node.role in TICKED]
        labels = [node for node in found if node not in boxes]
        is_only = len(boxes) == 1 and len(labels) < 2 and all(key(node.text) == key(boxes[0].name) for node in labels)
        return boxes[0] if is_only else None

    def _usable_or_read(self, name: str) -> list[Node]:
        """Usable elements with this name; else the innermost elements that show it."""
        named = self.exactly(name)
        read = [node for node in named if node.role in _READ]
        usable = [node for node in named if node.actionable]
        return usable or [node for node in read if not any(other.parent == node.number for other in read)]


def is_field(node: Node) -> bool:
    return node.actionable and node.role in FIELDS


def is_ticked(node: Node) -> bool:
    return node.actionable and node.role in TICKED | {"menuitemcheckbox", "menuitemradio"}


def _spelt_so(nodes: Sequence[Node], phrase: str) -> list[Node]:
    """Those that are called by the quotation in `phrase`, with the same capitals if there are such; else the icons that
    seem to be the sign that it is."""
    tokens = read_tokens(phrase)
    bare = [token.text for token in tokens if token.plain not in lexicon().articles | _NAMELESS]
    quoted = [token.inner for token in tokens if token.kind == "quote"] or [phrase, " ".join(bare)]
    exact = [node for node in nodes if any(text in {node.name, node.text} for text in quoted)]
    exact = exact or [node for node in nodes if any(key(text) in {key(node.name), key(node.text)} for text in quoted)]
    signs = {vocabulary().symbols.get(key(text), "") for text in quoted} - {""}
    return exact or [node for node in nodes if "icon" in node.attributes and key(node.name) in signs]


def _phrasings(words: str) -> Iterator[str]:
    """The words themselves, and then with the finder's own words for signs."""
    yield words
    for token in read_tokens(words):
        if token.kind == "quote" and (meant := vocabulary().symbols.get(token.plain)):
            yield words.replace(token.text, f'"{meant}"')


def _synonymous(words: str) -> Iterator[str]:
    """`words` with another word for the same in it; quotations are meant as they are."""
    plain = f" {words.casefold()} "
    for word, others in lexicon().synonyms.items():
        if f" {word} " in plain:
            yield from (plain.replace(f" {word} ", f" {other} ").strip() for other in others)


def _takes_text(field: Node) -> bool:
    """Whether it is typed into; a combo box that is a button is only chosen from."""
    is_button = field.role == "combobox" and field.attributes.get("tag", "input") not in {"input", "textarea"}
    is_list = bool(field.options) and field.attributes.get("tag") != "input"  # with suggestions it takes any text
    return not is_list and not is_button and "readonly" not in field.states
