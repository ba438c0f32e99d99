"""What a clause that is met proves: nothing; something, together with a sign of success; all of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, assert_never

from askonce.language.told_deeds import share_of_fillers
from askonce.language.verdicts import casts_doubt, is_taken_back, says
from askonce.lazy import dataclass
from askonce.planning.new_texts import NewTexts, cited
from askonce.planning.screen_news import LONGEST_LABEL, ROWS, SMALL_PAGE, WAYS, WORD, is_control, text_of
from askonce.planning.scrolled_away import is_scrolled_away
from askonce.screens import Node
from askonce.screens.expectation import Expectation, seen_nodes
from askonce.screens.ui_tree import plain

Weight = Literal["none", "weak", "strong"]
_STRUCTURES = frozenset(
    {"list", "table", "grid", "tree", "treegrid", "row", "listitem", "article", "textbox", "combobox"}
)
_FEWEST_FILLERS = 0.2
"""The share of words that say nothing of their own in a sentence of a language that is known here."""


@dataclass(frozen=True)
class ClauseWeights:
    texts: NewTexts

    def weight(self, expected: Expectation) -> Weight:
        since, press = self.texts.news.since, self.texts.press
        if expected.kind == "field" and not press.sends:
            return "strong"  # it was to be filled in, and holds that
        if expected.kind not in {"visible", "changed", "sent", "message"} and expected.holds(since.tree, since):
            return "none"
        match expected.kind:
            case "visible":
                return self._weight_of_text(expected)
            case "message" if not expected.is_told(since):
                return self._weight_of_text(expected)
            case "message":
                return "strong"  # what does not say that it worked, or was not expected, has to be read
            case "gone":
                shown = self._shown_before(expected)
                is_own = press.is_own_question(shown) or press.is_only_pressed({node.number for node in shown})
                return "strong" if self._is_removed(expected) and not (is_own or expected.value) else "weak"
            case "field":
                state = plain(expected.value)
                is_usual = not state or state in {"empty", "enabled", "disabled", "not enabled", "not disabled"}
                return "weak" if is_usual and press.sends_form else "strong"
            case "count":
                return "strong"
            case "address" | "title":
                return "weak" if press.sends_form or not self._is_there else "strong"
            case "changed" | "sent":
                return "weak"
            case "any":
                return "none"  # nothing of it is met: what is stands in its place
            case _:
                assert_never(expected.kind)

    def why_none(self, expects: Sequence[Expectation]) -> str:
        """Why clauses that are met prove nothing: each by the cause that holds for it."""
        since = self.texts.news.since
        earlier = [expected for expected in expects if expected.holds(since.tree, since)]
        told = "; ".join(map(str, earlier))
        reasons = [f"what you expected was so before the last action ({told})"] if earlier else []
        for expected in expects:
            if expected not in earlier:
                said = next((text for text in self._legible_texts(expected) if self.texts.matches(expected, text)), "")
                where = f"stands only in {cited(said)}, which has to be read" if said else "proves nothing"
                reasons.append(f"{expected} {where}")
        return "; ".join(reasons)

    def _legible_texts(self, expected: Expectation) -> list[str]:
        news = self.texts.news
        return [text_of(node) for node in expected.within(news.now, news.legible)]

    def _weight_of_text(self, expected: Expectation) -> Weight:
        texts, news, form = self.texts, self.texts.news, self.texts.press.sends_form
        wanted = plain(expected.text)
        is_said = wanted in plain(news.since.instruction) or any(wanted in plain(text) for text in texts.typed)
        legible = expected.within(news.now, news.legible)
        nodes = [node for node in legible if texts.matches(expected, text_of(node))]
        clean = [node for node in nodes if not _is_doubted(text_of(node), wanted)]
        if texts.press.opens and news.new_field and texts.matches(expected, news.new_field.name):
            return "strong"
        if not clean:  # it may be written across elements
            return "none" if nodes or expected.holds(news.since.tree, news.since) else "weak"
        if is_said and form:
            entries = [node for node in clean if texts.is_entry(text_of(node))]
            return "weak" if all(map(texts.is_in_unseen_list, entries)) else "strong"
        if not is_said and not texts.press.opens and says("accepted", wanted) and all(map(self._is_other, clean)):
            return "weak"  # a link "Saved" leads to what was saved
        if not form and news.is_elsewhere and not self._is_of_page(clean):
            return "weak"
        return "strong" if any(texts.is_read(text_of(node)) for node in clean) else "weak"

    def _is_other(self, node: Node) -> bool:
        """Whether an element is a control, and not that which was pressed, which may say now that it was."""
        sender = self.texts.press.sender
        return is_control(node) and (sender is None or node.number != sender.number)

    def _shown_before(self, expected: Expectation) -> list[Node]:
        return [node for node in self.texts.news.since.tree if self.texts.matches(expected, text_of(node))]

    def _is_removed(self, expected: Expectation) -> bool:
        """Whether a text is gone from a page that is otherwise still there, and not only scrolled out of view, and
        nothing was sent by a form."""
        news = self.texts.news
        if self.texts.press.sends_form or news.is_elsewhere:
            return False
        covered = any("hidden" in node.attributes and self.texts.matches(expected, text_of(node)) for node in news.now)
        if any(is_scrolled_away(node, news.since.tree, news.now) for node in self._shown_before(expected)):
            return False
        before = [node.number for node in news.since.tree]
        left = {node.number for node in seen_nodes(news.now)}
        kept = sum(number in left for number in before)
        return not covered and 2 * kept >= len(before)

    # ---- whether a page is the one that was meant

    @cached_property
    def _is_there(self) -> bool:
        """Whether the page that was meant has come, and not one that stands before it or in its place.

        Logins, paywalls and pages about maintenance or an error have the address and often the title of what they hide,
        and say so in any language, or in a picture.
        """
        return not self.texts.news.is_elsewhere or (self._is_headed and self._says_something)

    @cached_property
    def _new_heads(self) -> list[str]:
        """The headings that were not there before."""
        news = self.texts.news
        before = {plain(text_of(node)) for node in seen_nodes(news.since.tree) if node.role == "heading"}
        shown = (plain(text_of(node)) for node in seen_nodes(news.now) if node.role == "heading")
        return [text for text in shown if text not in before]

    @cached_property
    def _is_headed(self) -> bool:
        """Whether it is headed as what was asked for; one without a heading, called so."""
        news, press = self.texts.news, self.texts.press
        heads = self._new_heads
        is_headed = any(node.role == "heading" for node in seen_nodes(news.now))
        if not is_headed and news.now.title != news.since.tree.title:
            heads = news.now.title.split(" - ")[0].split("|")
        asked = {*WORD.findall(plain(f"{press.label} {news.since.instruction}"))}
        return any(words and asked.issuperset(words) for words in map(WORD.findall, map(plain, heads)))

    @cached_property
    def _says_something(self) -> bool:
        """Whether anything is to be read beside its heading, and of a small page all in a language that is known."""
        news = self.texts.news
        told = [node for node in news.messages if node.role != "heading" and not node.actionable]
        held = any(node.role in _STRUCTURES for node in seen_nodes(news.now))
        if not told:
            return held
        is_small = len(news.messages) <= SMALL_PAGE
        return not news.new_field and not (is_small and any(_is_foreign(text_of(node)) for node in told))

    def _is_of_page(self, shown: list[Node]) -> bool:
        """Whether a text proves that its page has come. One that repeats what was known, as the name of what was
        pressed, also stands in the path to a page and over what hides it: then the page has to be headed so, or to list
        it among others."""
        if self.texts.news.is_login or not all(self.texts.is_entry(text_of(node)) for node in shown):
            return True
        return (self._is_headed and self._says_something) or any(map(self._is_one_of_rows, shown))

    def _is_one_of_rows(self, node: Node) -> bool:
        """Whether an element is, or stands in, a row with others beside it, of a page without a heading of its own.
        What was pressed may also be named in a list of what a page would offer to those who pay."""
        index, label = self.texts.news.index, plain(self.texts.press.label)
        row = next((each for each in (node, *index.above(node)) if each.role in ROWS), None)
        if row is None or self._new_heads or any(each.role in WAYS for each in index.above(row)):
            return False
        if label and (label in plain(text_of(node)) or plain(text_of(node)) in label):
            return False
        return any(each.role == row.role and each.parent == row.parent and each != row for each in self.texts.news.now)


def _is_foreign(text: str) -> bool:
    """Whether a sentence is written in a language in which nobody here would know a no."""
    return len(text.split()) > LONGEST_LABEL and share_of_fillers(text) < _FEWEST_FILLERS


def _is_doubted(text: str, wanted: str) -> bool:
    """Whether a text says beside what was expected that it may not be so, or a word of success is not meant so."""
    is_told = says("accepted", wanted) and is_taken_back(text)
    return is_told or casts_doubt(plain(text).replace(wanted, " "))
