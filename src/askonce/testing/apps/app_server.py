"""The sample apps as a web server on the loopback address."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from http import HTTPStatus
from typing import cast
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from askonce.testing.apps import app_pages
from askonce.testing.apps.app_records import Contact, Note, Records, TextMessage, missing_in
from askonce.testing.sample_site import SampleSite, SiteHandler, SiteServer

_CONTACT = {"name": "a name", "phone": "a phone number"}
_MESSAGE = {"to": "whom it is for", "content": "what it says"}
_NOTE = {"title": "a title"}


class SampleApps(SampleSite):
    """A simulated phone for long tasks: `with SampleApps() as apps: … apps.url …`.

    All visitors share one phone, so a run that was interrupted finds what it left. `contacts`, `messages` and `notes`
    are the actual records, to check a run against.

    >>> with SampleApps() as apps:
    ...     print(apps.contacts)
    ()
    """

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self._records = Records()
        self._lock = threading.Lock()

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """All saved contacts, in order. Duplicates are kept."""
        with self._lock:
            return tuple(self._records.contacts)

    @property
    def messages(self) -> tuple[TextMessage, ...]:
        """All sent messages, in order."""
        with self._lock:
            return tuple(self._records.messages)

    @property
    def notes(self) -> tuple[Note, ...]:
        """All saved notes, in order."""
        with self._lock:
            return tuple(self._records.notes)

    def seed(
        self, *, contacts: Iterable[Contact] = (), messages: Iterable[TextMessage] = (), notes: Iterable[Note] = ()
    ) -> None:
        """Add entries to the phone, after the existing ones.

        >>> with SampleApps() as apps:
        ...     apps.seed()
        """
        with self._lock:
            self._records.contacts += contacts
            self._records.messages += messages
            self._records.notes += notes

    def reset(self) -> None:
        """Empty the phone.

        >>> with SampleApps() as apps:
        ...     apps.reset()
        """
        with self._lock:
            for entries in (self._records.contacts, self._records.messages, self._records.notes):
                entries.clear()

    def _serve(self, port: int) -> SiteServer:
        return _AppHttpServer(port, self._records, self._lock)


class _AppHttpServer(SiteServer):
    def __init__(self, port: int, records: Records, lock: threading.Lock) -> None:
        super().__init__(port, _AppHandler)
        self.records = records
        self.lock = lock


class _AppHandler(SiteHandler):
    """One request. The records are changed by one request at a time."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/apps.css":
            self.send(HTTPStatus.OK, (app_pages.FILES / "apps.css").read_text("utf-8"), "text/css")
            return
        server = cast("_AppHttpServer", self.server)
        with server.lock:
            page = _shown(server.records, address.path, dict(parse_qsl(address.query)))
        self.send(HTTPStatus.OK if page else HTTPStatus.NOT_FOUND, page or app_pages.missing_page())

    def do_POST(self) -> None:
        form = self.read_form()
        if form is None:
            return
        server = cast("_AppHttpServer", self.server)
        with server.lock:
            onward, page = _taken(server.records, urlsplit(self.path).path, form)
        if onward:
            self.send(HTTPStatus.SEE_OTHER, "", location=onward)
        elif page:
            self.send(HTTPStatus.UNPROCESSABLE_ENTITY, page)
        else:
            self.send(HTTPStatus.NOT_FOUND, app_pages.missing_page())


def _shown(records: Records, path: str, query: dict[str, str]) -> str:
    """The page at a path, if any."""
    fresh = "new" in query
    match path.strip("/").split("/"):
        case [""]:
            return app_pages.launcher_page()
        case ["contacts"]:
            return app_pages.contacts_page(records, query.get("q", ""))
        case ["contacts", "new"]:
            return app_pages.contact_form({}, {})
        case ["contacts", number] if number.isdecimal() and int(number) < len(records.contacts):
            return app_pages.contact_page(int(number), records.contacts[int(number)], saved=fresh)
        case ["messages"]:
            return app_pages.messages_page(records)
        case ["messages", "new"]:
            return app_pages.message_form(query, {})
        case ["messages", "with", who] if messages := records.conversations().get(unquote(who)):
            return app_pages.conversation_page(records, unquote(who), messages, sent=fresh)
        case ["notes"]:
            return app_pages.notes_page(records, added=query.get("added", ""))
        case ["notes", "new"]:
            return app_pages.note_form({}, {})
        case ["notes", number] if number.isdecimal() and int(number) < len(records.notes):
            return app_pages.note_page(records.notes[int(number)], saved=fresh)
        case _:
            return ""


def _taken(records: Records, path: str, form: dict[str, str]) -> tuple[str, str]:
    """Where an accepted form redirects to; otherwise the page that shows what is missing."""
    form = {name: value.strip() for name, value in form.items()}
    match path:
        case "/contacts":
            if mistakes := missing_in(form, _CONTACT):
                return "", app_pages.contact_form(form, mistakes)
            records.contacts.append(Contact(form["name"], form["phone"]))
            return f"/contacts/{len(records.contacts) - 1}?new=1", ""
        case "/messages":
            if mistakes := missing_in(form, _MESSAGE):
                return "", app_pages.message_form(form, mistakes)
            records.messages.append(TextMessage(form["to"], form["content"]))
            return f"/messages/with/{quote(form['to'], safe='')}?new=1", ""
        case "/notes":
            if mistakes := missing_in(form, _NOTE):
                return "", app_pages.note_form(form, mistakes)
            records.notes.append(Note(form["title"], form.get("text", "")))
            return f"/notes/{len(records.notes) - 1}?new=1", ""
        case "/notes/quick" if form.get("title"):
            records.notes.append(Note(form["title"]))
            return "/notes?" + urlencode({"added": form["title"]}), ""
        case "/notes/quick":
            return "/notes", ""
        case _:
            return "", ""
