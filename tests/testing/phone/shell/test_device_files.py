from askonce.testing.phone.phone_records import PhoneRecords
from askonce.testing.phone.shell.device_files import NOTEBOOK, DeviceFiles


def test_notes_are_files_in_the_shared_storage_both_ways() -> None:
    records = PhoneRecords()
    files = DeviceFiles(records)
    assert files.write("/sdcard/Documents/Markor/work/plan.md", "é".encode()) == ""
    assert dict(records.notes) == {"work/plan.md": "é"}
    records.notes["list.md"] = "milk"
    assert files.read(f"{NOTEBOOK}/list.md") == b"milk"
    assert files.names_in("/sdcard/Documents/Markor") == ["list.md", "work"]
    assert files.remove("/sdcard/Documents/Markor/work")
    assert list(records.notes) == ["list.md"]


def test_folders_are_told_from_files_and_from_nothing() -> None:
    files = DeviceFiles(PhoneRecords())
    assert files.is_folder("/sdcard/")
    assert files.is_folder("/data/local/tmp")
    assert not files.is_folder("/data/local/tmp/x")
    assert files.write("/data/local/tmp", b"") != ""
    assert files.write("/data/local/tmp/x", b"1") == ""
    assert files.read("/data/local/tmp/../tmp/x") == b"1"
    assert not files.remove("/data/local/tmp/y")
