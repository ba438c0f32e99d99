"""What the screen says for and against the claim that an act is done: plain functions of two looks.

Texts are read in `new_texts`, clauses weighed in `clause_weights`; what speaks against it is in `claim_objections`.
"""

from __future__ import annotations

from functools import cached_property

from askonce.language.told_deeds import invites_comments
from askonce.language.verdicts import casts_doubt, says, without_conditions
from askonce.lazy import dataclass
from askonce.planning.claim_objections import claim_objections
from askonce.planning.claimed_press import ClaimedPress, goes_on, steps_back
from askonce.planning.clause_weights import ClauseWeights
from askonce.planning.new_texts import NewTexts, called, has_to_be_read, to_be_read
from askonce.planning.screen_news import FIELDS, ROWS, SMALL_PAGE, ScreenNews, text_of
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, Expectation, seen_nodes
from askonce.screens.ui_tree import plain

_PRESSED = frozenset({"button", "link"})


@dataclass(frozen=True)
class Signs:
    """Two looks compared: before the action that had to do it, and now."""

    since: Baseline
    now: Tree
    expects: tuple[Expectation, ...]
    typed: tuple[str, ...] = ()
    sends: bool = True
    """Whether the last action may have sent something, and did not only fill in a field."""
    sender: Node | None = None
    """What it was done to."""
    has_written: bool = False
    """Whether a request sent what was typed, and was answered without an error."""

    @cached_property
    def news(self) -> ScreenNews:
        return ScreenNews(self.since, self.now)

    @cached_property
    def press(self) -> ClaimedPress:
        return ClaimedPress(self.news, self.expects, self.sends, self.sender)

    @cached_property
    def texts(self) -> NewTexts:
        return NewTexts(self.news, self.press, self.typed)

    # ---- against it

    @cached_property
    def objection(self) -> str:
        """What speaks against the claim; empty if nothing does."""
        return next(claim_objections(self.texts), "")

    def taken_back(self, shown: Signs) -> str:
        """What a look that proved the claim showed, and the screen no longer does. A message of success may go."""
        now = {plain(text_of(node)) for node in seen_nodes(self.now)}
        gone = [text_of(node) for node in shown.news.new if plain(text_of(node)) not in now]
        came = {plain(text_of(node)) for node in self.news.new} - {plain(text_of(node)) for node in shown.news.new}
        if gone and all(map(self.texts.tells_success, gone)) and not came:
            return ""
        unmet = [expected for expected in self.expects if not self.is_met(expected)]
        return f"{unmet[0]} was met for a moment only" if unmet else self.missing_proof

    def is_met(self, expected: Expectation) -> bool:
        """Whether what was expected is so. A form that says that it was saved was sent, even if it stays filled in,
        where a request took what was typed: words alone may be misread."""
        if expected.kind == "any":
            return any(map(self.is_met, expected.alternatives))
        if expected.holds(self.now, self.since):
            return True
        return expected.kind == "sent" and self.press.sends_form and self.has_written and self.texts.is_confirmed

    # ---- for it

    @cached_property
    def missing_proof(self) -> str:
        """Why what is met does not prove the claim; empty if it does."""
        if self.objection:
            return self.objection
        texts, weighed = self.texts, ClauseWeights(self.texts)
        weights = {expected: weighed.weight(expected) for expected in self.expects}
        if unknown := next((text for text in self.since.messages if not texts.is_read(text)), ""):
            return to_be_read(unknown)
        strong = {expected.kind for expected, weight in weights.items() if weight == "strong"}
        if texts.unread and (self.press.sends_form or not strong):
            return to_be_read(texts.unread)
        if strong:
            if self.press.leads_home:
                return ""
            return self._next_step if self.news.is_elsewhere else self._open_end("visible" in strong)
        is_met = "weak" in weights.values()
        return self._missing_sign("" if is_met else weighed.why_none(self.expects))

    def _open_end(self, is_shown: bool) -> str:
        """What came up on a page that stays, and that has to be read or done before what is met is the end of it;
        `is_shown` says that this was a text."""
        texts, press = self.texts, self.press
        came = [node for node in self.news.new if not self.news.was_beneath(node)]
        pressed = [node for node in came if node.role in _PRESSED and plain(text_of(node)) not in self.news.before]
        if self._refusing_label:
            return self._refusing_label
        if unknown := next((node for node in self._strangers(is_shown=is_shown) if not texts.is_known(node)), None):
            return to_be_read(text_of(unknown))
        if (
            press.sends_form
            and not texts.is_confirmed
            and (once_more := next(filter(self._is_once_more, pressed), None))
        ):
            return f"there is more to do: {called(once_more)}"
        if not is_shown and not texts.is_confirmed:
            if more := next((node for node in pressed if goes_on(node) or press.is_asked_again(node)), None):
                return f"there is more to do: {called(more)}"
            if self._unfilled and self.sends and not press.sends_form:
                return f"there is more to fill in: {called(self._unfilled)}"
        return ""

    @cached_property
    def _refusing_label(self) -> str:
        """What a new button or link says that was not done, as "Not sent" and "Retry" do."""
        new = [node for node in self.news.new if node.role in _PRESSED and not self.news.was_beneath(node)]
        told = (node for node in new if plain(text_of(node)) not in self.news.before and not steps_back(node))
        again = next((node for node in told if casts_doubt(text_of(node))), None)
        return f"it may have to be done again: {called(again)}" if again else ""

    @cached_property
    def _next_step(self) -> str:
        """What is still to be done on the page to which a form led, as a review of it or a code is. Its button may
        have the label of the one that was pressed."""
        news, press = self.news, self.press
        if not press.sends_form or not news.is_elsewhere:
            return ""
        if news.had_password and self._unfilled:
            return f"there is more to fill in: {called(self._unfilled)}"
        if self.texts.is_confirmed:
            return ""
        buttons = [node for node in seen_nodes(self.now) if node.role == "button" and not self._is_in_row(node)]
        new = {node.number for node in news.new}
        if more := next((node for node in buttons if self._is_step(node, is_new=node.number in new)), None):
            return f"there is more to do: {called(more)}"
        return f"there is more to fill in: {called(self._unfilled)}" if self._unfilled else ""

    @cached_property
    def _unfilled(self) -> Node | None:
        """A field that came up and has to be filled in before the end; one for comments need not be."""
        fields = self.news.new_fields
        return next((node for node in fields if "required" in node.states or not self._is_for_comments(node)), None)

    def _is_for_comments(self, node: Node) -> bool:
        return invites_comments(text_of(node), self.texts.asked)

    def _is_step(self, button: Node, *, is_new: bool) -> bool:
        if self._is_for_comments(button):
            return False
        if is_new or not self._is_form_back:
            return goes_on(button) or self.press.is_asked_again(button) or text_of(button) == self.press.label
        return False

    @cached_property
    def _is_form_back(self) -> bool:
        """Whether the page has fields that were filled in: it is the form, empty for the next one."""
        filled = {plain(node.name) for node in self.since.tree if node.number in self.since.filled}
        return any(plain(node.name) in filled for node in seen_nodes(self.now) if node.role in FIELDS)

    def _is_in_row(self, node: Node) -> bool:
        return any(each.role in ROWS for each in self.news.index.above(node))

    def _strangers(self, *, is_shown: bool) -> list[Node]:
        """New messages beside what was expected; `is_shown` says that this was a text."""
        news, texts = self.news, self.texts
        messages = [node for node in news.messages if not news.was_beneath(node)]
        if is_shown and not self.press.sends_form:  # that was to be opened, and is read by whoever asked for it
            sought = [*news.legible, *filter(None, [news.new_field])]
            told = {news.teller(node) for node in sought if texts.is_sought(text_of(node) or node.name)}
            return [node for node in messages if news.told_by(node) and news.teller(node) not in told]
        is_deed = bool(self.press.meanings) and not self.press.opens and not is_shown
        few = messages if len(news.messages) <= SMALL_PAGE or is_deed else []
        # Beside what a form was to show, the long ones are read already.
        return [node for node in few if not is_shown or node.role == "heading" or has_to_be_read(text_of(node))]

    def _is_once_more(self, button: Node) -> bool:
        """Whether a new button is to send what was sent. Those of a row are for another act."""
        return not self._is_in_row(button) and goes_on(button) and self.press.is_asked_again(button)

    def _missing_sign(self, unproven: str) -> str:
        """Why no sign of success goes with what is met, if that alone is no proof; `unproven` says why nothing of it
        is new, where that is so."""
        messages = (text_of(node) for node in self.news.messages)
        texts = (without_conditions(text) for text in messages if not self.texts.is_serial_number(text))
        doubtful = next((text for text in texts if says("doubtful", text)), "")
        if doubtful and not self.press.leads_home:
            return to_be_read(doubtful)
        if self._unfilled:
            return f"there is more to fill in: {called(self._unfilled)}"
        if self._next_step and not self.press.leads_home:
            return self._next_step
        if self._refusing_label and not (self.news.is_elsewhere or self.press.opens):
            return self._refusing_label
        if self.texts.is_confirmed or (self.news.is_login and not unproven):
            return ""
        if unproven:
            return unproven
        if self.press.sends_form and not self.press.is_let_go:
            return "what was filled in is still there"
        if self.texts.is_bare_cover:
            return ""
        if button := next((node for node in self.news.new if node.role == "button" and goes_on(node)), None):
            return f"there is more to do: {called(button)}"
        if not any(map(self.texts.is_listed, self.typed)):
            return "nothing on the screen says that it worked"
        beside = (node for node in self._strangers(is_shown=True) if not self.texts.is_known(node))
        return next((to_be_read(text_of(node)) for node in beside), "")
