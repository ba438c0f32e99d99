"""What the screen says for and against the claim that an act is done: plain functions of two looks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, assert_never
from urllib.parse import urlsplit

from askonce.language.commitments import committing_meanings
from askonce.language.verdicts import casts_doubt, is_under_way, reads_well, says
from askonce.lazy import dataclass, regex
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, Expectation, seen_nodes, unhidden_nodes
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import plain

Weight = Literal["none", "weak", "strong"]
"""What a clause that is met proves: nothing; something, together with a sign of success; all of it."""
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "listbox"})
_TYPED = frozenset({"textbox", "spinbutton"})
_LABELS = frozenset({"link", "button", "tab", "menuitem", "option", "columnheader", "radio", "checkbox", "switch"})
_LONGEST_LABEL = 4
_TOLD = frozenset({"alert", "alertdialog", "dialog", "status", "overlay", "log"})
"""Roles of what tells something."""
_PRESSED = frozenset({"button", "link"})
_DISMISSING = frozenset({"submit", "reject", "cancel", "clear"})
"""What buttons commit to that only close a notice."""
_LONGEST_MESSAGE = 15
_SMALL_PAGE = 5
"""New texts that make a page that says one thing, and not many."""
_LONGEST_REST = 3
"""Words beside an expected text that need not be read."""
_QUOTE = 80
_WORD = regex(r"[^\W\d_]+")


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
        for node in self._messages:
            text = _text(node)
            if self._is_expected(text):
                continue
            if says("rejected", text):
                yield f"{_cited(text)} appeared"
            elif self._is_under_way(node):
                yield f"it may still be under way: {_cited(text)}"
            elif "alarming" in node.attributes and not reads_well(text):
                yield f"{_cited(text)} appeared, painted as a warning"
            elif (role := self._told_by(node)) and not reads_well(text) and self._objects_in(role, text):
                yield f"{_cited(text)} appeared"
        for node in seen_nodes(self.now):
            is_warning = "alarming" in node.attributes or self._told_by(node) == "alert"
            if is_warning and says("rejected", _text(node)) and not self._is_expected(_text(node)):
                yield f"{_cited(_text(node))} is there"
        if says("rejected", self.now.title) and not says("rejected", self.since.tree.title):
            yield f"the title of the page is {_cited(self.now.title)}"
        had, has = self._has_password(self.since.tree), self._has_password(self.now)
        if has and not had:
            yield "a password is asked for"
        elif had and not has and self._offers_login:
            yield "the page still offers to log in"

    def _is_under_way(self, node: Node) -> bool:
        """Whether a text says that it is not over yet, and is not itself what was to be seen at the end."""
        text = _text(node)
        if any(says("waiting", each.text) and self._matches(each, text) for each in self.expects) and "…" not in text:
            return False
        is_state = says("waiting", text) if self._told_by(node) == "status" else is_under_way(text)
        return is_state and len(text.split()) <= _LONGEST_MESSAGE

    def _objects_in(self, role: str, text: str) -> bool:
        """Whether a text that is told in this way has to be read by somebody."""
        if any(self._matches(expected, text) for expected in self.expects):
            return False
        return role in {"alert", "alertdialog"} or says("doubtful", text)

    def _is_expected(self, text: str) -> bool:
        """Whether the planner expected a text that says no: some instructions ask for just that."""
        return any(
            says("rejected", expected.text) and self._matches(expected, text)
            for expected in self.expects
            if expected.kind == "visible"
        )

    def taken_back(self, shown: Signs) -> str:
        """What a look that proved the claim showed, and the screen no longer does. A message of success may go."""
        now = {plain(_text(node)) for node in seen_nodes(self.now)}
        gone = [_text(node) for node in shown._new if plain(_text(node)) not in now]
        came = {plain(_text(node)) for node in self._new} - {plain(_text(node)) for node in shown._new}
        if gone and all(map(reads_well, gone)) and not came:
            return ""
        unmet = [expected for expected in self.expects if not expected.holds(self.now, self.since)]
        return f"{unmet[0]} was met for a moment only" if unmet else self.missing_proof

    # ---- for it

    @cached_property
    def missing_proof(self) -> str:
        """Why what is met does not prove the claim; empty if it does."""
        if self.objection:
            return self.objection
        weights = {self._weight(expected) for expected in self.expects}
        if self._unread and (self._form or "strong" not in weights):
            return f"{_cited(self._unread)} has to be read"
        if "strong" in weights:
            return "" if self._is_elsewhere else self._open_end
        return self._missing_sign("weak" in weights)

    @cached_property
    def _open_end(self) -> str:
        """What came up on a page that stays, and that has to be read or done before what is met is the end of it."""
        shows = {expected.kind for expected in self.expects if self._weight(expected) == "strong"} & {"visible"}
        came = [node for node in self._new if not self._was_beneath(node)]
        pressed = [node for node in came if node.role in _PRESSED and plain(_text(node)) not in self._before]
        if again := next((node for node in pressed if casts_doubt(_text(node)) and not _steps_back(node)), None):
            return f"it may have to be done again: {_called(again)}"
        if shows and not self._form:  # that was to be opened, and is read by whoever asked for it
            told = {
                self._teller(node) for node in self._legible if any(self._matches(e, _text(node)) for e in self.expects)
            }
            strange = [node for node in self._messages if self._told_by(node) and self._teller(node) not in told]
        else:
            strange = [node for node in self._messages if len(self._messages) <= _SMALL_PAGE]
        if shows and self._form:  # the long ones are read already
            strange = [node for node in strange if "?" in _text(node) or casts_doubt(_text(node))]
        if unknown := next((node for node in strange if not (self._is_known(node) or self._was_beneath(node))), None):
            return f"{_cited(_text(unknown))} has to be read"
        if not shows and not any(map(self._is_good_news, self._legible)):
            if more := next((node for node in pressed if _goes_on(node) or self._is_asked_again(node)), None):
                return f"there is more to do: {_called(more)}"
            if self._new_field and self.sends and not self._form:
                return f"there is more to fill in: {_called(self._new_field)}"
        return ""

    def _was_beneath(self, node: Node) -> bool:
        """Whether it was there before, under something that was closed."""
        before = self.since.tree.find(node.number)
        return before is not None and _text(before) == _text(node)

    def _is_known(self, node: Node) -> bool:
        """Whether a new text need not be read: figures, an entry, a suggestion, or what was expected or says well."""
        text = _text(node)
        if not _WORD.search(text) or node.role == "option" or self._is_counter(node):
            return True
        return self._is_read(text) or (self._is_entry(node) and "?" not in text and not casts_doubt(text))

    def _is_asked_again(self, button: Node) -> bool:
        """Whether a button means what was pressed already, as "Delete anyway" does after "Delete"."""
        meant = committing_meanings(_text(self.sender)) if self.sender else frozenset[str]()
        return not meant.isdisjoint(committing_meanings(_text(button)))

    def _teller(self, node: Node) -> int:
        """The number of what tells a text; 0 where it stands in the page."""
        return next((each.number for each in (node, *self._index.above(node)) if each.role in _TOLD), 0)

    @cached_property
    def _unread(self) -> str:
        """A sentence that came up beside few others, and that neither was expected nor says that it worked."""
        if len(self._messages) > _SMALL_PAGE:
            return ""
        texts = (_text(node) for node in self._messages if not self._is_entry(node))
        return next((text for text in texts if len(text.split()) > _LONGEST_LABEL and not self._is_read(text)), "")

    def _is_read(self, text: str) -> bool:
        """Whether a text is known: it says that it worked, or is what was expected with hardly anything else."""
        wanted = [plain(expected.text) for expected in self.expects if self._matches(expected, text)]
        rests = [plain(text).replace(part, " ") for part in wanted if part]
        return reads_well(text) or any(len(rest.split()) <= _LONGEST_REST for rest in rests)

    def _weight(self, expected: Expectation) -> Weight:
        if expected.kind == "field" and not self.sends:
            return "strong"  # it was to be filled in, and holds that
        if expected.kind not in {"visible", "changed", "sent"} and expected.holds(self.since.tree, self.since):
            return "none"
        match expected.kind:
            case "visible":
                return self._weight_of_text(expected)
            case "gone":
                return "strong" if self._is_removed(expected) and not self._is_own_question(expected) else "weak"
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
            case _:
                assert_never(expected.kind)

    def _weight_of_text(self, expected: Expectation) -> Weight:
        wanted = plain(expected.text)
        is_said = wanted in plain(self.since.instruction) or any(wanted in plain(text) for text in self.typed)
        nodes = [node for node in self._legible if self._matches(expected, _text(node))]
        clean = [node for node in nodes if not casts_doubt(plain(_text(node)).replace(wanted, " "))]
        if not clean:  # it may be written across elements
            return "none" if nodes or expected.holds(self.since.tree, self.since) else "weak"
        if is_said and self._form:
            return "strong" if any(map(self._is_entry, clean)) else "weak"
        return "strong" if any(self._is_read(_text(node)) for node in clean) else "weak"

    def _is_entry(self, node: Node) -> bool:
        """Whether a text is only what was typed, with words that were on the screen before, as a row of a list is."""
        said = " ".join((*self.typed, self.since.instruction))
        known = {*_WORD.findall(plain(said)), *(word for text in self._before for word in _WORD.findall(text))}
        words = _WORD.findall(plain(_text(node)))
        return bool(words) and all(word in known for word in words)

    def _is_removed(self, expected: Expectation) -> bool:
        """Whether a text is gone from a page that is otherwise still there, and nothing was sent by a form."""
        if self._form or self._is_elsewhere:
            return False
        covered = any("hidden" in node.attributes and self._matches(expected, _text(node)) for node in self.now)
        before = [node.number for node in self.since.tree]
        left = {node.number for node in seen_nodes(self.now)}
        kept = sum(number in left for number in before)
        return not covered and 2 * kept >= len(before)

    def _is_own_question(self, expected: Expectation) -> bool:
        """Whether a text stood in the dialog that asked for what was pressed: a dialog closes whatever comes of it."""
        if self.sender is None or committing_meanings(_text(self.sender)) <= _DISMISSING:
            return False
        index = TreeIndex(self.since.tree)
        asking = next((node for node in index.above(self.sender) if node.role in _TOLD), None)
        inside = [asking, *index.inside(asking)] if asking else []
        shown = [node for node in self.since.tree if self._matches(expected, _text(node))]
        return bool(shown) and all(node in inside for node in shown)

    @cached_property
    def _is_wall(self) -> bool:
        """Whether a page came that may stand before the one that was meant: it is small, and not headed as asked.

        Logins, paywalls and pages about maintenance have the address and often the title of what they hide.
        """
        if not self._is_elsewhere or (len(self._messages) > _SMALL_PAGE and not self._new_field):
            return False
        asked = {*_WORD.findall(plain(f"{_text(self.sender) if self.sender else ''} {self.since.instruction}"))}
        had, has = (_headings(tree) for tree in (self.since.tree, self.now))
        return not any(words and asked.issuperset(words) for words in map(_WORD.findall, has - had))

    def _missing_sign(self, is_met: bool) -> str:
        """Why no sign of success goes with what is met, if that alone is no proof; `is_met` says that it is new."""
        doubtful = next((_text(node) for node in self._messages if says("doubtful", _text(node))), "")
        if doubtful:
            return f"{_cited(doubtful)} has to be read"
        if self._new_field:
            return f"there is more to fill in: {_called(self._new_field)}"
        if any(map(self._is_good_news, self._legible)):
            return ""
        if not is_met:
            return "what was expected was so before, or would be so after a wrong result too"
        if self._form and not self._is_let_go:
            return "what was filled in is still there"
        if self._is_bare_cover:
            return ""
        if button := next((node for node in self._new if node.role == "button" and _goes_on(node)), None):
            return f"there is more to do: {_called(button)}"
        return "" if any(map(self._is_listed, self.typed)) else "nothing on the screen says that it worked"

    def _is_good_news(self, node: Node) -> bool:
        """Whether a new text says that it worked. What greets everybody does so only to those who have logged in."""
        text = _text(node)
        if not reads_well(text) or len(text.split()) > _LONGEST_MESSAGE:
            return False
        if says("greeting", text):
            return self._has_password(self.since.tree) and not self._offers_login
        is_ours = any(len(plain(part)) > 1 and plain(part) in plain(text) for part in self.typed)
        is_told = is_ours or node.role == "heading" or bool(self._told_by(node))
        return is_told or len(self._messages) <= _SMALL_PAGE

    def _is_listed(self, text: str) -> bool:
        """Whether what was typed is now shown by itself."""
        wanted = plain(text)
        shown = [node for node in self._legible if len(wanted) > 1 and wanted in plain(_text(node))]
        return bool(shown) and all(self._is_entry(node) and not casts_doubt(_text(node)) for node in shown)

    @cached_property
    def _is_bare_cover(self) -> bool:
        """Whether all is covered but one thing to tap, of one word: nobody writes an error like that."""
        news = [node for node in self._new if _text(node) and not self._is_counter(node)]
        under = [node for node in self.now if "hidden" in node.attributes]
        if len(news) != 1 or not under:
            return False
        text = _text(news[0])
        is_covered = self.sender is None or self.sender.number in {node.number for node in under}
        return is_covered and news[0].actionable and len(text.split()) == 1 and text.isalpha() and not casts_doubt(text)

    def _is_counter(self, node: Node) -> bool:
        """Whether an element that was there before shows other figures, and no other words."""
        before = self.since.tree.find(node.number)
        return before is not None and {*_WORD.findall(plain(_text(node)))} <= {*_WORD.findall(plain(_text(before)))}

    # ---- what there is

    @cached_property
    def _form(self) -> bool:
        """Whether something that was filled in, or could have been, was sent. A search sends nothing."""
        form = self.sender.attributes.get("form") if self.sender else ""
        return self.sends and any(
            node.role != "searchbox"
            and (node.number in self.since.filled or (form and node.attributes.get("form") == form))
            for node in self.since.tree
            if node.role in _FIELDS
        )

    @cached_property
    def _is_let_go(self) -> bool:
        """Whether no field still shows what was filled in."""
        return not self.since.filled or Expectation("sent", "").holds(self.now, self.since)

    @cached_property
    def _is_elsewhere(self) -> bool:
        return urlsplit(self.now.address)._replace(query="") != urlsplit(self.since.tree.address)._replace(query="")

    @cached_property
    def _before(self) -> Counter[str]:
        return Counter(plain(_text(node)) for node in seen_nodes(self.since.tree))

    @cached_property
    def _new(self) -> tuple[Node, ...]:
        """What can be read now and could not before, without what fields hold and what only repeats the instruction."""
        found: list[Node] = []
        times: Counter[str] = Counter()
        for node in seen_nodes(self.now, self.since):
            text = plain(_text(node))
            times[text] += 1
            if node.role not in _FIELDS and "ticks" not in node.attributes and times[text] > self._before[text]:
                found.append(node)
        return tuple(found)

    @cached_property
    def _legible(self) -> tuple[Node, ...]:
        """Those of them that surely can be read, where the screen knows that."""
        sight = self.now.sight
        if sight is None:
            return self._new
        return tuple(node for node in self._new if plain(_text(node)) in plain(sight.words.get(node.number, "")))

    @cached_property
    def _messages(self) -> tuple[Node, ...]:
        """New texts that are more than the label of a control."""
        return tuple(node for node in self._new if re.search(r"\w", _text(node)) and not _is_label(node))

    @cached_property
    def _index(self) -> TreeIndex:
        return TreeIndex(self.now)

    @cached_property
    def _offers_login(self) -> bool:
        return any(
            "log in" in committing_meanings(_text(node))
            for node in unhidden_nodes(self.now)
            if node.actionable and _is_label(node)
        )

    def _told_by(self, node: Node) -> str:
        """The role of what tells a text, such as an alert."""
        return next((each.role for each in (node, *self._index.above(node)) if each.role in _TOLD), "")

    @cached_property
    def _new_field(self) -> Node | None:
        names = {plain(node.name) for node in self.since.tree if node.role in _TYPED}
        fields = [node for node in seen_nodes(self.now) if node.role in _TYPED]
        return next((node for node in fields if plain(node.name) not in names), None)

    def _matches(self, expected: Expectation, text: str) -> bool:
        wanted = plain(expected.text.strip().removesuffix("…"))
        bounded = rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])" if wanted.isascii() else re.escape(wanted)
        return bool(wanted) and re.search(bounded, plain(text)) is not None

    @staticmethod
    def _has_password(tree: Tree) -> bool:
        return any("password" in node.states for node in seen_nodes(tree))


def _is_label(node: Node) -> bool:
    return node.role in _LABELS and len(_text(node).split()) <= _LONGEST_LABEL


def _goes_on(button: Node) -> bool:
    """Whether a button is for a step that is still to be done: confirm, place the order, pay."""
    return not committing_meanings(_text(button)).isdisjoint({"submit", "pay", "buy", "send", "add"})


def _headings(tree: Tree) -> set[str]:
    return {plain(_text(node)) for node in seen_nodes(tree) if node.role == "heading"}


def _steps_back(button: Node) -> bool:
    """Whether a button only takes back or closes something."""
    return not committing_meanings(_text(button)).isdisjoint({"cancel", "reset", "clear", "log in", "log out"})


def _text(node: Node) -> str:
    return node.text or node.shown


def _called(node: Node) -> str:
    return f"[{node.number}] {node.role} {_cited(node.name or node.text)}"


def _cited(text: str) -> str:
    return f'"{text if len(text) <= _QUOTE else text[:_QUOTE] + "…"}"'
