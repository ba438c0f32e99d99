"""The programs that a good author writes for the tasks of AW-Extend, from their words alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

_ADD_CONTACT = "In the Contacts app, add a new contact with name {0} and phone number {1}, and save it."
_SEND = "In the Simple SMS Messenger app, send a message to {0} with the content {1}."
_READ_NAME = "In the Simple SMS Messenger app, read the last message from {0}, record as {1}"
_READ_NOTE = "In the Markor app, read the whole text of the note {0}, record as {1}"


def write_program(task: str) -> str:
    """The program for a task. Raises `LookupError` for a task of another kind."""
    for pattern, write in _TASKS:
        if found := re.fullmatch(pattern, task, re.DOTALL):
            return "\n".join(write(*found.groups())) + "\n"
    raise LookupError(f"the reader does not know how to write a program for {task!r}")


def _one_contact(name: str, number: str, _name: str, _number: str) -> Iterable[str]:
    yield _ADD_CONTACT.format(f'"{name}"', f'"{number}"')
    yield _SEND.format(f'"{number}"', f'"hello, {name}"')


def _contacts(listed: str) -> Iterable[str]:
    people = re.findall(r"Name: (.+?), Number: (\+?\d+)", listed)
    yield from _objects("people", ({"name": name, "number": number} for name, number in people))
    yield "Iterate through each item in {people}, recorded as {person}:"
    yield "    " + _ADD_CONTACT.format("{person.name}", "{person.number}")
    yield "    " + _SEND.format("{person.number}", '"hello, {person.name}"')


def _one_note(number: str, _number: str) -> Iterable[str]:
    yield from _note_for(f'"{number}"')


def _notes(numbers: str) -> Iterable[str]:
    yield f"Record list {json.dumps(numbers.split(', '))} as {{numbers}}"
    yield "Iterate through each item in {numbers}, recorded as {number}:"
    yield from ("    " + line for line in _note_for("{number}"))


def _note_for(number: str) -> Iterable[str]:
    yield _READ_NAME.format(number, "{file_name}")
    yield _READ_NOTE.format("{file_name}", "{content}")
    yield _SEND.format(number, '"{content}"')


def _todo(name: str) -> Iterable[str]:
    yield f'In the Markor app, read the tasks in the note "{name}" as a list, record as {{tasks}}'
    yield "Iterate through each item in {tasks}, recorded as {task}:"
    yield "    On the phone, complete this task: {task}"


def _merge(first: str, second: str, third: str, new: str) -> Iterable[str]:
    for number, name in enumerate((first, second, third), 1):
        yield _READ_NOTE.format(f'"{name}"', f"{{text_{number}}}")
    yield (
        f'In the Markor app, create a new note named "{new}" with the texts {{text_1}}, {{text_2}} and {{text_3}}, in '
        "this order and with an empty line between each, and save it."
    )


def _delete_events(day: str) -> Iterable[str]:
    yield f'In the Simple Calendar Pro app, read the titles of all events on "{day}" as a list, record as {{titles}}'
    yield "Iterate through each item in {titles}, recorded as {title}:"
    yield f'    In the Simple Calendar Pro app, delete the event {{title}} on "{day}".'


def _delete(app: str, what: str) -> Callable[[str], Iterable[str]]:
    def write(listed: str) -> Iterable[str]:
        yield f"Record list {json.dumps(listed.split(', '))} as {{names}}"
        yield "Iterate through each item in {names}, recorded as {name}:"
        yield f"    In the {app} app, delete the {what} {{name}}."

    return write


def _add_expenses(listed: str) -> Iterable[str]:
    rows = (
        {"name": name, "amount": amount.lstrip("$"), "category": category, "note": note}
        for name, amount, category, note in _records(listed)
    )
    yield from _objects("expenses", rows)
    yield "Iterate through each item in {expenses}, recorded as {expense}:"
    yield (
        "    In the Pro Expense app, add an expense with name {expense.name}, amount {expense.amount}, category "
        "{expense.category} and note {expense.note}, and save it."
    )


def _add_recipes(listed: str) -> Iterable[str]:
    names = ("title", "description", "servings", "preparation_time", "source", "ingredients", "directions")
    yield from _objects("recipes", (dict(zip(names, row, strict=True)) for row in _records(listed)))
    yield "Iterate through each item in {recipes}, recorded as {recipe}:"
    fields = ", ".join(f"{name.replace('_', ' ')} {{recipe.{name}}}" for name in names)
    yield f"    In the Broccoli app, add a recipe with {fields}, and save it."


def _records(listed: str) -> list[list[str]]:
    """The rows of a table, or the blocks of a text."""
    lines = listed.strip().splitlines()
    if "|" in lines[0]:
        return [line.split("|") for line in lines[1:]]
    return [[line.partition(": ")[2] for line in block.strip().splitlines()] for block in listed.strip().split("\n\n")]


def _objects(name: str, rows: Iterable[Mapping[str, str]]) -> Iterable[str]:
    yield f"Create a list of objects named {{{name}}}, with the following items:"
    for row in rows:
        yield "    An object with " + " and ".join(
            f'"{key}" set to {json.dumps(row[key], ensure_ascii=False)}' for key in row
        )


_TASKS: tuple[tuple[str, Callable[..., Iterable[str]]], ...] = (
    (
        r"Create a new contact for (.+)\. Their number is (\S+)\. Then, send 'hello, (.+)' to (\S+) via SMS.*",
        _one_contact,
    ),
    (r"For the following persons: (.+), add them as new contacts, and then use .*", _contacts),
    (r"Obtain the file name sent to you by (\S+) in .*contents back to (\S+)\.", _one_note),
    (r"Retrieve the file name they sent you via .* for each number in (.+)\.", _notes),
    (r"Open my Markor note (\S+) and complete all the tasks on the list\.", _todo),
    (r"Merge the contents of Markor notes (\S+), (\S+) and (\S+) into a new note named (\S+)\. Add .*", _merge),
    (r"In Simple Calendar Pro, delete all the calendar events on (\S+)\.", _delete_events),
    (r"In Simple Calendar Pro, delete all events scheduled for (this \w+)\.", _delete_events),
    (r"Add the following expenses into the Pro Expense: (.+)\.", _add_expenses),
    (r"Delete the following expenses from Arduia Pro Expense: (.+)\.", _delete("Pro Expense", "expense")),
    (r"Add the following recipes into the Broccoli app: (.+)\.", _add_recipes),
    (r"Delete the following recipes from Broccoli app: (.+)\.", _delete("Broccoli", "recipe")),
)
