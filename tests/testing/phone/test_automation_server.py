from __future__ import annotations

from collections.abc import Iterator

import pytest
from phone_rig import PhoneClient

from askonce.testing.phone import Contact, SamplePhone


@pytest.fixture
def served(client: PhoneClient) -> Iterator[PhoneClient]:
    with client.serve():
        yield client


def test_there_is_no_device_server_until_it_is_started_and_when_its_client_has_gone(client: PhoneClient) -> None:
    with client.serve():
        assert client.call("deviceInfo")["result"]["displayWidth"] == 720
    refused = ""
    while not refused:  # until the phone has noticed
        try:
            client.call("deviceInfo")
        except ConnectionError as error:
            refused = str(error)
    assert refused == "Connection refused"


def test_fingers_tap_hold_drag_and_pinch(phone: SamplePhone, served: PhoneClient) -> None:
    phone.launch("Sample")

    def touched(method: str, *params: object) -> str:
        assert served.call(method, *params)["result"] is True
        return served.find("touch").facts["text"].removeprefix("Last touch: ")

    x, y = served.find("Plot").center
    at, there = f"{x / 2:g},{y / 2:g}", f"{x / 2 + 20:g},{y / 2 + 20:g}"
    assert touched("click", x, y) == f"tap at {at}"
    assert touched("click", x, y, 700) == f"hold at {at}"
    assert touched("swipe", x, y, x + 40, y + 40, 10) == f"drag at {there}"
    assert touched("drag", x, y, x + 40, y + 40, 10) == f"drag at {there}"
    served.call("injectInputEvent", 0, x, y, 0)
    served.call("injectInputEvent", 2, x + 40, y + 40, 0)
    assert touched("injectInputEvent", 1, x + 40, y + 40, 0) == f"drag at {there}"
    points = [{"x": x, "y": y - 20}, {"x": x, "y": y + 20}, {"x": x, "y": y - 40}, {"x": x, "y": y + 40}]
    served.call("gesture", {"mask": 0}, *points, 10)
    assert served.find("zoom").facts["text"] == "Zoom: 2.00"


def test_text_of_any_script_is_pasted_and_keys_edit_it(phone: SamplePhone, served: PhoneClient) -> None:
    phone.launch("Sample")
    served.tap("name")
    served.call("setClipboard", None, "Zoë 日本語 😀")
    assert served.call("getClipboard")["result"] == "Zoë 日本語 😀"
    served.call("pasteClipboard")
    served.call("pressKeyCode", 67)
    assert served.find("name").facts["text"] == "Zoë 日本語 "
    served.call("pressKeyCode", 29, 0x1000)
    served.call("pressKeyCode", 52, 0x1000)
    assert (served.find("name").facts["text"], served.call("getClipboard")["result"]) == ("", "Zoë 日本語 ")
    served.call("pressKeyCode", 29, 1)
    served.call("pressKey", "enter")
    served.call("clearInputText")
    assert served.find("name").facts["text"] == ""


def test_all_windows_are_told_or_the_active_one(phone: SamplePhone, served: PhoneClient) -> None:
    phone.launch("Sample")
    served.tap("name")
    packages = {"com.android.systemui", "com.android.inputmethod.latin", "org.askonce.sample"}
    xml = served.call("dumpWindowHierarchy", False, 50)["result"]
    assert {package for package in packages if f'package="{package}"' in xml} == packages
    assert 'package="com.android.systemui"' not in served.call("dumpWindowHierarchy", False, 50, True)["result"]


def test_toasts_are_kept_until_they_are_cleared(phone: SamplePhone, served: PhoneClient) -> None:
    phone.records.contacts.append(Contact("Ann", "1"))
    phone.launch("Contacts")
    served.tap("Ann", "Delete", "Delete")
    assert served.call("getLastToast")["result"] == "1 contact deleted"
    served.call("clearLastToast")
    assert served.call("getLastToast")["result"] is None


def test_the_phone_turns_and_its_shade_comes_down(served: PhoneClient) -> None:
    served.call("setOrientation", "left")
    info = served.call("deviceInfo")["result"]
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (1600, 720, 1)
    served.call("openNotification")
    assert "No notifications" in served.texts()


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("fly", [], "method 'fly' not found"),
        ("click", ["here"], "click does not take"),
        ("setOrientation", ["sideways"], "setOrientation does not take"),
        ("objInfo", [{"text": "Nowhere"}], "UiObjectNotFoundException"),
    ],
)
def test_what_cannot_be_done_is_an_error(served: PhoneClient, method: str, params: list[object], said: str) -> None:
    assert said in served.call(method, *params)["error"]["message"]
