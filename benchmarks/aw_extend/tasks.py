"""The 19 tasks of AW-Extend, as the paper's table 5 words them, each made by a seed.

"Long" has 10 things to do and "SuperLong" 20. A case holds the phone's records before and as they have to be after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, Literal

from askonce.testing.phone import CalendarEvent, PhoneRecords, Sms
from askonce.testing.phone.handset import SUNDAY
from aw_extend import drawn_records as drawn

LONG, SUPER_LONG = 10, 20
SEVERAL = 3
OTHERS, MANY_OTHERS = 5, 50
"""How many records there are besides those that a task is about; the many are those of the tasks with a 2."""

Kind = Literal["compositional", "iterative"]


@dataclass(frozen=True, slots=True)
class Case:
    """A task with its parameters."""

    words: str
    before: PhoneRecords
    after: PhoneRecords
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The variables of the program that was written by hand."""


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    kind: Kind
    program: str
    """The file of the program that was written by hand."""
    make: Callable[[Random], Case]
    count: int = 1
    """How many times the same has to be done."""

    def case(self, seed: int) -> Case:
        return self.make(Random(f"{self.name} {seed}"))

    @property
    def program_text(self) -> str:
        return (Path(__file__).parent / "programs" / f"{self.program}.stp").read_text("utf-8")


def _case(words: str, before: PhoneRecords, change: Callable[[PhoneRecords], object], **given: Any) -> Case:
    after = deepcopy(before)
    change(after)
    return Case(words, before, after, given)


# ---- contacts and messages


def _contacts_and_sms(chance: Random, count: int) -> Case:
    known = drawn.people(chance, OTHERS + count)
    new, before = known[:count], PhoneRecords(contacts=known[count:])

    def change(after: PhoneRecords) -> None:
        after.contacts += new
        after.messages += [Sms(one.phone, f"hello, {one.name}", SUNDAY) for one in new]

    if count == 1:
        name, number = new[0].name, new[0].phone
        words = (
            f"Create a new contact for {name}. Their number is {number}. Then, send 'hello, {name}' to {number} via "
            "SMS using Simple SMS Messenger."
        )
    else:
        listed = ", ".join(f"Name: {one.name}, Number: {one.phone}" for one in new)
        words = (
            f"For the following persons: {listed}, add them as new contacts, and then use Simple SMS Messenger to send "
            "each of them a 'hello, [Name]' message."
        )
    return _case(words, before, change, people=[{"name": one.name, "number": one.phone} for one in new])


def _notes_and_sms(chance: Random, count: int) -> Case:
    """Somebody has sent the name of a note, and wants what is in it."""
    strangers = drawn.people(chance, count + OTHERS)
    files = drawn.notes(chance, count + OTHERS)
    senders, texts = strangers[:count], list(files.items())[:count]
    asked = [
        Sms(one.phone, name, SUNDAY - timedelta(minutes=5 * number), True)
        for number, (one, (name, _)) in enumerate(zip(senders, texts, strict=True))
    ]
    messages = [*drawn.small_talk(chance, strangers[count:]), *asked]
    chance.shuffle(messages)
    before = PhoneRecords(messages=messages)
    before.notes.update(files)

    def change(after: PhoneRecords) -> None:
        after.messages += [Sms(one.phone, text, SUNDAY) for one, (_, text) in zip(senders, texts, strict=True)]

    numbers = [one.phone for one in senders]
    if count == 1:
        words = (
            f"Obtain the file name sent to you by {numbers[0]} in Simple SMS Messenger, open the file in Markor, and "
            f"send its contents back to {numbers[0]}."
        )
    else:
        words = (
            "Retrieve the file name they sent you via Simple SMS Messenger, open it in Markor, and then send its "
            f"contents back to that number for each number in {', '.join(numbers)}."
        )
    return _case(words, before, change, numbers=numbers)


# ---- notes


