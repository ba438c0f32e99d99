"""What users may set for an iPhone, how it is reached, and what is said where it cannot be."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.config import Settings
from askonce.errors import AskonceError, ConfigError, ScreenError
from askonce.launch import ios
from askonce.screens.ios.ios_kind import KIND, IosOptions, IosTarget
from askonce.screens.ios.ios_screen import IosScreen
from askonce.screens.ios.usbmux import list_phones
from askonce.screens.screen_kind import HealthContext
from askonce.script.player import play
from askonce.script.script_loader import load_script
from askonce.testing.phone import Contact, SamplePhone
from askonce.testing.phone.wda.usbmux_daemon import UsbmuxDaemon
from askonce.values import Secret

OTHER = "00008110-0012345678901234"


@pytest.fixture
def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def cable(phone: SamplePhone, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """usbmuxd with this phone, and with one on which no WebDriverAgent runs."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    daemon = UsbmuxDaemon({phone.udid: int(phone.wda_url.rpartition(":")[2]), OTHER: 0})
    asyncio.run_coroutine_threadsafe(daemon.start(), loop).result(20)
    monkeypatch.setenv("USBMUXD_SOCKET_ADDRESS", daemon.address)
    yield
    asyncio.run_coroutine_threadsafe(daemon.stop(), loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, "http://localhost:8100"),
        ({"wdaHost": "10.0.0.7", "wdaPort": 8200}, "http://10.0.0.7:8200"),
        ({"url": "10.0.0.7:8200"}, "http://10.0.0.7:8200"),
        ({"url": "https://user:password@farm.example/phones/7"}, "https://farm.example"),
        ({"url": "localhost"}, "http://localhost:8100"),
        ({"url": OTHER}, f"port 8100 of {OTHER}"),
        ({"deviceId": OTHER, "wdaPort": 8200}, f"port 8200 of {OTHER}"),
    ],
)
async def test_a_phone_is_named_by_an_address_or_by_its_udid(given: dict[str, object], shown: str) -> None:
    assert (await IosTarget.model_validate(given).route()).shown == shown


@pytest.mark.parametrize(
    "given",
    [
        {"url": "localhost:99999"},
        {"url": "http://localhost:0"},
        {"url": "http://[::1"},
        {"url": "http:///x"},
        {"url": "http://farm.example/\x01"},
        {"url": "http://user:hunter2@farm.example:99999"},
        {"wdaHost": "a..b"},
        {"wdaHost": "::1"},
    ],
)
async def test_what_is_no_address_is_refused_with_an_example_of_one(given: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="is no address of WebDriverAgent") as caught:
        await IosTarget.model_validate(given).route()
    assert "http://localhost:8100" in caught.value.remedy
    assert "hunter2" not in str(caught.value)


async def test_an_address_and_a_udid_at_once_are_refused() -> None:
    with pytest.raises(ConfigError, match="both an address and a UDID"):
        await IosOptions(url="http://a:1", udid="b").route()


async def test_a_contact_is_added_recorded_and_added_again_without_a_model(phone: SamplePhone, tmp_path: Path) -> None:
    phone.reset()
    sentence = "tap Create contact, type {name} into Name, type {number} into Phone and tap Save"
    ways = []
    for name, number in (("Ann Lee", "555 0100"), ("Zoë 日本", "+1 555")):
        settings = Settings(runs=tmp_path)
        async with ios(phone.wda_url, launch="Contacts", settings=settings, recordings="contacts") as agent:
            ways.append((await agent.act(sentence, name=name, number=number)).how)
    assert phone.records.contacts == [Contact("Ann Lee", "555 0100"), Contact("Zoë 日本", "+1 555")]
    assert ways == ["asked", "replayed"]


async def test_a_phone_is_driven_by_one_agent_however_it_is_reached(phone: SamplePhone, cable: None) -> None:
    settings = Settings(runs=None)
    assert set(await list_phones()) == {phone.udid, OTHER}
    async with ios(udid=phone.udid, settings=settings) as agent:
        assert isinstance(agent.screen, IosScreen)
        with pytest.raises(ConfigError, match="is being driven by another agent"):
            async with ios(phone.wda_url, settings=settings):
                pass


