"""Expectations as `expect(…)` statements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never, cast

from askonce.lazy import dataclass, regex
from askonce.recordings.exports.export_result import FORM_TAGS, tag_of
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.exports.python_source import Argument, CallChain, filled, literal, pattern
from askonce.recordings.recorded_expectations import OWN
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens.expectation import Expectation
from askonce.screens.field_labels import TICKED
from askonce.screens.ui_tree import plain

_STATES: Mapping[str, tuple[str, ...]] = {
    "checked": ("to_be_checked",),
    "disabled": ("to_be_disabled",),
    "focused": ("to_be_focused",),
    "selected": ("to_have_attribute", '"aria-selected"', '"true"'),
    "pressed": ("to_have_attribute", '"aria-pressed"', '"true"'),
    "expanded": ("to_have_attribute", '"aria-expanded"', '"true"'),
}

_ENTRIES = {"list": "listitem", "table": "row"}
_QUOTED = r'"(?P<name>(?:\\.|[^"\\])*)"'
_COUNTED = regex(rf"there (?:is|are) (?P<count>\d+) (?:items?|data rows?) in the (?P<kind>list|table)(?: {_QUOTED})?")
_STATED = regex(rf"the (?P<kind>button|link|tab|menu item) {_QUOTED} is (?P<state>enabled|disabled)")


@dataclass(frozen=True, slots=True)
class ExpectStatements:
    """Writes the checks of one test."""

    locators: Locators
    anchors: Mapping[str, Anchor]
    """The anchors of the steps by name: better evidence for an expected element than its text alone."""

    def write(self, expectation: Expectation, step: RecordedStep) -> CallChain | None:
        """The check; None if the expectation refers to an element by its number, which changes with every run."""
        constants = self.locators.constants
        text = filled(expectation.text, constants)
        scrolled = step.action == "Scroll"
        match expectation.kind:
            case "address":
                there = CallChain("re").call("compile", pattern(expectation.text, constants), "re.IGNORECASE")
                return _expect("page").call("to_have_url", there)
            case "visible":
                seen = "to_be_in_viewport" if scrolled else "to_be_visible"
                return _expect(self._shown(expectation.text, text)).call(seen)
            case "gone" if scrolled:
                return _expect(_visible(text).get("first")).call("not_to_be_in_viewport")
            case "gone":
                return _expect(_visible(text)).call("to_have_count", "0")
            case "field":
                return self._field(expectation, step)
            case "title" | "count" | "changed" | "sent" | "message" | "any":
                return None  # never recorded
            case _:
                assert_never(expectation.kind)

    def write_statement(self, statement: str) -> CallChain | None:
        """The check of a statement about a number of entries or a state; None for all others."""
        page, constants = CallChain("page"), self.locators.constants
        if counted := _COUNTED.fullmatch(statement):
            role = counted["kind"]
            named = {"name": filled(_plain(counted["name"]), constants), "exact": "True"} if counted["name"] else {}
            entries = page.call("get_by_role", literal(role), **named).call("get_by_role", literal(_ENTRIES[role]))
            if role == "table":  # a header row has no cells
                entries = entries.call("filter", has=page.call("get_by_role", literal("cell")))
            return _expect(entries).call("to_have_count", counted["count"])
        if stated := _STATED.fullmatch(statement):
            role, name = stated["kind"].replace(" ", ""), filled(_plain(stated["name"]), constants)
            there = page.call("get_by_role", literal(role), name=name, exact="True")
            return _expect(there).call(f"to_be_{stated['state']}")
        return None

    def _shown(self, text: str, source: str) -> CallChain:
        anchor = self.anchors.get(plain(text))
        known = self.locators.locate(anchor) if anchor and anchor.role and not anchor.row else None
        return known or _visible(source).get("first")

    def _field(self, expectation: Expectation, step: RecordedStep) -> CallChain | None:
        if step.action == "Upload":  # a browser gives a made-up path as the value, and Playwright has set the files
            return None
        anchor = self._anchor_of(expectation.text, step)
        field = self.locators.locate(anchor) if anchor else None
        if field is None:
            if expectation.text == OWN or re.fullmatch(r"\[\d+\]", expectation.text):
                return None
            field = CallChain("page").call(
                "get_by_label", filled(expectation.text, self.locators.constants), exact="True"
            )
        state = plain(expectation.value)
        absent = state.removeprefix("not ").removeprefix("un")
        is_ticked = anchor is None or anchor.role in TICKED or not anchor.role.endswith("box")
        if absent == "expanded" and tag_of(anchor) == "summary":  # its details are open, and it says nothing of that
            return _expect(field.call("locator", literal("xpath=.."))).call(
                "to_have_attribute" if state == absent else "not_to_have_attribute", '"open"', '""'
            )
        if absent in _STATES and is_ticked:
            name, *arguments = _STATES[absent]
            return _expect(field).call(name if state == absent else f"not_{name}", *arguments)
        value = filled(expectation.value, self.locators.constants)
        if step.action == "Select":
            chosen = _chosen(expectation.value, step.params.get("options"))
            if not chosen:
                return None
            if len(chosen) > 1:
                value = f"[{', '.join(filled(option, self.locators.constants) for option in chosen)}]"
            return _expect(field.call("locator", literal("option:checked"))).call("to_have_text", value)
        if tag_of(anchor) not in FORM_TAGS:
            return _expect(field).call("to_have_text", value, use_inner_text="True")
        return _expect(field).call("to_have_value", value)

    def _anchor_of(self, name: str, step: RecordedStep) -> Anchor | None:
        if name == OWN:
            return next(iter(step.anchors.values()), None)
        own = named_anchors(step.anchors.values())
        return own.get(plain(name)) or self.anchors.get(plain(name))


def _chosen(value: str, options: object) -> Sequence[str]:
    """The chosen options, one by one, as a list shows them in its own order; none where that cannot be told."""
    several = [str(option) for option in cast("list[object]", options)] if isinstance(options, list) else []
    if len(several) < 2:
        return [value]
    ordered = sorted(several, key=value.find)
    return ordered if ", ".join(ordered) == value else []


def anchors_in(recordings: Iterable[Recording]) -> dict[str, Anchor]:
    return named_anchors(
        anchor for recording in recordings for step in recording.steps for anchor in step.anchors.values()
    )


def named_anchors(anchors: Iterable[Anchor]) -> dict[str, Anchor]:
    """The anchors by the visible names of the elements. A name that two of them share is left out."""
    found: dict[str, Anchor] = {}
    twice: set[str] = set()
    for anchor in anchors:
        name = plain(anchor.name or anchor.label)
        if name and found.setdefault(name, anchor) != anchor:
            twice.add(name)
    return {name: anchor for name, anchor in found.items() if name not in twice}


def _plain(name: str) -> str:
    """A quoted text without the escapes of its quotes."""
    return re.sub(r"\\(.)", r"\1", name)


def _expect(what: str | CallChain) -> CallChain:
    return CallChain("").call("expect", Argument(what))


def _visible(source: str) -> CallChain:
    return CallChain("page").call("get_by_text", source).call("filter", visible="True")
