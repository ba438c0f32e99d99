"""A text that the device server may have typed is never told as one that was not."""

from __future__ import annotations

import json
from typing import cast

import pytest

from askonce.errors import NotOperable, ScreenError, TypingInDoubt
from askonce.screens.android.adb_client import AdbDevice, ShellResult
from askonce.screens.android.device_server import DeviceServer
from askonce.screens.android.server_errors import ServerNotStarted


class Phone:
    """A phone whose server carries out what it is asked for, and then breaks off or refuses some of it."""

    def __init__(self, *, breaks: list[object], refuses: str = "") -> None:
        self.breaks = breaks
        """Methods, or texts for the clipboard, one for each time that it breaks off."""
        self.refuses = refuses
        self.field = self.clipboard = ""

    async def shell(self, *_: str) -> ShellResult:
        return ShellResult(b"here", b"", 0)

    async def post(self, _port: int, _path: str, body: bytes, *, limit: float) -> bytes:
        call = json.loads(body)
        method, params = call["method"], call["params"]
        if method == self.refuses and (self.field or method == "pasteClipboard"):
            return json.dumps({"error": {"message": "not now"}}).encode()
        if method == "setClipboard":
            self.clipboard = params[-1]
        if method == "pasteClipboard":
            self.field += self.clipboard
        for broken in (method, *params):
            if broken in self.breaks:
                self.breaks.remove(broken)
                raise ScreenError("the connection broke off")
        shown = {"getClipboard": self.clipboard, "dumpWindowHierarchy": f'<node focused="true" text="{self.field}"/>'}
        return json.dumps({"result": shown.get(method)}).encode()


class Server(DeviceServer):
    def __init__(self, phone: Phone, *, starts_again: bool = True) -> None:
        super().__init__(cast(AdbDevice, phone))
        self.starts_again = starts_again

    async def start(self, *, anew: bool = False) -> None:
        if not self.starts_again:
            raise ServerNotStarted("the device server ended at once")


async def test_a_text_is_typed_though_the_server_breaks_off_while_the_clipboard_is_emptied() -> None:
    phone = Phone(breaks=[""])
    await Server(phone).insert("hello")
    assert (phone.field, phone.clipboard, phone.breaks) == ("hello", "", [])


async def test_a_text_that_stays_in_the_clipboard_is_not_told_as_one_that_was_not_typed() -> None:
    with pytest.raises(TypingInDoubt, match="is still in the clipboard"):
        await Server(Phone(breaks=[""]), starts_again=False).insert("hello")


async def test_a_clipboard_that_cannot_be_emptied_does_not_hide_that_the_typing_is_in_doubt() -> None:
    with pytest.raises(TypingInDoubt, match="ended while a text was typed"):
        await Server(Phone(breaks=["pasteClipboard", "", ""])).insert("hello")


async def test_a_server_that_does_not_start_again_after_the_text_was_sent_leaves_it_in_doubt() -> None:
    with pytest.raises(TypingInDoubt, match="nobody knows whether"):
        await Server(Phone(breaks=["pasteClipboard"]), starts_again=False).insert("hello")


async def test_a_phone_that_does_not_tell_its_elements_after_a_text_was_sent_leaves_it_in_doubt() -> None:
    with pytest.raises(TypingInDoubt, match="does not tell whether"):
        await Server(Phone(breaks=[], refuses="dumpWindowHierarchy")).insert("hello")


async def test_a_text_that_is_refused_was_not_typed() -> None:
    phone = Phone(breaks=["", ""], refuses="pasteClipboard")
    with pytest.raises(ScreenError, match="refused pasteClipboard") as refused:
        await Server(phone).insert("hello")
    assert not isinstance(refused.value, NotOperable)
    assert phone.field == ""
