"""How a good reader works the sample apps: by the step's words and by what the screen shows, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from perfect_reader.moves import Move, ending, fill, holds, seen, tap, together, visible
from perfect_reader.question import Page, Question, Words

_BACK = {"Contacts": "All contacts", "Messages": "All conversations", "Notes": "All notes"}


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to put into an app through its form, and how to tell that it is there."""

    app: str
    opener: str
    fields: tuple[tuple[str, Words], ...]
    button: str
    notice: str
    row: tuple[str, ...]
    """The words by which its row in the app's list is known."""
    done: str

    @property
    def root(self) -> str:
        return f"/{self.app.lower()}"


def decide(question: Question, *, several: bool) -> Move | None:
    """The next reply for a step on the sample apps; None when the step is about something else."""
    for pattern, job in _JOBS:
        if found := re.search(pattern, question.step, re.IGNORECASE):
            return job(question, tuple(map(question.words, found.groups())), several)
    return None


def _add_contact(question: Question, said: tuple[Words, ...], several: bool) -> Move:
    name, phone = said
    entry = Entry(
        "Contacts",
        "Add contact",
        (("Name", name), ("Phone", phone)),
        "Save",
        f"Contact saved: {name.filled}",
        (name.filled, phone.filled),
        f"{name.filled} is saved in Contacts with the number {phone.filled}",
    )
    return _enter(question, entry, several)


def _send_message(question: Question, said: tuple[Words, ...], several: bool) -> Move:
    to, content = said
    entry = Entry(
        "Messages",
        "New message",
        (("To", to), ("Content", content)),
        "Send",
        f"Message sent to {to.filled}",
        (to.filled, content.filled),
        f"The message {content.filled!r} is sent to {to.filled}",
    )
    return _enter(question, entry, several)


def _write_note(question: Question, said: tuple[Words, ...], several: bool) -> Move:
    title, text = said
    entry = Entry(
        "Notes",
        "New note",
        (("Title", title), ("Text", text)),
        "Save",
        f"Note saved: {title.filled}",
        (title.filled, text.filled),
        f"The note {title.filled!r} is saved",
    )
    return _enter(question, entry, several)


def _jot_down(question: Question, said: tuple[Words, ...], several: bool) -> Move:
    (title,) = said
    page, root = question.page, "/notes"
    field = page.find("textbox", "Quick note")
    done, notice = f"{title.filled!r} is jotted down in Notes", f"Note added: {title.filled}"
    if page.shows(notice):
        return seen(done, f"The page says {notice!r}.", **_outcome(question, done=True))
    if page.path != root or field is None:
        return _go_to(page, "Notes")
    if question.inspects:
        return _inspected(question, is_there=page.row_with(title.filled) is not None)
    if question.was_interrupted and page.row_with(title.filled):
        return seen(done, f"The list shows {title.filled!r} already, so it was done before the interruption.")
    move = fill(
        field,
        "the field for a quick note",
        title.written,
        thought="The list of notes is open with its field for quick notes; Enter adds what is typed there.",
        expect=visible(notice),
        enter=True,
    )
    return ending(move, done)


_Job = Callable[[Question, tuple[Words, ...], bool], Move]
_JOBS: tuple[tuple[str, _Job], ...] = (
    (r"add a new contact with name (.+?) and phone number (\{[^}]+\}|[+\d ]+)", _add_contact),
    (r'send a message to (.+?) with the content "(.+?)"', _send_message),
    (r'write a note titled "(.+?)" with the text "(.+?)"', _write_note),
    (r'jot down "(.+?)"', _jot_down),
)


