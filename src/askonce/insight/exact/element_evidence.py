"""What the elements prove: what can surely be read, what surely is not there, and what nobody can tell from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from askonce.geometry import Box
from askonce.language.denials import is_denied
from askonce.language.normalization import end_of_words, is_same_name, letters_of, single_spaced
from askonce.lazy import regex
from askonce.screens.field_labels import FIELDS, field_labels
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import GAP, Node, Sight, Tree

# Their words are on them. What other elements are called may be a label that only screen readers say.
_WORDED = frozenset(
    {
        "heading",
        "cell",
        "gridcell",
        "columnheader",
        "rowheader",
        "listitem",
        "alert",
        "status",
        "log",
        "note",
        "tooltip",
    }
)
_WIDGETS = frozenset({"button", "link", "checkbox", "radio", "switch", "tab", "textbox", "searchbox", "combobox"})
_CONTROLS = _WIDGETS | {"spinbutton", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio"}
# Nobody takes a button or a field for one of these, whatever it is called.
_APART = frozenset({"heading", "dialog", "alertdialog", "alert", "list", "table", "grid", "treegrid"})
_UNSEEN = frozenset({"icon", "spoken"})
"""Marks of a name that stands nowhere on the screen."""
_PRESSED = frozenset({"button", "link", "tab", "menuitem"})
# Boxes that are painted as a whole, where they lie over others; the rest only hold things together.
_SHEETS = frozenset(
    {
        "overlay",
        "dialog",
        "alertdialog",
        "region",
        "banner",
        "contentinfo",
        "complementary",
        "toolbar",
        "menu",
        "listbox",
    }
)
_UNREAD = frozenset({"canvas", "video", "audio", "iframe", "img"})
# The browser writes these values in the manner of the country, so what is seen is not what the element holds.
_TRANSLATED = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range", "number"})
_BROWSER_WORDS = letters_of("Choose file Choose files Browse No file chosen No files selected Drop files here")
_LEAST_TEXT = 3
_MARKER = regex(r"^\w{1,4}[.)]\s*+(?=\S)")
_ICON = 40.0


@dataclass(frozen=True)
class ElementEvidence:
    """A tree with what is known of the whole page, and the part of it that counts."""

    tree: Tree
    whole: Tree | None = None
    within: Box | None = None

    @cached_property
    def all(self) -> tuple[Node, ...]:
        """Every element that there is, as far as it is known; those in view as they are there."""
        seen = {node.number: node for node in self.tree}
        nodes = [seen.pop(node.number, node) for node in self.whole or self.tree]
        nodes += seen.values()  # not part of the whole: the page has changed since, or a part in view reads otherwise
        return tuple(node for node in nodes if self._counts(node))

    @cached_property
    def is_known(self) -> bool:
        """Whether `all` is all: nothing was left out, and nothing more can be scrolled to."""
        has_pictures = self._sight is not None and self._sight.has_pictures
        return self.knows_controls and not has_pictures

    @cached_property
    def knows_controls(self) -> bool:
        """The same for what can be used: pictures in other elements may show words, but no controls."""
        is_complete = self._sight is None or self._sight.is_complete
        is_unread = any(_is_unread(node) for node in self.all if not self.children(node))
        return self._is_read and not is_unread and self._is_still and is_complete

    def knows(self, roles: frozenset[str]) -> bool:
        """Whether everything of these roles is in `all`."""
        return self.knows_controls if roles <= _CONTROLS else self.is_known

    @cached_property
    def _is_read(self) -> bool:
        if self.tree.more or (self.whole and self.whole.more):
            return False
        if self.within and not self._is_inside(Box.of_size(self.tree.view), self.within):
            return False
        if self.whole:
            return True
        is_part = self.within is None and (self.tree.goes_on_above or self.tree.goes_on_below)
        return not is_part and not any("scrolls" in node.states or node.role == "iframe" for node in self.all)

    @cached_property
    def _is_still(self) -> bool:
        """Whether both looks saw the same page: it may have changed between them."""
        if self.whole is None:
            return True
        known = {node.number for node in self.whole}
        return self.whole.address == self.tree.address and all(
            node.number in known for node in self.tree if node.role in _WIDGETS
        )

    def _is_inside(self, outer: Box, inner: Box) -> bool:
        """Whether a region ends where it seems to: not at an edge beyond which there is more page."""
        is_cut = (inner.bottom >= outer.bottom - 1 and self.tree.goes_on_below) or (
            inner.top <= 1 and self.tree.goes_on_above
        )
        return not is_cut

    def _counts(self, node: Node) -> bool:
        return self.within is None or self.within.intersection(node.box) is not None or self._is_scrolled(node)

    def _is_scrolled(self, node: Node) -> bool:
        """Whether it belongs to a scroller in the region, though it is out of view."""
        if self.within is None or self.whole is None or "offscreen" not in node.states:
            return False
        return any("scrolls" in outer.states and self.within.intersection(outer.box) for outer in self.above(node))

    @cached_property
    def _page(self) -> TreeIndex:
        return TreeIndex(self.whole or self.tree)

    @cached_property
    def _counted(self) -> TreeIndex:
        return TreeIndex(replace(self.tree, nodes=self.all))

    def children(self, node: Node) -> list[Node]:
        return self._counted.children(node)

    def inside(self, node: Node) -> list[Node]:
        return self._counted.inside(node)

    def above(self, node: Node) -> Iterator[Node]:
        return self._page.above(node)

    # ---- what is seen

    @cached_property
    def _sight(self) -> Sight | None:
        """What the screen itself proves to be seen. Without it, boxes have to tell."""
        return (self.whole or self.tree).sight

    def words_on(self, node: Node) -> str:
        """All words on an element, if all of them can surely be read."""
        if self._sight is None or node.value is not None:
            return text_on(node)
        words = self._sight.words.get(node.number, "")
        return "" if GAP in words else words

    def is_struck(self, node: Node) -> bool:
        """Whether a line goes through some of its words: they no longer hold, or are done."""
        return self._sight is not None and node.number in self._sight.struck

    def _is_clear(self, sight: Sight, node: Node) -> bool:
        """Whether it is proven to be seen: a control by itself, other things by their words or those inside."""
        words = sight.words.get(node.number, "")
        if node.actionable:
            return node.number in sight.clear and GAP not in words
        parts = [words] if words else [sight.words.get(inner.number, "") for inner in self.inside(node)]
        return any(part and GAP not in part for part in parts)

    def is_seen(self, node: Node) -> bool:
        """Whether it is surely in sight: in view, in the region, large enough, with nothing over it or a part of it."""
        box = node.box
        is_hidden = {"offscreen", "covered"} & node.states or node.point is not None
        if is_hidden or box.height < 6 or box.width < 3 or self._is_cut(node):
            return False
        if self.within and not _lies_in(box, self.within):
            return False
        if self._sight:
            return self._is_clear(self._sight, node)
        return not self._is_behind(node) and (node.actionable or not self._is_crossed(node))

    def may_be_unseen(self, node: Node) -> bool:
        """Whether it is in view, but not proven to be seen."""
        return self._sight is not None and "offscreen" not in node.states and not self._is_clear(self._sight, node)

    def _is_cut(self, node: Node) -> bool:
        """Whether the edge of the view goes through it."""
        view = Box.of_size(self.tree.view)
        full = ((self.whole or self.tree).find(node.number) or node).box
        if not _lies_in(full, view, 0.9):
            return True
        is_below = self.tree.goes_on_below and node.box.bottom >= view.bottom - 0.5
        return self.whole is None and (is_below or (self.tree.goes_on_above and node.box.top <= 0.5))

    def _is_behind(self, node: Node) -> bool:
        """Whether a dialog may keep it out of sight. One that leaves something else to touch does not."""
        around = {ancestor.number for ancestor in self.above(node)} | {node.number}
        return any(dialog not in around for dialog in self._blocking)

    @cached_property
    def _blocking(self) -> list[int]:
        dialogs = [node.number for node in self.tree if node.role in {"dialog", "alertdialog"}]
        free = [node for node in self.tree if node.actionable and not {"covered", "offscreen"} & node.states]
        return [
            dialog for dialog in dialogs if all(any(up.number == dialog for up in self.above(node)) for node in free)
        ]

    def _is_crossed(self, node: Node) -> bool:
        """Whether something that is not around it lies across it: one of the two hides a part of the other. Of what can
        be touched the middle is known to be free."""
        around = {ancestor.number for ancestor in self.above(node)} | {node.number}
        for other in self.tree:
            shared = node.box.intersection(other.box)
            if shared is None or min(shared.width, shared.height) <= 3 or other.number in around:
                continue
            is_solid = other.role in _SHEETS or not self.children(other)
            if (
                is_solid
                and "covered" not in other.states
                and all(ancestor.number != node.number for ancestor in self.above(other))
            ):
                return True
        return False

    def is_there(self, node: Node) -> bool:
        """Whether it is in the region, in view or to be scrolled to, and not under something else."""
        return "covered" not in node.states and (self.within is None or _lies_in(node.box, self.within))

    def readers(self, wanted: str, *, anywhere: bool) -> Iterator[Node]:
        """The elements in which `wanted` can surely be read; in "Nothing saved yet", nobody reads that it is saved."""
        if self._sight:
            yield from self._proven_readers(self._sight, wanted, anywhere=anywhere)
            return
        for node in self.all:
            text = text_on(node)
            end = end_of_words(text, wanted) if text else 0
            is_met = end and (self.is_there(node) if anywhere else self.is_seen(node)) and _fits(node, text[:end])
            if is_met and not is_denied(text, wanted):
                yield node

    def _proven_readers(self, sight: Sight, wanted: str, *, anywhere: bool) -> Iterator[Node]:
        for node in self.all:
            is_met = anywhere or "offscreen" not in node.states
            is_inside = self.within is None or (node.role not in FIELDS and _lies_in(node.box, self.within))
            words = sight.words.get(node.number, "")
            if is_met and is_inside and end_of_words(words, wanted) and not is_denied(words, wanted):
                yield node

    def may_hold(self, wanted: str) -> bool:
        """Whether `wanted` may be somewhere on the page, in whatever form, or beyond what the elements tell."""
        sought = letters_of(wanted)
        if not self.is_known or len(sought) < _LEAST_TEXT:
            return True
        unmarked = letters_of(_MARKER.sub("", wanted))  # lists are numbered by the browser
        if any(part in self._everything or part in self._run for part in (sought, unmarked)):
            return True
        types = {node.attributes.get("type", "") for node in self.all}
        is_translated = bool(types & _TRANSLATED) and any(letter.isdigit() for letter in sought)
        return is_translated or ("file" in types and sought in _BROWSER_WORDS)

    @cached_property
    def _everything(self) -> str:
        looks = (*self.all, *(self.whole or ()))
        anything = self._sight.anything if self._sight else ()
        parts = (*anything, *(part for node in looks for part in parts_of(node)))
        return "\0".join(map(letters_of, parts))

    @cached_property
    def _run(self) -> str:
        """All that is seen, one after another: a text may go over several elements."""
        anything = self._sight.anything if self._sight else ()
        return "".join((*(letters_of(node.text or node.name) for node in self.all), "\0", *map(letters_of, anything)))

    def shows_name(self, node: Node, name: str) -> bool:
        """Whether something to press shows its name as words: a button as tall as it is wide may well be a picture."""
        if self._sight:
            return node.role in _PRESSED and single_spaced(self.words_on(node)) == name
        is_named = _UNSEEN.isdisjoint(node.attributes) and name in {single_spaced(node.name), single_spaced(node.text)}
        is_wide = node.box.width >= 1.5 * node.box.height and _fits(node, name)
        return node.role in _PRESSED and is_named and (is_wide or bool(node.text and single_spaced(node.text) == name))

    # ---- things by name

    @cached_property
    def near(self) -> dict[int, str]:
        return field_labels(self.whole or self.tree)

    def names_of(self, node: Node) -> Iterator[str]:
        """What a person may call it: its name, its words, what stands beside or in an empty field."""
        yield from (node.name, node.text)
        if node.role in FIELDS:
            yield from (node.attributes.get("placeholder", ""), self.near.get(node.number, ""))
        elif node.role in {"checkbox", "radio", "switch"}:
            yield self.near.get(node.number, "")

    def bears(self, node: Node, name: str) -> bool:
        """Whether it is surely called `name`: signs count, and a guess from a picture does not."""
        return "icon" not in node.attributes and any(is_same_name(known, name) for known in self.names_of(node))

    def called(self, name: str, roles: frozenset[str]) -> list[Node]:
        """All that answers to `name` and is of these roles, or could be taken for it; without roles, all to be used."""
        sought, is_apart = letters_of(name), bool(roles) and roles <= _APART
        return [
            node
            for node in self.all
            if (is_of(node, roles) or (node.actionable and not is_apart))
            and any(letters_of(known) == sought for known in self.names_of(node) if known)
        ]

    def may_have(self, name: str, roles: frozenset[str]) -> bool:
        """Whether something of these roles may be called `name` after all: in part, by an icon, or without a word."""
        sought = letters_of(name)
        if not self.knows(roles) or not sought:
            return True
        for node in self.all:
            is_thing = node.actionable or is_of(node, roles)
            is_nameless = not (node.name or node.text) or "icon" in node.attributes
            if is_thing and (is_nameless or any(sought in letters_of(part) for part in parts_of(node))):
                return True
            if any(letters_of(known) == sought for known in (node.name, node.text) if known):
                return True
        return False


def is_of(node: Node, roles: frozenset[str]) -> bool:
    """Whether it has one of these roles. A link or a button that is all of a heading is that heading too."""
    return node.role in roles or ("heading" in roles and node.role in _PRESSED and "level" in node.attributes)


def text_on(node: Node) -> str:
    """The words that are surely on an element, as far as the tree tells; what fields hold is not counted."""
    if node.value is not None or not _UNSEEN.isdisjoint(node.attributes):
        return ""
    return node.text or (node.name if node.role in _WORDED else "")


def parts_of(node: Node) -> Sequence[str]:
    return [part for part in (node.name, node.text, node.value or "", *node.options, *node.attributes.values()) if part]


def _lies_in(inner: Box, outer: Box, least: float = 0.95) -> bool:
    shared = inner.intersection(outer)
    return shared is not None and shared.area >= least * inner.area


def _is_unread(node: Node) -> bool:
    """Whether an element without children may show words that nobody has read."""
    if node.role == "img":
        return node.box.width >= _ICON and node.box.height >= _ICON / 3
    if node.role in _UNREAD:
        return True
    is_blank = not (node.name or node.text or node.value or node.options) or "icon" in node.attributes
    is_field = node.role in FIELDS or node.role in {"checkbox", "radio", "switch", "progressbar", "meter", "separator"}
    is_large = node.box.width > 2 * _ICON or node.box.height > 2 * _ICON
    return is_blank and not is_field and is_large


# ---- whether a text is cut off

_NARROW = frozenset("iljtfrI.,;:'’!|()[]/ -")
_LINE = 24.0
_TALL = 60.0
_EM = 16.0


def _fits(node: Node, text: str) -> bool:
    """Whether `text`, the start of an element's words, has room in its box: what is cut off is not seen.

    A line is 1.15 times as high as its letters are. A heading is taken for one line of large letters, not two of small
    ones, because titles are what is cut most.
    """
    box = node.box
    letters = sum(0.28 if letter in _NARROW else 1.0 if ord(letter) > 0x2E80 else 0.5 for letter in text) * 0.85
    if node.role in {"text", "heading"} and box.height < _TALL:
        is_wrapped = node.role == "text" and box.height > _LINE * 1.25
        return letters * box.height / 1.15 <= box.width or (is_wrapped and letters * _EM <= box.width * 1.8)
    lines = max(1.0, box.height // _LINE)
    return letters * min(box.height / 1.15, _EM) <= box.width * lines
