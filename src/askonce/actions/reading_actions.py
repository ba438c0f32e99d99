"""Reading what is out of view.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from pydantic import Field

from askonce.actions.action import Action
from askonce.actions.action_sentence import Quote, format_wording, quoted
from askonce.actions.screen_needs import WholeReading
from askonce.actions.target import Target
from askonce.errors import ScreenMoved
from askonce.screens.whole_text import holder_at, whole_text

__all__ = ["Read"]


class Read(Action[WholeReading]):
    """Get all text of an element or the page, out of view too, with element numbers."""

    operates = False
    only_reads = True
    longest_output = 8000
    examples = ('"the list of flights"', "")

    target: Target | None = Field(default=None, description="what to read in, if not the page")
    numbers: bool = Field(default=True, exclude=True, title="whether elements that can be used have their numbers")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: WholeReading) -> str:
        tree = await screen.whole_tree()
        if self.target is None:
            return whole_text(tree, numbers=self.numbers) or "there is no text"
        node = self.target.found.node
        inside = tree.find(node.number) if node else holder_at(tree, self.target.point)
        if inside is None:
            raise ScreenMoved(f"{self.target} is not there any more", remedy="look again")
        return whole_text(tree, inside, numbers=self.numbers) or "there is no text in it"

    def sentence(self, quote: Quote = quoted) -> str:
        return format_wording("Read {target}", self, quote) if self.target else "Read the page"