def _todo_list(chance: Random) -> Case:
    """A list of tasks for three other apps."""
    person, *others = drawn.people(chance, 1 + OTHERS)
    new, old, *expenses = drawn.expenses(chance, 2 + OTHERS)
    day = drawn.day_of(chance.randrange(1, 14))
    event = _plain_event(drawn.events(chance, 1, day)[0])
    files = drawn.notes(chance, OTHERS)
    name = f"todo_{chance.randrange(10, 100)}.md"
    tasks = [
        f"Create a calendar event in Simple Calendar Pro: {event.title} on {event.start:%Y-%m-%d} from "
        f"{event.start:%H:%M} to {event.end:%H:%M}",
        f"Add a contact: {person.name}, {person.phone}",
        f"Add an expense to Pro Expense: {new.name}, ${new.amount:.2f}, category {new.category}, note {new.note}",
        f"Delete the expense {old.name} from Pro Expense",
    ]
    chance.shuffle(tasks)
    records = PhoneRecords(contacts=others, expenses=_shuffled(chance, [old, *expenses]))
    records.events += drawn.events(chance, OTHERS, day)
    records.notes.update({**files, name: "\n".join(f"- {task}" for task in tasks)})

    def change(after: PhoneRecords) -> None:
        after.contacts.append(person)
        after.events.append(event)
        after.expenses.append(new)
        after.expenses.remove(old)

    words = f"Open my Markor note {name} and complete all the tasks on the list."
    return _case(words, records, change, file_name=name)


def _plain_event(event: CalendarEvent) -> CalendarEvent:
    return CalendarEvent(event.title, event.start, event.end)


def _merge_notes(chance: Random) -> Case:
    files = drawn.notes(chance, SEVERAL + OTHERS)
    merged = list(files)[:SEVERAL]
    new = f"merged_{chance.randrange(100, 1000)}.md"
    before = PhoneRecords()
    before.notes.update({name: files[name] for name in _shuffled(chance, list(files))})

    def change(after: PhoneRecords) -> None:
        after.notes[new] = "\n\n".join(files[name] for name in merged)

    words = (
        f"Merge the contents of Markor notes {merged[0]}, {merged[1]} and {merged[2]} into a new note named {new}. "
        "Add a new line between each."
    )
    return _case(words, before, change, file_names=merged, new_file_name=new)


# ---- calendar


def _delete_events(chance: Random, count: int, *, relative: bool) -> Case:
    offset = chance.randrange(1, 7) if relative else chance.randrange(1, 16)
    day = drawn.day_of(offset)
    gone = drawn.events(chance, count, day)
    nearby = [event for near in (-1, 1, 7) for event in drawn.events(chance, 2, day + timedelta(days=near))]
    before = PhoneRecords(events=_shuffled(chance, [*gone, *nearby]))

    def change(after: PhoneRecords) -> None:
        after.events[:] = [event for event in after.events if event not in gone]

    when = f"{day:%A}" if relative else f"{day:%Y-%m-%d}"
    words = (
        f"In Simple Calendar Pro, delete all events scheduled for this {when}."
        if relative
        else f"In Simple Calendar Pro, delete all the calendar events on {when}."
    )
    return _case(words, before, change, day=f"{day:%B} {day.day}")


# ---- expenses and recipes


def _add_expenses(chance: Random, count: int) -> Case:
    all_of_them = drawn.expenses(chance, count + 2 * OTHERS)
    new = all_of_them[:count]
    rows = [
        {"name": one.name, "amount_dollars": f"${one.amount:.2f}", "category_name": one.category, "note": one.note}
        for one in new
    ]
    words = f"Add the following expenses into the Pro Expense: {_listed(chance, 'Expense', rows)}."
    given = [
        {"name": one.name, "amount": f"{one.amount:.2f}", "category": one.category, "note": one.note} for one in new
    ]
    before = PhoneRecords(expenses=all_of_them[count:])
    return _case(words, before, lambda after: after.expenses.extend(new), expenses=given)


def _delete_expenses(chance: Random, count: int, others: int) -> Case:
    known = drawn.expenses(chance, count + others)
    gone = known[:count]
    words = f"Delete the following expenses from Arduia Pro Expense: {', '.join(one.name for one in gone)}."
    before = PhoneRecords(expenses=_shuffled(chance, known))

    def change(after: PhoneRecords) -> None:
        after.expenses[:] = [one for one in after.expenses if one not in gone]

    return _case(words, before, change, expenses=[one.name for one in gone])


