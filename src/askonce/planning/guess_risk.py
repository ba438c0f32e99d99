"""What is not done to an element that the planner has named without having seen it.

A guess may only lead somewhere or fill a field. What deletes, pays, sends, saves or switches something waits until the
planner has looked, and so does each secret.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from askonce.actions import Action, Clear, DoubleTap, LongPress, RightTap, Select, Tap, Type
from askonce.language.commitments import commitments, label_commits, label_opens, link_leads_on
from askonce.language.normalization import key, loose_key, split_words
from askonce.language.verdicts import casts_doubt, says
from askonce.lazy import regex
from askonce.screens import Node, Tree
from askonce.screens.field_labels import is_for_searching
from askonce.screens.tree_index import TreeIndex
from askonce.values import Instruction, Secret, slot_names

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_LISTS = frozenset({"combobox", "listbox"})
_SWITCHES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_SET = frozenset({"radio", "slider", *FIELDS, *_SWITCHES})
"""Roles that hold a value: a tap on them leads nowhere else."""
_LEADING = frozenset({"link", "tab", "option", "menuitemradio", "treeitem", "gridcell", "cell", "row"})
"""Roles that choose or lead somewhere. All others may do anything, unless their label says that they only open."""
_BESIDE_FORMS = _LEADING | {"menuitem"}
"""Roles that are not the button of a form, whatever was typed before."""

_FEWEST_DAYS = 20
_SUGGESTED = frozenset({"option", "menuitem", "listitem"})
_MAKING = frozenset({"new", "add", "create"})
_BESIDE_MADE = frozenset({"a", "an", "new", "another"})
_TO = frozenset({"to", "in", "into", "as", "friend", "vote", "tip", "like", "reaction", "favorite", "all"})
"""Words of labels that add what is there already to something."""
_REMARK = regex(r"[^\w(]|.*[\"“”„«»…?]|(?:use|press|hit|type|enter|keep|choose|select|pick|did|for|go|just)\b")
"""How a line among suggestions begins, or what it has in it, that speaks of what was typed: `Use "Ann"`, `+ Ann`."""
_SCRIPTED = ("#", "javascript:")
"""How the address of a link begins that is a button in truth."""
_SCHEME = regex(r"(?!https?:)[a-z][a-z0-9+.-]*:")
"""How the address of a link begins that leads to another program: mail, a call."""


def is_filling(action: Action[Any]) -> bool:
    """Whether it puts something into a field, so that the screen stays the same one."""
    return isinstance(action, Clear | Select) or (isinstance(action, Type) and not action.enter)


def stays(action: Action[Any], node: Node | None) -> bool:
    """Whether the screen is still the same one after `action` on `node`."""
    return is_filling(action) or action.gesture == "scroll" or (isinstance(action, Tap) and _holds_value(node))


def may_suggest(node: Node) -> bool:
    """Whether something to choose from may come up when a field is filled in."""
    return node.role == "combobox" or not {"suggests", "opens"}.isdisjoint(node.attributes)


def is_suggestion(node: Node, field: Node, typed: str) -> bool:
    """Whether `node`, which came when `typed` was put into `field`, is what the field suggests.

    To choose it only fills in the field.
    """
    return (
        node.role in _SUGGESTED
        and may_suggest(field)
        and bool(key(typed))
        and loose_key(key(typed)) in loose_key(key(node.words))
    )


def opens_same_form(words: str, node: Node) -> bool:
    """Whether a link leads to the form for something new that `words` name otherwise: "Add contact", "New contact"."""
    made, other, address = _made(words), _made(node.name), node.attributes.get("href", "")
    is_page = node.role == "link" and bool(address) and "?" not in address  # what stands there may say what to add
    return is_page and bool(made) and made == other


def _made(label: str) -> list[str]:
    """What a label says that it makes; nothing where it does not."""
    first, *rest = split_words(label) or [""]
    return [word for word in rest if word not in _BESIDE_MADE] if first in _MAKING else []


def is_part_of_suggestion(part: str, node: Node) -> bool:
    """Whether a suggestion begins with `part`, or has all its words, and is not a remark about what was typed."""
    label, wanted = key(node.words), key(part)
    rest = label.removeprefix(wanted)
    is_cut = wanted[-1:].isdigit() and rest[:1].isdigit()  # "Room 1" is no part of "Room 12"
    begins = bool(wanted) and rest != label and not is_cut
    has_words = bool(wanted) and not Counter(wanted.split()) - Counter(label.split())
    return (begins or has_words) and not _is_remark(node.words)


def _is_remark(words: str) -> bool:
    """Whether a line among suggestions speaks of what was typed, or leads elsewhere."""
    says_no = casts_doubt(words) or says("rejected", words) or says("offered", words)
    return says_no or label_opens(words) or _REMARK.match(words.casefold()) is not None


def takes_text(node: Node) -> bool:
    """Whether something can be entered into it that is kept or sent."""
    return node.role in FIELDS and not is_for_searching(node)


def takes(action: Action[Any], node: Node) -> bool:
    """Whether `action` can be meant for an element of this kind."""
    if isinstance(action, Type | Clear):
        return node.role in FIELDS and "readonly" not in node.states
    return not isinstance(action, Select) or node.role in _LISTS


def risk_of_guess(
    action: Action[Any],
    node: Node,
    instruction: Instruction,
    *,
    has_typed: bool,
    is_day: bool = False,
    is_blank: bool = False,
) -> str:
    """Why the planner has to see `node` before `action` is done; empty if it need not.

    `has_typed` says that something was typed on this screen, so that a button may be the one that sends it; `is_day`
    that a number is one of the days of a calendar; `is_blank` that nothing was entered so far, and nothing can be here.
    """
    match action:
        case Type() | Clear() | Select():
            return _risk_of_filling(action, node, instruction)
        case Tap() | DoubleTap() | RightTap() | LongPress():
            return _risk_of_pressing(node, instruction, has_typed=has_typed, is_day=is_day, is_blank=is_blank)
        case _:
            return "" if action.is_repeatable else "it may commit something"


def _risk_of_filling(action: Type | Clear | Select, node: Node, instruction: Instruction) -> str:
    typed = slot_names(action.text) if isinstance(action, Type) else ()
    if "password" in node.states or any(isinstance(instruction.values.get(name), Secret) for name in typed):
        return "a secret is not typed into a field that you have not seen"
    if isinstance(action, Type) and action.enter and node.role != "searchbox":
        return "Enter may send something"
    return ""


def opens_form(label: str, instruction: Instruction) -> bool:
    """Whether a button for something new leads to a form for it, as "Create contact" does in "add the contact {name}".

    The instruction names what is made and has values for it. As long as nothing was entered it cannot be made.
    """
    made, said = _made(label), {loose_key(word) for word in split_words(instruction.text)}
    is_bound = not commitments().binding.isdisjoint(made) or not _TO.isdisjoint(made)
    return bool(made) and bool(instruction.values) and not is_bound and {loose_key(word) for word in made} <= said


def _risk_of_pressing(node: Node, instruction: Instruction, *, has_typed: bool, is_day: bool, is_blank: bool) -> str:
    acts = node.attributes.get("acts", "")
    if node.role in _SWITCHES or acts == "toggles" or not node.states.isdisjoint({"pressed", "expanded"}):
        return "it may be on already"
    if _holds_value(node):
        return ""
    if "submits" in node.attributes:
        return "it sends a form"
    address = node.attributes.get("href", "").strip().lower()
    leads_on = bool(address) and not address.startswith(_SCRIPTED)
    if node.role == "link" and leads_on and not acts:
        is_page = not _SCHEME.match(address) and link_leads_on(node.words, node.attributes["href"])
        return "" if is_page else "it may commit something"
    if node.role == "button" and is_blank and opens_form(node.words, instruction):
        return ""
    if label_commits(node.words):
        return "it may commit something"
    if (node.role in _LEADING and node.role != "link") or "opens" in node.attributes:
        return ""
    if has_typed and node.role not in _BESIDE_FORMS:
        return "it may send what was typed"
    leads = node.role == "listitem" or label_opens(node.words) or (is_day and node.words.isdecimal())
    return "" if leads else "it may do more than lead somewhere"


def is_day(node: Node, tree: Tree) -> bool:
    """Whether a number stands in a calendar: in a table, or among most days of a month."""
    above = (each.role for each in TreeIndex(tree).above(node))
    days = (each for each in tree if each.words.isdecimal() and each.role == node.role)
    return not {"grid", "table"}.isdisjoint(above) or len([*days]) >= _FEWEST_DAYS


def _holds_value(node: Node | None) -> bool:
    return node is not None and node.role in _SET
