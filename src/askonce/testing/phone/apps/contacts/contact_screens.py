"""The activities of Contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.testing.apps.app_records import Contact
from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.views import (
    ADD,
    DELETE,
    EDIT,
    View,
    app_bar,
    button,
    column,
    entry,
    icon_button,
    scroll_list,
    text,
    text_field,
)

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset


class ContactList(Activity):
    name = ".activities.PeopleActivity"

    searched = ""

    def view(self) -> View:
        def search(words: str) -> None:
            self.searched = words

        wanted = self.searched.strip().casefold()
        found = [
            contact
            for contact in sorted(self.phone.records.contacts, key=lambda contact: contact.name.casefold())
            if wanted in f"{contact.name} {contact.phone}".casefold()
        ]
        rows = [self._row(contact) for contact in found]
        nothing = () if rows else (text("No contacts", id="empty", style="padded soft"),)
        field = text_field(self.searched, search, id="open_search_bar", hint="Search contacts")
        create = icon_button("Create contact", ADD, self._create, id="floating_action_button", style="fab")
        body = (app_bar("Contacts"), column(field, style="padded"), scroll_list((*rows, *nothing)), create)
        return View(children=body)

    def _row(self, contact: Contact) -> View:
        tile = View("TextView", contact.name[:1].upper(), style="tile", hidden=True)
        name = text(contact.name, id="cliv_name_textview", style="grow")
        return entry(tile, name, tap=lambda: self.phone.open_activity(ContactPage(self.phone, contact)))

    def _create(self) -> None:
        self.phone.open_activity(ContactEditor(self.phone))


class ContactPage(Activity):
    """One contact."""

    name = ".quickcontact.QuickContactActivity"

    def __init__(self, phone: Handset, contact: Contact) -> None:
        super().__init__(phone)
        self.contact = contact

    def view(self) -> View:
        bar = app_bar(
            "Contact",
            icon_button("Edit contact", EDIT, self._edit, id="menu_edit"),
            icon_button("Delete", DELETE, self._ask_deletion, id="menu_delete"),
            up=self.phone.finish,
        )
        name = text(self.contact.name, id="large_title", style="large padded")
        number = column(text(self.contact.phone, id="header"), text("Mobile", style="soft"), style="padded")
        return View(children=(bar, name, number))

    def _edit(self) -> None:
        self.phone.open_activity(ContactEditor(self.phone, self))

    def _ask_deletion(self) -> None:
        self.phone.ask(
            Alert(
                "Delete contact?",
                f"{self.contact.name} will be removed from this phone.",
                (("Delete", self._delete), ("Cancel", None)),
            )
        )

    def _delete(self) -> None:
        if self.contact in self.phone.records.contacts:
            self.phone.records.contacts.remove(self.contact)
        self.phone.finish()
        self.phone.toast("1 contact deleted")


class ContactEditor(Activity):
    """The form for a new contact, or for the one of a page."""

    name = ".editor.ContactEditorActivity"

    def __init__(self, phone: Handset, page: ContactPage | None = None) -> None:
        super().__init__(phone)
        self.page = page
        self.contact = page.contact if page else Contact("", "")
        self.full_name, self.number = self.contact.name, self.contact.phone

    def view(self) -> View:
        def set_name(words: str) -> None:
            self.full_name = words

        def set_number(words: str) -> None:
            self.number = words

        title = "Edit contact" if self.page else "Create contact"
        save = button("Save", self._save, id="toolbar_button", style="filled")
        fields = scroll_list(
            (
                column(
                    text_field(self.full_name, set_name, id="name", hint="Name", autofocus=not self.page),
                    style="padded",
                ),
                column(text_field(self.number, set_number, id="phone", hint="Phone"), style="padded"),
            ),
            kind="ScrollView",
        )
        return View(children=(app_bar(title, save, up=self._leave), fields))

    def back(self) -> bool:
        self._leave()
        return True

    def _leave(self) -> None:
        if (self.full_name, self.number) == (self.contact.name, self.contact.phone):
            self.phone.finish()
            return
        buttons = (("Discard", self.phone.finish), ("Keep editing", None))
        self.phone.ask(Alert("Discard your changes?", buttons=buttons))

    def _save(self) -> None:
        saved = Contact(self.full_name.strip(), self.number.strip())
        if not saved.name and not saved.phone:
            self.phone.toast("Can't save an empty contact")
            return
        contacts = self.phone.records.contacts
        if self.page and self.contact in contacts:
            contacts[contacts.index(self.contact)] = saved
        else:
            contacts.append(saved)
        self.phone.finish()
        if self.page:
            self.page.contact = saved
        self.phone.toast(f"{saved.name or saved.phone} saved")
