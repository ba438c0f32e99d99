"""The adb server's protocol, against servers that say what is written here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager

import pytest

from askonce.errors import ConfigError, ScreenError, ScreenUnavailable
from askonce.screens.android.adb_client import AdbServer, ServiceRefused

Answers = Mapping[str, bytes]


def told(text: str) -> bytes:
    return b"OKAY" + f"{len(text):04x}{text}".encode()


def refused(reason: str) -> bytes:
    return b"FAIL" + f"{len(reason):04x}{reason}".encode()


@asynccontextmanager
async def serving(
    answers: Answers, asked: Callable[[str], object] = print, *, patience: float = 0
) -> AsyncGenerator[AdbServer, None]:
    """A server that answers each request by its text."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while size := await reader.read(4):
                request = (await reader.readexactly(int(size, 16))).decode()
                asked(request)
                writer.write(answers.get(request, refused(f"unknown {request}")))
                await writer.drain()
                if request not in answers or not request.startswith("host:transport"):
                    break
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield AdbServer("127.0.0.1", server.sockets[0].getsockname()[1], patience=patience)


async def test_the_only_phone_is_chosen() -> None:
    async with serving(
        {"host:devices-l": told("emulator-5554          device product:x model:Pixel_7 device:y\n")}
    ) as adb:
        assert (await adb.choose()).serial == "emulator-5554"


@pytest.mark.parametrize(
    ("listed", "serial", "said", "remedy"),
    [
        ("", "", "no phone is there", "USB debugging"),
        ("a device\nb device\n", "", "2 phones are there: a", "serial number"),
        ("a device\n", "b", "there is no phone 'b'", "there are: a"),
        ("a unauthorized\n", "", "it is unauthorized", "accept the question"),
        ("a unauthorized\n", "a", "it is unauthorized", "accept the question"),
        ("a offline\n", "a", "it is offline", "adb reconnect"),
        ("a recovery\n", "a", "it is recovery", "adb devices"),
    ],
)
async def test_a_phone_that_cannot_be_used_is_told_with_what_to_do(
    listed: str, serial: str, said: str, remedy: str
) -> None:
    async with serving({"host:devices-l": told(listed)}) as adb:
        with pytest.raises((ConfigError, ScreenError)) as caught:
            await adb.choose(serial)
    assert said in caught.value.message
    assert remedy in caught.value.remedy


async def test_an_address_is_connected_to() -> None:
    asked: list[str] = []
    answers = {"host:devices-l": told(""), "host:connect:10.0.0.2:5555": told("failed to connect")}
    async with serving(answers, asked.append) as adb:
        with pytest.raises(ConfigError, match="failed to connect"):
            await adb.choose("10.0.0.2:5555")
    assert asked == ["host:devices-l", "host:connect:10.0.0.2:5555", "host:devices-l"]


async def test_each_word_of_a_command_arrives_as_it_is() -> None:
    asked: list[str] = []
    answers = {"host:devices-l": told("a device\n"), "host:transport:a": b"OKAY"}
    async with serving(answers, asked.append) as adb:
        device = await adb.choose()
        with pytest.raises(ScreenError):
            await device.shell("am", "start", "-d", "tel:1; reboot")
    assert asked[-1] == "shell,v2,raw:am start -d 'tel:1; reboot'"


async def test_the_output_errors_and_exit_code_of_a_command_are_told_apart() -> None:
    packets = b"\x01\x03\x00\x00\x00out\x02\x03\x00\x00\x00err\x03\x01\x00\x00\x00\x07"
    answers = {"host:devices-l": told("a device\n"), "host:transport:a": b"OKAY", "shell,v2,raw:id": b"OKAY" + packets}
    async with serving(answers) as adb:
        result = await (await adb.choose()).shell("id")
        assert (result.out, result.err, result.code) == (b"out", b"err", 7)
        with pytest.raises(ScreenError, match="err"):
            await (await adb.choose()).read("id")


@pytest.mark.parametrize(
    ("reason", "listed", "said"),
    [
        ("device 'a' not found", "", "is gone"),
        ("device offline", "a offline\n", "it is offline"),
        ("device offline", "a unauthorized\n", "it is unauthorized"),
        ("device unauthorized.", "a unauthorized\n", "it is unauthorized"),
    ],
)
async def test_a_phone_that_goes_away_is_told_by_the_state_that_it_is_in_afterwards(
    reason: str, listed: str, said: str
) -> None:
    answers = {"host:devices-l": told("a device\n"), "host:transport:a": refused(reason)}
    async with serving(answers) as adb:
        device = await adb.choose()
        answers["host:devices-l"] = told(listed)
        with pytest.raises(ScreenUnavailable, match=said):
            await device.shell("id")


async def test_a_phone_that_is_away_for_a_moment_is_waited_for_and_then_does_what_it_was_asked() -> None:
    answers = {"host:devices-l": told("a device\n"), "host:transport:a": refused("device offline")}

    def come_back(request: str) -> None:
        if request == "host:devices-l" and b"offline" in answers["host:devices-l"]:
            answers.update({"host:devices-l": told("a device\n"), "host:transport:a": b"OKAY"})

    async with serving(answers, come_back, patience=5) as adb:
        device = await adb.choose()
        answers |= {"host:devices-l": told("a offline\n"), "shell,v2,raw:id": b"OKAY\x01\x02\x00\x00\x00ok"}
        assert (await device.shell("id")).out == b"ok"


async def test_a_phone_in_the_network_that_is_lost_is_connected_to_again() -> None:
    serial, asked = "10.0.0.2:5555", list[str]()
    answers = {"host:devices-l": told(f"{serial} device\n"), f"host:transport:{serial}": refused("device offline")}

    def come_back(request: str) -> None:
        asked.append(request)
        if request == f"host:connect:{serial}":
            answers.update({"host:devices-l": told(f"{serial} device\n"), f"host:transport:{serial}": b"OKAY"})

    async with serving(answers, come_back, patience=5) as adb:
        device = await adb.choose(serial)
        answers |= {"host:devices-l": told(f"{serial} offline\n"), f"host:connect:{serial}": told("connected")}
        answers |= {"shell,v2,raw:id": b"OKAY\x01\x02\x00\x00\x00ok"}
        assert (await device.shell("id")).out == b"ok"
    assert f"host:disconnect:{serial}" in asked, "a server that has it as offline connects to it when it likes"


async def test_a_service_that_the_phone_does_not_offer_says_that_nothing_was_sent() -> None:
    answers = {"host:devices-l": told("a device\n"), "host:transport:a": b"OKAY", "tcp:9008": refused("closed")}
    async with serving(answers) as adb:
        with pytest.raises(ServiceRefused, match="closed"):
            await (await adb.choose()).post(9008, "/ping")


async def test_something_else_at_the_port_is_told_as_such() -> None:
    async with serving({"host:devices-l": b"HTTP/1.1 400 Bad Request\r\n\r\n"}) as adb:
        with pytest.raises(ScreenError, match="does not speak as an adb server"):
            await adb.devices()


async def test_no_server_and_no_program_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATH", "ANDROID_HOME", "ANDROID_SDK_ROOT"):
        monkeypatch.setenv(name, "")
    with pytest.raises(ConfigError) as caught:
        await AdbServer("127.0.0.1", 1).devices()
    assert "platform tools" in caught.value.remedy
