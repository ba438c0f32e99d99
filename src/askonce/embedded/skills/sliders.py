"""Sliders: set at once where the screen can, else moved by the keyboard while what they show is watched."""

from __future__ import annotations

import re

from askonce.embedded.choice_headings import is_headed
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, target
from askonce.language.normalization import split_words
from askonce.lazy import regex
from askonce.screens import Node

_NUMBER = regex(r"[-−+]?\d+(?:\.\d+)?")
_SHOWN = regex(r"\D{0,3}([-−+]?\d+(?:\.\d+)?)\s?\D{0,3}")
_SLID = "slid "
_HANDLES = frozenset({"handle", "thumb", "knob"})
_GROUPS = frozenset({"sliders", "slider", "ranges"})
_CONTROL_WORDS = frozenset({"slider", "range", "number", "input", "value", "control", "for", "of", "the"})
"""What a name for screen readers says besides the name of the setting: range slider for Quality."""
_UNITS = regex(
    r"(?<=\d)\s*(?:%|°[cf]?|percent|degrees?|points?|steps?|px|minutes?|hours?|seconds?|days?)$", re.IGNORECASE
)
_MOST_AT_ONCE = 100
_MOST_TRIES = 5


def slide(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Set one slider to a number, or several to one number each, in reading order."""
    argument = intent.value or intent.get("options")
    wanted = _numbers(screen.state.fill(argument.text))
    if not wanted or not _GROUPS & {*split_words(intent.target.text)}:
        named = _named_slider(intent.target, screen) if wanted and intent.target else None
        if named is None:
            return None
    sliders = _sliders(intent.target, len(wanted), screen)
    if isinstance(sliders, Decline):
        return sliders
    for slider, number in zip(sliders, wanted, strict=True):
        if declined := out_of_range(slider, number, intent.target.prompt):
            return declined
    for slider, number in zip(sliders, wanted, strict=True):
        if _shown(slider, screen) != number:
            return _moved(slider, number, intent.target, screen, progress)
    return SkillPlan(certain=True)


def out_of_range(node: Node, number: float, words: str) -> Decline | None:
    """Why a field for numbers cannot take this one, by what it says of its least and its greatest number."""
    least, most = (_bound(node, mark) for mark in ("min", "max"))
    if (least is None or number >= least) and (most is None or number <= most):
        return None
    span = " ".join(f"{word} {_written(end)}" for word, end in (("from", least), ("to", most)) if end is not None)
    return Decline(f"{words} takes numbers {span}, and not {_written(number)}", final=True)


def _bound(node: Node, mark: str) -> float | None:
    text = node.attributes.get(mark, "")
    return float(text) if _NUMBER.fullmatch(text) else None


def _moved(
    slider: Node, wanted: float, argument: IntentArgument, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    words = argument.prompt
    failed = [past for past in progress.past_actions if past.action == "Type" and not past.is_done]
    if failed:
        return Decline(failed[-1].detail or f"{words} does not take {_written(wanted)}", tied=True)
    if slider.attributes.get("type") == "range":
        if progress.has_done("Type", slider):
            return Decline(f"{words} stays at {slider.value}", tied=True)
        typed = plan_action("Type", target=target(slider, words), text=_written(wanted))
        return SkillPlan((typed,), finished=False)
    value = _shown(slider, screen)
    if value is None:
        return Decline(f"{words} does not show at which number it stands", tied=True)
    tries = sum(past.action == "Press" and past.is_done for past in progress.past_actions)
    size = _step_size(slider, value, progress)
    count = round((wanted - value) / size) if size else 0
    if not count or tries > _MOST_TRIES * max(1, len(_all_sliders(screen))):
        return Decline(f"{words} stays at {_written(value)}", tied=True)
    memory = f"part {progress.part}: {_SLID}{slider.number} {value} {count}"
    return SkillPlan(
        _presses(slider, count, words), finished=False, memory=memory, log=f"Move {words} to {_written(wanted)}"
    )


def _presses(slider: Node, count: int, words: str) -> tuple[PlannedAction, ...]:
    """Press the arrow key `count` times; click the slider only if it has no focus, since a click may move it."""
    keys, left = "ArrowRight" if count > 0 else "ArrowLeft", abs(count)
    presses: list[PlannedAction] = []
    while left > 0:
        params: dict[str, object] = {"keys": keys, "times": min(left, _MOST_AT_ONCE)}
        if not presses and "focused" not in slider.states:
            params["target"] = target(slider, words)
        presses.append(plan_action("Press", **params))
        left -= _MOST_AT_ONCE
    return tuple(presses)


def _step_size(slider: Node, value: float, progress: PartProgress) -> float:
    """How far one press moves it: as the last presses did, and 1 as long as that is not known."""
    start = f"part {progress.part}: {_SLID}{slider.number} "
    slid = [memory.removeprefix(start) for memory in progress.state.memories if memory.startswith(start)]
    if not slid:
        return 1.0
    before, count = slid[-1].split()
    return (value - float(before)) / int(count)


def _sliders(argument: IntentArgument, count: int, screen: ScreenIndex) -> list[Node] | Decline:
    found = _named_slider(argument, screen)
    if found and count == 1:
        return [found]
    every = _all_sliders(screen)
    if len(every) == count and {*split_words(argument.text)} <= _GROUPS | {"the", "all", "to", "combination"}:
        return every
    if not every:
        return Decline(f"there is no slider for {argument.prompt}", argument)
    return Decline(f"there are {len(every)} sliders; name one, or give a number for each of them")


def _named_slider(argument: IntentArgument, screen: ScreenIndex) -> Node | None:
    """The slider with this name, or the only one in a part of the page or after a text that is called so."""
    found = screen.find(argument, _is_slider)
    if isinstance(found, Node):
        return found
    words = {*split_words(screen.state.fill(argument.text))} - lexicon().articles - _GROUPS
    sliders = _all_sliders(screen)
    called = [node for node in sliders if {*split_words(node.name)} - _CONTROL_WORDS == words]
    called = called or [
        node for node in sliders if any({*split_words(name)} == words for name in _around(node, screen))
    ]
    headed = called or [node for node in sliders if is_headed(node, " ".join(words), screen)]
    return headed[0] if words and len(headed) == 1 else None


def _around(slider: Node, screen: ScreenIndex) -> list[str]:
    """The names of what a slider is part of, and the label that stands first in a group of its own."""
    names = [outer.name for outer in screen.layout.above(slider)]
    group = screen.node(slider.parent) if slider.parent is not None and not slider.name else None
    inside = screen.layout.inside(group) if group else ()
    is_own = all(node.role in {"slider", "spinbutton", "text"} for node in inside) and bool(inside)
    labels = [node.text for node in inside if node.role == "text" and not _NUMBER.fullmatch(node.text.strip())]
    return [*names, *(labels if is_own and len(labels) == 1 and sum(map(_is_slider, inside)) == 1 else [])]


def _all_sliders(screen: ScreenIndex) -> list[Node]:
    return [node for node in screen.tree if _is_slider(node)]


def _is_slider(node: Node) -> bool:
    """A slider, or what is only known by its look to be the handle of one."""
    if not node.actionable:
        return False
    words = {*split_words(node.name)} if "icon" in node.attributes else set[str]()
    return node.role == "slider" or ("slider" in words and not _HANDLES.isdisjoint(words))


def _shown(slider: Node, screen: ScreenIndex) -> float | None:
    """The slider's value: its own, or the number shown after it."""
    if slider.value is not None:
        found = _SHOWN.fullmatch(slider.value.partition("/")[0].strip())
        return _number(found[1]) if found else None
    nodes = screen.tree.nodes
    for node in nodes[nodes.index(slider) + 1 :]:
        if _is_slider(node):
            return None
        if not node.actionable and _NUMBER.fullmatch(node.text.strip()):
            return _number(node.text.strip())
    return None


def _numbers(text: str) -> list[float]:
    """All numbers, if the text holds nothing else: "3", "[3, 4 and 5]"."""
    rest = re.sub(r"\band\b|\bthe combination\b|[\[\](),;\s]", " ", text)
    pieces = _UNITS.sub("", rest.strip()).split()
    return [_number(piece) for piece in pieces] if all(_NUMBER.fullmatch(piece) for piece in pieces) else []


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
