from __future__ import annotations

import struct
from datetime import UTC, datetime

import pytest
from phone_rig import PhoneClient, read

from askonce.errors import ConfigError
from askonce.testing.phone import APPS, Contact, SamplePhone, Sms


def test_the_phone_starts_at_home_on_a_sunday_with_its_apps(client: PhoneClient) -> None:
    assert {"Sunday, Oct 15", "Contacts", "Simple SMS Messenger", "Markor", "Sample"} <= set(client.texts())
    assert client.focus.endswith("u0 com.android.launcher3/com.android.launcher3.Launcher}")
    assert client.shell("date +%Y-%m-%dT%H:%M") == "2023-10-15T15:34\n"


def test_the_clock_is_the_one_that_was_set(phone: SamplePhone, client: PhoneClient) -> None:
    phone.clock = datetime(2024, 2, 29, 8, 5, tzinfo=UTC)
    assert client.shell("date +%s") == f"{int(phone.clock.timestamp())}\n"
    assert "Thursday, Feb 29" in client.texts()


def test_a_picture_has_the_pixels_of_the_phone(phone: SamplePhone, client: PhoneClient) -> None:
    assert struct.unpack(">II", phone.screenshot()[16:24]) == (720, 1600)
    assert client.shell("wm size") == "Physical size: 720x1600\n"
    assert client.shell("wm density") == "Physical density: 320\n"
    phone.rotate()
    assert struct.unpack(">II", phone.screenshot()[16:24]) == (1600, 720)
    assert "orientation=1" in client.shell("dumpsys input")
    phone.rotate("portrait")
    assert client.find("Apps").box[3] > 1000


def test_a_contact_that_is_entered_is_in_the_records(phone: SamplePhone, client: PhoneClient) -> None:
    client.tap("Contacts", "Create contact")
    assert client.focus.endswith(".editor.ContactEditorActivity}")
    client.shell("input text Ann%sLee")
    client.enter("phone", "555 0101")
    client.tap("Save")
    assert phone.records.contacts == [Contact("Ann Lee", "555 0101")]
    assert phone.toasts == ["Ann Lee saved"]
    client.tap("Ann Lee")
    assert client.focus.endswith(".quickcontact.QuickContactActivity}")


