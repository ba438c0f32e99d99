"""Records drawn by a seed: people, expenses, recipes, events, notes. No two of a drawing are called alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from askonce.testing.phone import CalendarEvent, Contact, Expense, Recipe, Sms
from askonce.testing.phone.handset import SUNDAY


@cache
def vocabulary() -> Mapping[str, Any]:
    return json.loads((Path(__file__).parent / "vocabulary.json").read_text("utf-8"))


def people(chance: Random, count: int) -> list[Contact]:
    words = vocabulary()
    names = chance.sample([f"{given} {family}" for given in words["given"] for family in words["family"]], count)
    numbers = chance.sample(range(10**9, 10**10), count)
    return [Contact(name, f"+1{number}") for name, number in zip(names, numbers, strict=True)]


def expenses(chance: Random, count: int) -> list[Expense]:
    words = vocabulary()
    kinds = [(name, category) for category, names in words["expenses"].items() for name in names]
    return [
        Expense(
            name,
            Decimal(chance.randrange(100, 50_000)) / 100,
            category,
            SUNDAY - timedelta(days=chance.randrange(14), minutes=chance.randrange(600)),
            chance.choice(words["expense_notes"]),
        )
        for name, category in chance.sample(kinds, count)
    ]


def recipes(chance: Random, count: int) -> list[Recipe]:
    words = vocabulary()
    dishes = [(dish, style) for dish in words["recipe_dishes"] for style in ("", *words["recipe_styles"])]
    return [
        Recipe(
            f"{style} {dish}".strip(),
            chance.choice(words["recipe_descriptions"]),
            chance.choice(words["servings"]),
            chance.choice(words["preparation_times"]),
            chance.choice(words["sources"]),
            chance.choice(words["recipe_ingredients"]),
            words["recipe_dishes"][dish],
        )
        for dish, style in chance.sample(dishes, count)
    ]


def events(chance: Random, count: int, day: datetime) -> list[CalendarEvent]:
    """Events of one day; several may begin at the same time."""
    words = vocabulary()
    titles = [f"{verb} {topic}" for verb in words["event_verbs"] for topic in words["event_topics"]]
    made: list[CalendarEvent] = []
    for title in chance.sample(titles, count):
        start = day.replace(hour=chance.randrange(7, 22), minute=chance.choice((0, 15, 30)))
        end = start + timedelta(minutes=chance.choice((15, 30, 60)))
        made.append(CalendarEvent(title, start, end, chance.choice(words["event_places"])))
    return made


def day_of(offset: int) -> datetime:
    """The midnight that a day begins with, counted from the phone's today."""
    return datetime(SUNDAY.year, SUNDAY.month, SUNDAY.day, tzinfo=UTC) + timedelta(days=offset)


def notes(chance: Random, count: int) -> dict[str, str]:
    """Texts by file name, of one to three lines."""
    words = vocabulary()
    names = chance.sample([f"{name}_{number}" for name in words["note_names"] for number in range(20, 60)], count)
    return {
        f"{name}{chance.choice(('.md', '.txt'))}": "\n".join(chance.sample(words["note_lines"], chance.randint(1, 3)))
        for name in names
    }


def small_talk(chance: Random, senders: list[Contact]) -> list[Sms]:
    """A message from each that nobody has asked about."""
    return [
        Sms(
            sender.phone,
            chance.choice(vocabulary()["small_talk"]),
            SUNDAY - timedelta(minutes=chance.randrange(2000)),
            True,
        )
        for sender in senders
    ]
