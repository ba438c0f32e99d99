"""Descriptions of the elements of a screen as a person would give them, right and misleading ones.

Nothing here is shared with the finder that is measured.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from askonce.screens import Node, Tree

SPOKEN = {
    "button": "button", "link": "link", "textbox": "field", "searchbox": "search field", "combobox": "dropdown",
    "listbox": "list box", "checkbox": "checkbox", "radio": "radio button", "switch": "switch", "slider": "slider",
    "spinbutton": "field", "tab": "tab", "menuitem": "menu item", "option": "option", "treeitem": "tree item",
    "clickable": "element", "draggable": "element", "listitem": "list item", "row": "row", "img": "image",
}  # fmt: skip
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
ITEMS = {"row", "listitem", "article", "group", "dialog", "alertdialog"}
OPPOSITES = (
    ("next", "previous"), ("save", "delete"), ("add", "remove"), ("open", "close"), ("up", "down"), ("on", "off"),
    ("accept", "decline"), ("accept", "reject"), ("all", "none"), ("log in", "log out"), ("sign in", "sign out"),
    ("more", "less"), ("first", "last"), ("yes", "no"), ("new", "old"), ("show", "hide"), ("reply", "forward"),
)  # fmt: skip
LONGEST = 60
OBJECTS = ("item", "link", "tab", "menu", "image", "list", "row", "option", "form")


@dataclass(frozen=True)
class Case:
    """One description, and the elements that would be a right answer; none means that every answer is wrong."""

    style: str
    prompt: str
    right: frozenset[int] = frozenset()


# ---- what a person sees


def fold(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def shown(node: Node) -> str:
    """The words on an element; a sign or an icon is called by what it is for."""
    text = node.text if re.search(r"\w", node.text) else node.name or node.text
    text = text or node.attributes.get("placeholder", "")
    return text if fold(text) and len(text) <= LONGEST else ""


def all_names(node: Node) -> set[str]:
    texts = (node.name, node.text, *(node.attributes.get(mark, "") for mark in ("placeholder", "title")))
    return {fold(text) for text in texts if fold(text)}


class Sight:
    """A tree with what tells its elements apart for a person."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.controls = [node for node in tree if node.actionable and node.role in SPOKEN]
        self._nodes = {node.number: node for node in tree}
        self._inside: defaultdict[int, list[Node]] = defaultdict(list)
        for node in tree:
            for outer in self.above(node):
                self._inside[outer.number].append(node)
        self._texts = Counter(fold(node.words) for node in tree)
        self._sharing: defaultdict[str, list[Node]] = defaultdict(list)
        for node in self.controls:
            for name in all_names(node):
                self._sharing[name].append(node)

    def above(self, node: Node) -> Iterator[Node]:
        while node.parent is not None:
            node = self._nodes[node.parent]
            yield node

    def alike(self, node: Node, *, role: bool) -> list[Node]:
        """Those that a person would call the same, as different things."""
        same = self._sharing[fold(shown(node))] if shown(node) else self.controls
        found = [one for one in same if not role or SPOKEN[one.role] == SPOKEN[node.role]]
        return [one for one in found if one.number == node.number or not _same_link(one, node)]

    def item(self, node: Node) -> Node | None:
        return next((one for one in self.above(node) if one.role in ITEMS), None)

    def has(self, name: str, role: str) -> bool:
        return any(SPOKEN[one.role] == role for one in self._sharing[fold(name)])

    def holds(self, outer: Node, node: Node) -> bool:
        return any(one.number == outer.number for one in self.above(node))

    def context(self, node: Node, rivals: Sequence[Node]) -> tuple[str, str]:
        """The role of the item that a node is in, and a text that only this item has; empty when that does not help."""
        item = self.item(node)
        if item is None or sum(self.holds(item, one) for one in rivals) != 1:
            return "", ""
        for inner in self._inside[item.number]:
            text = inner.name or inner.text
            if inner.number != node.number and self._texts[fold(text)] == 1 and 2 < len(text) <= 40:
                return item.role, text
        return "", ""

    def heading(self, node: Node, rivals: Sequence[Node]) -> str:
        """The heading that a node stands under, when it is the only such node there."""
        section, title = set[int](), ""
        for one in self.tree:
            if one.role == "heading":
                if node.number in section:
                    break
                section, title = set[int](), one.name
            section.add(one.number)
        is_only = sum(one.number in section for one in rivals) == 1 and self._texts[fold(title)] == 1
        return title if node.number in section and title and is_only else ""

    def number(self, node: Node, rivals: Sequence[Node]) -> int:
        """Which one it is, line by line on the screen; -1 where a person could not count."""
        scrolled = any(float(one.attributes.get("above", 0) or 0) > 2 for one in self.above(node))
        if self.tree.above > 2 or scrolled or len({one.role for one in rivals}) > 1:
            return -1
        if re.search(r"[\u0590-\u06ff]", " ".join(one.words for one in self.tree)):
            return -1
        items = {item.number for one in rivals if (item := self.item(one))}
        places = {one.number: ((self.item(one) if len(items) == len(rivals) else None) or one).box for one in rivals}
        lines: list[list[Node]] = []
        for one in sorted(rivals, key=lambda one: places[one.number].top):
            if lines and places[one.number].center.y < places[lines[-1][0].number].bottom:
                lines[-1].append(one)
            else:
                lines.append([one])
        read = [one.number for line in lines for one in sorted(line, key=lambda one: one.box.left)]
        return read.index(node.number)


