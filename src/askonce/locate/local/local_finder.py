"""The finder `local`: what the screen itself knows, or what can be read on it, and no model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from askonce.actions import Found, Target
from askonce.language.normalization import key, loose_key
from askonce.locate.finder import NotAsked, Passed
from askonce.locate.local.matcher import Match, Tied, match
from askonce.screens.eyes import Eyes
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, Tree
from askonce.vision.icons import named_tree
from askonce.vision.ocr import has_ocr
from askonce.vision.read_secrets import read_hidden
from askonce.vision.seen_tree import (
    can_see_elements,
    commitment_doubt,
    place_doubt,
    reading_doubt,
    seen_tree,
    surfaces,
)
from askonce.vision.seen_twins import twin_doubt, with_twins

_LEAST_MISREAD = 4
_LONG = 10
_MOST_PIECES = 3
_ALIKE = frozenset({"button", "link", "tab", "listitem"})
_PRESSED = "draggable"
"""A role that all words for what is pressed cover, and none for fields, lists and pictures."""
_TAKEN_AS = (_PRESSED, "link", "tab")
"""What is pressed, and what only its own word covers where no "the" stands before it."""


_NO_FIELD = "no field of that name can be seen, and what is typed into words goes where the focus is"


class LocalFinder:
    """Costs a look at the elements. It answers only when one of them is clearly meant, and passes on otherwise.

    Of a screen that does not know its elements, or a part of it that does not, the texts are read from its picture,
    where that can be done.
    """

    name = "local"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.prompt:
            return NotAsked("the target has no description")
        if target.images:
            return NotAsked("it is known by a picture, and not by words alone")
        tree = await eyes.tree()
        if tree is None:
            return await self._find_seen(target, eyes) or await self._find_text(target, eyes)
        answer = match(target.prompt, tree)
        if isinstance(answer, Passed):
            icon = await self._find_icon(target, eyes, tree, answer)
            found = icon if isinstance(icon, Found) else await self._find_out_of_view(target, eyes)
            return found or await self._find_drawn(target, eyes, tree) or icon or answer
        return Found(answer.node.box, self.name, answer.node, answer.node.point)

    async def _find_icon(self, target: Target, eyes: Eyes, tree: Tree, answer: Passed) -> Found | Passed | None:
        """An element without a name whose picture is what is looked for; not among several that are called so, and not
        where a mistake would delete or send something: a picture is a guess."""
        named = tree if isinstance(answer, Tied) else await named_tree(eyes)
        seen = match(target.prompt, named) if named and named is not tree else None
        node = tree.find(seen.node.number) if isinstance(seen, Match) else None
        if node is None or not isinstance(seen, Match):
            return None
        if doubt := commitment_doubt(seen.node, seen.node.name, target.prompt):
            return Passed(doubt)
        if named and (alike := with_twins((seen.node,), named)) and not _is_match(match(target.prompt, alike), node):
            return Passed(twin_doubt(seen.node))
        return Found(node.box, self.name, node, node.point)

    async def _find_out_of_view(self, target: Target, eyes: Eyes) -> Found | None:
        """What can be found on the whole page is brought into view."""
        whole = await eyes.whole_tree()
        answer = match(target.prompt, whole) if whole and not whole.more else None
        if answer is None or isinstance(answer, Passed):
            return None
        node = await eyes.reveal(answer.node.number)
        return Found(node.box, self.name, node, node.point) if node else None

    async def _find_drawn(self, target: Target, eyes: Eyes, tree: Tree) -> Found | Passed | None:
        """What is seen in a part of the screen that tells no elements, unless one outside of it says the same."""
        words = key(target.prompt)
        if not surfaces(tree) or any(words in key(node.words) for node in tree):
            return None
        return await self._find_seen(target, eyes) or await self._find_on_surface(target, eyes, tree)

    async def _find_seen(self, target: Target, eyes: Eyes) -> Found | Passed | None:
        """An element that only the picture shows; None where none is called so, and nothing can be seen."""
        tree = await seen_tree(eyes) if can_see_elements() else None
        if tree is None:
            return None
        answer = _match_seen(target.prompt, tree)
        if isinstance(answer, Tied):
            return answer
        node = tree.find(answer.node.number) if isinstance(answer, Match) else None
        if target.is_typed_into and (node is None or node.role not in FIELDS):
            return Passed(_NO_FIELD)
        if node is None or not node.actionable or "seen" not in node.attributes:
            return self._found_text(target.prompt, tree)
        doubt = doubt_of(node, target.prompt, tree, typed=target.is_typed_into)
        return Passed(doubt) if doubt else Found(node.box, self.name, node)

    def _found_text(self, prompt: str, tree: Tree) -> Found | Passed:
        """A text that was only seen, and is touched itself."""
        answer = match_text(prompt, texts_of(tree))
        if isinstance(answer, Passed) and isinstance(pieces := match(prompt, pieced_texts(tree)), Match):
            answer = pieces
        if isinstance(answer, Passed):
            return answer
        doubt = place_doubt(answer.node) or commitment_doubt(answer.node, answer.node.text, prompt)
        doubt = doubt or reading_doubt(answer.node, tree)
        return Passed(doubt) if doubt else Found(answer.node.box, self.name)

    async def _find_on_surface(self, target: Target, eyes: Eyes, tree: Tree) -> Found | None:
        """A text in such a part."""
        if not has_ocr() or target.is_typed_into:
            return None
        texts = await read_hidden(eyes)
        inside = [node for node in texts if any(drawn.box.contains(node.box.center) for drawn in surfaces(tree))]
        answer = match_text(target.prompt, replace(texts, nodes=tuple(inside)))
        return Found(answer.node.box, self.name) if isinstance(answer, Match) else None

    async def _find_text(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not has_ocr():
            return Passed(
                "this kind of screen does not know its elements, "
                "and reading text from its picture needs askonce[vision]"
            )
        if target.is_typed_into:
            return Passed(_NO_FIELD)
        answer = match_text(target.prompt, await read_hidden(eyes))
        return Found(answer.node.box, self.name) if isinstance(answer, Match) else answer


def match_text(prompt: str, texts: Tree) -> Match | Passed:
    """The text that `prompt` means, among those that were read from a picture.

    Any of them may be a button, a link or only a text; none is a field. How many there are is not known, since a
    picture says nothing about what lies outside of it: they are not counted.
    """
    read = match(prompt, _taken_as(texts, "text"))
    tries = [match(prompt, _taken_as(texts, role)) for role in _TAKEN_AS]
    pressed = next((answer for answer in tries if isinstance(answer, Match)), tries[0])
    numbers = {result.node.number for result in (pressed, read) if isinstance(result, Match)}
    if isinstance(pressed, Passed) and not numbers:
        return pressed
    found = [node for node in texts if node.number in numbers]
    if len(found) > 1:
        return Passed("it is not clear which of several texts is meant")
    if found[0].role == "label" and isinstance(read, Match):  # nobody says that it is a button
        return Passed(f"{found[0].text!r} seems to be the label of what stands beside it")
    if twin := next((text for text in texts if _is_doubtful_beside(text, found[0])), None):
        return Passed(f"{found[0].text!r} may also be what was read as {twin.text!r}")
    return Match(found[0])


def doubt_of(node: Node, prompt: str, tree: Tree, *, typed: bool = False) -> str:
    """Why an element that was only seen should not be used for these words; empty if nothing speaks against it.

    Its words may be misread, or be those of another one. Where something is typed, a field is meant and not its label.
    """
    name = node.name or node.text
    if doubt := place_doubt(node) or commitment_doubt(node, name, prompt) or reading_doubt(node, tree):
        return doubt
    if (alike := with_twins((node,), tree)) and not _is_match(_match_seen(prompt, alike), node):
        return twin_doubt(node)
    is_told = (
        typed or name in {node.attributes.get("placeholder"), node.text} or node.attributes.get("label") == "above"
    )
    if node.role in FIELDS and not is_told and key(prompt).strip("\"'") == key(name):
        return f"{name!r} seems to be the label of what stands beside it; say, for example: the field {name}"
    if node.role not in FIELDS and any(_is_label_of(node, other) for other in tree):
        return f"{name!r} seems to be the label of what stands beside it"
    own = replace(node, text=name)
    others = (replace(other, text=other.name or other.text) for other in tree if "seen" in other.attributes)
    twin = next((other for other in others if _is_doubtful_beside(other, own)), None)
    return f"{name!r} may also be what was read as {twin.text!r}" if twin and twin.actionable else ""


def _match_seen(prompt: str, tree: Tree) -> Match | Passed:
    """What `prompt` means among elements that are only seen, whose kind may be another one."""
    answer = match(prompt, tree)
    for role in _TAKEN_AS:
        if isinstance(answer, Passed) and not isinstance(answer, Tied):
            answer = match(prompt, _pressed_alike(tree, role))
    return answer


def _is_match(answer: Match | Passed, node: Node) -> bool:
    return isinstance(answer, Match) and answer.node.number == node.number


def _pressed_alike(tree: Tree, role: str) -> Tree:
    """The same, with links, buttons and tabs as one kind: a still picture does not tell which of them it is."""
    nodes = (replace(node, role=role) if node.role in _ALIKE and "seen" in node.attributes else node for node in tree)
    return replace(tree, nodes=tuple(nodes))


def texts_of(tree: Tree) -> Tree:
    """The texts that were only seen and are not covered; those that fields are called by are labels."""
    labels = {key(node.name) for node in tree if node.role in FIELDS | TICKED}
    texts = (node for node in tree if _is_seen_text(node))
    return replace(
        tree,
        nodes=tuple(replace(node, role="label") if key(node.text) in labels else node for node in texts),
    )


def _is_seen_text(node: Node) -> bool:
    return node.role == "text" and "seen" in node.attributes and "covered" not in node.states


def pieced_texts(tree: Tree) -> Tree:
    """The words of texts that stand close together, as one text each: a name and the number behind it, the two lines of
    a title. They are touched where the longest of them stands."""
    texts = [node for node in tree if _is_seen_text(node)]
    pieced: list[Node] = []
    for first in texts:
        pieces = [first]
        while len(pieces) < _MOST_PIECES and (following := _next_piece(pieces[-1], texts)):
            pieces.append(following)
            longest = max(pieces, key=lambda piece: len(piece.text))
            sure = min((piece.attributes["seen"] for piece in pieces), key=lambda seen: int(seen.removesuffix("%")))
            words = " ".join(piece.text for piece in pieces)
            marks = {**longest.attributes, "seen": sure}
            pieced.append(
                replace(longest, number=len(pieced) + 1, role=_PRESSED, actionable=True, text=words, attributes=marks)
            )
    return replace(tree, nodes=tuple(pieced), above=math.inf, below=math.inf)


def _next_piece(text: Node, texts: Sequence[Node]) -> Node | None:
    """The text that goes on right behind another one, or right below it where it is written alike."""
    box, unit = text.box, text.box.height

    def goes_on(other: Node) -> bool:
        shared = min(box.bottom, other.box.bottom) - max(box.top, other.box.top)
        if shared > 0.5 * min(unit, other.box.height):
            return -0.3 * unit < other.box.left - box.right < unit
        is_alike = abs(other.box.height - unit) < 0.2 * unit and other.parent == text.parent
        is_below = -0.3 * unit < other.box.top - box.bottom < 0.5 * unit
        is_aligned = abs(other.box.left - box.left) < 0.5 * unit or abs(other.box.center.x - box.center.x) < 0.5 * unit
        return is_alike and is_below and is_aligned

    found = [other for other in texts if other is not text and goes_on(other)]
    return found[0] if len(found) == 1 else None


def _taken_as(texts: Tree, role: str) -> Tree:
    nodes = tuple(replace(node, role=role, actionable=role == _PRESSED) for node in texts)
    return replace(texts, nodes=nodes, above=math.inf, below=math.inf)


def _is_label_of(node: Node, field: Node) -> bool:
    """Whether what looks like a button touches a field that has no other label."""
    if field.role not in FIELDS or field.name not in {"", field.attributes.get("placeholder", "")}:
        return False
    gap = field.box.left - node.box.right
    is_level = abs(field.box.center.y - node.box.center.y) < 0.25 * node.box.height
    return is_level and abs(gap) < 0.5 * node.box.height


def _is_doubtful_beside(other: Node, node: Node) -> bool:
    """Whether `other` may hold the words of `node`, misread by a letter or two or run together with its neighbours."""
    words, others = loose_key(key(node.text)), loose_key(key(other.text))
    if words == others:  # seen as the same already
        return False
    if f" {node.text} " in f" {other.text} ":
        return not _goes_on(node.text, other.text)
    if len(words) < _LEAST_MISREAD or _digits(words) != _digits(others):  # "Item 1" and "Item 2" are meant to differ
        return False
    letters, other_letters = Counter(words), Counter(others)
    # A letter that was misread is missing in one and too many in the other.
    differing = (letters - other_letters).total() + (other_letters - letters).total()
    return differing <= (4 if len(words) >= _LONG else 2)


def _goes_on(words: str, longer: str) -> bool:
    """Whether a text goes on after these words, or up to them, as a sentence does: names begin with capitals."""
    before, _, after = longer.partition(words)
    beside = [*before.split()[-1:], *after.split()[:1]]
    return bool(beside) and all(word[0].islower() for word in beside)


def _digits(words: str) -> str:
    return "".join(sign for sign in words if sign.isdigit())