def test_a_contact_is_edited_and_deleted_after_a_question(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.contacts += [Contact("Ann", "1"), Contact("Bob", "2")]
    phone.launch("Contacts")
    client.tap("Bob", "Edit contact", "name")
    client.shell("input keycombination CTRL_LEFT A; input text Bobby")
    client.tap("Save")
    assert phone.records.contacts == [Contact("Ann", "1"), Contact("Bobby", "2")]
    client.tap("Delete", "Cancel", "Delete", "Delete")
    assert phone.records.contacts == [Contact("Ann", "1")]


def test_leaving_a_form_with_changes_asks_first(phone: SamplePhone, client: PhoneClient) -> None:
    phone.launch("Contacts")
    client.tap("Create contact")
    client.shell("input text Ann; input keyevent BACK BACK")
    assert "Discard your changes?" in client.texts()
    client.tap("Keep editing")
    assert client.find("name").facts["text"] == "Ann"
    client.shell("input keyevent BACK")
    client.tap("Discard")
    assert "No contacts" in client.texts()


def test_a_message_comes_in_and_is_answered(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.contacts.append(Contact("Ann Lee", "+1 555 0101"))
    phone.receive("+15550101", "Where are you?")
    client.shell("cmd statusbar expand-notifications")
    assert client.focus == "Window{4f2a9c1 u0 NotificationShade}"
    client.tap("Where are you?")
    assert client.focus.endswith(".activities.ThreadActivity}")
    client.enter("thread_type_message", "On my way")
    client.tap("Send")
    assert phone.records.messages[1] == Sms("+15550101", "On my way", phone.clock)
    client.shell("input keyevent BACK BACK")
    assert {"Ann Lee", "On my way"} <= set(client.texts())


def test_a_conversation_is_begun_with_a_number_or_a_contact(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.contacts.append(Contact("Ann Lee", "5550101"))
    phone.launch("Simple SMS Messenger")
    client.tap("New conversation", "Ann Lee")
    client.enter("thread_type_message", "Hello")
    client.tap("Send")
    client.shell("input keyevent BACK BACK")
    client.tap("New conversation")
    client.shell("input text 777; input keyevent ENTER")
    client.enter("thread_type_message", "Hi")
    client.tap("Send")
    assert [(sms.number, sms.text) for sms in phone.records.messages] == [("5550101", "Hello"), ("777", "Hi")]


def test_a_link_to_a_number_opens_its_conversation(phone: SamplePhone, client: PhoneClient) -> None:
    client.shell("am start -a android.intent.action.VIEW -d 'smsto:555?body=On%20time'")
    assert client.find("thread_type_message").facts["text"] == "On time"
    out, _, code = client.shell_parts("am start -a android.intent.action.VIEW -d gopher://x")
    assert "Error: Activity not started" in out
    assert code == 1


def test_notes_are_files_that_are_made_and_changed(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.notes["work/plan.md"] = "one"
    phone.launch("Markor")
    client.tap("work", "plan.md", "document__fragment__edit__highlighting_editor")
    client.shell("input keyevent MOVE_END ENTER; input text two")
    client.shell("input keyevent BACK BACK BACK")
    client.tap("Create a new file or folder")
    client.shell("input text list")
    client.tap(".txt", "OK")
    client.enter("document__fragment__edit__highlighting_editor", "milk")
    client.tap("Save")
    assert phone.records.notes.texts == {"work/plan.md": "one\ntwo", "list.txt": "milk"}
    assert client.shell("cat /sdcard/Documents/Markor/list.txt") == "milk"


def test_notes_are_selected_by_a_hold_and_deleted_after_a_question(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.notes.update({"a.md": "1", "b.md": "2", "c.md": "3"})
    phone.launch("Markor")
    client.hold("a.md")
    client.tap("c.md", "Delete")
    assert {"Confirm delete", "a.md\nc.md"} <= set(client.texts())
    client.tap("OK")
    assert list(phone.records.notes) == ["b.md"]


def test_the_keyboard_covers_what_it_covers_and_types(phone: SamplePhone, client: PhoneClient) -> None:
    phone.launch("Sample")
    assert "mInputShown=false" in client.shell("dumpsys input_method")
    client.tap("name")
    assert "mInputShown=true" in client.shell("dumpsys input_method")
    client.shell("input tap 108 1092")  # the second key of its first row
    assert client.find("name").facts["text"] == "w"
    client.shell("input keyevent BACK")
    assert "mInputShown=false" in client.shell("dumpsys input_method")
    assert client.focus.endswith("org.askonce.sample.MainActivity}")


def test_a_field_that_the_keyboard_would_cover_moves_up(phone: SamplePhone, client: PhoneClient) -> None:
    phone.launch("Contacts")
    client.tap("Create contact")
    phone.rotate("landscape")
    client.shell("input keyevent BACK")
    below = client.find("phone").box
    client.enter("phone", "555")
    moved = client.find("phone")
    assert (moved.facts["text"], moved.facts["focused"]) == ("555", "true")
    assert moved.box[3] < below[1]


def test_a_list_follows_the_finger_and_the_rest_is_not_told(phone: SamplePhone, client: PhoneClient) -> None:
    phone.records.contacts += [Contact(f"Person {number:02d}", str(number)) for number in range(30)]
    phone.launch("Contacts")
    before = client.find("Person 05").box
    assert "Person 29" not in client.texts()
    client.shell("input swipe 360 1200 360 1000 100")
    assert client.find("Person 05").box[1] == before[1] - 200 + 16  # less the way on which a finger still rests
    for _ in range(4):
        client.shell("input swipe 360 1400 360 400 50")
    assert "Person 29" in client.texts()


def test_home_recents_and_the_drawer_lead_to_apps(client: PhoneClient) -> None:
    client.tap("Markor")
    client.shell("input keyevent HOME")
    client.tap("Contacts")
    client.shell("input keyevent APP_SWITCH")
    assert client.texts()[:4] == ["Contacts", "Contacts", "Close Contacts", "Markor"]
    client.tap("Markor")
    assert client.focus.startswith("Window{4f2a9c1 u0 net.gsantner.markor/")
    client.shell("input keyevent HOME; input swipe 360 1200 360 500 100")
    assert client.texts()[:4] == ["Search apps", "Broccoli", "Contacts", "Markor"]


def test_a_locked_phone_is_woken_and_unlocked(phone: SamplePhone, client: PhoneClient) -> None:
    phone.lock()
    assert "mWakefulness=Asleep" in client.shell("dumpsys power")
    client.shell("input keyevent WAKEUP")
    assert client.texts()[-1] == "Swipe up to unlock"
    client.shell("input swipe 360 1200 360 400 100")
    assert "Contacts" in client.texts()


def test_an_app_that_stops_is_told_of(phone: SamplePhone, client: PhoneClient) -> None:
    phone.launch("Contacts")
    phone.crash()
    assert client.texts() == ["Contacts keeps stopping", "App info", "Close app"]
    assert client.focus.endswith("Application Error: com.google.android.contacts}")
    client.tap("Close app")
    assert "Markor" in client.texts()


def test_an_unplugged_phone_is_gone_and_comes_back(phone: SamplePhone, client: PhoneClient) -> None:
    with client.connected("host:track-devices") as tracked:
        assert read(tracked, int(read(tracked, 4), 16)).decode() == f"{phone.serial}\tdevice\n"
        phone.unplug()
        assert read(tracked, 4) == b"0000"
        with pytest.raises(ConnectionError, match="not found"):
            client.shell("date")
        phone.plug_in()
        assert read(tracked, int(read(tracked, 4), 16)).decode() == f"{phone.serial}\tdevice\n"
    assert client.shell("echo here") == "here\n"


def test_a_phone_that_does_not_allow_it_says_so(phone: SamplePhone, client: PhoneClient) -> None:
    phone.authorize(False)
    assert client.ask("host:devices") == f"{phone.serial}\tunauthorized\n"
    with pytest.raises(ConnectionError, match="unauthorized"):
        client.shell("date")
    phone.authorize()
    assert client.shell("echo here") == "here\n"


def test_a_phone_that_is_off_says_how_to_use_it() -> None:
    with pytest.raises(RuntimeError, match="with SamplePhone"):
        SamplePhone().serial  # noqa: B018
    with pytest.raises(RuntimeError, match="with SamplePhone"):
        SamplePhone().lock()


def test_an_app_that_is_not_there_is_an_error_that_names_the_others(phone: SamplePhone) -> None:
    with pytest.raises(ConfigError, match="Simple SMS Messenger"):
        phone.launch("Facebook")


def test_a_phone_that_cannot_be_is_refused_with_what_to_do(phone: SamplePhone) -> None:
    with pytest.raises(ConfigError, match="no launcher"):
        SamplePhone(apps=APPS[1:])
    with pytest.raises(ConfigError, match="markor is installed twice"):
        SamplePhone(apps=(*APPS, *(app for app in APPS if app.name == "Markor")))
    with pytest.raises(ConfigError, match="no time zone"):
        phone.clock = datetime(2024, 1, 1)
