"""What words that come after a press say of it, on a screen that is only seen. The words are data: those for how
something went, and when, are in `language/verdicts.json`, those for how sentences say so in `press_messages.json`.

Some lines are kept up to date whatever is pressed: when something was saved last, who is there. Others tell that just
what was pressed is done, and count even where they come slowly and far away. What programs do by themselves, as saving
is, says so only with a word of success, or with all that the control says. A text that only mentions what a control
does may be a hint. How sentences tell that something is done is known in English; of other languages only the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from askonce.language.commitments import committing_meanings, label_commits
from askonce.language.normalization import split_words
from askonce.language.verdicts import casts_doubt, reads_well, says, sentences_of, without_moments
from askonce.lazy import regex

_STEM = 4
"""How many letters two forms of a word share at least, where the word has as many."""
_CLOCK = regex(r"\b\d{1,2}[:.]\d{2}\b")
_NUMBER = regex(r"\d+")
_SHORT = 5
"""How many words a sentence has at most that says what something is now: "Your changes are saved"."""
_ITEM = 3
"""How many words an entry of a menu or a button has at most."""
_PHRASE = 3
"""How many words a phrase has at most that tells that something went well: "on its way"."""
_GOING = frozenset({"delete", "clear"})


class _MessagesFile(BaseModel):
    model_config = ConfigDict(defer_build=True)
    going: list[str]
    kept_up: list[str] = Field(alias="kept up")
    """What programs do by themselves as well as by a press."""
    after: frozenset[str]
    """What follows the word for what was done, where nobody is said to have done it."""
    earlier: frozenset[str]
    """With what a sentence begins that tells of something else: "New order received", "Last saved on Monday"."""
    being: frozenset[str]
    """What stands before it where it is told what something is now, or always."""
    open: frozenset[str]
    """What stands before it where it is not done, but can be."""
    clause: frozenset[str]
    """What begins a clause that only tells which things are spoken of."""
    counting: frozenset[str]
    """What follows it where a sentence begins with it: "Printed two pages"."""
    filling: frozenset[str]
    """Words that say nothing of their own."""
    forms: dict[str, str]


@cache
def _messages() -> _MessagesFile:
    text = (files("askonce.embedded") / "press_messages.json").read_text("utf-8")
    return _MessagesFile.model_validate_json(text)


def is_status(text: str) -> bool:
    """Whether a text is kept up to date by itself: when something was, who is there."""
    is_dated = says("kept", text) and _CLOCK.search(text) is not None
    return is_dated or says("just now", text) or says("present", text) or tells_of_other(text)


def tells_of_other(text: str) -> bool:
    """Whether a text tells of what was done before a press, or without one, whatever its words are."""
    is_counted = _NUMBER.search(text) is not None or not says("just now", text)
    is_dated = is_counted and says("ago", text) and says("unit", _NUMBER.sub(" ", text))  # "5m" is a unit, too
    return is_dated or says("by itself", text)


def speaks_of(text: str, about: str) -> bool:
    """Whether a text has one of these words in it, maybe in another form: Save, saved."""
    return any(True for _ in _shared(split_words(text), about))


def tells_outcome(text: str, called: str) -> bool:
    """Whether a text says that what a control is `called` is done. One that only mentions it may be a hint at why it
    cannot be used: "You have no right to publish", "Saved recipes appear in your book"."""
    if tells_of_other(text) or says("present", text) or casts_doubt(_without(called, text)):
        return False
    is_thanked = label_commits(called) and says("success", text)
    return is_thanked or any(
        _is_told(split_words(without_moments(sentence)), called) for sentence in sentences_of(text)
    )


def tells_of_press_alone(text: str, called: str) -> bool:
    """Whether a text that tells the outcome can only mean this press, wherever and whenever it comes. Programs save by
    themselves, too: then it has to say all that the control says, or that it was a success."""
    if is_status(text) or not speaks_of(text, called):
        return False
    is_kept = _is_kept_up(called) or says("kept", text)
    return not is_kept or says("success", text) or _says_just(called, text)


def asks(text: str) -> bool:
    """Whether a text is a question and nothing else."""
    return all(sentence.endswith(("?", "？")) for sentence in sentences_of(text))


def may_be_hint(text: str) -> bool:
    """Whether a text is long enough to say why something cannot be used, and may do so."""
    return len(split_words(text)) > _ITEM and casts_doubt(text)


def is_renamed(label: str, called: str) -> bool:
    """Whether a control that was `called` otherwise says now that it is done: Follow, Following."""
    said = set(split_words(called))
    words = split_words(label)
    return reads_well(label) or any(words[place] not in said for place in _shared(words, called))


def asks_to_go(called: str) -> bool:
    """Whether a control is there to make something go away: itself, maybe, and all around it."""
    said = " ".join(split_words(called)).removeprefix("the ")
    is_said = any(f"{said} ".startswith(f"{phrase} ") for phrase in _messages().going)  # "Save for later" is none
    return is_said or not _GOING.isdisjoint(committing_meanings(called))


def _is_told(words: list[str], called: str) -> bool:
    """Whether these words tell what was done, and not who did it: "Bob sent a photo" may come at any time."""
    done = {*_done_places(words, called), *(_accepted_places(words) if label_commits(called) else ())}
    is_earlier = not _messages().earlier.isdisjoint(words[:1])
    return not is_earlier and any(_is_predicate(words, place) for place in done)


def _is_predicate(words: list[str], place: int) -> bool:
    """Whether the word for what was done says just that: "Two pages were printed", "Printed two pages". It does not
    where it goes with what follows it ("Saved recipes appear here"), in a clause ("what was deleted"), or where it
    tells what can be or always is: "can be exported", "Photos are deleted from all devices"."""
    before, after = words[:place], words[place + 1 :]
    known = _messages()
    if not known.clause.isdisjoint(before) or not known.open.isdisjoint(before[-1:]):
        return False
    if not known.being.isdisjoint(before[-1:]):
        return not after and len(words) <= _SHORT
    if not after or after[0] in known.after or says("accepted", after[0]):
        return True
    return not before and (after[0] in known.counting or after[0].isdigit())


def _done_places(words: list[str], called: str) -> Iterator[int]:
    """Where words stand that tell that something `called` so was done: Save, saved."""
    said, forms = set(split_words(called)), _messages().forms
    for place in _shared(words, called):
        word = words[place]
        is_form = word.endswith("ed") or word in forms or says("accepted", word)
        if is_form and (word not in said or (place and forms.get(word) == word)):  # "Filters reset"
            yield place


def _accepted_places(words: list[str]) -> Iterator[int]:
    """Where words stand that tell that something went well, but for what programs do by themselves."""
    for place, word in enumerate(words):
        phrase = words[max(0, place - _PHRASE + 1) : place + 1]
        is_last_of_phrase = says("accepted", " ".join(phrase)) and not says("accepted", " ".join(phrase[:-1]))
        if is_last_of_phrase and not says("kept", word):
            yield place


def _says_just(called: str, text: str) -> bool:
    """Whether a text says all words of a control, which are more than one, and none of its own: "Changes saved"."""
    words, said = split_words(text), split_words(called)
    own = {word for place, word in enumerate(words) if place not in set(_shared(words, called))}
    is_all = all(any(word.startswith(_stems(one)) for word in words) for one in said)
    return is_all and len(said) > 1 and own <= _messages().filling


def _without(called: str, text: str) -> str:
    """A text without the words of a control, which cast no doubt on it: "Order cancelled" is well after Cancel."""
    words = text.split()
    return " ".join(word for word in words if not any(True for _ in _shared(split_words(word), called, _STEM)))


def _shared(words: list[str], about: str, fewest: int = _STEM - 1) -> Iterator[int]:
    """Where words stand that are also in `about`, maybe in another form."""
    said = [word for word in split_words(about) if len(word) >= fewest]
    for place, word in enumerate(words):
        bare = word.removeprefix("ge")  # gespeichert, from speichern
        is_form = any(form.startswith(_stems(one)) for form in (word, bare) for one in said)
        if is_form or _messages().forms.get(word) in said:
            yield place


def _stems(word: str) -> tuple[str, ...]:
    """How the forms of a word begin: Save, saved; Copy, copied."""
    is_turned = word.endswith("y") and len(word) <= _STEM
    return (word[:_STEM], f"{word[:-1]}i") if is_turned else (word[:_STEM],)


def _is_kept_up(called: str) -> bool:
    words = f" {' '.join(split_words(called))} "
    return any(f" {' '.join(split_words(phrase))} " in words for phrase in _messages().kept_up)
