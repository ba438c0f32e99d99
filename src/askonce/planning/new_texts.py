"""How the texts that came up are read: which of them tell that it worked, which say nothing, which have to be read."""

from __future__ import annotations

import re
from functools import cached_property

from askonce.language.told_deeds import Asked, is_harmless, tells_of, tells_success
from askonce.language.verdicts import (
    casts_doubt,
    is_under_way,
    reads_well,
    says,
    without_conditions,
    without_moments,
    without_now,
)
from askonce.lazy import dataclass, regex
from askonce.planning.claimed_press import ClaimedPress
from askonce.planning.screen_news import (
    LONGEST_LABEL,
    ROWS,
    SMALL_PAGE,
    WORD,
    ScreenNews,
    headings,
    is_control,
    text_of,
)
from askonce.screens import Node
from askonce.screens.expectation import Expectation, seen_nodes
from askonce.screens.ui_tree import plain

LONGEST_MESSAGE = 15
_LONGEST_REST = 3
"""Words beside an expected text that need not be read, where nothing was sent."""

_KEPT = frozenset({"save", "update"})
"""What is told of fields one by one, where others were left as they are."""
_PLAIN_MEANINGS = frozenset({"submit", "cancel", "clear", "reject", "log in", "log out", "reset"})
"""What labels as "Continue" and "Close" commit to, after which any page may come."""
_DIGIT = regex(r"\d")
_FIGURE = regex(r"\d(?:[\d .,:/()-]*\d)?")
_SERIAL_NUMBER = regex(r"(?:(?:no|nr|núm|num|number|nummer)\b\.?|n[º°]|№|#) ?\d+")
"""What an entry is called by once it was taken: "No. 17"."""


