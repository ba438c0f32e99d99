"""What should be on the screen, in a form that can be checked without a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile
from typing import Literal, assert_never
from urllib.parse import unquote, urlsplit

from askonce.lazy import dataclass, regex
from askonce.screens.field_labels import field_labels
from askonce.screens.field_states import able_nodes, any_has_value, has_value
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree, plain, shown_in

Kind = Literal["visible", "gone", "address", "title", "field", "count", "changed", "sent", "message", "any"]
CLAUSES = (
    'visible "text"; visible "text" in "region"; visible "one" or visible "other"; gone "text"; address "part of it"; '
    'title "part of it"; field "name" is "value", or is checked, selected, enabled, disabled; count "text" is 3; '
    'count "list" is +1; changed "name"; sent; message "text"'
)
"""All kinds, as they are written."""
_QUOTED = r"""(?:"(?P<{0}>(?:\\.|[^"\\])*)"|“(?P<{0}_set>[^”]*)”)"""
_STATE = r"(?:not\s++|un)?+(?:checked|selected|pressed|expanded|collapsed|enabled|disabled|focused|empty|invalid)\b"
# Blanks are never given back, and no clause begins in the middle of some: a long run costs no more than its length.
_CLAUSE = regex(
    rf"""(?P<sent>\bsent\b)
      |(?P<changed>\bchanged)\s*+:?+\s*+(?:(?P<region>\[\d{{1,9}}\])|{_QUOTED.format("area")})
      |(?P<count>\bcount)(?:\s++of)?+\s*+:?+\s*+(?:(?P<holder>\[\d{{1,9}}\])|{_QUOTED.format("counted")})
        \s*+(?:is|=|:)\s*+"?+(?P<times>[+-]?+\d{{1,6}})"?+
      |(?P<number>\[\d{{1,9}}\])(?:\s*+(?!is\b|has\b)\w++)?+(?:\s*+{_QUOTED.format("name")})?+
        \s*+(?:is|=|has)\s*+(?:{_QUOTED.format("content")}|(?P<state>{_STATE}))
      |(?P<kind>visible|shows|gone|hidden|not\s++visible|address|url|title|message|toast)?+(?<!\s)\s*+(?:contains|is)?+\s*+:?+\s*+
        {_QUOTED.format("text")}
        (?:\s*+(?:is|=|has)\s*+(?:{_QUOTED.format("value")}|(?P<is>{_STATE}))
          |\s++(?:is|are)\s++(?:now\s++)?+(?P<after>visible|shown|gone|hidden|not\s++visible)
          |\s++in\s++(?:(?P<inside>\[\d{{1,9}}\])|{_QUOTED.format("within")}))?+""",
    re.IGNORECASE | re.VERBOSE,
)
_BETWEEN = {"", "and", "field", "text", "the text", "form", "the form", "the form was", "the form is", "form was"}
_ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_UNSEEN = frozenset({"covered", "offscreen"})
_DIALOGS = frozenset({"dialog", "alertdialog"})
_SHORTEST_ECHO = 3
"""Words of an instruction that a text of the page has at least to be taken for a copy of it."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What an expectation is compared with: the screen before the action that is to bring it about."""

    tree: Tree
    filled: frozenset[int] = frozenset()
    """The numbers of the fields that were filled in."""
    instruction: str = ""
    """What is to be done. A page that shows it says nothing about whether that was done."""
    pressed: int | None = None
    """The number of what the action was done to, unless that was filled in."""
    messages: tuple[str, ...] = ()
    """What was shown for a moment since the action."""
    earlier: tuple[Tree, ...] = ()
    """Other screens that were seen before it."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """For example: the text "Thank you" is visible; the address contains "/orders"; the field "Name" is "Bob".

    A field, a list or a region may also be known by its number, written `[24]`, as long as that element lives. Visible
    is what a person can see, and gone what nobody can: text in view that nothing covers; `value` is the region in which
    it is, where that counts. `sent` says that a form was sent and that what it held is gone, covered or replaced.
    `message` is what was shown for a moment after the action, as a toast is, or has come up since. `any` holds if one
    of the clauses does that stand in its text.
    """

    kind: Kind
    text: str
    value: str = ""

    @property
    def alternatives(self) -> tuple[Expectation, ...]:
        """The clauses of which one has to hold: this one alone, unless it is several."""
        if self.kind != "any":
            return (self,)
        clauses = [_read_clause(clause) for clause in _CLAUSE.finditer(self.text)]
        return tuple(clause for clause in clauses if clause)

    def filled(self, fill: Callable[[str], str]) -> Expectation:
        """The same with values in place of their names. No value can add a clause."""
        if self.kind == "any":
            return replace(self, text=" or ".join(each.filled(fill).written for each in self.alternatives))
        return replace(self, text=fill(self.text), value=fill(self.value))

    @property
    def written(self) -> str:
        """The clause as it is read."""
        if self.kind == "any":
            return self.text
        text, value = (part.replace("\\", "\\\\").replace('"', '\\"') for part in (self.text, self.value))
        return str(replace(self, text=text, value=value))

    def holds(self, tree: Tree, since: Baseline | None = None) -> bool:
        match self.kind:
            case "visible":
                return shown_in(self.text, self.within(tree, seen_nodes(tree, since)))
            case "gone":
                is_known = not self.value or bool(named_nodes((since.tree if since else tree), self.value))
                left = [node for node in self.within(tree, unhidden_nodes(tree, since)) if shown_in(self.text, [node])]
                if since is not None and _dialog_over(self.text, tree, since):
                    return False
                return is_known and (not left or (since is not None and _is_only_part(self.text, left, since)))
            case "any":
                return any(each.holds(tree, since) for each in self.alternatives)
            case "address":
                return _is_in_address(self.text, tree.address)
            case "title":
                return plain(self.text) in plain(tree.title)
            case "field":
                return any_has_value(_unhidden(named_nodes(tree, self.text)), self.value)
            case "count":
                return self._is_counted(tree, since)
            case "changed":
                return since is not None and _is_changed(tree, since.tree, self.text)
            case "sent":
                return since is not None and _is_sent(tree, since)
            case "message":
                return since is not None and (self.is_told(since) or self._has_come(tree, since))
            case _:
                assert_never(self.kind)

    def within(self, tree: Tree, nodes: Sequence[Node]) -> Sequence[Node]:
        """Those of `nodes` that stand in the region of which it speaks: all where it speaks of none."""
        if self.kind not in {"visible", "gone"} or not self.value:
            return nodes
        inside = {node.number for node in _region_nodes(tree, self.value)}
        return [node for node in nodes if node.number in inside]

    def is_told(self, since: Baseline) -> bool:
        """Whether a text was shown for a moment."""
        return any(plain(self.text) in plain(message) for message in since.messages)

    def _has_come(self, tree: Tree, since: Baseline) -> bool:
        known = {plain(node.words) for node in since.tree}
        came = [node for node in seen_nodes(tree, since) if node.value is None and plain(node.words) not in known]
        return any(shown_in(self.text, [node]) for node in came)

    @property
    def _is_relative(self) -> bool:
        """Whether a count is one more or fewer than before."""
        return self.value.startswith(("+", "-"))

    def _is_counted(self, tree: Tree, since: Baseline | None) -> bool:
        """A count is compared with that before only where a list is counted: a text may come with any message."""
        if not self._is_relative:
            return _count(tree, self.text) == int(self.value or 0)
        before, now = since and _items_of(since.tree, self.text), _items_of(tree, self.text)
        if before is None or now is None or _are_covered(now, tree):
            return False
        return len(now) - len(before) == int(self.value)

    def holds_in(self, field: Node) -> bool:
        """Whether a field is as expected, by whatever name it is known."""
        return has_value(field, self.value)

    def is_past(self, tree: Tree, since: Baseline) -> bool:
        """Whether it speaks of a field of a page that was left for another, which has no such field."""
        if self.kind == "any":
            return all(each.is_past(tree, since) for each in self.alternatives)
        is_left = urlsplit(tree.address)[:3] != urlsplit(since.tree.address)[:3]
        return self.kind == "field" and is_left and not named_nodes(tree, self.text)

    def why_unmet(self, tree: Tree, since: Baseline | None = None) -> str:
        """What is to be seen instead, where that helps; empty otherwise."""
        match self.kind:
            case "any":
                reasons = {each: each.why_unmet(tree, since) for each in self.alternatives}
                return "; ".join(f"{each}: {reason}" for each, reason in reasons.items() if reason)
            case "visible" if self.value and not named_nodes(tree, self.value):
                return f'there is no region "{self.value}"'
            case "visible":
                hidden = [node for node in tree if node.states & _UNSEEN and shown_in(self.text, [node])]
                return _covered_by(hidden[0]) if hidden and "covered" in hidden[0].states else ""
            case "gone":
                shown = next((node for node in unhidden_nodes(tree, since) if shown_in(self.text, [node])), None)
                if shown is None and since and (dialog := _dialog_over(self.text, tree, since)):
                    return f"[{dialog.number}] {dialog.role} is over the page, and it may still be there behind"
                return f"[{shown.number}] {shown.role} still shows it" if shown else "it can still be read"
            case "address" | "title":
                return f'it is "{tree.address if self.kind == "address" else tree.title}"'
            case "field":
                return self._why_not_held(named_nodes(tree, self.text))
            case "count":
                return self._why_not_counted(tree, since)
            case "changed":
                return _why_not_changed(tree, since.tree, self.text) if since else "it is as it was"
            case "sent":
                return _why_not_sent(since)
            case "message":
                told = since.messages if since else ()
                return f'the last message was "{told[-1]}"' if told else "no message was shown"
            case _:
                assert_never(self.kind)

    def _why_not_held(self, named: Sequence[Node]) -> str:
        shown = able_nodes(_unhidden(named), self.value)
        if not shown:
            return _covered_by(named[0]) if named else "there is no such field"
        if len(shown) > 1 and any(map(self.holds_in, shown)):
            return f"there are {len(shown)} of that name, and not all of them are"
        return f'it is "{shown[0].value}"' if shown[0].value is not None else ""

    def _why_not_counted(self, tree: Tree, since: Baseline | None) -> str:
        before, now = since and _items_of(since.tree, self.text), _items_of(tree, self.text)
        counted = _texts_counted(tree, self.text) if now is None else now
        shown = _unhidden(counted) if now is None else counted
        is_covered = len(shown) < min(len(counted), int(self.value or 0)) if now is None else _are_covered(now, tree)
        if is_covered:
            return _why_covered(counted, tree)
        if not self._is_relative:
            return f"there are {len(shown)}"
        if before is None or now is None:
            return "there is no list of that name"
        return f"there were {len(before)}, and are {len(now)}"

    def __str__(self) -> str:
        if self.kind in {"sent", "any"}:
            return self.text or "sent"
        name = self.text if self.kind == "changed" and self.text.startswith("[") else f'"{self.text}"'
        if self.kind == "count":
            return f"count {name} is {self.value}"
        if self.kind == "field":
            return f'field "{self.text}" is "{self.value}"'
        region = self.value if self.value.startswith("[") else f'"{self.value}"'
        return f"{self.kind} {name}" + (f" in {region}" if self.value else "")


def seen_nodes(tree: Tree, since: Baseline | None = None) -> list[Node]:
    """What a person surely sees: in view, with nothing over it. Copies of the instruction do not count."""
    is_echo = _echoes(since)
    return [node for node in tree if not node.states & _UNSEEN and not is_echo(node)]


def unhidden_nodes(tree: Tree, since: Baseline | None = None) -> list[Node]:
    """What a person may see: in view, and not under something that lets nothing through."""
    is_echo = _echoes(since)
    return [
        node
        for node in tree
        if "offscreen" not in node.states and "hidden" not in node.attributes and not is_echo(node)
    ]


def _echoes(since: Baseline | None) -> Callable[[Node], bool]:
    """Tells the elements that only repeat the instruction, as pages of exercises do: all of it, or a part of it that
    stood there before. A part that is new may be what was to be brought about."""
    if since is None or not since.instruction:
        return lambda node: False
    said = plain(since.instruction)
    before = {shown for node in since.tree if (shown := _repeatable(node)) in said}

    def is_echo(node: Node) -> bool:
        shown = _repeatable(node)
        return bool(shown) and (
            shown in before
            or (shown in said and 2 * len(shown) > len(said))
            or (said in shown and len(shown) < 2 * len(said))
        )

    return is_echo


def _repeatable(node: Node) -> str:
    """The text of an element that may be a copy of the instruction; empty for fields, controls and a few words."""
    if node.actionable or node.value is not None:
        return ""
    shown = plain(node.text or node.shown)
    return shown if len(shown.split()) >= _SHORTEST_ECHO else ""


def read_expectations(text: str) -> tuple[Expectation, ...] | None:
    """The clauses of `visible "A"; gone "B" or gone "C"; address "/c"; field "D" is "E"; field [5] is checked; sent`.

    A bare quoted text counts as visible. None when something else stands there.
    """
    if not text.strip():
        return ()
    found: list[Expectation] = []
    start = end = 0
    for clause in _CLAUSE.finditer(text):
        between = text[end : clause.start()].strip(" \t\r\n;,.").lower()
        is_other = bool(found) and (between == "or" or between.startswith("or "))
        expected = _read_clause(clause)
        if expected is None or between.removeprefix("or" if is_other else "").strip() not in _BETWEEN:
            return None
        end = clause.end()
        if is_other:
            found[-1] = Expectation("any", text[start:end])
        else:
            start = clause.start()
            found.append(expected)
    return tuple(found) if found and not text[end:].strip(" \t\r\n;,.") else None


def _read_clause(clause: re.Match[str]) -> Expectation | None:
    if clause["sent"]:
        return Expectation("sent", "")
    if clause["changed"]:
        return _named_clause("changed", clause["region"] or _quoted(clause, "area"))
    if clause["count"]:
        return _named_clause("count", clause["holder"] or _quoted(clause, "counted"), _amount(clause["times"]))
    region = clause["inside"] or _quoted(clause, "within")
    if region is not None:
        kind = _kind_named(clause["kind"] or "visible")
        is_region = kind in {"visible", "gone"} and bool(plain(region))
        return _named_clause(kind, _quoted(clause, "text"), region) if is_region else None
    value = _quoted(clause, "content" if clause["number"] else "value")
    state = clause["state"] or clause["is"]
    value = " ".join(state.lower().split()) if state and value is None else value
    name = clause["number"] or _quoted(clause, "text")
    kind = "field" if value is not None else _kind_named(clause["after"] or clause["kind"] or "visible")
    return _named_clause(kind, name, value or "")


def _amount(times: str) -> str:
    """A number, with its sign where it has one."""
    return f"{int(times):+d}" if times[0] in "+-" else str(int(times))


def _named_clause(kind: Kind, name: str | None, value: str = "") -> Expectation | None:
    return Expectation(kind, name, value) if name and plain(name) else None


def _kind_named(word: str) -> Literal["visible", "gone", "address", "title", "message"]:
    word = " ".join(word.lower().split())
    if word in {"gone", "hidden", "not visible"}:
        return "gone"
    if word in {"message", "toast"}:
        return "message"
    return "title" if word == "title" else "address" if word in {"address", "url"} else "visible"


def _dialog_over(text: str, tree: Tree, since: Baseline) -> Node | None:
    """The dialog that has come over the page of a text and hides most of that, so that nobody can tell whether it is
    gone: phones tell nothing of what lies behind one."""
    before = since.tree
    dialog = next((node for node in tree if node.role in _DIALOGS and before.find(node.number) is None), None)
    left = sum(tree.find(node.number) is not None for node in before)
    if dialog is None or tree.address != before.address or 2 * left >= len(before.nodes):
        return None
    index = TreeIndex(before)
    was = [node for node in before if shown_in(text, [node])]
    return None if all(any(above.role in _DIALOGS for above in index.above(node)) for node in was) else dialog


def _is_only_part(text: str, left: Sequence[Node], since: Baseline) -> bool:
    """Whether a text was there by itself and is no more: what still has it in it had that before, in more words.

    Both stood on one screen: the one before the action, or one that was left for a question about it.
    """
    wanted = plain(text)

    def is_whole(node: Node) -> bool:
        return wanted in (plain(node.name), plain(node.text), plain(node.value or ""))

    if any(map(is_whole, left)):
        return False
    stayed = ((node, since.tree.find(node.number)) for node in left)
    if any(is_whole(node) for node in unhidden_nodes(since.tree, since)):
        return all(before is not None and before.words == node.words for node, before in stayed)
    asked = {plain(node.words) for node in since.tree}
    if any(plain(node.words) in asked for node in left):
        return False
    return any(
        any(map(is_whole, tree)) and {(node.role, node.words) for node in left} <= {(n.role, n.words) for n in tree}
        for tree in since.earlier
    )


def _is_in_address(part: str, address: str) -> bool:
    """Whether `part` is in an address; a path is not looked for in its query: `/login?next=/home` is not `/home`."""
    wanted = part.casefold()
    if wanted.startswith("/") and not set("?=&") & set(wanted):
        pieces = urlsplit(address)
        address = f"{pieces.scheme}://{pieces.netloc}{pieces.path}#{pieces.fragment}" if pieces.netloc else address
    address = address.casefold()
    return wanted in address or wanted in unquote(address)


def named_nodes(tree: Tree, name: str) -> list[Node]:
    """The element with that number, or those with that name; where there are none, those whose name contains it."""
    wanted = plain(name)
    if numbered := [node for node in tree if f"[{node.number}]" == wanted]:
        return numbered
    near = field_labels(tree)
    names = [(node, plain(node.name or node.text or near.get(node.number, ""))) for node in tree]
    return [node for node, label in names if label == wanted] or [node for node, label in names if wanted in label]


_ITEMS = frozenset({"listitem", "row", "option", "treeitem", "article", "menuitem", "tab"})
_HOLDERS = frozenset({"list", "listbox", "table", "grid", "treegrid", "tree", "menu", "feed", "tablist", "rowgroup"})


def _count(tree: Tree, name: str) -> int | None:
    """How many items a list has, by its number or name; else how many elements show just this text, or contain it.
    None where nobody can see the list."""
    items = _items_of(tree, name)
    if items is not None:
        return None if _are_covered(items, tree) else len(items)
    return len(_unhidden(_texts_counted(tree, name)))


def _texts_counted(tree: Tree, name: str) -> list[Node]:
    """The elements that show just this text, or contain it; for each text of theirs."""
    wanted = plain(name)
    texts = [(node, plain(part)) for node in tree for part in {node.shown, node.text} if part]
    return [node for node, text in texts if text == wanted] or [node for node, text in texts if wanted in text]


def _items_of(tree: Tree, name: str) -> list[Node] | None:
    """The items of a list, by its number or name; None if there is no such list."""
    index, wanted = TreeIndex(tree), plain(name)
    holders = [
        node for node in tree if f"[{node.number}]" == wanted or (node.role in _HOLDERS and plain(node.name) == wanted)
    ]
    if not holders:
        return None
    held = [node for node in index.inside(holders[0]) if node.role in _ITEMS]
    heads = {"columnheader"}
    return [node for node in held if not all(child.role in heads for child in index.children(node) or [node])]


def _unhidden(nodes: Sequence[Node]) -> list[Node]:
    """Those that are not under something that lets nothing through."""
    return [node for node in nodes if "hidden" not in node.attributes]


def _hidden_numbers(tree: Tree) -> set[int]:
    """The numbers of what is under something that lets nothing through. What only holds others, as a list and a row do,
    is covered where all of these are."""
    index = TreeIndex(tree)
    hidden: set[int] = set()
    for node in reversed(tree.nodes):
        inside = [] if node.actionable else index.children(node)
        if "hidden" in node.attributes or (inside and all(child.number in hidden for child in inside)):
            hidden.add(node.number)
    return hidden


def _are_covered(nodes: Sequence[Node], tree: Tree) -> bool:
    """Whether nobody can see any of them."""
    return bool(nodes) and _hidden_numbers(tree).issuperset(node.number for node in nodes)


def _why_covered(nodes: Sequence[Node], tree: Tree) -> str:
    index = TreeIndex(tree)
    parts = (part for node in nodes for part in (node, *index.inside(node)))
    return next((_covered_by(part) for part in parts if "hidden" in part.attributes), "")


def _covered_by(node: Node) -> str:
    return f"it is covered by {node.attributes.get('covered by', 'something else')}"


def _is_changed(tree: Tree, before: Tree, name: str) -> bool:
    """Whether a region that both looks have shows something else, where somebody can see it."""
    now, was = _region_nodes(tree, name), _region_nodes(before, name)
    if not now or not was or _are_covered(now, tree):
        return False
    hidden = _hidden_numbers(tree)
    return _shown_by(now, hidden) != _shown_by(was, hidden)


def _why_not_changed(tree: Tree, before: Tree, name: str) -> str:
    now, was = _region_nodes(tree, name), _region_nodes(before, name)
    if not now or not was:
        return f"there is no region {name}" if name.startswith("[") else f'there is no region "{name}"'
    is_other = _shown_by(now) != _shown_by(was)
    cover = _why_covered(now, tree) if is_other or _are_covered(now, tree) else ""
    return cover or "it is as it was"


def _shown_by(nodes: Sequence[Node], but: Collection[int] = ()) -> list[tuple[str, ...]]:
    """All that elements show, `but` those of these numbers."""
    shown = (node for node in nodes if "ticks" not in node.attributes and node.number not in but)
    return [(node.role, *_traits(node)) for node in shown]


def _region_nodes(tree: Tree, name: str) -> list[Node]:
    """The first element of that number or name, with what is in it or, up to the next heading, below it."""
    found = named_nodes(tree, name)
    if not found:
        return []
    if found[0].role == "heading":
        after = dropwhile(lambda node: node != found[0], tree)
        return [next(after), *takewhile(lambda node: node.role != "heading", after)]
    return [found[0], *TreeIndex(tree).inside(found[0])]


def _traits(node: Node) -> Iterator[str]:
    yield from (node.name, node.text, node.value or "")
    yield from sorted(node.states - {"focused"})


def _is_sent(tree: Tree, since: Baseline) -> bool:
    """Whether nothing that was filled in is to be seen any more: each field is gone, covered, or empty again.

    Where the fields were gone before, as on the last page of several, what was pressed has to be gone or covered.
    """
    fields = _filled_in(since)
    if not fields and since.filled and since.pressed is not None:
        back = any(node.value for node in tree if node.number in since.filled)
        pressed = tree.find(since.pressed)
        return not back and (pressed is None or "hidden" in pressed.attributes)
    left = [now for node in fields if (now := tree.find(node.number)) and "hidden" not in now.attributes]
    labels = {plain(node.name) for node in fields if node.name} if fields else set[str]()
    again = [
        node
        for node in unhidden_nodes(tree)
        if node.value and plain(node.name) in labels and "covered" not in node.states
    ]
    return bool(fields) and not again and not any(node.value or "checked" in node.states for node in left)


def _why_not_sent(since: Baseline | None) -> str:
    if _filled_in(since):
        return "what was filled in is still there"
    if since and since.filled:
        return "what was pressed is still there"
    return 'nothing was filled in, so nothing is sent; write visible "…", gone "…" or changed "…"'


def _filled_in(since: Baseline | None) -> list[Node]:
    return [node for node in since.tree if node.number in since.filled] if since else []


def _quoted(clause: re.Match[str], name: str) -> str | None:
    """The text in quotes. Texts are copied from the list of elements, which escapes as JSON does."""

    def spell(escape: re.Match[str]) -> str:
        return chr(int(escape[1], 16)) if escape[1] else {"n": "\n", "t": "\t"}.get(escape[2], escape[2])

    text = clause[name]
    if text is None:
        return clause[f"{name}_set"]
    return _ESCAPE.sub(spell, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
