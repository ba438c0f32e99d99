from __future__ import annotations

from phone_rig import Fingers, new_handset

from askonce.testing.phone import Contact, Sms

PACKAGE = "com.simplemobiletools.smsmessenger"


def test_threads_are_by_number_however_it_is_written_and_the_latest_is_first() -> None:
    phone = new_handset()
    phone.records.contacts.append(Contact("Ann", "+1 (555) 0101"))
    phone.records.messages += [
        Sms("+15550101", "first", phone.clock, incoming=True), Sms("777", "other", phone.clock),
        Sms("+1 555 0101", "second", phone.clock),
    ]  # fmt: skip
    phone.launch(PACKAGE)
    fingers = Fingers(phone)
    shown = [text for text in fingers.texts() if text in ("Ann", "777", "first", "second", "other")]
    assert shown == ["Ann", "second", "777", "other"]
    fingers.tap("Ann")
    assert {"first", "second"} <= set(fingers.texts())
    fingers.hold("first")
    fingers.tap("Yes")
    assert [sms.text for sms in phone.records.messages] == ["other", "second"]
    fingers.tap("Delete", "Yes")
    assert [sms.text for sms in phone.records.messages] == ["other"]


def test_nothing_is_sent_without_a_text_or_to_nobody() -> None:
    phone = new_handset()
    phone.launch(PACKAGE)
    fingers = Fingers(phone)
    fingers.tap("New conversation")
    fingers.enter(new_conversation_address="Nobody")
    fingers.tap("OK")
    assert phone.component.endswith(".NewConversationActivity")
    fingers.enter(new_conversation_address="555")
    fingers.tap("OK", "Send")
    assert phone.records.messages == []
    assert len(phone.toasts) == 2
