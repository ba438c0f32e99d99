"""Dates and times: in fields made for them, in calendars, and in plain fields as they were written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from askonce.embedded.date_order import day_meant, is_unclear, numbers_of
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex, is_field
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.language.calendars import Calendar, day_called, read_calendar
from askonce.language.date_words import read_date, read_time
from askonce.language.normalization import split_words
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node

_MOMENTS = frozenset({"date", "time", "day", "calendar"})
_NATIVE = frozenset({"date", "time", "datetime-local"})
_MOST_TURNS = 24
_MOST_AT_ONCE = 12


def set_moment(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A date or a time of day for the field that is named, or for the only one of its kind."""
    argument = intent.value or intent.get("options")
    text = screen.state.fill(argument.text)
    field = _field(intent.target, text, screen)
    if field is None:
        return _in_calendar(text, None, screen, progress) if _is_bare(intent.target) else None
    native = field.attributes.get("type", "")
    if native in _NATIVE:
        return _typed(field, intent.target, native, text, screen)
    is_locked = "readonly" in field.states or field.role not in {"textbox", "searchbox", "combobox"}
    if is_locked or progress.has_done("Tap", field):
        return _in_calendar(text, field, screen, progress)
    if intent.verb != "type" and (read_date(text) or read_time(text)):
        typed = plan_action("Type", target=target(field, intent.target.prompt), text=argument.text)
        return SkillPlan((typed,), expects=(f"field [{field.number}] is {quoted(text)}",))
    return None


def _typed(
    field: Node, argument: IntentArgument, native: str, text: str, screen: ScreenIndex
) -> SkillPlan | Decline | None:
    written = _written(native, text, field, screen)
    if not written:
        return Decline(f"{text!r} is not a {native} that can be read; write, for example: 2024-12-31, or 18:30")
    if isinstance(written, Decline):
        return written
    words = argument.prompt or field.name or f"the {native}"
    expects = (f'field [{field.number}] is "{written}"',)
    return SkillPlan((plan_action("Type", target=target(field, words), text=written),), certain=True, expects=expects)


def _written(native: str, text: str, field: Node, screen: ScreenIndex) -> str | Decline:
    """The value as such a field takes it; "" where the text is none."""
    if native == "time":
        moment = read_time(text)
        return moment.strftime("%H:%M") if moment else ""
    if native == "date":
        day = day_meant(text, field, screen)
        return day.isoformat() if day else _unclear(text, field, screen) or ""
    for words in (text.replace(" at ", " "), text.replace("T", " ")):
        for place in (at for at, sign in enumerate(words) if sign == " "):
            first, moment = words[:place].rstrip(","), read_time(words[place:])
            if moment and (unclear := _unclear(first, field, screen)):
                return unclear
            if moment and (day := day_meant(first, field, screen)):
                return f"{day.isoformat()}T{moment.strftime('%H:%M')}"
    return ""


def _unclear(text: str, field: Node | None, screen: ScreenIndex) -> Decline | None:
    reason = is_unclear(text, field, screen)
    return Decline(reason, final=True) if reason else None


def _field(argument: IntentArgument, text: str, screen: ScreenIndex) -> Node | None:
    """The field with this name; for "the date", the only date field."""
    if argument:
        found = screen.find(argument, lambda node: is_field(node) or node.role in {"button", "clickable"})
        if isinstance(found, Node):
            return found if is_field(found) or read_date(text) else None
        if named := _called_without_kind(argument, text, screen):
            return named
    if not _is_bare(argument):
        return None
    wanted = {"date"} if read_date(text) else {"time"} if read_time(text) else set[str]()
    native = [node for node in screen.tree if node.actionable and node.attributes.get("type") in wanted]
    return native[0] if len(native) == 1 else None


def _called_without_kind(argument: IntentArgument, text: str, screen: ScreenIndex) -> Node | None:
    """The one field "Arrival" that holds such a moment, for "the arrival date"."""
    words = [word for word in split_words(screen.state.fill(argument.text)) if word not in lexicon().articles]
    if len(words) < 2 or words[-1] not in _MOMENTS or argument.fixed:
        return None
    read = read_date if words[-1] != "time" else read_time
    named = screen.exactly(" ".join(words[:-1]), is_field)
    return named[0] if len(named) == 1 and read(text) and read(named[0].value or "") else None


def _is_bare(argument: IntentArgument) -> bool:
    """Whether no field is named, or only the kind of its content."""
    return not argument or not {*split_words(argument.text)}.isdisjoint(_MOMENTS)


# ---- calendars


def _in_calendar(
    text: str, field: Node | None, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """Open the calendar, go to the month, press the day: one action per look.

    Where nothing tells which number is the month, the field has to write the day as the instruction does.
    """
    unclear = _unclear(text, field, screen)
    if unclear and (field is None or field.value is None):
        return unclear
    day = read_date(text) if unclear else day_meant(text, field, screen)
    if day is None:
        return None
    if unclear and field and _has_picked(day, progress):
        is_meant = numbers_of(field.value or "") == numbers_of(text)
        return SkillPlan(certain=True) if is_meant else unclear
    pick = _pick(day, field, screen, progress)
    return replace(pick, finished=False) if unclear and isinstance(pick, SkillPlan) else pick


def _pick(day: date, field: Node | None, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    if named := day_called(day, screen.tree):
        return SkillPlan((tap(named, _words_for(day)),))
    calendar = read_calendar(screen.tree)
    if calendar is None or not calendar.days:
        if field is None or progress.has_done("Tap", field):
            return Decline("no calendar opens that can be read") if field else None
        return SkillPlan((tap(field, field.name or "the date"),), finished=False, log="Open the calendar")
    if not calendar.months_to(day):
        cell = calendar.days.get(day.day)
        if cell is None or "disabled" in cell.states:
            return Decline(f"the calendar does not offer {day.isoformat()}")
        return SkillPlan((tap(cell, _words_for(day)),), log=f"Choose {day.isoformat()} in the calendar")
    turn = _turn(calendar, day, progress)
    if isinstance(turn, Decline):
        return turn
    return SkillPlan(turn, finished=False, log=f"Turn the calendar to {day.strftime('%B %Y')}")


def _words_for(day: date) -> str:
    return f"day {day.day}"


def _has_picked(day: date, progress: PartProgress) -> bool:
    return any(past.is_done and past.prompt == _words_for(day) for past in progress.past_actions)


def _turn(calendar: Calendar, day: date, progress: PartProgress) -> tuple[PlannedAction, ...] | Decline:
    """Towards the month: by its lists, or by what turns one month at a time."""
    if calendar.months and calendar.years:
        by_month = next((item for item in calendar.months.options if day.strftime("%b") == item[:3].title()), "")
        if not by_month or str(day.year) not in calendar.years.options:
            return Decline(f"the calendar does not offer {day.strftime('%B %Y')}")
        node, option = (calendar.years, str(day.year)) if day.year != calendar.year else (calendar.months, by_month)
        return (
            plan_action(
                "Select", target=target(node, "the year" if node is calendar.years else "the month"), options=[option]
            ),
        )
    months = calendar.months_to(day)
    arrow = calendar.forward if months > 0 else calendar.back
    turns = sum(past.action == "Tap" for past in progress.past_actions)
    if arrow is None or turns > _MOST_TURNS:
        return Decline(f"the calendar cannot be turned to {day.strftime('%B %Y')}")
    count = min(abs(months), _MOST_AT_ONCE) if calendar.turns_in_place(arrow) else 1
    words = "the next month" if months > 0 else "the month before"
    return (tap(arrow, words, **({"times": count} if count > 1 else {})),)
