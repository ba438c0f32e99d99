"""The unmodified adb program drives the phone."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.testing.phone import Contact, SamplePhone

pytestmark = pytest.mark.skipif(not shutil.which("adb"), reason="adb is not installed: apt install adb")


class AdbProgram:
    """The adb program with a server of its own."""

    def __init__(self, serial: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.serial = serial

    def run(self, *words: str) -> str:
        done = subprocess.run(
            ["adb", "-P", str(self.port), *words], capture_output=True, timeout=100, check=False, text=True
        )
        return done.stdout + done.stderr

    def on_phone(self, *words: str) -> str:
        return self.run("-s", self.serial, *words)


@pytest.fixture(scope="module")
def server(running_phone: SamplePhone) -> Iterator[AdbProgram]:
    program = AdbProgram(running_phone.serial)
    assert f"connected to {program.serial}" in program.run("connect", program.serial)
    yield program
    program.run("kill-server")


def test_the_real_adb_finds_the_phone_and_its_shell(server: AdbProgram, phone: SamplePhone) -> None:
    assert f"{phone.serial}\tdevice" in server.run("devices")
    assert server.on_phone("shell", "wm", "size") == "Physical size: 720x1600\n"
    assert server.on_phone("shell", "echo", "out;", "nothing-of-this-name") == (
        "out\n/system/bin/sh: nothing-of-this-name: inaccessible or not found\n"
    )
    assert server.on_phone("shell", "-x", "echo 'a  b'") == "a  b\n"


def test_the_real_adb_copies_files_both_ways(server: AdbProgram, phone: SamplePhone, tmp_path: Path) -> None:
    sent, fetched = tmp_path / "sent.bin", tmp_path / "fetched.bin"
    sent.write_bytes(bytes(range(256)) * 3000)
    assert "1 file pushed" in server.on_phone("push", str(sent), "/data/local/tmp/x.bin")
    assert "1 file pulled" in server.on_phone("pull", "/data/local/tmp/x.bin", str(fetched))
    assert fetched.read_bytes() == sent.read_bytes()
    assert "x.bin" in server.on_phone("ls", "/data/local/tmp")
    assert "No such file" in server.on_phone("pull", "/data/local/tmp/none", str(fetched))
    assert "Permission denied" in server.on_phone("push", str(sent), "/system/x.bin")


def test_the_real_adb_takes_a_picture(server: AdbProgram, phone: SamplePhone) -> None:
    done = subprocess.run(
        ["adb", "-P", str(server.port), "-s", phone.serial, "exec-out", "screencap", "-p"],
        capture_output=True, timeout=100, check=True,
    )  # fmt: skip
    assert done.stdout.startswith(b"\x89PNG")
    assert done.stdout.endswith(b"IEND\xaeB`\x82")


def test_a_phone_that_refuses_is_unauthorized_for_the_real_adb(server: AdbProgram, phone: SamplePhone) -> None:
    phone.authorize(False)
    server.run("disconnect", phone.serial)
    server.run("connect", phone.serial)
    assert "unauthorized" in server.run("devices")
    phone.authorize()
    server.run("disconnect", phone.serial)
    server.run("connect", phone.serial)
    assert f"{phone.serial}\tdevice" in server.run("devices")


def test_the_unmodified_uiautomator2_drives_the_phone(server: AdbProgram, phone: SamplePhone) -> None:
    uiautomator2 = pytest.importorskip("uiautomator2", reason="not installed: pip install uiautomator2")
    import adbutils

    device = uiautomator2.connect(adbutils.AdbClient(port=server.port).device(phone.serial))
    try:
        assert device.info["displayWidth"] == 720
        device.app_start("com.google.android.contacts")
        assert device.app_current()["package"] == "com.google.android.contacts"
        device.xpath("Create contact").click()
        device.send_keys("Zoë Ångström 日本語 😀")
        device(resourceId="com.google.android.contacts:id/phone").set_text("+1 555")
        assert not device(text="Delete").exists
        device(text="Save").click()
        assert phone.records.contacts == [Contact("Zoë Ångström 日本語 😀", "+1 555")]
        assert device.last_toast == "Zoë Ångström 日本語 😀 saved"
        device.press("home")
        assert device.screenshot().size == (720, 1600)
        device.app_start("org.askonce.sample")
        device.double_click(560, 150)
        assert (
            device.xpath('//*[@resource-id="org.askonce.sample:id/touch"]').get_text()
            == "Last touch: double-tap at 280,75"
        )
        device.drag(450, 100, 600, 200, 0.1)
        assert "Last touch: drag at 300,100" in device.dump_hierarchy()
    finally:
        device.stop_uiautomator()
