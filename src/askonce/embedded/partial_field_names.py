"""The field that is meant by a part of its name: Phone number, for "phone"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from askonce.embedded.form_controls import form_of
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.language.normalization import PIECE, SILENT, split_words
from askonce.language.numerals import singular
from askonce.language.vocabulary import vocabulary
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS, TICKED, is_for_searching
from askonce.screens.ui_tree import plain

FIELD_WORDS = frozenset({"field", "box", "textbox", "text", "input", "bar"})
"""Words for a field that are no part of its name."""
_PARTING = frozenset("([,:;/|–—*")
"""Signs after which a name only explains itself: Password (at least 8 letters)."""
_ASPECTS = frozenset({"code", "type", "kind", "extension", "ext", "prefix", "suffix", "label", "unit", "format"})
"""Words that end the name of something else than what stands before them: Phone (country code)."""
_FEW = 2


def called_in_part(said: str, screen: ScreenIndex) -> Node | None:
    """The one field that these words name, though its own name says more; "Name" is not "Company name".

    A name that begins with the words may be about something else (Phone type) or about one of several (Name on card,
    beside First name), so another field or box to tick whose name has the words leaves it open which is meant.
    The "search box" is the one field of the form that has a button to search.
    """
    bare = [word for word in split_words(said) if word not in lexicon().articles]
    words = [word for word in bare if word not in FIELD_WORDS]
    if not words:
        return None
    fields = [field for field in screen.fields if _names(field, words, screen)]
    if not fields:
        fields = [field for field in screen.fields if any(_is_plural(name, words) for name in screen.names(field))]
    elif any(_rivals(fields[0], words, screen)):
        return None
    buttons = screen.exactly("search", lambda node: node.role == "button") if words == ["search"] else []
    if buttons and not fields:
        fields = [field for field in screen.fields if form_of(field) == form_of(buttons[0])]
    return fields[0] if len(fields) == 1 else None


def _names(field: Node, words: Sequence[str], screen: ScreenIndex) -> bool:
    """Whether the words are what a field is, as its name says; what they only describe is something else.

    In "Phone number" and "Message to the seller" they are, in "Phone type", "Country code" and "Name of your pet" they
    are not. A field that searches says what in.
    """
    rests = [rest for name in screen.names(field) if (rest := _rest(name, words)) is not None]
    return any(is_for_searching(field) or _goes_on(words, rest) for rest in rests)


def _rest(name: str, words: Sequence[str]) -> list[str] | None:
    """What follows the words in a name that begins with them, with its signs."""
    pieces = PIECE.findall(plain(name).replace("’", "'"))
    for at, piece in enumerate(pieces):
        if split_words(" ".join(pieces[: at + 1])) == list(words) and piece not in SILENT:
            return pieces[at + 1 :]
    return None


def _goes_on(words: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether the rest of a name leaves what stands before it what it is."""
    left = [piece for piece in rest if piece in _PARTING or piece not in SILENT]
    while left and (_carries(left[0], words) or left[0] in vocabulary().light):
        left = left[1:]
    if not left or left[0] not in _PARTING:
        return not left or left[0] in lexicon().qualifiers
    said = [piece for piece in left if piece not in _PARTING]
    is_other = len(said) <= _FEW and not _ASPECTS.isdisjoint(said[-1:])
    return not is_other and vocabulary().other_fields.isdisjoint(said)


def _carries(word: str, words: Sequence[str]) -> bool:
    """Whether a word after these only says what sort of value they are."""
    known = lexicon().carriers.get(word)
    return known is not None and (not known or " ".join(words) in known)


def _rivals(field: Node, words: Sequence[str], screen: ScreenIndex) -> Iterator[Node]:
    """Other fields and boxes to tick that have the words in their names. To repeat something is no rival of it."""
    others = vocabulary().other_fields
    is_plain = not any(others & {*split_words(name)} for name in screen.names(field))
    for node in screen.tree:
        if node.number == field.number or not node.actionable or node.role not in FIELDS | TICKED:
            continue
        names = [split_words(name) for name in screen.names(node)]
        if any(_holds(name, words) and not (is_plain and others & {*name}) for name in names):
            yield node


def _holds(name: Sequence[str], words: Sequence[str]) -> bool:
    return any([*name[at : at + len(words)]] == [*words] for at in range(len(name)))


def _is_plural(name: str, words: Sequence[str]) -> bool:
    """Whether a name is that of several of what the words are: Wishes, for "wish"."""
    return [singular(word) for word in split_words(name)] == [singular(word) for word in words]
