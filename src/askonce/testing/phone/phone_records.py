"""What the apps of a phone hold: the ground truth that a test compares before and after."""

from __future__ import annotations

from dataclasses import field

from askonce.lazy import dataclass
from askonce.testing.apps.app_records import Contact
from askonce.testing.phone.apps.calendar.calendar_events import CalendarEvent
from askonce.testing.phone.apps.expenses.expense_records import Expense
from askonce.testing.phone.apps.markor.note_files import NoteFiles
from askonce.testing.phone.apps.recipes.recipe_records import Recipe
from askonce.testing.phone.apps.sms.text_messages import Sms


@dataclass(slots=True)
class PhoneRecords:
    """The records of one phone, in the order in which they were made."""

    contacts: list[Contact] = field(default_factory=list[Contact])
    messages: list[Sms] = field(default_factory=list[Sms])
    notes: NoteFiles = field(default_factory=NoteFiles)
    events: list[CalendarEvent] = field(default_factory=list[CalendarEvent])
    expenses: list[Expense] = field(default_factory=list[Expense])
    recipes: list[Recipe] = field(default_factory=list[Recipe])

    def clear(self) -> None:
        """Forget everything."""
        for entries in (self.contacts, self.messages, self.notes, self.notes.folders, self.events, self.expenses):
            entries.clear()
        self.recipes.clear()

    def name_of(self, number: str) -> str:
        """The name for a phone number; the number itself if it is unknown."""
        digits = _digits(number)
        return next((contact.name for contact in self.contacts if _digits(contact.phone) == digits), number)


def _digits(number: str) -> str:
    return "".join(sign for sign in number if sign.isdigit()) or number
