"""The daemon of the phone, message by message, and driven by the unmodified adb program and by uiautomator2."""

from __future__ import annotations

import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from phone_rig import read

from askonce.testing.phone import Contact, SamplePhone

HEADER = struct.Struct("<6I")


class Messages:
    """A connection to the daemon, as an adb server has one."""

    def __init__(self, serial: str) -> None:
        host, _, port = serial.partition(":")
        self.connection = socket.create_connection((host, int(port)), timeout=60)

    def send(self, name: bytes, first: int, second: int, data: bytes = b"") -> None:
        command = int.from_bytes(name, "little")
        self.connection.sendall(HEADER.pack(command, first, second, len(data), 0, command ^ 0xFFFFFFFF) + data)

    def receive(self) -> tuple[bytes, int, int, bytes]:
        command, first, second, size, _, magic = HEADER.unpack(read(self.connection, HEADER.size))
        assert magic == command ^ 0xFFFFFFFF
        return command.to_bytes(4, "little"), first, second, read(self.connection, size)


@pytest.fixture
def messages(phone: SamplePhone) -> Iterator[Messages]:
    messages = Messages(phone.serial)
    with messages.connection:
        yield messages


def test_a_stream_is_opened_written_acknowledged_and_closed(messages: Messages) -> None:
    messages.send(b"CNXN", 0x01000001, 4096, b"host::")
    name, version, _, banner = messages.receive()
    assert (name, version) == (b"CNXN", 0x01000001)
    assert banner.startswith(b"device::ro.product.model=Askonce Sample;")
    messages.send(b"OPEN", 7, 0, b"shell:cat /none; echo " + b"x" * 5000 + b"\0")
    _, ours, _, _ = opened = messages.receive()
    assert opened == (b"OKAY", ours, 7, b"")
    said = b""
    while (got := messages.receive())[0] == b"WRTE":
        assert len(got[3]) <= 4096
        said += got[3]
        messages.send(b"OKAY", 7, ours)
    assert got[0] == b"CLSE"
    assert said == b"x" * 5000 + b"\ncat: /none: No such file or directory\n"


def test_an_unknown_service_is_closed_at_once(messages: Messages) -> None:
    messages.send(b"CNXN", 0x01000001, 4096, b"host::")
    messages.receive()
    messages.send(b"OPEN", 9, 0, b"tcp:1\0")
    assert messages.receive()[:3] == (b"CLSE", 0, 9)


def test_a_phone_that_does_not_allow_it_asks_for_a_signature(phone: SamplePhone) -> None:
    phone.authorize(False)
    messages = Messages(phone.serial)
    with messages.connection:
        messages.send(b"CNXN", 0x01000001, 4096, b"host::")
        assert messages.receive()[:2] == (b"AUTH", 1)
        messages.send(b"AUTH", 2, 0, b"a signature")
        assert messages.receive()[:2] == (b"AUTH", 1)
        messages.send(b"AUTH", 3, 0, b"a public key")
        messages.send(b"CLSE", 0, 0)
        phone.authorize()
        assert messages.receive()[0] == b"CNXN", "whoever has shown its key waits, and does not ask again"


def test_what_is_not_the_protocol_is_hung_up_on(messages: Messages) -> None:
    messages.connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r")
    assert messages.connection.recv(100) == b""


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
    if not shutil.which("adb"):
        pytest.skip("adb is not installed: apt install adb")
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
    states = (server.run("devices") for _ in range(500))  # adb says "authorizing" as long as it tries its keys
    is_refused = any("unauthorized" in state for state in states)
    phone.authorize()
    assert is_refused
    server.on_phone("wait-for-device")
    assert server.on_phone("shell", "echo", "here") == "here\n"
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
