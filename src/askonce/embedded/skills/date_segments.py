"""Dates and times in segments: one spin button each for the year, the month and the day, or the hour and the minute."""

from __future__ import annotations

import re

from askonce.embedded.date_words import read_date, read_time
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.language.normalization import split_words
from askonce.screens import Node

_NAME = re.compile(r"(?P<unit>[^,]+), (?P<field>.+)")
_UNITS = frozenset({"year", "month", "day", "hour", "minute"})
_DATE = ("year", "month", "day")
_TIME = ("hour", "minute")
_MOST_PRESSES = 100
_MOST_TRIES = 2
_KINDS = frozenset({"date", "time", "field"})


def set_segments(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A date or a time of day: each segment is moved by keys until all of them show it.

    Digits would pass through other years, which a page may correct. A shorter month may move the day, so it is looked
    at once more.
    """
    argument = intent.value or intent.get("options")
    segments = _segments(intent.target, screen)
    if not segments or not argument:
        return None
    words = intent.target.prompt
    wanted = _wanted({*segments}, screen.state.fill(argument.text))
    if wanted is None:
        return Decline(f"{argument.prompt!r} cannot be set in {words}, which takes: {', '.join(segments)}", final=True)
    if any(not (node.value or "").isdecimal() or node.states & {"disabled", "readonly"} for node in segments.values()):
        return Decline(f"not every segment of {words} shows its number and can be set", final=True)
    left = [unit for unit in wanted if int(segments[unit].value or "") != wanted[unit]]
    if not left:
        return SkillPlan(certain=True)
    steps = {unit: wanted[unit] - int(segments[unit].value or "") for unit in left}
    if max(map(abs, steps.values())) > _MOST_PRESSES:
        return Decline(f"{words} is too far from {argument.prompt!r} to be moved there by keys", final=True)
    if sum(past.action == "Press" for past in progress.past_actions) >= _MOST_TRIES * len(wanted):
        shown = ", ".join(f"{unit} {segments[unit].value}" for unit in wanted)
        return Decline(f"{words} does not take {argument.prompt!r}: it shows {shown}", final=True)
    presses = (
        plan_action(
            "Press",
            target=target(segments[unit], segments[unit].name),
            keys="ArrowUp" if count > 0 else "ArrowDown",
            times=abs(count),
        )
        for unit, count in steps.items()
    )
    return SkillPlan(tuple(presses), finished=False, log=f"Set {words} to {argument.prompt}")


def _segments(argument: IntentArgument, screen: ScreenIndex) -> dict[str, Node]:
    """The segments of the one field with this name, by their unit; none where a unit is there twice."""
    wanted = _plain(screen.state.fill(argument.text))
    found: dict[str, Node] = {}
    for node in screen.of_role({"spinbutton"}):
        name = _NAME.fullmatch(node.name.strip())
        if name is None or not wanted or _plain(name["field"]) != wanted:
            continue
        if name["unit"].casefold() in found:
            return {}
        found[name["unit"].casefold()] = node
    return found if {*found} & _UNITS else {}


def _wanted(units: set[str], text: str) -> dict[str, int] | None:
    """The number for each segment; None where the text does not give exactly those that are there."""
    if units == {*_DATE} and (day := read_date(text)):
        return dict(zip(_DATE, (day.year, day.month, day.day), strict=True))
    if units == {*_TIME} and (moment := read_time(text)) and not moment.second:
        return dict(zip(_TIME, (moment.hour, moment.minute), strict=True))
    return None


def _plain(name: str) -> tuple[str, ...]:
    """The words of a name, without those that only say that it is a date or a time."""
    words = [word for word in split_words(name) if word not in lexicon().articles]
    return tuple(word for word in words if word not in _KINDS) or tuple(words)
