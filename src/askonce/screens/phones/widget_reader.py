"""The widgets of a phone, out of what its accessibility service tells: roles, names, entries of lists.

An element has the attributes that Android gives it; other phones write theirs by the same names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element as XmlElement

from askonce.geometry import Box
from askonce.screens.phones.phone_elements import PhoneElement
from askonce.screens.ui_tree import State

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_STATES: Mapping[str, State] = {
    "checked": "checked",
    "selected": "selected",
    "focused": "focused",
    "password": "password",
    "scrollable": "scrolls",
}


class WidgetReader:
    """Reads elements by what one kind of phone calls its widgets."""

    def __init__(
        self,
        roles: Mapping[str, Any],
        *,
        surfaces: tuple[str, ...] = (),
        dialogs: Collection[str] = (),
        titles: Collection[str] = (),
    ) -> None:
        self._roles = roles
        self._surfaces = surfaces
        """Classes that may draw by themselves what no element tells of."""
        self._dialogs = dialogs
        """Identifiers of what dialogs stand in."""
        self._titles = titles
        """Identifiers of their titles."""

    def parts(
        self, element: XmlElement, outer: PhoneElement | None, depth: int, *, is_entry: bool = False
    ) -> Iterator[PhoneElement]:
        """The element and what is in it. `is_entry` says that a list holds it."""
        if element.get("visible-to-user") == "false":
            return
        if self._is_surface(element):
            yield self.surface(element, outer, depth)
            return
        part = self._part(element, outer, depth, is_entry=is_entry)
        if part:
            yield part
        if part is None:
            for child in element:
                yield from self.parts(child, outer, depth)
            return
        folded = _folds(element)
        for child in element:
            if folded and _is_folded(child):
                yield from self._details(child, part, depth + 1) if is_entry else ()
            else:
                yield from self.parts(child, part, depth + 1, is_entry=part.role == "list")

    def _details(self, element: XmlElement, entry: PhoneElement, depth: int) -> Iterator[PhoneElement]:
        """What an entry of a list says besides what it is called by."""
        return (part for part in self.parts(element, entry, depth) if (part.name or part.text) != entry.name)

    def _part(
        self, element: XmlElement, outer: PhoneElement | None, depth: int, *, is_entry: bool
    ) -> PhoneElement | None:
        """The element, if it says or takes anything."""
        roles = self._roles
        kind = element.get("class", "").rpartition(".")[2].rpartition("$")[2]
        identifier = _identifier(element)
        role = "dialog" if identifier in self._dialogs else self._role_of(kind)
        is_touched = any(element.get(name) == "true" for name in ("clickable", "checkable", "long-clickable"))
        role = "button" if role == "text" and is_touched else role
        said, described = _words(element.get("text", "")), _words(element.get("content-desc", ""))
        is_container = role in roles["lists"] or role in roles["containers"] or element.get("scrollable") == "true"
        if not (said or described or is_touched or is_container or is_entry or role in roles["fields"]):
            return None
        is_field = role in roles["fields"]
        hint = _words(element.get("hint", ""))
        name = described or (hint if is_field else said)
        if not name and is_touched and not is_field:
            words = _folded_words(element)
            name = " ".join(words[:1] if is_entry else words)  # an entry is called by its title
        if role == "dialog":
            name = name or self._title_in(element)
        part = PhoneElement(
            role or ("button" if is_touched else "text" if said else "group"),
            name,
            box_of_bounds(element),
            outer,
            depth,
            text=said if not is_field and said != name else "",
            value=("" if said == hint else element.get("text", "")) if is_field else None,
            states={state for word, state in _STATES.items() if element.get(word) == "true"},
            actionable=is_touched or is_field,
            kind=kind,
            attributes={"package": element.get("package", "")},
        )
        part.entry = " ".join(_folded_words(element)) if is_entry else outer.entry if outer else ""
        if element.get("enabled") == "false":
            part.states.add("disabled")
        if identifier:
            part.attributes["id"] = identifier
        if hint and is_field:
            part.attributes["placeholder"] = hint
        if role == "combobox" and not part.value:
            part.value = " ".join(_folded_words(element)) or part.value
        if is_entry and part.role in {"button", "group", "text"}:
            part.role = "listitem"
        if part.role == "text":  # it has no name: it is what can be read
            part.name, part.text = "", " ".join(dict.fromkeys(filter(None, (part.name, part.text))))
        if not name and identifier and (is_touched or is_field):
            part.name = " ".join(_WORDS.findall(identifier)).lower()
            part.attributes["icon"] = "id"
        return part

    def _title_in(self, dialog: XmlElement) -> str:
        """Its title, by the identifiers that titles have; where they have none, what is said first."""
        said = [(_identifier(each), _words(each.get("text", ""))) for each in dialog.iter("node")]
        return next((text for name, text in said if text and (not self._titles or name in self._titles)), "")

    def surface(self, element: XmlElement, outer: PhoneElement | None, depth: int) -> PhoneElement:
        """A part of the screen of which only the picture is known: a game, a map, a page that tells nothing."""
        facts = {"package": element.get("package", ""), "surface": "yes"}
        kind = element.get("class", "").rpartition(".")[2]
        return PhoneElement("img", "", box_of_bounds(element), outer, depth, kind=kind, attributes=facts)

    def _is_surface(self, element: XmlElement) -> bool:
        kind = element.get("class", "")
        return kind.endswith(self._surfaces) and not any(
            each.get("text") or each.get("content-desc") or each.get("clickable") == "true"
            for each in element.iter("node")
        )

    def _role_of(self, kind: str) -> str:
        """The role of a widget by its class, or by the class that its name ends with, as in `MyFancyButton`."""
        roles = self._roles["roles"]
        return roles.get(kind) or next((role for name, role in roles.items() if kind.endswith(name)), "")


def _identifier(element: XmlElement) -> str:
    return element.get("resource-id", "").rpartition("/")[2]


def _folds(element: XmlElement) -> bool:
    """Whether an element is one thing to touch, whose texts are its name."""
    is_touched = element.get("clickable") == "true"
    return is_touched and not element.get("text") and not element.get("content-desc")


def _is_folded(element: XmlElement) -> bool:
    """Whether it is only read, so that it belongs to what is touched around it."""
    own = ("clickable", "checkable", "long-clickable", "scrollable", "focusable")
    return all(each.get(name) != "true" for each in element.iter("node") for name in own)


def _folded_words(element: XmlElement) -> list[str]:
    found: list[str] = []
    for child in element:
        if child.get("visible-to-user") != "false" and child.get("clickable") != "true":
            own = _words(child.get("text", "")) or _words(child.get("content-desc", ""))
            found += [*([own] if own else []), *_folded_words(child)]
    return found


def box_of_bounds(element: XmlElement) -> Box:
    found = _BOUNDS.match(element.get("bounds", ""))
    return Box.of_edges(*(float(edge) for edge in found.groups())) if found else Box(0, 0, 0, 0)


def _words(text: str) -> str:
    return " ".join(text.split())
