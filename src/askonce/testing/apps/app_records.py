"""What the sample apps hold: everything in the order in which it came, twice if it came twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    """One phone's memory. An entry's number is its place in its list."""

    contacts: list[Contact] = field(default_factory=list[Contact])
    messages: list[TextMessage] = field(default_factory=list[TextMessage])
    notes: list[Note] = field(default_factory=list[Note])

    def people(self, words: str = "") -> list[tuple[int, Contact]]:
        """The contacts that hold `words` in name or number, by name, each with its number."""
        wanted = words.strip().casefold()
        found = [
            (number, contact)
            for number, contact in enumerate(self.contacts)
            if wanted in f"{contact.name} {contact.phone}".casefold()
        ]
        return sorted(found, key=lambda entry: (entry[1].name.casefold(), entry[0]))

    def conversations(self) -> dict[str, list[TextMessage]]:
        """The messages by whom they went to, whoever was written to last comes first."""
        by_number: dict[str, list[TextMessage]] = {}
        for message in reversed(self.messages):
            by_number.setdefault(message.to, []).insert(0, message)
        return by_number

    def name_of(self, phone: str) -> str:
        """Whose number that is; the number itself when nobody's."""
        return next((contact.name for contact in self.contacts if contact.phone == phone), phone)


def missing_in(form: Mapping[str, str], required: Mapping[str, str]) -> dict[str, str]:
    """What a form lacks, by field; `required` says in words what each field holds."""
    return {name: f"Please enter {what}." for name, what in required.items() if not form.get(name, "").strip()}
