"""Elements of screens that know none: made from the picture, by a detector, OCR and what icons stand for.

Such a tree is seen rather than known (`Tree.seen`). It says where to touch and what is likely written there, and proves
nothing: `Eyes.tree` stays what the screen itself knows, and whoever gives verdicts reads that. Whoever looks for
something to act on asks here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from askonce.geometry import Box, Frame, Size
from askonce.language.commitments import label_commits
from askonce.language.icon_words import icon_words
from askonce.language.normalization import key
from askonce.lazy import dataclass, regex
from askonce.screens.eyes import Eyes
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Node, State, Tree
from askonce.vision.icons import has_icons, is_seen, name_icons, named_tree
from askonce.vision.ocr import PictureText, has_ocr, read_parts, texts_in
from askonce.vision.picture_element import Detected, SeenElement
from askonce.vision.picture_tiles import write_tiles
from askonce.vision.pixels import open_pixels
from askonce.vision.read_secrets import hide_typed
from askonce.vision.seen_elements import see_elements

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_ON_SURFACES = 90_000
"""Added to the numbers of what is seen on a surface, so that none of them is that of an element that is known."""
_PLACE = 16
_CLOSE = "close"
_CROSSES = frozenset("xX×✕✖")
_SMALL = 640
_SURE = 75
"""How sure the least sure letter is, in percent, of words that commit to something: of 739 such labels that were read
so surely in 35 fonts, 3 were misread (0.4 %; `benchmarks/seen/words.py`). They also have to be those that were said,
which misread words hardly ever are."""
_READ = 80
"""How sure the least sure letter is, in percent, of words that something is called by where others are nearly alike."""
_MISREAD, _MISREAD_PART = 3, 4
"""How many letters two names differ by at most that are nearly alike: one in four."""
_STROKES = regex(r"[Il1|](?=[I1|])|[I1|](?=[Il1|])")
_CONFIRMED, _CUT = 85, 0.08
"""How sure a second reading is that confirms a first one that is less sure, and how much of the height it leaves out
above and below. Of 367 such labels it confirmed 238, and of 168 on pages that nothing was chosen on 120, all of them
right (`benchmarks/seen/words.py`: pages 0 to 59 and 100 to 124)."""


def can_see_elements() -> bool:
    """Whether elements can be told from a picture: that needs the extra `vision`."""
    return has_ocr() and has_icons()


def surfaces(tree: Tree) -> list[Node]:
    """The parts of a screen of which only the picture is known."""
    return [node for node in tree.in_view if "surface" in node.attributes or node.role == "canvas"]


def commitment_doubt(node: Node, label: str, said: str) -> str:
    """Why something that deletes, pays or sends is not to be used for what was `said`; empty if it may be.

    An icon is a guess: neither one that commits something is used, nor any for words that do, as a tick is for
    "accept". Words in a picture may be misread: they have to be read surely, and to be just those.
    """
    if is_seen(node) and (word := _committing_word(label, said)):
        called = "" if word == label else f" for {word!r}"
        return f"an icon without a name looks like {label!r}, which is not to be used{called} on a guess"
    if is_seen(node) or "seen" not in node.attributes or not label_commits(label):
        return ""
    is_sure = int(node.attributes["seen"].removesuffix("%")) >= _SURE
    if is_sure and f" {key(label)} " in f" {key(said)} ":
        return ""
    return f"{label!r} was only seen in the picture, which is not sure enough to use it"


def _committing_word(concept: str, said: str) -> str:
    """The word for an icon that commits something: what it stands for, or all that it is called in what was `said`."""
    if label_commits(concept):
        return concept
    called = [word for word in icon_words().synonyms(concept) if f" {key(word)} " in f" {key(said)} "]
    return max(called, key=len) if called and all(map(label_commits, called)) else ""


def place_doubt(node: Node) -> str:
    """Why something that is only seen is not to be used as it stands there; empty if nothing speaks against it."""
    name = node.name or node.text or node.role
    if doubt := tick_doubt(node):
        return doubt
    match node.attributes.get("behind"):
        case "surely":
            return f"{name!r} lies behind a dialog"
        case "perhaps":
            return f"{name!r} may lie behind a dialog: it is outside of the brightest panel, and darker"
        case _:
            return ""


def reading_doubt(node: Node, tree: Tree) -> str:
    """Why the words of something that is only seen are no name for it: they were not read surely, and may be those of
    another one, or be made of strokes that are hard to count. Empty if nothing speaks for that."""
    words = node.name or node.text
    if "seen" not in node.attributes or is_seen(node) or not words:
        return ""
    sure = int(node.attributes["seen"].removesuffix("%"))
    if sure >= _READ or not (_STROKES.search(words) or any(_is_nearly(words, other) for other in tree)):
        return ""
    return f"{words!r} was read with {sure} % certainty, and may be other words"


def _is_nearly(words: str, other: Node) -> bool:
    """Whether something else that was seen has nearly the same words."""
    name, others = key(words), key(other.name or other.text)
    if "seen" not in other.attributes or not others or name == others or abs(len(name) - len(others)) > _MISREAD:
        return False
    alike = SequenceMatcher(None, name, others, autojunk=False).get_matching_blocks()
    differing = max(len(name), len(others)) - sum(block.size for block in alike)
    return differing <= max(1, len(name) // _MISREAD_PART)


def tick_doubt(node: Node) -> str:
    """Why it is not known whether a box that is only seen is ticked, or whether it is the only one of its name."""
    name = node.name or node.text or node.role
    match node.attributes.get("ticked"):
        case "unclear":
            return f"it cannot be seen whether {name!r} is ticked"
        case "twin":
            return f"{name!r} is also written where there may be another {node.role}"
        case _:
            return ""


async def seen_tree(eyes: Eyes) -> Tree | None:
    """The elements as somebody sees them who looks at the screen: those that it knows, icons called by what they seem
    to be, and what is seen in a picture of which it knows nothing. None where nothing is known and nothing can be seen.
    """
    known = await named_tree(eyes)
    if (known is not None and not surfaces(known)) or not can_see_elements():
        return known
    shot = await eyes.local_shot()
    if shot.withheld:
        return known
    seen = _numbered(await hide_typed(await see_tree(shot), eyes), eyes)
    return _on_surfaces(seen, known) if known else seen


async def find_seen(number: int, eyes: Eyes) -> Node | None:
    """The element with this number among those that are only seen."""
    known = await eyes.tree()
    if known is not None and (number < _ON_SURFACES or not surfaces(known)):
        return None
    tree = await seen_tree(eyes)
    return tree.find(number) if tree else None


async def see_tree(shot: Shot) -> Tree:
    """The elements of a picture, numbered in reading order."""
    look = await asyncio.to_thread(_look, shot.image)
    frame, region = shot.frame.resized(look.size), shot.frame.region
    nodes = tuple(_nodes(look.elements, frame))
    # How far the screen goes on is not known: it may.
    view = Size(round(region.width), round(region.height))
    tree = Tree(nodes, view, scrolls_up=True, scrolls_down=True, seen=True, look=look.digest)
    tree = replace(tree, nodes=tuple(_beside_twin(node, tree) for node in tree))
    named = await name_icons(tree, shot)
    told = replace(named, nodes=tuple(_of_one_kind(_signed(node)) for node in named))
    return replace(told, nodes=tuple(as_dialog(node, told) for node in told))


def _beside_twin(node: Node, tree: Tree) -> Node:
    """A box with a note where its name is written more often than boxes are called so: the detector may have missed
    one. Titles do not count."""
    name = key(node.name)
    if node.role not in TICKED or not name or "ticked" in node.attributes:
        return node
    written = sum(one.role == "text" and key(one.text) == name and "large" not in one.attributes for one in tree)
    if written <= sum(one.role in TICKED and key(one.name) == name for one in tree):
        return node
    return replace(node, attributes=MappingProxyType({**node.attributes, "ticked": "twin"}))


@dataclass(frozen=True, slots=True)
class _Look:
    elements: tuple[SeenElement, ...]
    size: Size
    digest: str


@lru_cache(maxsize=4)  # whoever asks for the elements of the same picture gets the same ones
def _look(image: bytes) -> _Look:
    pixels = open_pixels(image)
    texts, size = texts_in(image)

    def read_again(boxes: Sequence[Box]) -> list[PictureText]:
        return _confirmed(image, read_parts(image, boxes))

    elements = see_elements(_detect(pixels), _confirmed(image, texts), pixels, read_again)
    return _Look(elements, size, write_tiles(pixels))


def _confirmed(image: bytes, texts: Sequence[PictureText]) -> list[PictureText]:
    """Texts that commit to something are read a second time in a smaller cut-out where the first reading was not sure:
    the same words, read surely, are sure."""
    doubtful = [text for text in texts if text.least * 100 < _SURE and text.words and label_commits(text.words)]
    again = read_parts(image, [_smaller(text.box) for text in doubtful])
    sure = {
        text.box: replace(text, least=second.least)
        for text, second in zip(doubtful, again, strict=True)
        if second.least * 100 >= _CONFIRMED and key(second.words) == key(text.words)
    }
    return [sure.get(text.box, text) for text in texts]


def _smaller(box: Box) -> Box:
    cut = _CUT * box.height
    return Box.of_edges(box.left, round(box.top + cut), box.right, round(box.bottom - cut))


def _detect(pixels: Pixels) -> Sequence[Detected]:
    from askonce.vision.element_detector import detect

    if max(pixels.shape[:2]) > _SMALL:
        return detect(pixels)
    large = detect(pixels.repeat(2, axis=0).repeat(2, axis=1))  # small controls are seen better in twice the size
    return [replace(one, box=one.box.scaled(0.5)) for one in large]


# ---- nodes


def _nodes(elements: Sequence[SeenElement], frame: Frame, parent: int | None = None, depth: int = 0) -> Iterator[Node]:
    """The elements as nodes of a tree, numbered in their order."""
    count = parent or 0
    for element in elements:
        count += 1
        number = count
        states: set[State] = {"checked"} if element.is_checked else set()
        if element.behind == "surely":
            states.add("covered")
        if element.role in FIELDS and "password" in element.name.casefold():
            states.add("password")
        marks = {
            "seen": f"{element.sure:.0%}",
            "ticked": "unclear" * element.is_unclear,
            "framed": "yes" * element.is_framed,
            "large": "yes" * element.is_large,
            "label": "above" * element.is_below_label,
            "placeholder": element.placeholder,
            "sign": element.sign,
            "behind": element.behind,
            "bar": "yes" * element.is_bar,
            "drawn": "yes" * element.is_drawn,
            "doubtful": "yes" * element.is_doubtful,
        }
        yield Node(
            number,
            element.role,
            element.name,
            frame.box_to_screen(element.box),
            text=element.text,
            value=element.value,
            states=frozenset(states),
            actionable=element.is_actionable,
            parent=parent,
            depth=depth,
            attributes=MappingProxyType({name: text for name, text in marks.items() if text}),
        )
        for node in _nodes(element.inside, frame, number, depth + 1):
            count = node.number
            yield node


def _signed(node: Node) -> Node:
    """An icon that nobody knows is called by the sign in it, such as ×."""
    marks = {name: text for name, text in node.attributes.items() if name != "sign"}
    if len(marks) == len(node.attributes):
        return node
    return replace(node, name=node.name or node.attributes["sign"], attributes=MappingProxyType(marks))


def _of_one_kind(node: Node) -> Node:
    """An icon that is told by its picture as a button: what kind of control it is says nothing about it."""
    return replace(node, role="button") if is_seen(node) and node.role in {"tab", "link", "listitem"} else node


def as_dialog(node: Node, tree: Tree) -> Node:
    """A panel that is closed in its upper right corner is a dialog."""
    if node.role != "group":
        return node
    inner = [other for other in tree if other.parent == node.number and other.actionable]
    is_closed = any(_closes(other) and _is_in_corner(other.box, node.box) for other in inner)
    return replace(node, role="dialog") if is_closed and len(inner) > 1 else node


def _closes(node: Node) -> bool:
    """Whether an icon is a cross, by its picture or by the sign that was read in it."""
    return (is_seen(node) and node.name == _CLOSE) or node.name in _CROSSES


def _is_in_corner(icon: Box, panel: Box) -> bool:
    return panel.right - icon.right < icon.width and icon.top - panel.top < icon.height


# ---- numbers


def _numbered(tree: Tree, eyes: Eyes) -> Tree:
    """The tree with numbers that elements keep from look to look, as long as they can be told from the others."""
    numbers = dict(zip((node.number for node in tree), eyes.numbers.number(_identities(tree)), strict=True))
    nodes = (
        replace(node, number=numbers[node.number], parent=None if node.parent is None else numbers[node.parent])
        for node in tree
    )
    return replace(tree, nodes=tuple(nodes))


def _identities(tree: Tree) -> Iterator[Hashable]:
    """What each element is; where several are alike, also the words on its line, and then its place."""
    plain = [(node.role, node.name or node.text) for node in tree]
    counts = Counter(plain)
    lined = [(*own, _line(node, tree) if counts[own] > 1 else "") for own, node in zip(plain, tree, strict=True)]
    alike = Counter(lined)
    for own, node in zip(lined, tree, strict=True):
        center = node.box.center
        yield (*own, center.x // _PLACE, center.y // _PLACE) if alike[own] > 1 else own


def _line(node: Node, tree: Tree) -> str:
    """The words at the height of an element."""
    middle = node.box.center.y
    return " ".join(other.words for other in tree if other.box.top < middle < other.box.bottom and other is not node)


# ---- surfaces


def _on_surfaces(seen: Tree, known: Tree) -> Tree:
    """What is known, and in each surface what is seen there."""
    nodes: list[Node] = []
    drawn = surfaces(known)
    inner = {node.number: [one for one in seen if _belongs(one, node, known)] for node in drawn}
    for node in known:
        nodes.append(node)
        numbers = {one.number for one in inner.get(node.number, ())}
        nodes += (
            replace(
                one,
                number=one.number + _ON_SURFACES,
                parent=one.parent + _ON_SURFACES if one.parent in numbers and one.parent else node.number,
                depth=node.depth + 1 + (one.depth if one.parent in numbers else 0),
            )
            for one in inner.get(node.number, ())
        )
    return replace(known, nodes=tuple(nodes), seen=True, look=seen.look)


def _belongs(seen: Node, surface: Node, known: Tree) -> bool:
    """Whether something is drawn on a surface, and not an element that lies over it."""
    center = seen.box.center
    over = (node for node in known if node.box.contains(center) and node.box.area < surface.box.area)
    return surface.box.contains(center) and not any(over)
