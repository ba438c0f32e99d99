"""The activities of Simple SMS Messenger."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote

from askonce.testing.apps.app_records import Contact
from askonce.testing.phone.activity import Activity, Alert, Notice
from askonce.testing.phone.apps.sms.text_messages import Sms, same_number, threads
from askonce.testing.phone.views import (
    ADD,
    DELETE,
    DONE,
    PERSON,
    SEARCH,
    SEND,
    View,
    app_bar,
    column,
    entry,
    icon_button,
    row,
    scroll_list,
    text,
    text_field,
)

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

PACKAGE = "com.simplemobiletools.smsmessenger"


def receive(phone: Handset, number: str, words: str) -> None:
    """A message comes in: it is in its thread, and a notification tells of it."""
    phone.records.messages.append(Sms(number, words, phone.clock, incoming=True))
    phone.notify(Notice(phone.records.name_of(number), words, PACKAGE, lambda phone: Thread(phone, number)))


def compose_to(phone: Handset, address: str) -> Activity:
    """What a link such as `smsto:+15551234?body=Hello` opens."""
    number, _, rest = address.partition(":")[2].partition("?")
    body = next((part[5:] for part in rest.split("&") if part.startswith("body=")), "")
    return Thread(phone, unquote(number), unquote(body))


class ThreadList(Activity):
    name = ".activities.MainActivity"

    searched: str | None = None

    def view(self) -> View:
        def search(words: str) -> None:
            self.searched = words

        def open_search() -> None:
            self.searched = "" if self.searched is None else None

        rows = [self._row(number, messages) for number, messages in threads(self.phone.records.messages).items()]
        wanted = (self.searched or "").casefold()
        shown = [view for view in rows if any(wanted in part.text.casefold() for part in view.numbered())]
        nothing = (
            () if shown else (text("No conversations found", id="no_conversations_placeholder", style="padded soft"),)
        )
        words = text_field(self.searched or "", search, id="top_toolbar_search", hint="Search", autofocus=True)
        field = () if self.searched is None else (column(words, style="padded"),)
        bar = app_bar("Messages", icon_button("Search", SEARCH, open_search, id="search"))
        start = icon_button("New conversation", ADD, self._start, id="conversations_fab", style="fab")
        return View(children=(bar, *field, scroll_list((*shown, *nothing), id="conversations_list"), start))

    def back(self) -> bool:
        was_searched, self.searched = self.searched is not None, None
        return was_searched

    def _row(self, number: str, messages: list[Sms]) -> View:
        last = messages[-1]
        who = self.phone.records.name_of(last.number)
        words = column(
            text(who, id="conversation_address", style="strong"),
            text(last.text.replace("\n", " ")[:60], id="conversation_body_short", style="soft"),
            style="grow",
        )
        tile = View("TextView", who.lstrip("+")[:1].upper(), style="tile", hidden=True)
        time = text(f"{last.time:%H:%M}", id="conversation_date", style="soft")

        def ask_deletion() -> None:
            self.phone.ask(
                Alert("Delete this conversation?", who, (("Yes", lambda: self._delete(number)), ("No", None)))
            )

        def show() -> None:
            self.phone.open_activity(Thread(self.phone, last.number))

        return entry(tile, words, time, id="conversation_frame", tap=show, hold=ask_deletion)

    def _delete(self, number: str) -> None:
        messages = self.phone.records.messages
        messages[:] = [message for message in messages if same_number(message.number) != number]

    def _start(self) -> None:
        self.phone.open_activity(NewConversation(self.phone))


class NewConversation(Activity):
    """Where a recipient is entered or picked."""

    name = ".activities.NewConversationActivity"
    resizes = True

    entered = ""

    def view(self) -> View:
        def enter(words: str) -> None:
            self.entered = words

        wanted = self.entered.strip().casefold()
        people = sorted(self.phone.records.contacts, key=lambda contact: contact.name.casefold())
        rows = [self._row(contact) for contact in people if wanted in f"{contact.name} {contact.phone}".casefold()]
        field = row(
            text_field(
                self.entered,
                enter,
                id="new_conversation_address",
                hint="Add Contact or Number…",
                style="grow",
                autofocus=True,
                submit=self._confirm,
            ),
            icon_button("OK", DONE, self._confirm, id="new_conversation_confirm"),
            style="padded",
        )
        bar = app_bar("New conversation", up=self.phone.finish)
        return View(children=(bar, field, scroll_list(rows, id="contacts_list")))

    def _row(self, contact: Contact) -> View:
        words = column(
            text(contact.name, id="item_contact_name"), text(contact.phone, id="item_contact_number", style="soft")
        )
        tile = View("ImageView", style="tile", icon=PERSON, hidden=True)
        return entry(tile, words, id="item_contact_frame", tap=lambda: self._go_on(contact.phone))

    def _confirm(self, _: str = "") -> None:
        entered = self.entered.strip()
        if not any(sign.isdigit() for sign in entered):
            named = [
                contact for contact in self.phone.records.contacts if contact.name.casefold() == entered.casefold()
            ]
            if len(named) != 1:
                self.phone.toast("Enter a phone number, or pick a contact")
                return
            entered = named[0].phone
        self._go_on(entered)

    def _go_on(self, number: str) -> None:
        self.phone.finish()
        self.phone.open_activity(Thread(self.phone, number), PACKAGE)


class Thread(Activity):
    """One conversation, with the field for the next message."""

    name = ".activities.ThreadActivity"
    resizes = True

    def __init__(self, phone: Handset, number: str, draft: str = "") -> None:
        super().__init__(phone)
        self.number, self.draft = number, draft

    def view(self) -> View:
        def write(words: str) -> None:
            self.draft = words

        messages = threads(self.phone.records.messages).get(same_number(self.number), [])
        bubbles = [
            View(
                style="bubble" if message.incoming else "bubble own",
                id="thread_message_wrapper",
                children=(text(message.text, id="thread_message_body"),),
                on={"hold": partial(self._ask_deletion, message)},
            )
            for message in messages
        ]
        bar = app_bar(
            self.phone.records.name_of(self.number),
            icon_button("Delete", DELETE, self._ask_deletion_of_all, id="delete"),
            up=self.phone.finish,
        )
        body = scroll_list(bubbles, id="thread_messages_list")
        send = icon_button("Send", SEND, self._send, id="thread_send_message")
        field = text_field(
            self.draft, write, id="thread_type_message", hint="Type a message…", style="grow", lines=True
        )
        return View(children=(bar, body, row(field, send, style="padded")))

    def _send(self) -> None:
        if not self.draft.strip():
            self.phone.toast("Type a message first")
            return
        self.phone.records.messages.append(Sms(self.number, self.draft, self.phone.clock))
        self.draft = ""

    def _ask_deletion(self, message: Sms) -> None:
        def delete() -> None:
            if message in self.phone.records.messages:
                self.phone.records.messages.remove(message)

        self.phone.ask(Alert("Delete this message?", message.text, (("Yes", delete), ("No", None))))

    def _ask_deletion_of_all(self) -> None:
        self.phone.ask(Alert("Delete this conversation?", buttons=(("Yes", self._delete_all), ("No", None))))

    def _delete_all(self) -> None:
        messages = self.phone.records.messages
        number = same_number(self.number)
        messages[:] = [message for message in messages if same_number(message.number) != number]
        self.phone.finish()
