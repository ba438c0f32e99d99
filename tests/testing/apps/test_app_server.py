"""The sample apps keep what is put into them, as often as it is put in."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from askonce.testing.apps import Contact, Note, SampleApps, TextMessage


@pytest.fixture
def apps() -> Iterator[SampleApps]:
    with SampleApps() as apps:
        yield apps


def get(apps: SampleApps, path: str = "") -> str:
    return _open(apps.url + path, None)[1]


def post(apps: SampleApps, path: str, **form: str) -> tuple[str, str]:
    """Where it led, and what is shown there."""
    address, page = _open(apps.url + path, urlencode(form).encode())
    return address.removeprefix(apps.url), page


def _open(address: str, data: bytes | None) -> tuple[str, str]:
    try:
        reply = urlopen(Request(address, data))
    except HTTPError as error:
        reply = error
    with reply:
        return reply.url, reply.read().decode()


def test_the_launcher_leads_to_three_apps(apps: SampleApps) -> None:
    page = get(apps)

    assert all(f'href="/{app}"' in page for app in ("contacts", "messages", "notes"))


def test_a_saved_contact_is_confirmed_and_listed(apps: SampleApps) -> None:
    address, page = post(apps, "contacts", name="Hana Ferreira", phone="+10662908339")

    assert address == "contacts/0?new=1"
    assert "Contact saved: Hana Ferreira" in page
    assert "Hana Ferreira" in get(apps, "contacts")
    assert "Contact saved" not in get(apps, "contacts/0")
    assert apps.contacts == (Contact("Hana Ferreira", "+10662908339"),)


def test_what_is_done_twice_is_there_twice_in_order_of_arrival(apps: SampleApps) -> None:
    for name in ("Zoe", "Ann", "Zoe"):
        post(apps, "contacts", name=name, phone="1")
        post(apps, "messages", to="1", content=f"hello, {name}")
        post(apps, "notes", title=name, text="")

    assert [contact.name for contact in apps.contacts] == ["Zoe", "Ann", "Zoe"]
    assert [message.content for message in apps.messages] == ["hello, Zoe", "hello, Ann", "hello, Zoe"]
    assert [note.title for note in apps.notes] == ["Zoe", "Ann", "Zoe"]


def test_contacts_are_shown_by_name_and_found_by_part_of_it(apps: SampleApps) -> None:
    apps.seed(contacts=[Contact("Zoe", "1"), Contact("ann", "2"), Contact("Bob", "3")])

    page = get(apps, "contacts")
    assert page.index("ann") < page.index("Bob") < page.index("Zoe")
    found = get(apps, "contacts?q=BO")
    assert "Bob" in found
    assert "Zoe" not in found
    assert "1 contact<" in found


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("contacts", {"name": "Ann", "phone": " "}, "Please enter a phone number."),
        ("messages", {"to": "", "content": "hi"}, "Please enter whom it is for."),
        ("notes", {"title": "", "text": "milk"}, "Please enter a title."),
    ],
)
def test_a_form_that_lacks_something_says_so_and_keeps_the_rest(
    apps: SampleApps, path: str, form: dict[str, str], said: str
) -> None:
    _, page = post(apps, path, **form)

    assert said in page
    assert any(value in page for value in form.values() if value.strip())
    assert (apps.contacts, apps.messages, apps.notes) == ((), (), ())


def test_a_conversation_shows_all_that_was_sent_and_whose_number_it_is(apps: SampleApps) -> None:
    apps.seed(contacts=[Contact("Ann", "+1 2")], messages=[TextMessage("+1 2", "one"), TextMessage("9", "other")])

    address, page = post(apps, "messages", to="+1 2", content="two <3")

    assert address == "messages/with/%2B1%202?new=1"
    assert "Message sent to +1 2" in page
    assert page.index("one") < page.index("two &lt;3")
    assert "other" not in page
    rows = get(apps, "messages")
    assert rows.index("Ann") < rows.index("other")


def test_notes_are_listed_latest_first_and_can_be_opened(apps: SampleApps) -> None:
    apps.seed(notes=[Note("Shopping", "milk")])

    address, page = post(apps, "notes/quick", title="Water the plants")

    assert address == "notes?added=Water+the+plants"
    assert "Note added: Water the plants" in page
    listed = page[page.index('class="rows"') :]
    assert listed.index("Water the plants") < listed.index("Shopping")
    assert "milk" in get(apps, "notes/0")


def test_an_unknown_address_is_not_found(apps: SampleApps) -> None:
    assert "nothing at this address" in get(apps, "contacts/7")
    assert "nothing at this address" in post(apps, "elsewhere")[1]


def test_a_reset_phone_is_empty(apps: SampleApps) -> None:
    apps.seed(contacts=[Contact("Ann", "1")], messages=[TextMessage("1", "hi")], notes=[Note("a")])
    apps.reset()

    assert (apps.contacts, apps.messages, apps.notes) == ((), (), ())
    assert "No contacts here." in get(apps, "contacts")