def _same_link(one: Node, other: Node) -> bool:
    href = one.attributes.get("href", "")
    return bool(href) and not href.startswith("#") and href == other.attributes.get("href") and one.name == other.name


# ---- descriptions


def described(sight: Sight, node: Node) -> Iterator[Case]:
    name, role = shown(node), SPOKEN[node.role]
    same = frozenset({node.number, *(one.number for one in sight.controls if _same_link(one, node))})
    rivals = sight.alike(node, role=True)
    is_read = "icon" not in node.attributes  # nobody quotes a picture
    if name and len(rivals) == 1:
        yield Case("name and role", f"the {name} {role}", same)
        if is_read:
            yield Case("role and quoted name", f"{role} '{name}'", same)
        yield Case("lower case", f"{name.lower()} {role}", same)
        yield Case("role, then name", f"{role} {name}", same)
    if name and len(sight.alike(node, role=False)) == 1:
        yield Case("name only", name, same)
        if is_read:
            yield Case("quoted name only", f'"{name}"', same)
    if name and len(rivals) == 1:
        return
    if len(node.name) > LONGEST and sum(one.words.startswith(node.name[:40]) for one in sight.tree) == 1:
        yield Case("start of a long name", f"the {role} '{node.name[:40]}…'", same)
    if not name and role == "element":
        return
    what = f"{name} {role}".strip()
    item, text = sight.context(node, rivals)
    if text:
        words = {"row": "row", "listitem": "list item", "group": "card", "article": "card"}.get(item, "dialog")
        yield Case("in the item of", f"{what} in the {words} of {text}", same)
        yield Case("of", f"the {what} of '{text}'", same)
        yield Case("next to", f"the {what} next to {text}", same)
        if re.search(r"[a-z]$", text):
            yield Case("possessive", f"{text}'s {what}", same)
    if title := sight.heading(node, rivals):
        yield Case("under a heading", f"the {what} under '{title}'", same)
        yield Case("in a section", f"{what} in the section {title}", same)
    place = sight.number(node, rivals)
    if 0 <= place < len(ORDINALS):
        yield Case("ordinal", f"the {ORDINALS[place]} {what}", same)
        yield Case("number", f"{what} #{place + 1}", same)


def misleading(sight: Sight, node: Node) -> Iterator[Case]:
    """Descriptions made from an element that fit nothing on its page."""
    name, role = shown(node), SPOKEN[node.role]
    here = {known for one in sight.tree for known in all_names(one)}
    if not name:
        return
    for one, other in (*OPPOSITES, *((other, one) for one, other in OPPOSITES)):
        turned = re.sub(rf"\b{one}\b", other, name, flags=re.IGNORECASE)
        if turned != name and fold(turned) not in here:
            yield Case("opposite", f"the {turned} {role}")
            yield Case("opposite", turned)
    if node.role in {"button", "link"}:
        for thing in OBJECTS:
            if fold(name + thing) not in here and not sight.has(name, thing):
                yield Case("verb and object", f"{name} {thing}")
    yield Case("negation", f"not the {name} {role}")
    yield Case("negation", f"any {role} except {name}")
    yield Case("negation", f"the {role} that is not '{name}'")
    yield Case("unknown look", f"the purple {name} {role}")
    yield Case("unknown context", f"the {name} {role} in the row of Zebedee Quux")
    yield Case("unknown context", f"the {name} {role} next to 'Zebedee Quux'")
    letters = name.split(" ")[0]
    if len(letters) >= 5:
        for wrong in (letters[:2] + letters[3] + letters[2] + letters[4:], letters[:3] + letters[4:]):
            misspelt = name.replace(letters, wrong, 1)
            if fold(misspelt) not in here:
                yield Case("misspelt", f"{misspelt} {role}")
    if len(sight.alike(node, role=True)) > 1 and not _nested(sight, node):
        yield Case("shared name", f"the {name} {role}")
        yield Case("shared name", name)


def _nested(sight: Sight, node: Node) -> bool:
    """Whether it is one thing in another of its name: then there is no doubt for a person."""
    rivals = sight.alike(node, role=True)
    return any(sight.holds(one, other) for one in rivals for other in rivals)


def foreign(sight: Sight, names: Sequence[tuple[str, str]]) -> Iterator[Case]:
    """Elements of other pages. "Your e-mail" is not a stranger where there is an "E-mail"."""
    here = {known.removeprefix("your") for one in sight.tree for known in all_names(one)}
    for name, role in names:
        if fold(name).removeprefix("your") not in here:
            yield Case("of another page", f"the {name} {role}")
            yield Case("of another page", f"'{name}'")
