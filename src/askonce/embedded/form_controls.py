"""Which form is meant, and the button that submits it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from askonce.embedded.screen_index import ScreenIndex, is_field
from askonce.language.commitments import committing_word
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_SUBMITS = frozenset({"button"})
NARROWS = frozenset({"filter", "find", "search", "narrow"})
"""Words in the names of fields that look for something."""


def form_of(node: Node) -> tuple[str, str]:
    """The form that a control belongs to, and its frame; the form is "" for none."""
    return node.attributes.get("form", ""), node.frame


def form_meant(touched: Iterable[int], screen: ScreenIndex) -> list[Node] | str:
    """The controls of the form that was filled in, or of the only one that is more than a search; else why not."""
    fields = [node for number in touched if (node := screen.node(number)) and is_field(node)]
    forms = dict.fromkeys(form_of(node) for node in fields)
    if not forms:
        inputs = [node for node in screen.tree if is_field(node) and form_of(node)[0]]
        forms = dict.fromkeys(form_of(node) for node in inputs if not is_search(node, screen))
    if len(forms) > 1:
        return f"{len(forms)} forms could be meant; name the button to click"
    if not forms:
        return [node for node in screen.tree if node.actionable and not form_of(node)[0]]
    form = next(iter(forms))
    controls = [node for node in screen.tree if node.actionable and form_of(node) == form]
    return controls if form[0] else _around(fields[-1], controls, screen)


def submit_button(controls: Sequence[Node], names: Sequence[str], *, alone: bool) -> Node | str:
    """The one of `controls` that has the first of `names` that one has. With `alone`, a lone button needs none.

    What a name begins with counts only for the first of `names`, unless that just submits: "Submit for review" does
    not save.
    """
    buttons = [node for node in controls if node.role in _SUBMITS]
    for name in names:
        called = [node for node in buttons if key(node.name) == name]
        if names[0] in {name, "submit"}:
            called = called or [node for node in buttons if split_words(node.name)[:1] == [name]][:2]
        if len(called) > 1:
            return f"{len(called)} buttons begin with {name!r}: {', '.join(repr(node.name) for node in called)}"
        if called:
            return called[0]
    if alone and len(buttons) == 1:
        return buttons[0]
    shown = ", ".join(repr(node.name) for node in buttons[:5] if node.name)
    return f"no button clearly submits it{f'; there are: {shown}' if shown else ''}"


def is_search(field: Node, screen: ScreenIndex) -> bool:
    return field.role == "searchbox" or any("search" in split_words(name) for name in screen.names(field))


def _around(field: Node, controls: Sequence[Node], screen: ScreenIndex) -> list[Node]:
    """Where a page has no form: the controls in the smallest part of it that holds the field and a button that
    commits to something; else all of them."""
    numbers = {node.number for node in controls}
    for outer in screen.layout.above(field):
        inside = [node for node in screen.layout.inside(outer) if node.number in numbers]
        if any(node.role in _SUBMITS and committing_word(node.name) for node in inside):
            return inside
    return list(controls)
