"""The records of the sample apps, in the order in which they were saved. Duplicates are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Contact:
    name: str
    phone: str


@dataclass(frozen=True, slots=True)
class TextMessage:
    to: str
    content: str


@dataclass(frozen=True, slots=True)
class Note:
    title: str
    text: str = ""


@dataclass(slots=True)
class Records:
    """The records of one phone. The number of an entry is its index in its list."""

    contacts: list[Contact] = field(default_factory=list[Contact])
    messages: list[TextMessage] = field(default_factory=list[TextMessage])
    notes: list[Note] = field(default_factory=list[Note])

    def people(self, words: str = "") -> list[tuple[int, Contact]]:
        """The contacts with `words` in name or number, sorted by name, each with its index."""
        wanted = words.strip().casefold()
        found = [
            (number, contact)
            for number, contact in enumerate(self.contacts)
            if wanted in f"{contact.name} {contact.phone}".casefold()
        ]
        return sorted(found, key=lambda entry: (entry[1].name.casefold(), entry[0]))

    def conversations(self) -> dict[str, list[TextMessage]]:
        """The messages by recipient, the most recent recipient first."""
        by_number: dict[str, list[TextMessage]] = {}
        for message in reversed(self.messages):
            by_number.setdefault(message.to, []).insert(0, message)
        return by_number

    def name_of(self, phone: str) -> str:
        """The name for a phone number; the number itself if it is unknown."""
        return next((contact.name for contact in self.contacts if contact.phone == phone), phone)


def missing_in(form: Mapping[str, str], required: Mapping[str, str]) -> dict[str, str]:
    """What is missing in a form, by field; `required` describes each field in words."""
    return {name: f"Please enter {what}." for name, what in required.items() if not form.get(name, "").strip()}