def _enter(question: Question, entry: Entry, several: bool) -> Move:
    """On the way to an entry: to the app, into its form, field by field, and out by its button."""
    page = question.page
    if page.shows(entry.notice) and all(page.shows(word) for word in entry.row):
        return seen(
            entry.done,
            f"The page says {entry.notice!r} and shows what was entered.",
            **_outcome(question, done=True),
        )
    if question.inspects:
        return _inspect(page, question, entry)
    if page.path == f"{entry.root}/new":
        if question.was_interrupted and question.is_first_look and (cancel := page.find("link", "Cancel")):
            return tap(
                cancel, "Cancel", thought="The run was interrupted: the list tells whether this was done already."
            )
        return _fill_in(page, entry, several)
    if page.path == entry.root and (opener := page.find("link", entry.opener)):
        if question.was_interrupted and (known := _looked_for(page, entry)):
            return known
        return tap(
            opener,
            f"the button {entry.opener}",
            thought=f"The list of {entry.app} is open. A new entry begins with {entry.opener}.",
            expect=f'address "{entry.root}/new"',
        )
    return _go_to(page, entry.app)


def _inspect(page: Page, question: Question, entry: Entry) -> Move:
    """On the way to the list of an app, to see whether an entry is in it."""
    if page.path != entry.root:
        return _go_to(page, entry.app)
    if page.row_with(*entry.row):
        return _inspected(question, is_there=True)
    first = entry.fields[0][1]
    if entry.app == "Contacts" and not page.is_whole and page.query.get("q") != first.filled:
        return _search(page, first)
    return _inspected(question, is_there=False)


def _inspected(question: Question, *, is_there: bool) -> Move:
    found = "The list shows the entry." if is_there else "The list does not show the entry."
    return seen(found, found, **_outcome(question, done=is_there))


def _outcome(question: Question, *, done: bool) -> dict[str, str]:
    return {"outcome": "done" if done else "not done"} if question.inspects else {}


def _looked_for(page: Page, entry: Entry) -> Move | None:
    """After an interruption: the end if the entry is there, a closer look where that cannot be told, else None."""
    if page.row_with(*entry.row):
        return seen(entry.done, "The list shows the entry already: it was made before the interruption.")
    first = entry.fields[0][1]
    if entry.app == "Contacts" and not page.is_whole and page.query.get("q") != first.filled:
        return _search(page, first)
    return None


def _search(page: Page, name: Words) -> Move:
    box = page.find("searchbox", "Search contacts")
    if box is None:
        raise LookupError("the list of contacts has no search field in view")
    return fill(
        box,
        "the search field",
        name.written,
        thought="The list is longer than the screen; searching tells whether the name is in it.",
        expect='address "q="',
        enter=True,
    )


def _fill_in(page: Page, entry: Entry, several: bool) -> Move:
    moves: list[Move] = []
    for label, words in entry.fields:
        field = page.find("textbox", label)
        if field is None:
            raise LookupError(f"the form has no field {label}")
        if field.value != words.filled:
            thought = f"The form for a new entry is open; {label} is still to be filled in."
            expect = holds(field, words.filled)
            moves.append(fill(field, f"the field {label}", words.written, thought=thought, expect=expect))
    button = page.find("button", entry.button)
    if button is None:
        raise LookupError(f"the form has no button {entry.button}")
    thought = f"Every field is filled in as the step wants it, so {entry.button} finishes it."
    last = tap(button, f"the button {entry.button}", thought=thought, expect=visible(entry.notice))
    moves.append(ending(last, entry.done))
    return together(moves) if several else moves[0]


def _go_to(page: Page, app: str) -> Move:
    """One tap nearer to the list of an app."""
    icon, back, home = page.find("link", app), page.find("link", _BACK[app]), page.find("link", "Home")
    if page.path == "/" and icon:
        expect = f'address "/{app.lower()}"'
        return tap(icon, f"the {app} app", thought=f"The home screen shows the {app} app.", expect=expect)
    if back:
        return tap(back, back.name, thought=f"This is a page of {app}; its list is one step back.")
    if home is None:
        raise LookupError(f"nothing on {page.title!r} leads home")
    thought = f"The screen shows {page.title!r}, and the step is for the {app} app; the way there is over Home."
    return tap(home, "Home", thought=thought, expect=visible("Contacts"))
