from __future__ import annotations

import pytest
from phone_rig import Fingers

from askonce.testing.phone import APPS, Alert, PhoneApp, PhoneRecords
from askonce.testing.phone.activity import Notice
from askonce.testing.phone.apps.contacts.contact_screens import ContactList
from askonce.testing.phone.apps.sms.message_screens import compose_to
from askonce.testing.phone.handset import Handset


@pytest.fixture
def fingers() -> Fingers:
    """A phone with an app that has to be allowed something."""
    asking = PhoneApp(
        "Diary", "org.diary", ContactList, activities=(ContactList.name,), asks_for="access your contacts"
    )
    return Fingers(Handset((*APPS, asking), PhoneRecords()))


def test_an_app_that_is_allowed_what_it_asks_for_is_not_asked_again(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.launch("org.diary")
    assert phone.focused_window.endswith("GrantPermissionsActivity")
    phone.go_back()  # a question of the system has to be answered
    assert "Allow Diary to access your contacts?" in fingers.texts()
    fingers.tap("Allow")
    phone.go_home()
    phone.launch("org.diary")
    assert phone.focused_window == "org.diary/org.diary.activities.PeopleActivity"


def test_an_app_that_is_not_allowed_closes(fingers: Fingers) -> None:
    fingers.phone.launch("org.diary")
    fingers.tap("Don't allow")
    assert fingers.phone.package == "com.android.launcher3"


def test_back_closes_one_thing_after_the_other(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.launch("org.askonce.sample")
    fingers.tap("Ask")
    phone.show_shade()
    seen: list[str] = []
    for _ in range(4):
        seen.append(phone.told_windows()[0] if not phone.at_home else "home")
        phone.go_back()
    assert seen == ["shade", "alert", "app", "home"]


def test_an_app_goes_on_where_it_was_unless_it_was_stopped(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.launch("com.google.android.contacts")
    fingers.tap("Create contact")
    phone.go_home()
    phone.launch("com.google.android.contacts")
    assert phone.component.endswith("ContactEditorActivity")
    phone.stop("com.google.android.contacts")
    phone.launch("com.google.android.contacts")
    assert phone.component.endswith("PeopleActivity")


def test_a_notification_is_cleared_or_opened(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.notify(Notice("Backup", "done", "net.gsantner.markor"))
    phone.notify(Notice("Battery", "low", "com.android.systemui"))
    phone.show_shade()
    fingers.tap("Backup")
    assert (phone.package, [notice.title for notice in phone.notices]) == ("net.gsantner.markor", ["Battery"])
    phone.show_shade()
    fingers.tap("Clear all")
    assert phone.notices == []


def test_an_app_that_came_over_another_uncovers_it_when_it_closes(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.launch("net.gsantner.markor")
    phone.open_activity(compose_to(phone, "smsto:555"), "com.simplemobiletools.smsmessenger", alone=True)
    phone.go_back()
    assert phone.package == "net.gsantner.markor"
    phone.go_home()
    phone.launch("com.google.android.contacts")
    phone.go_back()
    assert phone.package == "com.android.launcher3"


def test_a_dialog_of_an_app_stays_with_it_and_one_of_the_system_is_over_all(fingers: Fingers) -> None:
    phone = fingers.phone
    phone.launch("org.askonce.sample")
    fingers.tap("Ask")
    phone.launch("net.gsantner.markor")
    assert "Sure?" not in fingers.texts()
    phone.ask(Alert("Update", window="System update"))
    phone.launch("org.askonce.sample")
    assert (phone.focused_window, fingers.texts()) == ("System update", ["Update", "OK"])
    fingers.tap("OK", "OK")
    assert "Answer: yes" in fingers.texts()
