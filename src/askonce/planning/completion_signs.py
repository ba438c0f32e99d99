"""What the screen says for and against the claim that an act is done: plain functions of two looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, assert_never

from askonce.language.commitments import committing_meanings
from askonce.language.verdicts import (
    casts_doubt,
    is_small_print,
    is_taken_back,
    is_under_way,
    reads_well,
    says,
    without_conditions,
    without_moments,
)
from askonce.lazy import dataclass, regex
from askonce.planning.screen_news import (
    FIELDS,
    LONGEST_LABEL,
    ROWS,
    TOLD,
    WORD,
    ScreenNews,
    headings,
    is_label,
    text_of,
)
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, Expectation, seen_nodes
from askonce.screens.field_labels import is_for_searching
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import plain

Weight = Literal["none", "weak", "strong"]
"""What a clause that is met proves: nothing; something, together with a sign of success; all of it."""
_PRESSED = frozenset({"button", "link"})
_DISMISSING = frozenset({"submit", "reject", "cancel", "clear"})
"""What buttons commit to that only close a notice."""
_LONGEST_MESSAGE = 15
_SMALL_PAGE = 5
"""New texts that make a page that says one thing, and not many."""
_LONGEST_REST = 3
"""Words beside an expected text that need not be read."""
_WARNING_SIGN = regex(r"(?<!\S)[!¡❗❕‼⁉]+\ufe0f?(?!\S)|[✗✘❌❎⚠⛔🚫🛑☠🔴]")
_QUOTE = 80


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

    # ---- against it

    @cached_property
    def objection(self) -> str:
        """What speaks against the claim; empty if nothing does."""
        return next(self._objections(), "")

    def _objections(self) -> Iterator[str]:
        known = {node.number for node in self.since.tree if "invalid" in node.states} - self.since.filled
        for node in seen_nodes(self.now):
            if "invalid" in node.states and node.number not in known:
                yield f"{_called(node)} is marked as invalid"
            if node.role == "progressbar" and self.since.tree.find(node.number) is None and not self.news.is_elsewhere:
                yield f"it may still be under way: {_called(node)}"
        for text in self.since.messages:
            if casts_doubt(text) and not self._is_expected(text):
                yield f"{cited(text)} was shown for a moment"
        if sign := next((node for node in self.news.new if self._is_warning_sign(node)), None):
            yield f"{cited(text_of(sign))} appeared, a sign of a warning"
        for node in self.news.messages:
            text = without_conditions(text_of(node))
            if self._is_expected(text) or (node.number in self._data and "alarming" not in node.attributes):
                continue
            if says("rejected", text):
                yield f"{cited(text)} appeared"
            elif self._is_under_way(node):
                yield f"it may still be under way: {cited(text)}"
            elif "alarming" in node.attributes and not reads_well(text):
                yield f"{cited(text)} appeared, painted as a warning"
            elif (role := self.news.told_by(node)) and not reads_well(text) and self._objects_in(role, text):
                yield f"{cited(text)} appeared"
        for node in seen_nodes(self.now):
            is_warning = "alarming" in node.attributes or self.news.told_by(node) == "alert"
            if is_warning and says("rejected", text_of(node)) and not self._is_expected(text_of(node)):
                yield f"{cited(text_of(node))} is there"
        if says("rejected", self.now.title) and not says("rejected", self.since.tree.title):
            yield f"the title of the page is {cited(self.now.title)}"
        had, has = self.news.had_password, self.news.has_password
        if has and not had:
            yield "a password is asked for"
        elif had and not has and self.news.offers_login:
            yield "the page still offers to log in"

    def _is_warning_sign(self, node: Node) -> bool:
        """Whether something without letters warns of what was sent: it is painted so, or is such a sign in a text."""
        if not self._is_answered_here or node.actionable or is_label(node):
            return False
        text = text_of(node)
        is_painted = "alarming" in node.attributes and bool(text.strip()) and not re.search(r"\w", text)
        signs = {*_WARNING_SIGN.findall(text)}
        return is_painted or not signs <= self._signs_before

    @cached_property
    def _signs_before(self) -> frozenset[str]:
        said = (*self.typed, self.since.instruction, *self.news.before)
        return frozenset(sign for text in said for sign in _WARNING_SIGN.findall(text))

    def _is_under_way(self, node: Node) -> bool:
        """Whether a text says that it is not over yet, and is not itself what was to be seen at the end."""
        text = text_of(node)
        sought = [each for each in self.expects if each.kind == "visible" and says("waiting", each.text)]
        if any(self._matches(each, text) for each in sought) and "…" not in text:
            return False
        is_state = says("waiting", text) if self.news.told_by(node) == "status" else is_under_way(text)
        return is_state and len(text.split()) <= _LONGEST_MESSAGE

    def _objects_in(self, role: str, text: str) -> bool:
        """Whether a text that is told in this way has to be read by somebody."""
        if self._is_sought(text):
            return False
        return role in {"alert", "alertdialog"} or says("doubtful", text)

    def _is_expected(self, text: str) -> bool:
        """Whether the planner expected a text that says no: some instructions ask for just that."""
        return any(
            says("rejected", expected.text) and self._matches(expected, text)
            for expected in self.expects
            if expected.kind in {"visible", "message"}
        )

    def taken_back(self, shown: Signs) -> str:
        """What a look that proved the claim showed, and the screen no longer does. A message of success may go."""
        now = {plain(text_of(node)) for node in seen_nodes(self.now)}
        gone = [text_of(node) for node in shown.news.new if plain(text_of(node)) not in now]
        came = {plain(text_of(node)) for node in self.news.new} - {plain(text_of(node)) for node in shown.news.new}
        if gone and all(map(reads_well, gone)) and not came:
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
        return expected.kind == "sent" and self._form and self.has_written and self._is_confirmed

    # ---- for it

    @cached_property
    def missing_proof(self) -> str:
        """Why what is met does not prove the claim; empty if it does."""
        if self.objection:
            return self.objection
        weights = {self._weight(expected) for expected in self.expects}
        if unknown := next((text for text in self.since.messages if not self._is_read(text)), ""):
            return to_be_read(unknown)
        if self._unread and (self._form or "strong" not in weights):
            return to_be_read(self._unread)
        if "strong" in weights:
            return "" if self.news.is_elsewhere or self._is_home else self._open_end
        return self._missing_sign("weak" in weights)

    @cached_property
    def _open_end(self) -> str:
        """What came up on a page that stays, and that has to be read or done before what is met is the end of it."""
        shows = {expected.kind for expected in self.expects if self._weight(expected) == "strong"} & {"visible"}
        came = [node for node in self.news.new if not self.news.was_beneath(node)]
        pressed = [node for node in came if node.role in _PRESSED and plain(text_of(node)) not in self.news.before]
        if again := next((node for node in pressed if casts_doubt(text_of(node)) and not _steps_back(node)), None):
            return f"it may have to be done again: {_called(again)}"
        if unknown := next((node for node in self._strangers(is_shown=bool(shows)) if not self._is_known(node)), None):
            return to_be_read(text_of(unknown))
        if self._form and not self._is_confirmed and (once_more := next(filter(self._is_once_more, pressed), None)):
            return f"there is more to do: {_called(once_more)}"
        if not shows and not self._is_confirmed:
            if more := next((node for node in pressed if _goes_on(node) or self._is_asked_again(node)), None):
                return f"there is more to do: {_called(more)}"
            if self.news.new_field and self.sends and not self._form:
                return f"there is more to fill in: {_called(self.news.new_field)}"
        return ""

    def _strangers(self, *, is_shown: bool) -> list[Node]:
        """New messages beside what was expected; `is_shown` says that this was a text."""
        news = self.news
        messages = [node for node in news.messages if not news.was_beneath(node)]
        if is_shown and not self._form:  # that was to be opened, and is read by whoever asked for it
            sought = [*news.legible, *filter(None, [news.new_field])]
            told = {news.teller(node) for node in sought if self._is_sought(text_of(node) or node.name)}
            return [node for node in messages if news.told_by(node) and news.teller(node) not in told]
        few = messages if len(news.messages) <= _SMALL_PAGE else []
        # Beside what a form was to show, the long ones are read already.
        return [node for node in few if not is_shown or node.role == "heading" or _has_to_be_read(text_of(node))]

    def _is_sought(self, text: str) -> bool:
        return any(self._matches(expected, text) for expected in self.expects if expected.kind != "gone")

    def _is_known(self, node: Node) -> bool:
        """Whether a new element need not be read: other figures, a suggestion, a row, or what is known."""
        is_plain = node.role == "option" or self.news.is_counter(node) or node.number in self._data
        return is_plain or self.knows(text_of(node))

    def knows(self, text: str) -> bool:
        """Whether a new text need not be read: figures, an entry, small print, what was expected or says well."""
        if not WORD.search(without_moments(text)) or is_small_print(text) or self._is_read(text):
            return True
        return self._is_entry(text) and "?" not in text and not casts_doubt(text)

    def _is_asked_again(self, button: Node) -> bool:
        """Whether a button means what was pressed already, as "Delete anyway" does after "Delete"."""
        meant = committing_meanings(text_of(self.sender)) if self.sender else frozenset[str]()
        return not meant.isdisjoint(committing_meanings(text_of(button)))

    def _is_once_more(self, button: Node) -> bool:
        """Whether a new button is to send what was sent. Those of a row are for another act."""
        is_in_row = any(node.role in ROWS for node in self.news.index.above(button))
        return not is_in_row and _goes_on(button) and self._is_asked_again(button)

    @cached_property
    def _unread(self) -> str:
        """A sentence that came up beside few others, and that neither was expected nor says that it worked. On a page
        that stays after something was sent, it may be a single word."""
        shortest = 0 if self._is_answered_here else LONGEST_LABEL
        if len(self.news.messages) > _SMALL_PAGE and shortest:
            return ""
        texts = (
            text_of(node)
            for node in self.news.messages
            if not (self._is_entry(text_of(node)) or node.number in self._data or self.news.was_beneath(node))
            and not (self._is_bare_cover and node.actionable)
        )
        unread = (text for text in texts if len(text.split()) > shortest and not self._is_read(text))
        return next((text for text in unread if shortest or not self.knows(text)), "")

    @cached_property
    def _is_answered_here(self) -> bool:
        """Whether a page that stays tells how it went with what was sent: not one to which a login led."""
        return self._form and not (self.news.is_elsewhere or self.news.is_login)

    def _is_read(self, text: str) -> bool:
        """Whether a text is known: it says that it worked, or is what was expected with hardly anything else."""
        wanted = [plain(each.text) for each in self.expects if each.kind != "gone" and self._matches(each, text)]
        rests = [plain(text).replace(part, " ") for part in wanted if part]
        return reads_well(without_conditions(text)) or any(map(self._is_harmless, rests))

    def _is_harmless(self, rest: str) -> bool:
        """Whether what stands beside an expected text need not be read: of an answer to what was sent, each word."""
        if self._is_answered_here:
            return not WORD.search(without_moments(rest)) or self._is_entry(rest)
        return len(rest.split()) <= _LONGEST_REST

    def _weight(self, expected: Expectation) -> Weight:
        if expected.kind == "field" and not self.sends:
            return "strong"  # it was to be filled in, and holds that
        if expected.kind not in {"visible", "changed", "sent", "message"} and expected.holds(
            self.since.tree, self.since
        ):
            return "none"
        match expected.kind:
            case "visible":
                return self._weight_of_text(expected)
            case "message" if not expected.is_told(self.since):
                return self._weight_of_text(expected)
            case "message":
                return "strong"  # what does not say that it worked, or was not expected, has to be read
            case "gone":
                is_own = self._is_own_question(expected) or self._is_only_pressed(expected) or bool(expected.value)
                return "strong" if self._is_removed(expected) and not is_own else "weak"
            case "field":
                state = plain(expected.value)
                is_usual = not state or state in {"empty", "enabled", "disabled", "not enabled", "not disabled"}
                return "weak" if is_usual and self._form else "strong"
            case "count":
                return "strong"
            case "address" | "title":
                return "weak" if self._form or self._is_wall else "strong"
            case "changed" | "sent":
                return "weak"
            case "any":
                return "none"  # nothing of it is met: what is stands in its place
            case _:
                assert_never(expected.kind)

    def _weight_of_text(self, expected: Expectation) -> Weight:
        wanted = plain(expected.text)
        is_said = wanted in plain(self.since.instruction) or any(wanted in plain(text) for text in self.typed)
        legible = expected.within(self.now, self.news.legible)
        nodes = [node for node in legible if self._matches(expected, text_of(node))]
        clean = [node for node in nodes if not _is_doubted(text_of(node), wanted)]
        if self._is_opened and self.news.new_field and self._matches(expected, self.news.new_field.name):
            return "strong"
        if not clean:  # it may be written across elements
            return "none" if nodes or expected.holds(self.since.tree, self.since) else "weak"
        if is_said and self._form:
            return "strong" if any(self._is_entry(text_of(node)) for node in clean) else "weak"
        return "strong" if any(self._is_read(text_of(node)) for node in clean) else "weak"

    def _is_entry(self, text: str) -> bool:
        """Whether a text is only what was typed, with words that were on the screen before, as a row of a list is."""
        said = " ".join((*self.typed, self.since.instruction))
        known = {*WORD.findall(plain(said)), *(word for text in self.news.before for word in WORD.findall(text))}
        words = WORD.findall(without_moments(text))
        return bool(words) and all(word in known for word in words)

    def _is_removed(self, expected: Expectation) -> bool:
        """Whether a text is gone from a page that is otherwise still there, and nothing was sent by a form."""
        if self._form or self.news.is_elsewhere:
            return False
        covered = any("hidden" in node.attributes and self._matches(expected, text_of(node)) for node in self.now)
        before = [node.number for node in self.since.tree]
        left = {node.number for node in seen_nodes(self.now)}
        kept = sum(number in left for number in before)
        return not covered and 2 * kept >= len(before)

    def _is_own_question(self, expected: Expectation) -> bool:
        """Whether a text stood in the dialog that asked for what was pressed: a dialog closes whatever comes of it."""
        if self.sender is None or committing_meanings(text_of(self.sender)) <= _DISMISSING:
            return False
        index = TreeIndex(self.since.tree)
        asking = next((node for node in index.above(self.sender) if node.role in TOLD), None)
        inside = [asking, *index.inside(asking)] if asking else []
        shown = [node for node in self.since.tree if self._matches(expected, text_of(node))]
        return bool(shown) and all(node in inside for node in shown)

    def _is_only_pressed(self, expected: Expectation) -> bool:
        """Whether nothing but what was pressed is gone: buttons often go when they are, whatever comes of it."""
        sender = self.sender
        meanings = committing_meanings(text_of(sender)) if sender else frozenset[str]()
        if sender is None or (meanings <= _DISMISSING and (meanings or self.news.new)):
            return False
        own = {sender.number, *(node.number for node in TreeIndex(self.since.tree).inside(sender))}
        shown = {node.number for node in self.since.tree if self._matches(expected, text_of(node))}
        left = {node.number for node in self.now}
        return shown <= own and all(node.number in left for node in self.since.tree if node.number not in own)

    @cached_property
    def _is_wall(self) -> bool:
        """Whether a page came that may stand before the one that was meant: it is small, and not headed as asked.

        Logins, paywalls and pages about maintenance have the address and often the title of what they hide.
        """
        if not self.news.is_elsewhere or (len(self.news.messages) > _SMALL_PAGE and not self.news.new_field):
            return False
        asked = {*WORD.findall(plain(f"{text_of(self.sender) if self.sender else ''} {self.since.instruction}"))}
        had, has = (headings(tree) for tree in (self.since.tree, self.now))
        return not any(words and asked.issuperset(words) for words in map(WORD.findall, has - had))

    def _missing_sign(self, is_met: bool) -> str:
        """Why no sign of success goes with what is met, if that alone is no proof; `is_met` says that it is new."""
        texts = (without_conditions(text_of(node)) for node in self.news.messages)
        doubtful = next((text for text in texts if says("doubtful", text)), "")
        if doubtful and not self._is_home:
            return to_be_read(doubtful)
        if self.news.new_field:
            return f"there is more to fill in: {_called(self.news.new_field)}"
        if self._is_confirmed or (self.news.is_login and is_met):
            return ""
        if not is_met:
            return "what was expected was so before, or would be so after a wrong result too"
        if self._form and not self._is_let_go:
            return "what was filled in is still there"
        if self._is_bare_cover:
            return ""
        if button := next((node for node in self.news.new if node.role == "button" and _goes_on(node)), None):
            return f"there is more to do: {_called(button)}"
        if not any(map(self._is_listed, self.typed)):
            return "nothing on the screen says that it worked"
        beside = (node for node in self._strangers(is_shown=True) if not self._is_known(node))
        return next((to_be_read(text_of(node)) for node in beside), "")

    @cached_property
    def _is_confirmed(self) -> bool:
        is_told = any(reads_well(text) and not says("greeting", text) for text in self.since.messages)
        return is_told or any(map(self._is_good_news, self.news.legible))

    def _is_good_news(self, node: Node) -> bool:
        """Whether a new text says that it worked. What greets everybody does so only to those who have logged in."""
        text = text_of(node)
        if not reads_well(text) or len(text.split()) > _LONGEST_MESSAGE:
            return False
        if says("greeting", text):
            return self.news.had_password and not self.news.offers_login
        is_ours = any(len(plain(part)) > 1 and plain(part) in plain(text) for part in self.typed)
        is_told = is_ours or node.role == "heading" or bool(self.news.told_by(node))
        return is_told or len(self.news.messages) <= _SMALL_PAGE

    def _is_listed(self, text: str) -> bool:
        """Whether what was typed is now shown by itself."""
        wanted = plain(text)
        shown = [node for node in self.news.legible if len(wanted) > 1 and wanted in plain(text_of(node))]
        return bool(shown) and all(self._is_entry(text_of(node)) and not casts_doubt(text_of(node)) for node in shown)

    @cached_property
    def _is_bare_cover(self) -> bool:
        """Whether all is covered but one thing to tap, of one word: nobody writes an error like that."""
        news = [node for node in self.news.new if text_of(node) and not self.news.is_counter(node)]
        under = [node for node in self.now if "hidden" in node.attributes]
        if len(news) != 1 or not under:
            return False
        text = text_of(news[0])
        is_covered = self.sender is None or self.sender.number in {node.number for node in under}
        return is_covered and news[0].actionable and len(text.split()) == 1 and text.isalpha() and not casts_doubt(text)

    # ---- what there is

    @cached_property
    def _form(self) -> bool:
        """Whether something that was filled in, or could have been, was sent. A search sends nothing."""
        form = self.sender.attributes.get("form") if self.sender else ""
        if self.sends and self._is_last_page and any(expected.kind == "sent" for expected in self.expects):
            return True
        return self.sends and any(
            not is_for_searching(node)
            and (node.number in self.since.filled or (form and node.attributes.get("form") == form))
            for node in self.since.tree
            if node.role in FIELDS
        )

    @property
    def _is_last_page(self) -> bool:
        """Whether what was filled in was on pages before this one."""
        filled = self.since.filled
        return bool(filled) and filled.isdisjoint(node.number for node in self.since.tree)

    @cached_property
    def _is_let_go(self) -> bool:
        """Whether no field still shows what was filled in."""
        return not self.since.filled or Expectation("sent", "").holds(self.now, self.since)

    @cached_property
    def _data(self) -> frozenset[int]:
        """What stands in new lists, where something was only opened: their rows may say anything."""
        return self.news.in_lists if self._is_opened else frozenset()

    @cached_property
    def _is_opened(self) -> bool:
        """Whether the act only led to something: by a control that commits to nothing, or by a login that worked."""
        if self._form:
            return self.news.is_login
        return self.sender is not None and not committing_meanings(text_of(self.sender))

    @cached_property
    def _is_home(self) -> bool:
        """Whether a login led to a page that says many things: none of them is about the login."""
        return self.news.is_login and len(self.news.messages) > _SMALL_PAGE

    def _matches(self, expected: Expectation, text: str) -> bool:
        wanted = plain(expected.text.strip().removesuffix("…"))
        bounded = rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])" if wanted.isascii() else re.escape(wanted)
        return bool(wanted) and re.search(bounded, plain(text)) is not None


def _goes_on(button: Node) -> bool:
    """Whether a button is for a step that is still to be done: confirm, place the order, pay."""
    return not committing_meanings(text_of(button)).isdisjoint({"submit", "pay", "send", "add", "publish"})


def _steps_back(button: Node) -> bool:
    """Whether a button only takes back or closes something."""
    return not committing_meanings(text_of(button)).isdisjoint({"cancel", "reset", "clear", "log in", "log out"})


def _has_to_be_read(text: str) -> bool:
    """Whether a short text beside what was sent may say that it was only asked about, offered or looked at."""
    return "?" in text or casts_doubt(text) or says("offered", text)


def _is_doubted(text: str, wanted: str) -> bool:
    """Whether a text says beside what was expected that it may not be so, or a word of success is not meant so."""
    is_told = says("accepted", wanted) and is_taken_back(text)
    return is_told or casts_doubt(plain(text).replace(wanted, " "))


def _called(node: Node) -> str:
    return f"[{node.number}] {node.role} {cited(node.name or node.text)}"


def cited(text: str) -> str:
    return f'"{text if len(text) <= _QUOTE else text[:_QUOTE] + "…"}"'


def to_be_read(text: str) -> str:
    """Why a text that came up ends nothing by itself."""
    return f"{cited(text)} came up beside what was expected, and has to be read: is it what the instruction wants?"
