"""How a good reader works Contacts and Simple SMS Messenger."""

from __future__ import annotations

import json

from perfect_reader.moves import Move, seen, tap, visible
from perfect_reader.question import Question, Words

from phone_reader.phone_moves import fill_in, find_row, finish, go_back, go_to, press
from phone_reader.phone_page import PhonePage, Row

_SMS = "Simple SMS Messenger"


def add_contact(page: PhonePage, name: Words, phone: Words) -> Move:
    if move := go_to(page, "Contacts"):
        return move
    done = f"{name.filled} is saved in Contacts"
    if page.activity == "PeopleActivity":
        if page.row(name.filled):
            return seen(done, "The list shows the contact.")
        create = page.button("Create contact")
        if create:
            return tap(create, "Create contact", thought="The list is open.", expect='visible "Phone"')
    save = page.button("Save")
    if page.activity == "ContactEditorActivity" and save:
        moves = fill_in(page, [("Name", name), ("Phone", phone)])
        expect = f'address "PeopleActivity"; {visible(name.filled)}'
        return finish(moves, press(save, "Save", done, expect=expect))
    return go_back("This is not the list of contacts.")


def send_message(page: PhonePage, number: Words, text: Words) -> Move:
    if move := go_to(page, _SMS):
        return move
    done = f"The message is sent to {number.filled}"
    match page.activity:
        case "MainActivity":
            if (row := page.row(number.filled)) and row.texts[0] != text.filled:
                return tap(row.element, f"the conversation with {number.written}", thought="There is a conversation.")
            start = page.button("New conversation")
            if start:
                return tap(start, "New conversation", thought="A message begins with that.")
        case "NewConversationActivity":
            moves = fill_in(page, [("Add Contact or Number…", number)])
            confirm = page.button("OK")
            if confirm:
                return finish(moves, tap(confirm, "OK", thought="The number is entered.", expect='visible "Send"'))
        case "ThreadActivity" if _is_thread_of(page, number):
            return _write(page, text, done)
        case _:
            pass
    return go_back("This is another conversation.")


def _is_thread_of(page: PhonePage, number: Words) -> bool:
    """Whether the open conversation is the one: by its title, or by the way that led there."""
    return page.shows(number.filled) or "Tap(OK): done" in page.tried.rpartition("Launch(")[2].rpartition("Back(")[2]


def _write(page: PhonePage, text: Words, done: str) -> Move:
    field = page.field("Type a message…")
    send = page.button("Send")
    if field is None or send is None:
        return go_back("There is no field for a message.")
    if field.value != text.filled and page.shows(" ".join(text.filled.split())):
        return seen(done, "The conversation shows the message.")
    expect = f'{visible(" ".join(text.filled.split()))}; field {json.dumps(field.name)} is ""'
    return finish(fill_in(page, [(field.name, text)]), press(send, "Send", done, expect=expect))


def read_message(page: PhonePage, question: Question, number: Words) -> Move:
    if move := go_to(page, _SMS):
        return move
    if page.activity != "MainActivity":
        return go_back("The list of conversations tells the last message of each.")
    row = find_row(page, number.filled)
    if isinstance(row, Move):
        return row
    if not isinstance(row, Row):
        raise LookupError(f"there is no message from {number.filled}")
    return seen("Read the message", "The list shows it.", **{question.gives[0]: row.texts[0]})
