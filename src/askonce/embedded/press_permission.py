"""What no plan may do: use what is disabled, press a mere text or what commits to something unsaid, leak a secret."""

from __future__ import annotations

from askonce.embedded.field_effects import is_pale_text
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.shown_words import is_trial
from askonce.embedded.skill_answers import Decline, PlannedAction, SkillPlan
from askonce.language.commitments import committing_word
from askonce.language.normalization import key, split_words
from askonce.language.tokens import read_tokens
from askonce.lazy import regex
from askonce.screens import Node
from askonce.vision.seen_tree import commitment_doubt, place_doubt, reading_doubt

_PRESSES = frozenset({"Tap", "DoubleTap", "RightTap", "LongPress"})
_LOOKS = frozenset({"Hover", "Read", "Scroll", "Wait"})
_HARMLESS = frozenset({"checkbox", "radio", "switch", "option", "tab", "treeitem", "columnheader", "gridcell"})
"""Roles that choose or show something, and commit to nothing by themselves."""
_UNFOLDS = frozenset({"open", "expand", "unfold", "collapse", "fold"})
_PRONOUNS = frozenset({"it", "them", "that", "this", "him", "her", "one"})
_PICTURES = frozenset({"img", "canvas", "video", "iframe"})
_SLOT = regex(r"\{([\w.]+)\}")
_FIELD_WORDS = frozenset({"field", "box", "textbox", "input"})
_ENTRY = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})


def forbidden(plan: SkillPlan, intent: Intent, screen: ScreenIndex) -> Decline | None:
    """Why `plan` must not be carried out; None where it may."""
    for action in plan.actions:
        element = dict(action.params.get("target") or {}).get("element")
        node = screen.node(element) if element is not None else None
        if node and "disabled" in node.states and action.action not in _LOOKS:
            name = label_of(node)
            awaited = IntentArgument(name, fixed=True) if name else None
            return Decline(f"{name or 'it'!r} is disabled; say first what enables it", for_now=True, awaited=awaited)
        if node and action.action not in _LOOKS and (doubt := place_doubt(node) or reading_doubt(node, screen.tree)):
            return Decline(doubt, final=True)
        if action.action == "Tap" and node and not can_press(node, screen) and not is_trial(plan):
            return _only_text(node, screen)
        if action.action in _PRESSES and node and (doubt := _held_doubt(node, screen.state.fill(intent.words))):
            return Decline(doubt, final=True)
        if action.action in _PRESSES and node and (declined := _press(node, intent, screen)):
            return declined
        if action.action == "Type" and node and (doubt := _hint_doubt(action, node, screen)):
            return Decline(doubt, final=True)
        if action.action == "Type" and (declined := _secret(action, node, intent, screen)):
            return declined
    return None


def label_of(node: Node) -> str:
    """All that says what a control does; what is only spoken may differ from what it shows."""
    shown = " ".join(dict.fromkeys(text for text in (node.name, node.text) if text))
    return shown or node.attributes.get("title", "")


def can_press(node: Node, screen: ScreenIndex) -> bool:
    """Whether something happens at a press: it can be used, is part of what can be used, or is a picture."""
    return node.actionable or node.role in _PICTURES or any(outer.actionable for outer in screen.layout.above(node))


def _held_doubt(field: Node, said: str) -> str:
    """Why a field that is only seen is not to be pressed for the words in it, from which it has its name: it may hold
    them. Empty where it is said that a field is meant."""
    is_called_so = field.role in _ENTRY and "seen" in field.attributes and key(field.name) in {"", key(field.text)}
    if not is_called_so or not field.text or f" {key(field.text)} " not in f" {key(said)} ":
        return ""
    is_field_said = not _FIELD_WORDS.isdisjoint(split_words(said))
    return (
        "" if is_field_said else f"{field.text!r} may be what a field holds; say, for example: the field {field.text}"
    )


def _hint_doubt(action: PlannedAction, field: Node, screen: ScreenIndex) -> str:
    """Why it could not be seen that a field holds what is typed: the hint in it says the same."""
    hint, text = field.attributes.get("placeholder", ""), screen.state.fill(str(action.params.get("text", "")))
    is_same = "seen" in field.attributes and bool(hint) and is_pale_text(hint, text)
    return f"the field shows {hint!r} already, and it could not be seen whether that was typed" if is_same else ""


def _press(node: Node, intent: Intent, screen: ScreenIndex) -> Decline | None:
    if node.role in _HARMLESS | _ENTRY or _only_unfolds(node, intent):
        return None
    label = label_of(node)
    said = screen.state.fill(_said(intent, screen))
    if doubt := commitment_doubt(node, label, said):
        return Decline(doubt, final=True)
    word = committing_word(label, said, intent.verb)
    if not word:
        return None
    return Decline(f"{label!r} would have to be pressed, and the instruction does not say {word!r}", final=True)


def _only_unfolds(node: Node, intent: Intent) -> bool:
    """Whether a section is opened or closed, and the instruction speaks of nothing else; a menu is not a section."""
    is_section = bool(node.states & {"collapsed", "expanded"}) and "opens" not in node.attributes
    return is_section and not _UNFOLDS.isdisjoint(split_words(intent.words)[:1])


def _said(intent: Intent, screen: ScreenIndex) -> str:
    """The words of a part; all that was said, if it refers to what was said before: "it", "confirm"."""
    is_open = intent.verb in {"confirm", "accept"} or not _PRONOUNS.isdisjoint(split_words(intent.words))
    return screen.state.question.instruction if is_open else intent.words


def _only_text(node: Node, screen: ScreenIndex) -> Decline:
    text = (node.text or node.name)[:60]
    return Decline(f"{text!r} is only a text there, and cannot be pressed{_beside(node, screen)}")


def _beside(text: Node, screen: ScreenIndex) -> str:
    """The controls that belong to the same entry as a text, in words."""
    parent = screen.node(text.parent) if text.parent is not None else None
    names = [node.name for node in screen.layout.inside(parent) if node.actionable and node.name] if parent else []
    return f"; beside it are: {', '.join(dict.fromkeys(names[:5]))}" if names else ""


def _secret(action: PlannedAction, field: Node | None, intent: Intent, screen: ScreenIndex) -> Decline | None:
    """A secret is typed alone or inside of a quotation, and only into a field that was named for it."""
    text = str(action.params.get("text", ""))
    values = screen.state.question.values
    secrets = [name for name in _SLOT.findall(text) if name in values and values[name] is None]
    if not secrets:
        return None
    name = f"{{{secrets[0]}}}"
    if text != name and not any(token.kind == "quote" and token.inner == text for token in read_tokens(intent.words)):
        return Decline(f"it is not clear how much of {text!r} is to be typed with the secret {name}", final=True)
    is_named = any(
        slot in intent.arguments for slot in ("target", "field", "password", "user", "pairs", "details", "assignments")
    )
    if not is_named and not (field and "password" in field.states):
        return Decline(
            f"no field is named for the secret {name}; write, for example: type {name} into Password", final=True
        )
    return None