@dataclass(frozen=True)
class NewTexts:
    news: ScreenNews
    press: ClaimedPress
    typed: tuple[str, ...] = ()

    @cached_property
    def asked(self) -> Asked:
        return Asked(
            self.news.since.instruction,
            self.typed,
            self.press.label,
            (*self._titles, *(node.name for node in self.filled)),
        )

    @cached_property
    def filled(self) -> tuple[Node, ...]:
        """The fields that were filled in, as they were when they were sent."""
        since = self.news.since
        return tuple(node for node in since.tree if node.number in since.filled)

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        return (self.news.since.tree.title, *headings(self.news.since.tree))

    # ---- one text

    def matches(self, expected: Expectation, text: str) -> bool:
        return _says_whole(text, expected.text.strip().removesuffix("…"))

    def shows_typed(self, text: str) -> bool:
        """Whether a text says something that was typed, in whole words."""
        return any(len(plain(part)) > 1 and _says_whole(text, part) for part in self.typed)

    def left_out(self, text: str) -> Node | None:
        """A field that was filled in, of which a text that something was saved says nothing, though it names another:
        "Display name updated". The name of a field that the page is about names all of them."""
        if len(self.filled) < 2 or not tells_of(text, _KEPT):
            return None
        about = plain(" ".join((self.press.label, *self._titles)))
        named = [
            field for field in self.filled if _says_whole(text, field.name) or _says_whole(text, field.value or "")
        ]
        is_part = any(_says_whole(text, field.name) and plain(field.name) not in about for field in named)
        return next((field for field in self.filled if field not in named), None) if is_part else None

    def is_sought(self, text: str) -> bool:
        return any(self.matches(expected, text) for expected in self.press.expects if expected.kind != "gone")

    def is_expected(self, text: str) -> bool:
        """Whether the planner expected a text that says no: some instructions ask for just that."""
        return any(
            says("rejected", expected.text) and self.matches(expected, text)
            for expected in self.press.expects
            if expected.kind in {"visible", "message"}
        )

    def is_under_way(self, node: Node) -> bool:
        """Whether a text says that it is not over yet, and is not itself what was to be seen at the end."""
        text = text_of(node)
        sought = [each for each in self.press.expects if each.kind == "visible" and says("waiting", each.text)]
        if any(self.matches(each, text) for each in sought) and "…" not in text:
            return False
        is_state = says("waiting", text) if self.news.told_by(node) == "status" else is_under_way(text)
        return is_state and len(text.split()) <= LONGEST_MESSAGE

    def tells_success(self, text: str) -> bool:
        """Whether a text says that what was asked for was done, or greets somebody who had to log in."""
        return tells_success(text, self.asked) or self._greets(text)

    def _greets(self, text: str) -> bool:
        return self.news.had_password and says("greeting", text) and reads_well(text)

    def is_entry(self, text: str) -> bool:
        """Whether a text is only what was typed, with words that were on the screen before, as a row of a list is."""
        timeless = without_now(text) if self.press.sends_form else without_moments(text)
        if not WORD.search(timeless) or self.has_other_figure(text):
            return False
        return all(word in self._known_words for word in WORD.findall(self.asked.without_typed(timeless)))

    @cached_property
    def _known_words(self) -> frozenset[str]:
        """Those of the instruction, of names that were typed, and of the screen before."""
        asked = self.asked
        texts = (plain(asked.spoken), *map(plain, asked.names), *self.news.before)
        return frozenset(word for text in texts for word in WORD.findall(text))

    def has_other_figure(self, text: str) -> bool:
        """Whether a text has a number of as many digits as one that was typed, and that is shown nowhere."""
        return bool(self._missed_figures) and any(
            len(figure) in self._missed_figures and figure not in self._known_figures for figure in _figures(text)
        )

    @cached_property
    def _missed_figures(self) -> frozenset[int]:
        """How many digits the typed numbers have that a page does not show to which a form led."""
        if not self.press.sends_form or self.news.is_login:
            return frozenset()
        held = (f"{node.value or ''} {text_of(node)}" for node in seen_nodes(self.news.now))
        shown = {figure for text in held for figure in _figures(text)}
        typed = {figure for part in self.typed if not WORD.search(part) for figure in _figures(part)}
        return frozenset(len(figure) for figure in typed - shown)

    @cached_property
    def _known_figures(self) -> frozenset[str]:
        said = (self.news.since.instruction, *self.typed, *self.news.before)
        return frozenset(figure for text in said for figure in _figures(text))

    def is_read(self, text: str) -> bool:
        """Whether a text is known: it says that it worked, or is what was expected with hardly anything else."""
        sought = [each for each in self.press.expects if each.kind != "gone" and self.matches(each, text)]
        return self.tells_success(text) or any(self._is_hardly_more(text, each) for each in sought)

    def _is_hardly_more(self, text: str, expected: Expectation) -> bool:
        """Whether what stands beside an expected text need not be read: each word of it, where something was done."""
        wanted = plain(expected.text)
        rest = plain(text).replace(wanted, " ") if wanted else ""
        if not (self._is_answer or self._tells_deed(expected)):
            return bool(wanted) and len(rest.split()) <= _LONGEST_REST
        if _DIGIT.search(rest):  # an amount may be another one
            return is_harmless(text, self.asked)
        return bool(wanted) and (not WORD.search(rest) or self.is_entry(rest) or is_harmless(rest, self.asked))

    def _tells_deed(self, expected: Expectation) -> bool:
        """Whether something was committed to without a form, and a text was expected to tell that it was done."""
        is_committed = bool(self.press.meanings - _PLAIN_MEANINGS)
        return self.press.sends and not self.news.is_login and (is_committed or says("accepted", expected.text))

    @cached_property
    def _is_answer(self) -> bool:
        return self.press.sends_form and not self.news.is_login

    def knows(self, text: str) -> bool:
        """Whether a new text need not be read: figures, an entry, small print, what was expected or says well."""
        timeless = without_now(text) if self.press.sends_form else without_moments(text)
        if not WORD.search(timeless):
            return not self.has_other_figure(text)
        if self.news.is_small_print(text) or self.is_read(text):
            return True
        if self.is_serial_number(text):
            return True
        is_said = self.is_entry(text) and "?" not in text and not casts_doubt(text)
        return is_said or is_harmless(text, self.asked)

    def is_serial_number(self, text: str) -> bool:
        """Whether a text on a page that says that it worked is only the number of the new entry: its "No." denies
        nothing."""
        return bool(_SERIAL_NUMBER.fullmatch(plain(text))) and self.is_confirmed

    def is_known(self, node: Node) -> bool:
        """Whether a new element need not be read: other figures, a suggestion, a row, or what is known."""
        is_plain = node.role == "option" or self.news.is_counter(node) or node.number in self.press.data
        return is_plain or self.knows(text_of(node))

    # ---- all of them

    @cached_property
    def is_confirmed(self) -> bool:
        """Whether a text that came up says that it worked."""
        is_told = any(tells_success(text, self.asked) for text in self.news.since.messages)
        return is_told or any(map(self._is_good_news, self.news.legible))

    def _is_good_news(self, node: Node) -> bool:
        """Whether a new text says that it worked. What greets everybody does so only to those who have logged in."""
        text = text_of(node)
        if is_control(node) or len(text.split()) > LONGEST_MESSAGE or not self.tells_success(text):
            return False
        if not tells_success(text, self.asked):
            return not self.news.offers_login
        is_told = self.shows_typed(text) or node.role == "heading" or bool(self.news.told_by(node))
        return is_told or len(self.news.messages) <= SMALL_PAGE

    def is_listed(self, text: str) -> bool:
        """Whether what was typed is now shown by itself."""
        wanted = plain(text)
        shown = [node for node in self.news.legible if len(wanted) > 1 and wanted in plain(text_of(node))]
        shown = [node for node in shown if not self.is_in_unseen_list(node)]
        return bool(shown) and all(self.is_entry(text_of(node)) and not casts_doubt(text_of(node)) for node in shown)

    def is_in_unseen_list(self, node: Node) -> bool:
        """Whether an element is in a list on another page of which nothing was in view before: what was typed may have
        stood there all along."""
        news = self.news
        row = next((each for each in (node, *news.index.above(node)) if each.role in ROWS), None)
        if row is None or not news.is_elsewhere:
            return False
        others = [each for each in news.now if each.role == row.role and each.parent == row.parent and each != row]
        told = [each for other in others for each in (other, *news.index.inside(other)) if text_of(each).strip()]
        return bool(told) and not any(plain(text_of(each)) in news.before for each in told)

    def _is_over_lists(self, node: Node) -> bool:
        """Whether an element is a sentence that stands over all lists of another page, as notices do."""
        is_sentence = len(text_of(node).split()) > LONGEST_LABEL and not is_control(node)
        return is_sentence and node.number in self.news.over_lists

    @cached_property
    def unread(self) -> str:
        """A sentence that came up beside few others, and that neither was expected nor says that it worked. After
        something was sent, it may be a single word; beside many others, it counts where it is told as messages are."""
        shortest = 0 if self.press.sends_form and not self.news.is_login else LONGEST_LABEL
        is_large = len(self.news.messages) > SMALL_PAGE and not self.press.is_answered_here
        texts = (
            text_of(node)
            for node in self.news.messages
            if not (self.is_entry(text_of(node)) or node.number in self.press.data or self.news.was_beneath(node))
            and not (self.is_bare_cover and node.actionable)
            and not (is_large and (shortest or not (self.news.told_by(node) or self._is_over_lists(node))))
        )
        unread = (text for text in texts if len(text.split()) > shortest and not self.is_read(without_conditions(text)))
        return next((text for text in unread if shortest or not self.knows(text)), "")

    @cached_property
    def is_bare_cover(self) -> bool:
        """Whether all is covered but one thing to tap, of one word: nobody writes an error like that."""
        news = [node for node in self.news.new if text_of(node) and not self.news.is_counter(node)]
        under, sender = [node for node in self.news.now if "hidden" in node.attributes], self.press.sender
        if len(news) != 1 or not under:
            return False
        text = text_of(news[0])
        is_covered = sender is None or sender.number in {node.number for node in under}
        return is_covered and news[0].actionable and len(text.split()) == 1 and text.isalpha() and not casts_doubt(text)


def _figures(text: str) -> list[str]:
    """The digits of the numbers in a text, without those of the time of day."""
    return [re.sub(r"\D", "", found[0]) for found in _FIGURE.finditer(text) if ":" not in found[0]]


def _says_whole(text: str, words: str) -> bool:
    wanted = plain(words)
    bounded = rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])" if wanted.isascii() else re.escape(wanted)
    return bool(wanted) and re.search(bounded, plain(text)) is not None


def has_to_be_read(text: str) -> bool:
    """Whether a short text beside what was sent may say that it was only asked about, offered or looked at."""
    return "?" in text or casts_doubt(text) or says("offered", text)


_QUOTE = 80


def cited(text: str) -> str:
    return f'"{text if len(text) <= _QUOTE else text[:_QUOTE] + "…"}"'


def called(node: Node) -> str:
    return f"[{node.number}] {node.role} {cited(node.name or node.text)}"


def to_be_read(text: str) -> str:
    """Why a text that came up ends nothing by itself."""
    return f"{cited(text)} came up beside what was expected, and has to be read: is it what the instruction wants?"