def _add_recipes(chance: Random, count: int) -> Case:
    known = drawn.recipes(chance, count + OTHERS)
    new = known[:count]
    rows = [{name: value for name, value in asdict(one).items() if value} for one in new]
    words = f"Add the following recipes into the Broccoli app: {_listed(chance, 'Recipe', rows)}."
    before = PhoneRecords(recipes=known[count:])
    return _case(words, before, lambda after: after.recipes.extend(new), recipes=rows)


def _delete_recipes(chance: Random, count: int) -> Case:
    known = drawn.recipes(chance, count + OTHERS)
    gone = known[:count]
    words = f"Delete the following recipes from Broccoli app: {', '.join(one.title for one in gone)}."
    before = PhoneRecords(recipes=_shuffled(chance, known))

    def change(after: PhoneRecords) -> None:
        after.recipes[:] = [one for one in after.recipes if one not in gone]

    return _case(words, before, change, titles=[one.title for one in gone])


def _listed(chance: Random, kind: str, rows: Sequence[Mapping[str, str]]) -> str:
    """The records as AndroidWorld writes them into a task: a table, or a block for each."""
    fields = list(rows[0])
    if chance.random() < 0.5:
        return "\n" + "\n".join(["|".join(fields), *("|".join(row.values()) for row in rows)])
    blocks = [
        "\n".join([f"{kind}: {row[fields[0]]}", *(f" {name}: {row[name]}" for name in fields[1:])]) for row in rows
    ]
    return "\n" + "\n\n".join(blocks)


def _shuffled(chance: Random, records: list[Any]) -> list[Any]:
    return chance.sample(records, len(records))


def _iterative(name: str, program: str, make: Callable[..., Case], count: int, *rest: Any, **options: Any) -> Task:
    return Task(name, "iterative", program, lambda chance: make(chance, count, *rest, **options), count)


TASKS: tuple[Task, ...] = (
    Task("ContactsAddContactAndSms", "compositional", "contacts_and_sms", lambda chance: _contacts_and_sms(chance, 1)),
    Task(
        "ContactsAddMultipleContactsAndSms",
        "compositional",
        "contacts_and_sms",
        lambda chance: _contacts_and_sms(chance, SEVERAL),
        SEVERAL,
    ),
    Task(
        "MarkorFetchMultipleNotesAndSms",
        "compositional",
        "notes_and_sms",
        lambda chance: _notes_and_sms(chance, SEVERAL),
        SEVERAL,
    ),
    Task("MarkorFetchNoteAndSms", "compositional", "notes_and_sms", lambda chance: _notes_and_sms(chance, 1)),
    Task("MarkorTodoList", "compositional", "todo_list", _todo_list),
    _iterative("SimpleCalendarDeleteEventsLong", "delete_events", _delete_events, LONG, relative=False),
    _iterative("SimpleCalendarDeleteEventsOnRelativeDayLong", "delete_events", _delete_events, LONG, relative=True),
    _iterative("SimpleCalendarDeleteEventsSuperLong", "delete_events", _delete_events, SUPER_LONG, relative=False),
    _iterative(
        "SimpleCalendarDeleteEventsOnRelativeDaySuperLong", "delete_events", _delete_events, SUPER_LONG, relative=True
    ),
    _iterative("ExpenseAddMultipleLong", "add_expenses", _add_expenses, LONG),
    _iterative("ExpenseAddMultipleSuperLong", "add_expenses", _add_expenses, SUPER_LONG),
    _iterative("ExpenseDeleteMultipleSuperLong", "delete_expenses", _delete_expenses, SUPER_LONG, OTHERS),
    _iterative("ExpenseDeleteMultipleLong2", "delete_expenses", _delete_expenses, LONG, MANY_OTHERS),
    _iterative("ExpenseDeleteMultipleSuperLong2", "delete_expenses", _delete_expenses, SUPER_LONG, MANY_OTHERS),
    _iterative("RecipeAddMultipleRecipesLong", "add_recipes", _add_recipes, LONG),
    _iterative("RecipeAddMultipleRecipesSuperLong", "add_recipes", _add_recipes, SUPER_LONG),
    _iterative("RecipeDeleteMultipleRecipesLong", "delete_recipes", _delete_recipes, LONG),
    _iterative("RecipeDeleteMultipleRecipesSuperLong", "delete_recipes", _delete_recipes, SUPER_LONG),
    Task("MarkorMergeNotesLong", "compositional", "merge_notes", _merge_notes, SEVERAL),
)
