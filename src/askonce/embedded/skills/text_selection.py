"""Selecting text, and giving it a style in an editor."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex, is_field
from askonce.embedded.skill_answers import (
    Decline,
    PartProgress,
    PlannedAction,
    SkillPlan,
    plan_action,
    spot,
    tap,
    target,
)
from askonce.embedded.text_sources import find_text
from askonce.geometry import Point
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_LINE = 6.0
"""The most distance between the edge of a text and the middle of its first or last line."""
_FARTHEST = 100


def highlight(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The text of a field by its keys; any other by drawing the mouse over it from its first letter to its last."""
    argument = intent.target
    found = find_text(argument, screen)
    if isinstance(found, Decline):
        return found
    if is_field(found):
        return SkillPlan((plan_action("Press", keys="Control+A", target=target(found, argument.prompt)),), certain=True)
    if found.actionable:
        return Decline(f"{argument.prompt} is not text that can be selected: the mouse would press it")
    box, inset = found.box, min(_LINE, found.box.height / 2)
    start, end = Point(box.left, box.top + inset), Point(box.right + 1, box.bottom - inset)
    words = (f"the start of {argument.prompt}", f"the end of {argument.prompt}")
    return SkillPlan((plan_action("Drag", start=spot(start, words[0]), end=spot(end, words[1])),), certain=True)


def style(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Select a text in the one editor by keys, and press the button for the style."""
    editors = [node for node in screen.fields if node.value and node.attributes.get("tag") not in {"input", "textarea"}]
    if len(editors) != 1:
        return Decline(f"there are {len(editors)} text editors with a text" if editors else "there is no text editor")
    button = _button(key(intent.get("style").text), screen)
    if button is None:
        return Decline(f"there is no button for {intent.get('style').prompt}")
    selected = _selected(editors[0], intent.get("text"), screen)
    if isinstance(selected, Decline):
        return selected
    return SkillPlan((*selected, tap(button, button.name)))


def _button(name: str, screen: ScreenIndex) -> Node | None:
    """The button for a style, by any of the words for it."""
    words = {name, *lexicon().synonyms.get(name, ())}
    buttons = [node for node in screen.tree if node.actionable and node.role in {"button", "clickable", "checkbox"}]
    fitting = [node for node in buttons if key(node.name) in words]
    return fitting[0] if len(fitting) == 1 else None


def _selected(editor: Node, argument: IntentArgument, screen: ScreenIndex) -> tuple[PlannedAction, ...] | Decline:
    """The keys that select a text that occurs once in the editor, as whole words, or all of it."""
    if not argument.fixed and " ".join(split_words(argument.text)) in _ALL:
        return (plan_action("Press", keys="Control+A", target=target(editor, "the editor")),)
    text, wanted = editor.value or "", screen.state.fill(argument.text)
    starts = [at for at in range(len(text)) if text.startswith(wanted, at) and _is_apart(text, at, len(wanted))]
    if len(starts) != 1 or "\n" in text or starts[0] > _FARTHEST or len(wanted) > _FARTHEST:
        return Decline(f"{argument.prompt} occurs in the editor {len(starts)} times, or too far from its start")
    actions = [plan_action("Press", keys="Control+Home", target=target(editor, "the editor"))]
    if starts[0]:
        actions.append(plan_action("Press", keys="ArrowRight", times=starts[0]))
    return (*actions, plan_action("Press", keys="Shift+ArrowRight", times=len(wanted)))


def _is_apart(text: str, at: int, length: int) -> bool:
    around = text[at - 1 : at] + text[at + length : at + length + 1]
    return not any(sign.isalnum() for sign in around)


_ALL = frozenset(
    {"everything", "all", "all text", "all the text", "the text", "the whole text", "all of the text", "it all"}
)
