"""What the last action of a claim was: it sent a form, filled in a field, or only led to something."""

from __future__ import annotations

from functools import cached_property

from askonce.language.commitments import committing_meanings
from askonce.lazy import dataclass
from askonce.planning.screen_news import FIELDS, SMALL_PAGE, TOLD, ScreenNews, text_of
from askonce.screens import Node
from askonce.screens.expectation import Expectation
from askonce.screens.field_labels import is_for_searching
from askonce.screens.tree_index import TreeIndex

_DISMISSING = frozenset({"submit", "reject", "cancel", "clear"})
"""What buttons commit to that only close a notice."""


@dataclass(frozen=True)
class ClaimedPress:
    news: ScreenNews
    expects: tuple[Expectation, ...]
    sends: bool = True
    """Whether the last action may have sent something, and did not only fill in a field."""
    sender: Node | None = None
    """What it was done to."""

    @cached_property
    def label(self) -> str:
        return text_of(self.sender) if self.sender else ""

    @cached_property
    def meanings(self) -> frozenset[str]:
        """What its label commits to."""
        return committing_meanings(self.label)

    @cached_property
    def sends_form(self) -> bool:
        """Whether something that was filled in, or could have been, was sent. A search sends nothing."""
        since, form = self.news.since, self.sender.attributes.get("form") if self.sender else ""
        if self.sends and self._is_last_page and any(expected.kind == "sent" for expected in self.expects):
            return True
        return self.sends and any(
            not is_for_searching(node)
            and (node.number in since.filled or (form and node.attributes.get("form") == form))
            for node in since.tree
            if node.role in FIELDS
        )

    @property
    def _is_last_page(self) -> bool:
        """Whether what was filled in was on pages before this one."""
        filled = self.news.since.filled
        return bool(filled) and filled.isdisjoint(node.number for node in self.news.since.tree)

    @cached_property
    def is_let_go(self) -> bool:
        """Whether no field still shows what was filled in."""
        since = self.news.since
        return not since.filled or Expectation("sent", "").holds(self.news.now, since)

    @cached_property
    def is_answered_here(self) -> bool:
        """Whether a page that stays tells how it went with what was sent: not one to which a login led."""
        return self.sends_form and not (self.news.is_elsewhere or self.news.is_login)

    @cached_property
    def opens(self) -> bool:
        """Whether the act only led to something: by a control that commits to nothing, or by a login that worked."""
        if self.sends_form:
            return self.news.is_login
        return self.sender is not None and not self.meanings

    @cached_property
    def leads_home(self) -> bool:
        """Whether a login led to a page that says many things: none of them is about the login."""
        return self.news.is_login and len(self.news.messages) > SMALL_PAGE

    @cached_property
    def data(self) -> frozenset[int]:
        """What stands in new lists, where something was only opened: their rows may say anything."""
        return self.news.in_lists if self.opens else frozenset()

    def is_asked_again(self, button: Node) -> bool:
        """Whether a button means what was pressed already, as "Delete anyway" does after "Delete"."""
        return not self.meanings.isdisjoint(committing_meanings(text_of(button)))

    def is_own_question(self, shown: list[Node]) -> bool:
        """Whether elements stood in the dialog that asked what was pressed for: it closes whatever comes of that."""
        if self.sender is None or self.meanings <= _DISMISSING:
            return False
        index = TreeIndex(self.news.since.tree)
        asking = next((node for node in index.above(self.sender) if node.role in TOLD), None)
        inside = [asking, *index.inside(asking)] if asking else []
        return bool(shown) and all(node in inside for node in shown)

    def is_only_pressed(self, shown: set[int]) -> bool:
        """Whether nothing but what was pressed is gone: buttons often go when they are, whatever comes of it."""
        sender, before = self.sender, self.news.since.tree
        if sender is None or (self.meanings <= _DISMISSING and (self.meanings or self.news.new)):
            return False
        own = {sender.number, *(node.number for node in TreeIndex(before).inside(sender))}
        left = {node.number for node in self.news.now}
        return shown <= own and all(node.number in left for node in before if node.number not in own)


def goes_on(button: Node) -> bool:
    """Whether a button is for a step that is still to be done: confirm, place the order, pay."""
    return not committing_meanings(text_of(button)).isdisjoint({"submit", "pay", "send", "add", "publish"})


def steps_back(button: Node) -> bool:
    """Whether a button only takes back or closes something."""
    return not committing_meanings(text_of(button)).isdisjoint({"cancel", "reset", "clear", "log in", "log out"})
