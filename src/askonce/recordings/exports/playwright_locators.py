"""Playwright locators from anchors, in the order that Playwright recommends."""

from __future__ import annotations

import re
from collections.abc import Mapping

from askonce.lazy import dataclass, regex
from askonce.recordings.element_attributes import TEST_IDS
from askonce.recordings.exports.python_source import CallChain, filled, literal
from askonce.recordings.recording import Anchor
from askonce.recordings.text_counts import without_counts

FRAMES = " |>>| "

_ARIA = frozenset({
    "alert", "alertdialog", "article", "banner", "button", "cell", "checkbox", "columnheader", "combobox",
    "complementary", "contentinfo", "dialog", "figure", "form", "grid", "gridcell", "heading", "img", "link", "list",
    "listbox", "listitem", "log", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "meter",
    "navigation", "option", "progressbar", "radio", "radiogroup", "region", "row", "rowheader", "scrollbar", "search",
    "searchbox", "slider", "spinbutton", "status", "switch", "tab", "table", "tablist", "tabpanel", "textbox", "timer",
    "toolbar", "tooltip", "tree", "treegrid", "treeitem",
})  # fmt: skip
"""Roles that mean the same in ARIA. The others describe how an element behaves or where it is."""
_ITEMS = ("row", "listitem", "article", "option", "menuitem", "treeitem")
_BY_TEXT = frozenset({"dialog", "alertdialog"})
"""Named by their heading even without `aria-labelledby`, which a browser does not do."""
_ROW_TAGS = {"tr": "row", "li": "listitem", "article": "article"}
_CONTAINER = regex(r'(\w+) "(.*)"', re.DOTALL)
_LONGEST_TEXT = 100


