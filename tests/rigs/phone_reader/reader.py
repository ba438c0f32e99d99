"""A model that reads well and makes no mistakes, on the apps of the sample phone.

It is told no more than any model is, and keeps nothing from one question to the next: the same text gets the same
reply, whoever asked before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from perfect_reader.moves import Move, seen
from perfect_reader.question import Question, Words

from askonce.testing import Asked
from phone_reader import calendar_app, notes_app, people_apps, record_apps
from phone_reader.phone_moves import IN_THE_WAY, clear_the_way
from phone_reader.phone_page import PhonePage
from phone_reader.task_programs import write_program

_VALUE = r'(?:"([^"]+)"|(\{[\w.]+\}))'
_LOOKS = frozenset({"Launch", "Back", "Scroll"})
_LIST_DEMAND = re.compile(r"titles of all events")


class PhoneReader:
    def __call__(self, asked: Asked) -> str:
        system, words = asked.messages[0].text, asked.last
        if system.startswith("You write programs"):
            task = words.partition("# Task\n")[2].partition("\n\n# ")[0].strip()
            return f"```\n{write_program(task)}```"
        if system.startswith("You review finished work"):
            return json.dumps({"reason": "every line is reported done, and the screen agrees", "missing": []})
        question = Question(words)
        if _LIST_DEMAND.search(words) and "# Instruction" not in words:
            return json.dumps({"value": [row.title for row in PhonePage(Question(f"# Screen\n{words}")).rows]})
        if "Handle only this one recorded step" in words:
            return _heal(question)
        return decide(question).written()


def decide(question: Question) -> Move:
    """The next reply for a step."""
    page = PhonePage(question)
    if move := clear_the_way(page):
        return move
    step = question.step
    task = re.search(r"complete this task: (\{\w+\})", step)
    if task:
        step = question.words(task[1]).filled
    for pattern, work in _STEPS:
        if found := re.search(pattern, step):
            said = [question.words(group) for group in found.groups() if group is not None]
            move = work(page, question, *said)
            return _inspected(move) if question.inspects else move
    raise LookupError(f"the reader does not know how to do this: {step!r}")


def _inspected(move: Move) -> Move:
    """Whether a step is done is seen by what would have to be done for it."""
    if move.done and not move.actions:
        return replace(move, results={"outcome": "done"})
    if "search field" in move.log or all(action in _LOOKS for action, _ in move.actions):
        return replace(move, done="", belief=())
    return seen("It is not done", "What it is to bring about is not there.", outcome="not done")


def _heal(question: Question) -> str:
    """A recorded step does not fit: what is in the way is removed, or is not there any more; all else is planned
    anew."""
    if move := clear_the_way(PhonePage(question)):
        return move.written()
    if re.search(rf"^> Tap\((?:{'|'.join(IN_THE_WAY.values())})\)", question.text, re.MULTILINE):
        done = "it is not needed now"
        return f'<thought>Nothing is in the way this time.</thought>\n<complete success="true">{done}</complete>'
    reason = "it has to be done another way"
    return f'<thought>The screen is another one.</thought>\n<complete success="false">{reason}</complete>'


def _merged(page: PhonePage, question: Question, name: Words, *texts: Words) -> Move:
    text = Words("\n\n".join(one.written for one in texts), "\n\n".join(one.filled for one in texts))
    return notes_app.create_note(page, name, text)


_Work = Callable[..., Move]
_STEPS: tuple[tuple[str, _Work], ...] = (
    (
        rf"add a new contact with name {_VALUE} and phone number {_VALUE}",
        lambda page, _, name, phone: people_apps.add_contact(page, name, phone),
    ),
    (r"Add a contact: (.+), (\+\d+)", lambda page, _, name, phone: people_apps.add_contact(page, name, phone)),
    (
        rf'send a message to {_VALUE} with the content "(.+)"\.',
        lambda page, _, number, text: people_apps.send_message(page, number, text),
    ),
    (rf"read the last message from {_VALUE}", people_apps.read_message),
    (rf"read the whole text of the note {_VALUE}", notes_app.read_note),
    (
        rf"read the tasks in the note {_VALUE}",
        lambda page, question, name: notes_app.read_note(page, question, name, as_list=True),
    ),
    (rf"create a new note named {_VALUE} with the texts {_VALUE}, {_VALUE} and {_VALUE}", _merged),
    (
        rf"read the titles of all events on {_VALUE}",
        lambda page, question, day: calendar_app.read_events(page, question, calendar_app.day_of(day.filled)),
    ),
    (
        rf"delete the event {_VALUE} on {_VALUE}",
        lambda page, _, title, day: calendar_app.delete_event(page, title, calendar_app.day_of(day.filled)),
    ),
    (
        r"Create a calendar event in Simple Calendar Pro: (.+) on (\S+) from (\S+) to (\S+)",
        lambda page, _, *said: calendar_app.create_event(page, *said),
    ),
    (
        rf"add an expense with name {_VALUE}, amount {_VALUE}, category {_VALUE} and note {_VALUE}",
        lambda page, _, *said: record_apps.add_expense(page, *said),
    ),
    (
        r"Add an expense to Pro Expense: (.+), \$([\d.]+), category (.+), note (.+)",
        lambda page, _, *said: record_apps.add_expense(page, *said),
    ),
    (
        rf"delete the expense {_VALUE}\.",
        lambda page, _, name: record_apps.delete_expense(page, name),
    ),
    (r"Delete the expense (.+) from Pro Expense", lambda page, _, name: record_apps.delete_expense(page, name)),
    (
        r"add a recipe with "
        + ", ".join(
            rf"{name} {_VALUE}"
            for name in ("title", "description", "servings", "preparation time", "source", "ingredients", "directions")
        ),
        lambda page, _, *said: record_apps.add_recipe(page, said),
    ),
    (rf"delete the recipe {_VALUE}\.", lambda page, _, title: record_apps.delete_recipe(page, title)),
)
