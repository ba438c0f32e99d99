"""Actions on fields, file choosers and dialogs.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from askonce.actions.action import Action, Typed
from askonce.actions.action_sentence import Quote, format_wording, quoted
from askonce.actions.playwright_call import PlaywrightCall
from askonce.actions.screen_needs import Typing
from askonce.actions.target import Target
from askonce.errors import NotOperable
from askonce.screens import Dialogs, Uploads

__all__ = ["AnswerDialog", "Clear", "Upload"]


class Clear(Action[Typing]):
    """Empty a field."""

    also = ("ClearInput",)
    examples = ('"the search field"',)
    wording = "Empty {target}"
    gesture = "choose"

    target: Target

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Typing) -> None:
        await screen.tap(self.target.point)
        await screen.clear()

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "clear")


class Upload(Action[Uploads]):
    """Hand files to a file field or an upload button, by name."""

    also = ("UploadFile",)
    examples = ('"the button Attach" notes.txt',)
    wording = 'Upload "{files}" to {target}'
    gesture = "choose"
    film_field = "files"

    target: Target
    files: list[str] = Field(min_length=1, title="names in the folder that the session was started with: --uploads")

    async def perform(self, screen: Uploads) -> None:
        await screen.upload(self.target.point, self.files)


class AnswerDialog(Action[Dialogs]):
    """Answer an open browser dialog (confirm or prompt)."""

    examples = ("--accept", "--accept --text Ann")
    gesture = "choose"
    film_field = "text"

    accept: bool = Field(title="accept it; --no-accept dismisses it")
    text: Typed | None = Field(default=None, description="what to enter in a prompt")

    async def perform(self, screen: Dialogs) -> None:
        if screen.dialog is None:
            raise NotOperable("no dialog is open")
        await screen.answer(self.accept, self.text)

    def sentence(self, quote: Quote = quoted) -> str:
        return ("Accept" if self.accept else "Dismiss") + format_wording(' the dialog[ with "{text}"]', self, quote)
