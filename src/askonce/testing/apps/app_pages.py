"""The pages of the sample apps: functions from records to HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

from askonce.testing.apps.app_records import Contact, Note, Records, TextMessage
from askonce.testing.html_templates import Html, fill, joined, mistake_note

FILES = Path(__file__).parent / "files"


def launcher_page() -> str:
    return _page("Home", _fill("launcher"))


def contacts_page(records: Records, words: str = "") -> str:
    found = records.people(words)
    rows = (_fill("contact_row", number=number, name=contact.name, phone=contact.phone) for number, contact in found)
    body = _fill(
        "contacts", words=words, count=_counted(len(found), "contact"), rows=_listed(rows, "No contacts here.")
    )
    return _page("Contacts", body)


def contact_form(form: Mapping[str, str], mistakes: Mapping[str, str]) -> str:
    return _page("New contact", _fill("contact_form", **_fields(form, mistakes, "name", "phone")))


def contact_page(number: int, contact: Contact, *, saved: bool) -> str:
    body = _fill("contact", number=number + 1, name=contact.name, phone=contact.phone)
    return _page(contact.name, body, notice=f"Contact saved: {contact.name}" if saved else "")


def messages_page(records: Records) -> str:
    rows = (
        _fill(
            "conversation_row", link=_conversation_link(to), who=records.name_of(to), to=to, last=messages[-1].content
        )
        for to, messages in records.conversations().items()
    )
    return _page("Messages", _fill("messages", rows=_listed(rows, "No conversations yet.")))


def message_form(form: Mapping[str, str], mistakes: Mapping[str, str]) -> str:
    return _page("New message", _fill("message_form", **_fields(form, mistakes, "to", "content")))


def conversation_page(records: Records, to: str, messages: Iterable[TextMessage], *, sent: bool) -> str:
    bubbles = joined(_fill("bubble", content=message.content) for message in messages)
    who = records.name_of(to)
    return _page(
        f"Conversation with {who}",
        _fill("conversation", to=to, bubbles=bubbles),
        notice=f"Message sent to {to}" if sent else "",
    )


def notes_page(records: Records, *, added: str = "") -> str:
    latest = reversed(list(enumerate(records.notes)))
    rows = (_fill("note_row", number=number, title=note.title, text=note.text) for number, note in latest)
    body = _fill("notes", count=_counted(len(records.notes), "note"), rows=_listed(rows, "Nothing noted yet."))
    return _page("Notes", body, notice=f"Note added: {added}" if added else "")


def note_form(form: Mapping[str, str], mistakes: Mapping[str, str]) -> str:
    return _page("New note", _fill("note_form", **_fields(form, mistakes, "title", "text")))


def note_page(note: Note, *, saved: bool) -> str:
    return _page(note.title, _fill("note", text=note.text), notice=f"Note saved: {note.title}" if saved else "")


def missing_page() -> str:
    return _page("Not here", _fill("missing"))


def _page(title: str, body: Html, *, notice: str = "") -> str:
    notice_html = Html(f'<p class="notice" role="status">{escape(notice)}</p>' if notice else "")
    return _fill("frame", title=title, body=body, notice=notice_html)


def _fields(form: Mapping[str, str], mistakes: Mapping[str, str], *names: str) -> dict[str, str]:
    shown = {name: form.get(name, "") for name in names}
    return shown | {f"{name}_mistake": mistake_note(mistakes.get(name, "")) for name in names}


def _conversation_link(to: str) -> str:
    return f"/messages/with/{quote(to, safe='')}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _listed(rows: Iterable[str], nothing: str) -> Html:
    items = joined(rows)
    return Html(f'<ul class="rows">{items}</ul>') if items else Html(f'<p class="soft">{escape(nothing)}</p>')


def _fill(template: str, /, **slots: str | int) -> Html:
    return fill(FILES, template, slots)