@dataclass(frozen=True, slots=True)
class Locators:
    """Writes locators for the elements of one test."""

    constants: Mapping[str, str]
    """The names of the constants that hold passed values."""

    def locate(self, anchor: Anchor, root: str = "page") -> CallChain | None:
        """The locator for an element; None if the anchor has only a picture of it."""
        start = self._frame(anchor, CallChain(root))
        if anchor.ordinal is not None and anchor.like is None:
            return self._counted(anchor, start, root)
        if (anchor.inside or anchor.like) and "id" in anchor.attributes:
            return start.call("locator", self._attribute("id", anchor.attributes["id"]))
        around = self._container(anchor, start)
        if anchor.row:
            around = self._row(anchor, around, root)
        own = self._own(anchor, around)
        return _nth(own, anchor.ordinal) if own else self._by_path(anchor, start)

    def text(self, text: str) -> str:
        return filled(text, self.constants)

    # ---- the element itself

    def _own(self, anchor: Anchor, start: CallChain) -> CallChain | None:
        attributes = anchor.attributes
        if "data-testid" in attributes:
            return start.call("get_by_test_id", self.text(attributes["data-testid"]))
        for name in TEST_IDS:
            if name in attributes:
                return start.call("locator", self._attribute(name, attributes[name]))
        if anchor.name and anchor.role == "listitem":  # items are not named by their content
            return start.call("get_by_role", literal(anchor.role)).call("filter", has_text=self.text(anchor.name))
        if anchor.name and anchor.role in _ARIA and not _stands_in(anchor):
            return start.call("get_by_role", literal(anchor.role), name=self.text(anchor.name), exact="True")
        if "placeholder" in attributes:
            return start.call("get_by_placeholder", self.text(attributes["placeholder"]), exact="True")
        by_attribute = self._by_attribute(anchor, start)
        if by_attribute:
            return by_attribute
        if anchor.name and _shows_name(anchor):
            return start.call("get_by_text", self.text(anchor.name), exact="True")
        if anchor.paths:
            return None
        if anchor.label:
            label = start.call("get_by_text", self.text(anchor.label), exact="True")
            return label.call(
                "locator", literal("xpath=following::*[self::input or self::select or self::textarea][1]")
            )
        if anchor.name:
            return start.call("get_by_text", self.text(anchor.name), exact="True")
        if anchor.role in _ARIA:
            return start.call("get_by_role", literal(anchor.role))
        return None

    def _by_attribute(self, anchor: Anchor, start: CallChain) -> CallChain | None:
        for name in ("id", "name", "href"):
            value = anchor.attributes.get(name, "")
            if value and "*" not in value:
                # Anchors keep only the path of a link.
                selector = self._attribute(name, value, compare="*=" if name == "href" else "=")
                return start.call("locator", selector)
        return None

    def _by_path(self, anchor: Anchor, start: CallChain) -> CallChain | None:
        if not anchor.paths:
            return None
        path = anchor.paths[0].split(FRAMES)[-1]
        return start.call("locator", self.text(f"xpath={path}" if path.startswith(("/", "(")) else path))

    def _attribute(self, name: str, value: str, *, compare: str = "=") -> str:
        escaped = "".join(_css(letter) for letter in value)
        return self.text(f'[{name}{compare}"{escaped}"]')

    # ---- what is around it

    def _frame(self, anchor: Anchor, start: CallChain) -> CallChain:
        joined = next((path for path in anchor.paths if FRAMES in path), "")
        if joined:
            for frame in joined.split(FRAMES)[:-1]:
                start = start.call("frame_locator", self.text(frame))
        elif anchor.frame.startswith("about:"):
            start = start.call("frame_locator", literal("iframe[srcdoc]"))
        elif anchor.frame.startswith("/"):
            longest = max(anchor.frame.split("*"), key=len)
            start = start.call("frame_locator", literal("iframe") if longest == "/" else self._iframe("src*", longest))
        elif anchor.frame:
            start = start.call("frame_locator", self._iframe("name", anchor.frame))
        return start

    def _iframe(self, name: str, value: str) -> str:
        return self.text(f'iframe[{name}="{"".join(map(_css, value))}"]')

    def _container(self, anchor: Anchor, start: CallChain) -> CallChain:
        for container in anchor.inside:
            read = _CONTAINER.fullmatch(container)
            if read is None or read[1] not in _ARIA or without_counts(container) != container:
                continue
            if read[1] in _BY_TEXT:
                return start.call("get_by_role", literal(read[1])).call("filter", has_text=self.text(read[2]))
            return start.call("get_by_role", literal(read[1]), name=self.text(read[2]), exact="True")
        return start

    def _row(self, anchor: Anchor, start: CallChain, root: str) -> CallChain:
        """The row or card, by its texts. If its role is not known, it is the innermost box that contains all of
        them."""
        tags = [_ROW_TAGS[tag] for tag in reversed(tags_of(anchor)[:-1]) if tag in _ROW_TAGS]
        role = next((role for role in anchor.around if role in _ITEMS), tags[0] if tags else "")
        if role:
            row = start.call("get_by_role", literal(role))
            for text in anchor.row:
                row = row.call("filter", has_text=self.text(without_counts(text)))
            return row
        row = start.call("locator", literal("tr, li, article, section, div"))
        for text in anchor.row:
            # A substring could also match the innermost box of another row.
            part = without_counts(text)
            exact = {"exact": "True"} if part == text else {}
            row = row.call("filter", has=CallChain(root).call("get_by_text", self.text(part), **exact))
        own = self._own(anchor, CallChain(root))
        return row.call("filter", has=own).get("last") if own else row

    def _counted(self, anchor: Anchor, start: CallChain, root: str) -> CallChain | None:
        """An element asked for by its position: the second of its kind, or the one in the second row."""
        if anchor.role not in _ARIA:
            return self._by_path(anchor, start)
        named = {"name": self.text(anchor.name), "exact": "True"} if anchor.name else {}
        kind = CallChain(root).call("get_by_role", literal(anchor.role), **named)
        if anchor.part is None:
            around = [role for role in anchor.around if role in _ARIA][:1]
            for role in around:
                start = start.call("get_by_role", literal(role))
            return _nth(start.call("get_by_role", literal(anchor.role), **named), anchor.ordinal)
        item = next((role for role in anchor.around if role in _ITEMS), "")
        if not item:
            return self._by_path(anchor, start)
        row = _nth(start.call("get_by_role", literal(item)).call("filter", has=kind), anchor.ordinal)
        return _nth(row.call("get_by_role", literal(anchor.role), **named), anchor.part)


def tags_of(anchor: Anchor) -> list[str]:
    """The tags from the root down to the element, from its exact path; empty without one."""
    exact = anchor.paths[-1].split(FRAMES)[-1].removeprefix("xpath=") if anchor.paths else ""
    return [step.partition("[")[0] for step in exact.split("/")[1:]] if exact.startswith("/html") else []


def _stands_in(anchor: Anchor) -> bool:
    """Whether it is a label that replaces its checkbox, or the summary of a details section: these have no such
    role."""
    return tags_of(anchor)[-1:] in (["label"], ["summary"])


def _shows_name(anchor: Anchor) -> bool:
    """Whether its name is a text on the page: names may also be joined from several texts or guessed from an icon."""
    if not anchor.paths:
        return len(anchor.name) <= _LONGEST_TEXT
    return any(path.endswith((f'="{anchor.name}"]', f"='{anchor.name}']")) for path in anchor.paths)


def _nth(chain: CallChain, ordinal: int | None) -> CallChain:
    match ordinal:
        case None:
            return chain
        case 1:
            return chain.get("first")
        case -1:
            return chain.get("last")
        case _:
            return chain.call("nth", str(ordinal - 1 if ordinal > 0 else ordinal))


def _css(letter: str) -> str:
    """A letter of a quoted text in a selector."""
    if letter in '"\\':
        return "\\" + letter
    return letter if letter.isprintable() else f"\\{ord(letter):x} "
