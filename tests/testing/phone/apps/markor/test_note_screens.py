from __future__ import annotations

import pytest
from phone_rig import Fingers, new_handset

EDITOR = "document__fragment__edit__highlighting_editor"


@pytest.fixture
def fingers() -> Fingers:
    phone = new_handset()
    phone.records.notes.update({"list.md": "milk", "work/plan.md": "one"})
    phone.launch("net.gsantner.markor")
    return Fingers(phone)


def test_files_are_renamed_and_moved(fingers: Fingers) -> None:
    notes = fingers.phone.records.notes
    fingers.hold("list.md")
    fingers.tap("Rename")
    fingers.enter(new_name="shopping.md")
    fingers.tap("OK")
    fingers.hold("shopping.md")
    fingers.tap("Move", "work")
    assert dict(notes) == {"work/plan.md": "one", "work/shopping.md": "milk"}
    fingers.hold("work")
    fingers.tap("Delete", "OK")
    assert (dict(notes), notes.folders) == ({}, set())


def test_a_name_that_is_taken_is_refused(fingers: Fingers) -> None:
    fingers.tap("Create a new file or folder")
    fingers.enter(new_file_dialog__name="list")
    fingers.tap("OK")
    assert fingers.phone.toasts == ["list.md is there already"]
    fingers.hold("work")
    fingers.tap("Rename")
    fingers.enter(new_name="list.md")
    fingers.tap("OK")
    assert "work/plan.md" in fingers.phone.records.notes


def test_folders_are_made_and_gone_into_and_left(fingers: Fingers) -> None:
    fingers.tap("Create a new file or folder")
    fingers.enter(new_file_dialog__name="ideas")
    fingers.tap("Folder", "ideas")
    assert "This folder is empty" in fingers.texts()
    fingers.tap("..")
    assert {"ideas", "work", "list.md"} <= set(fingers.texts())


def test_changes_are_discarded_or_kept_when_the_editor_is_left(fingers: Fingers) -> None:
    fingers.tap("list.md")
    fingers.enter(**{EDITOR: "wine"})
    fingers.tap("Discard changes")
    fingers.phone.go_back()
    assert fingers.phone.records.notes["list.md"] == "milk"
    fingers.tap("list.md")
    fingers.enter(**{EDITOR: "milk\nwine"})
    fingers.phone.go_back()
    assert fingers.phone.records.notes["list.md"] == "milk\nwine"
