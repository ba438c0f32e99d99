"""The form that a step sent, and what became of it: one that comes again as it was filled in was not accepted."""

from __future__ import annotations

from typing import Literal

from askonce.lazy import dataclass
from askonce.screens.expectation import unhidden_nodes
from askonce.screens.field_labels import is_for_searching
from askonce.screens.ui_tree import Node, Tree, plain

FormFate = Literal["", "emptied", "gone"]
"""What became of a form that was sent: it stayed as it was or nobody knows; its fields held something else; it was not
there any more."""
_TYPED = frozenset({"textbox", "spinbutton", "combobox"})


@dataclass(frozen=True, slots=True)
class SentForm:
    """The fields of a form that were filled in when it was sent, by role and name, with what they held."""

    fields: frozenset[tuple[str, str, str]]

    def fate(self, after: Tree) -> FormFate:
        """What became of it, as far as that is to be seen."""
        if self._is_there(after):
            return "" if self._is_filled(after) else "emptied"
        is_all = not (after.more or after.goes_on_above or after.goes_on_below)
        return "gone" if is_all else ""

    def is_again(self, fate: FormFate, after: Tree) -> bool:
        """Whether it is there again, where this became of it when it was recorded."""
        return self._is_filled(after) or (fate == "gone" and self._is_there(after))

    def _is_there(self, tree: Tree) -> bool:
        named = {(node.role, plain(node.name)) for node in unhidden_nodes(tree)}
        return all((role, name) in named for role, name, _ in self.fields)

    def _is_filled(self, tree: Tree) -> bool:
        return self.fields <= {(node.role, plain(node.name), node.value or "") for node in unhidden_nodes(tree)}


def sent_form(touched: Node | None, before: Tree) -> SentForm | None:
    """The form that a step on this element sends; None where it belongs to none, or nothing was filled in."""
    form = touched.attributes.get("form") if touched else None
    if touched is None or form is None or touched.role in _TYPED:
        return None
    fields = [node for node in before if node.attributes.get("form") == form and node.role in _TYPED]
    filled = [node for node in fields if node.name and node.value and "password" not in node.states]
    if not filled or all(map(is_for_searching, fields)):
        return None
    return SentForm(frozenset((node.role, plain(node.name), node.value or "") for node in filled))