async def test_phones_at_a_cable_are_told_where_the_one_that_is_meant_is_missing(cable: None, free_port: int) -> None:
    with pytest.raises(ConfigError, match="there is no phone 'A1'") as caught:
        async with ios(udid="A1", settings=Settings(runs=None)):
            pass
    assert OTHER in caught.value.remedy
    with pytest.raises(ConfigError, match=f"no WebDriverAgent answers at port 8100 of {OTHER}") as caught:
        async with ios(udid=OTHER, settings=Settings(runs=None)):
            pass
    assert "ios runwda" in caught.value.remedy
    with pytest.raises(ConfigError, match="2 phones are there"):
        await IosOptions(url="any", wda_port=free_port).route()


async def test_what_does_not_answer_is_told_with_how_to_start_it(free_port: int) -> None:
    with pytest.raises(ConfigError, match=f"no WebDriverAgent answers at http://localhost:{free_port}") as caught:
        async with ios(wda_port=free_port, settings=Settings(runs=None)):
            pass
    assert "iproxy 8100 8100" in caught.value.remedy


async def test_another_server_is_not_taken_for_web_driver_agent() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<html\r\n1\r\n>\r\n0\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(ScreenError, match="is not WebDriverAgent"):
        async with ios(f"http://127.0.0.1:{port}", settings=Settings(runs=None)):
            pass
    server.close()


async def test_a_secret_is_in_no_error_of_the_phone(phone: SamplePhone) -> None:
    phone.reset()
    async with ios(phone.wda_url, launch="Contacts", settings=Settings(runs=None, patience=0)) as agent:
        await agent.act("tap Create contact")
        phone.unplug()
        try:
            with pytest.raises(AskonceError) as caught:
                await agent.act("type {password} into Name", password=Secret("hunter2 with spaces"))
        finally:
            phone.plug_in()
    assert "hunter2" not in str(caught.value)


async def test_the_doctor_says_what_it_found(phone: SamplePhone, cable: None, free_port: int) -> None:
    assert KIND.examine
    context = HealthContext(Settings(runs=None))
    (listed,) = await KIND.examine(IosOptions(), context)
    assert (listed.good, phone.udid in listed.said) == (True, True)
    found = {each.name: each for each in await KIND.examine(IosOptions(url=phone.wda_url), context)}
    assert found["WebDriverAgent"].good
    assert "iOS 17.5" in found["WebDriverAgent"].said
    assert "elements at ios://device/" in found["iPhone"].said
    missing = (await KIND.examine(IosOptions(wda_port=free_port, url="localhost"), context))[-1]
    assert (missing.fails, "iproxy" in missing.remedy) == (True, True)


async def test_a_script_of_midscene_is_played_as_it_is(phone: SamplePhone, tmp_path: Path) -> None:
    phone.reset()
    port = phone.wda_url.rpartition(":")[2]
    file = Path(__file__).with_name("midscene") / "single_actions.yaml"
    script = load_script(file, environment={"HOST": "127.0.0.1", "PORT": port})
    result = await play(script, settings=Settings(runs=tmp_path))
    assert result.success, result.error
    assert phone.records.contacts == [Contact("Bob Ray", "555 0101")]


def test_the_unmodified_facebook_wda_drives_the_sample_phone(phone: SamplePhone) -> None:
    wda = pytest.importorskip("wda", reason="pip install facebook-wda")
    phone.reset()
    client = wda.Client(phone.wda_url)
    assert client.status()["os"]["name"] == "iOS"
    session = client.session("com.google.android.contacts")
    assert (tuple(session.window_size()), session.scale) == ((360, 800), 2)
    assert client.app_current()["bundleId"] == "com.google.android.contacts"
    assert client.screenshot().size == (720, 1600)
    assert "XCUIElementTypeNavigationBar" in client.source()
    session(label="Create contact").click()
    session(name="name", className="TextField").set_text("Zoë 日本 😀")
    session(label="Save").click()
    assert [contact.name for contact in phone.records.contacts] == ["Zoë 日本 😀"]
    session(label="Zoë 日本 😀").click()
    session(label="Delete").click()
    assert session.alert.exists
    assert session.alert.buttons() == ["Cancel", "Delete"]
    session.alert.accept()
    assert phone.records.contacts == []
    session.swipe(100, 500, 100, 300, 0.1)
    client.home()
    assert client.app_current()["bundleId"] == "com.apple.springboard"
    session.close()
