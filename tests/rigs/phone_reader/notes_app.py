"""How a good reader works Markor."""

from __future__ import annotations

from perfect_reader.moves import Move, ending, seen, tap, visible
from perfect_reader.question import Question, Words

from phone_reader.phone_moves import fill_in, find_row, finish, go_back, go_to, press
from phone_reader.phone_page import PhonePage, Row

_EDITOR = ""
"""The editor has no name."""


def read_note(page: PhonePage, question: Question, name: Words, *, as_list: bool = False) -> Move:
    opened = _open(page, name)
    if opened is not None:
        return opened
    field = page.field(_EDITOR)
    if field is None:
        raise LookupError("the editor shows no text")
    value = [line.removeprefix("- ") for line in field.value.splitlines()] if as_list else field.value
    return seen("Read the note", "The note is open.", **{question.gives[0]: value})


def create_note(page: PhonePage, name: Words, text: Words) -> Move:
    if page.package == "net.gsantner.markor" and page.shows("New file or folder"):
        moves = fill_in(page, [("Name", name)])
        button = page.button("OK")
        if button:
            return finish(moves, tap(button, "OK", thought="The file gets its name.", expect=visible(name.filled)))
    if page.activity == "MainActivity" and page.package == "net.gsantner.markor" and not page.row(name.filled):
        new = page.button("Create a new file or folder")
        if new:
            return tap(new, "Create a new file or folder", thought="The note is not there yet.")
    opened = _open(page, name)
    if opened is not None:
        return opened
    save = page.button("Save")
    field = page.field(_EDITOR)
    if save is None or field is None:
        return go_back("The editor cannot be used.")
    done = f"{name.filled} is saved"
    if field.value == text.filled and "Tap(Save)" in page.tried.rpartition("Launch(")[2]:
        return seen(done, "The note holds the text.")
    return finish(fill_in(page, [(_EDITOR, text)]), press(save, "Save", done, expect=visible("Saved")))


def _open(page: PhonePage, name: Words) -> Move | None:
    """The way into a note; None where it is open."""
    if move := go_to(page, "Markor"):
        return move
    if page.activity == "DocumentActivity":
        return None if page.shows(name.filled) else go_back("Another note is open.")
    row = find_row(page, name.filled)
    if isinstance(row, Move):
        return row
    if isinstance(row, Row):
        return tap(row.element, f"the note {name.written}", thought="The notebook shows it.", expect='visible "Save"')
    raise LookupError(f"there is no note {name.filled}")


__all__ = ["create_note", "ending", "read_note"]
