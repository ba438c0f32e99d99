"""Words on controls that commit to something: delete, pay, send, log out. The words are data: `commitments.json`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, ConfigDict

from askonce.language.normalization import loose_key, split_words
from askonce.lazy import regex

_LONGEST_LABEL = 4
"""In longer names, such as titles of articles, only the first words say what a control does."""
_LONGEST_PHRASE = 3
_DIRECTIONS = frozenset({"to", "in", "into"})
_FORM_ENDINGS = frozenset({"add", "new", "create"})
"""How the address of a form for something new ends."""
_QUERY = regex(r"[&=;]")
_LETTERS = regex(r"[^\W\d_]+")
_CAMEL = regex(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_ENDINGS = ("s", "es", "d", "ed", "ing", "al", "n")


class Commitments(BaseModel):
    """The words by their meaning, in the languages we know."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    words: dict[str, list[str]]
    also: dict[str, list[str]]
    """By a meaning, a word or the verb of an intent, what it includes: a form that logs in is submitted, what is put
    somewhere is added."""
    nouns: frozenset[str]
    """Words that also name things: "New message" leads to a form, "Message Bob" sends something."""
    acting: frozenset[str]
    """Words on controls that open something to act with."""
    opening: frozenset[str]
    """Words with which the labels of buttons begin or end that only show something else: a page, a menu, a form."""
    turning: frozenset[str]
    """Words for what comes before or after. "Next month" shows it; alone they may send what is there."""
    binding: frozenset[str]
    """Words of labels that only seem to open something: "New order", "Show password", "Open account", "Back up now"."""

    @cached_property
    def meanings(self) -> dict[str, frozenset[str]]:
        """By a word or phrase, what it may mean: "abmelden" is two things."""
        found: dict[str, set[str]] = {}
        for meaning, words in self.words.items():
            for word in words:
                found.setdefault(_plain(word), set()).add(meaning)
        return {word: frozenset(meanings) for word, meanings in found.items()}

    @cached_property
    def unspaced(self) -> dict[str, frozenset[str]]:
        """Those of languages that do not put spaces between words."""
        return {word: meanings for word, meanings in self.meanings.items() if word[0] >= "\u3040"}


@cache
def commitments() -> Commitments:
    return Commitments.model_validate_json((files("askonce.language") / "commitments.json").read_text("utf-8"))


def committing_word(label: str, instruction: str = "", verb: str = "") -> str:
    """The first word of a control's `label` that commits to something that `instruction` does not say; else "".

    `verb` is what the instruction was understood as.
    """
    said = _said(instruction)
    known_words = (verb, *said, *map(loose_key, split_words(instruction)))
    said |= {meaning for known in known_words for meaning in commitments().also.get(known, ())}
    words = split_words(label)
    counted = words if len(words) <= _LONGEST_LABEL else words[:2]
    return next((phrase for phrase, meanings in _committing(counted) if said.isdisjoint(meanings)), "")


def link_commits(words: str, address: str) -> bool:
    """Whether a link may do more than lead somewhere, by all its `words` and those of its address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    path = _LETTERS.findall(_CAMEL.sub(" ", unquote(f"{parts.path} {parts.fragment}")).lower())
    spoken = split_words(words)
    nouns = commitments().nouns
    in_path = any(phrase not in nouns for phrase, _ in _committing(path))
    return in_path or any(phrase not in nouns or phrase == spoken[0] for phrase, _ in _committing(spoken))


def label_commits(label: str) -> bool:
    """Whether a control's `label` speaks of committing something, as "Message Bob" does, and not "New message"."""
    words = split_words(label)
    nouns = commitments().nouns
    return any(phrase not in nouns or phrase == words[0] for phrase, _ in _committing(words))


def label_opens(label: str) -> bool:
    """Whether a button's `label` says that it only shows something else, as "Open" and "New message" do."""
    words, known = split_words(label), commitments()
    if label_commits(label) or not known.binding.isdisjoint(words) or "&" in label or "+" in label:
        return False
    ends = {*words[:1], *words[-1:]}
    return not known.opening.isdisjoint(ends) or (len(words) > 1 and not known.turning.isdisjoint(ends))


def link_leads_on(words: str, address: str) -> bool:
    """Whether a link only leads somewhere, as "Add contact" does that leads to a form at `/contacts/add`."""
    spoken = split_words(words)
    path, _, query = address.partition("?")
    stem, _, ending = path.rstrip("/").rpartition("/")
    is_form = bool(stem) and ending.lower() in _FORM_ENDINGS
    adding = [
        phrase
        for phrase, meanings in _committing(spoken)
        if meanings <= {"add"} or (is_form and phrase in _FORM_ENDINGS)
    ]
    if adding and len(spoken) > 1 and spoken[1] in _DIRECTIONS:  # "Add to basket"
        return False
    meant = " ".join("new" if word in adding else word for word in spoken)
    return not link_commits(meant, _QUERY.sub("/", f"{stem if is_form else path}/{query}"))


def committing_meanings(label: str) -> frozenset[str]:
    """All that the words of a control's `label` may commit to."""
    return frozenset(meaning for _, meanings in _committing(split_words(label)) for meaning in meanings)


def opens_actions(label: str) -> bool:
    """Whether a control opens something to act with, as "Bulk actions" does."""
    return not commitments().acting.isdisjoint(split_words(label))


def _said(instruction: str) -> set[str]:
    """All meanings that the words of an instruction have, in whatever form."""
    words = split_words(instruction)
    forms = [form for word in words for form in (word, *_stems(word))]
    found = [*_committing(words), *_committing(forms)]
    return {meaning for _, meanings in found for meaning in meanings}


def _stems(word: str) -> Iterator[str]:
    """ "deleting" as "delete", "removal" as "remove", "stopped" as "stop"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            yield from (stem, f"{stem}e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]


def _committing(words: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """The phrases among `words` that commit to something, the longest first, with what they may mean."""
    known, place = commitments().meanings, 0
    while place < len(words):
        for length in range(min(_LONGEST_PHRASE, len(words) - place), 0, -1):
            phrase = " ".join(words[place : place + length])
            if meanings := known.get(_plain(phrase)):
                yield phrase, meanings
                place += length - 1
                break
        else:
            yield from ((word, found) for word, found in commitments().unspaced.items() if word in words[place])
        place += 1


def _plain(phrase: str) -> str:
    return " ".join(loose_key(word) for word in split_words(phrase))
