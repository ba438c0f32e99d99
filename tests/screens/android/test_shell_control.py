"""A text that is typed by commands is in doubt where one of several was refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from askonce.errors import NotOperable, ScreenError, TypingInDoubt
from askonce.screens.android.adb_client import AdbDevice, ServiceRefused, ShellResult
from askonce.screens.android.shell_control import ShellControl


class Phone:
    """A phone that types so many parts of a text and then fails."""

    def __init__(self, takes: int, failure: ScreenError | bytes = b"Error: injecting text failed") -> None:
        self.takes = takes
        self.failure = failure
        self.field = ""

    async def sequence(self, commands: Sequence[Sequence[str]], *, limit: float) -> ShellResult:
        for number, (_, kind, what) in enumerate(commands):
            if number == self.takes:
                if isinstance(self.failure, ScreenError):
                    raise self.failure
                return ShellResult(b"", self.failure, 255)
            self.field += what.replace("%s", " ") if kind == "text" else "\n"
        return ShellResult(b"", b"", 0)


class Control(ShellControl):
    def __init__(self, phone: Phone) -> None:
        super().__init__(cast(AdbDevice, phone))
        self.phone = phone

    async def hierarchy(self) -> str:
        if self.phone.field and self.phone.takes > 9:
            raise ScreenError("the phone tells its elements only when nothing moves")
        return f'<node focused="true" text="{self.phone.field}"/>'


@pytest.mark.parametrize(("text", "typed"), [("hello\nworld", "hello"), ("100%sure", "100%")])
async def test_a_text_of_which_a_later_part_is_refused_is_in_doubt(text: str, typed: str) -> None:
    phone = Phone(takes=1)
    with pytest.raises(TypingInDoubt, match="how much of the text"):
        await Control(phone).insert(text)
    assert phone.field == typed


async def test_a_text_is_in_doubt_where_the_phone_does_not_answer() -> None:
    with pytest.raises(TypingInDoubt, match="did not answer"):
        await Control(Phone(0, ScreenError("it did not answer within 30 s"))).insert("hello")


async def test_a_text_is_in_doubt_where_the_phone_does_not_tell_its_elements_afterwards() -> None:
    with pytest.raises(TypingInDoubt, match="does not tell whether"):
        await Control(Phone(takes=10)).insert("hello")


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("hello", b"Error: injecting text failed"),
        ("hello\nworld", b"SecurityException: needs INJECT_EVENTS"),
        ("hello\nworld", ServiceRefused("there is no such service")),
    ],
)
async def test_a_text_that_is_refused_as_a_whole_was_not_typed(text: str, failure: ScreenError | bytes) -> None:
    with pytest.raises(ScreenError) as refused:
        await Control(Phone(0, failure)).insert(text)
    assert not isinstance(refused.value, NotOperable)
