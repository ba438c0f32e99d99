"""Whether what came up after a step tells of a failure, where nothing else shows how the step went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from askonce.language.commitments import committing_meanings
from askonce.language.verdicts import is_conditional, reads_well, says, without_conditions, without_questions
from askonce.lazy import regex
from askonce.planning.screen_news import FIELDS, LONGEST_LABEL, ROWS, WORD, ScreenNews, is_label, text_of
from askonce.recordings.calendar_words import without_calendar
from askonce.recordings.slots import open_slots
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline
from askonce.screens.field_labels import is_for_searching
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import plain
from askonce.values import Instruction

_LONGEST = 15
"""Words of a message; what is longer is something to read."""
_SMALL_PAGE = 5
"""New texts that make a page that says one thing, and not many."""
_MAYBE_SMALL = 12
"""The same with small print, which takes time to tell."""
_MOST_MESSAGES = 4
"""Rows of a list of messages."""
_STOPS = (".", "!", "。")
_UNSPACED = "\u3040"
"""From this letter on, languages put no spaces between words."""
_NONE = regex(r"(?<![\w.,:])0\s+[^\W\d]+")
"""A count of nothing, as "0 errors" is."""
_ASIDE = frozenset({"navigation", "complementary", "contentinfo", "menu", "figure"})
"""Roles of what stands on pages whatever comes of anything."""
_DATA = ROWS | {"cell", "gridcell", "definition", "term", "option"}
"""Roles of what holds the contents of a page."""
_WAYS = frozenset({"link", "button", "tab", "menuitem"})
"""Roles of what leads to something else."""
_TELLING = frozenset({"alert", "alertdialog", "status"})
ERROR = 400
"""The least HTTP status that is one."""


def told_errors(
    before: Tree,
    after: Tree,
    instruction: Instruction,
    touched: Node | None = None,
    known: Collection[str] = (),
    *,
    is_shown: bool = False,
) -> list[str]:
    """The messages that came up and say that something failed, without those that are `known` from the recording.

    What a value of the instruction says, and what stands in other rows than that of the `touched` element, is data. Of
    another page counts what it says by its title, its headings and its messages, or all of it if it is small. Where the
    text that was expected `is_shown`, other texts than alerts and the like count only if something was sent and they
    say outright that it failed.
    """
    news = ScreenNews(Baseline(before), after)
    texts = _page_texts(news, touched) if news.is_elsewhere else _message_texts(news, touched)
    is_sent = _sends(touched, before)
    counted = (
        (text, is_told) for text, is_told in texts if is_told or not is_shown or (is_sent and says("refused", text))
    )
    failures = [text for text, is_told in counted if _tells_failure(text, instruction, is_told=is_told)]
    return _unknown([*failures, *_marked_fields(news)], instruction, known)


def alerts_between(
    before: Tree, after: Tree, instruction: Instruction, touched: Node | None, known: Collection[str] = ()
) -> list[str]:
    """The alerts that came up and say outright that something failed, after a field was filled and others are to be: a
    form that is half full may well be found fault with otherwise."""
    news = ScreenNews(Baseline(before), after)
    texts = [] if news.is_elsewhere else [text for text, is_told in _message_texts(news, touched) if is_told]
    failures = [text for text in texts if _tells_failure(text, instruction, is_told=True)]
    return _unknown(outright_failures(failures, instruction), instruction, known)


def live_errors(texts: Iterable[str], before: Tree, instruction: Instruction, known: Collection[str] = ()) -> list[str]:
    """The same of texts that came up and were told as alerts are, wherever they stand now."""
    shown = {plain(text_of(node)) for node in before}
    new = [text for text in texts if plain(text) not in shown]
    return _unknown([text for text in new if _tells_failure(text, instruction, is_told=True)], instruction, known)


def outright_failures(texts: Iterable[str], instruction: Instruction) -> list[str]:
    """Those that say outright that it failed, where that was not to come about: they are never known for harmless."""
    is_meant = says("rejected", instruction.text)
    return [text for text in texts if not is_meant and says("refused", text)]


def _unknown(texts: Iterable[str], instruction: Instruction, known: Collection[str]) -> list[str]:
    same = {without_calendar(text) for text in known}
    return [
        text
        for text in dict.fromkeys(texts)
        if without_calendar(open_slots(text, instruction, loosely=True)) not in same
    ]


def _marked_fields(news: ScreenNews) -> list[str]:
    """The fields that are marked as wrong now, and were there before without that."""
    before = [node for node in news.since.tree if "invalid" not in node.states]
    numbers, names = {node.number for node in before}, {(node.role, node.name) for node in before}
    marked = (node for node in news.now if "invalid" in node.states)
    return [
        f"{node.role} {node.name} is marked as invalid"
        for node in marked
        if node.number in numbers or (news.is_elsewhere and (node.role, node.name) in names)
    ]


def may_tell_failure(text: str) -> bool:
    """Whether a text may be one of those, so that the page has to be read."""
    return says("rejected", _NONE.sub(" ", text))


def is_confirmed(before: Tree, after: Tree, touched: Node | None = None) -> bool:
    """Whether a step sent something, and another page came whose heading or message says that it worked."""
    news = ScreenNews(Baseline(before), after)
    if not news.is_elsewhere or not _sends(touched, before):
        return False
    return any(reads_well(text_of(node)) for node in news.new if _is_outright(node, news))


def is_answered_well(before: Tree, after: Tree) -> bool:
    """Whether a page says in a few new words that something worked: a link "Saved" leads to what was saved long ago."""
    news = ScreenNews(Baseline(before), after)
    said = (text_of(node) for node in news.new if _is_outright(node, news) or _is_said(node, news))
    return any(len(text.split()) <= _LONGEST and reads_well(text) for text in said)


def _is_outright(node: Node, news: ScreenNews) -> bool:
    return node.role == "heading" or news.told_by(node) in _TELLING


def _is_said(node: Node, news: ScreenNews) -> bool:
    """Whether a text is neither a way to something else nor one of the contents of the page."""
    return all(each.role not in _DATA | _ASIDE | _WAYS for each in (node, *news.index.above(node)))


def _tells_failure(text: str, instruction: Instruction, *, is_told: bool) -> bool:
    said = without_questions(without_conditions(open_slots(text, instruction, loosely=True)))
    said = _NONE.sub(" ", said)
    return (is_told or len(said.split()) <= _LONGEST) and says("rejected", said)


def _message_texts(news: ScreenNews, touched: Node | None) -> Iterator[tuple[str, bool]]:
    """The new messages of the same page, and whether an alert or the like tells them."""
    is_there = touched is not None and news.now.find(touched.number) is not None
    known = {node.number for node in news.index.above(touched)} if touched and is_there else set[int]()
    for node in news.messages:
        is_told, around = news.told_by(node) in _TELLING, _around_message(node, news.index)
        is_own = known.issuperset(each.number for each in around if each.role in ROWS)
        if is_own or _is_among_messages(around, news):
            yield text_of(node), is_told


def _is_among_messages(around: list[Node], news: ScreenNews) -> bool:
    """Whether a text stands in a short list that came whole with a sentence in each row, as servers tell what they have
    done: entries of other lists are no sentences."""
    row = next((each for each in around if each.role == "listitem"), None)
    if row is None or any(each.role in _DATA - {"listitem"} for each in around):
        return False
    holder = news.now.find(row.parent) if row.parent is not None else None
    rows = [each for each in news.index.inside(holder) if each.role == "listitem"] if holder else [row]
    texts = [plain(text_of(each)) for each in rows]
    return len(rows) <= _MOST_MESSAGES and all(text.endswith(_STOPS) and text not in news.before for text in texts)


def _around_message(node: Node, index: TreeIndex) -> list[Node]:
    """A text and what holds it; of an alert or the like, whose lists are no data, only what holds the alert."""
    around = [node, *index.above(node)]
    return around[next((place for place, each in enumerate(around) if each.role in _TELLING), 0) :]


def _page_texts(news: ScreenNews, touched: Node | None) -> Iterator[tuple[str, bool]]:
    """What another page says of how it came about: what was only opened may be headed by anything."""
    before, is_sent = plain(news.since.tree.title), _sends(touched, news.since.tree)
    if is_sent and plain(news.now.title) != before:
        yield news.now.title, False
    texts = [node for node in news.new if WORD.search(text_of(node)) and not is_label(node)]
    is_small = len(texts) <= _MAYBE_SMALL and len(news.messages) <= _SMALL_PAGE
    outline = Outline(news.now)
    is_thanked = any(reads_well(text_of(node)) for node in texts if node.role == "heading")
    for node in texts:
        is_told = news.told_by(node) in _TELLING
        is_heading = node.role == "heading" and (is_sent or is_small)
        if not (is_told or is_heading or (is_sent and is_small)):
            continue
        if is_thanked and not is_told and (is_conditional(text_of(node)) or _is_mere_label(text_of(node))):
            continue  # "Report a problem" stands below any thanks
        around = _around_message(node, outline)
        is_data = _is_data(around, outline) and (is_thanked or not _is_among_failures(around, outline))
        if not is_data and not any(each.role in _ASIDE for each in around):
            yield text_of(node), is_told


def _is_mere_label(text: str) -> bool:
    """Whether a text is as short as a label, and does not say of anything what only a sentence says: "Payment declined"
    does, and "Failed" beside "Last attempt" does not."""
    is_word = len(text.split()) == 1 and text < _UNSPACED
    return is_word or (len(text.split()) <= LONGEST_LABEL and not says("refused", text))


def _is_data(around: list[Node], outline: Outline) -> bool:
    return any(each.role in _DATA for each in around) or outline.item(around[0]) is not None


def _is_among_failures(around: list[Node], outline: Outline) -> bool:
    """Whether most rows or cards beside that of a text tell failures too, or there is no other: that is no list of
    data, but one of errors, or the frame of the page."""
    row = next((each for each in around if each.role in ROWS), None)
    if row is None:
        return False
    holder = outline.tree.find(row.parent) if row.parent is not None else None
    beside = outline.children(holder) if holder else [each for each in outline.tree if each.parent is None]
    rows = [[each, *outline.inside(each)] for each in beside if each.role == row.role]
    failing = [inside for inside in rows if any(says("rejected", text_of(each)) for each in inside)]
    return 2 * len(failing) > len(rows)


def _sends(touched: Node | None, before: Tree) -> bool:
    """Whether a step may have sent something, and did not only open something or search for it."""
    if touched is None:
        return True
    form = touched.attributes.get("form")
    fields = [node for node in before if form and node.role in FIELDS and node.attributes.get("form") == form]
    fields += [touched] if touched.role in FIELDS else []
    if fields:
        return not all(map(is_for_searching, fields))
    return bool(committing_meanings(text_of(touched)))
