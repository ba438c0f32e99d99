"""What words that come after a press say of it, on a screen that is only seen. The words are data:
`press_messages.json`.

Some lines are kept up to date whatever is pressed: when something was saved last, who is there. Others tell that just
what was pressed is done, and count even where they come slowly and far away. What programs do by themselves, as saving
is, says so only with a word of success. These messages are known in English; others are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from askonce.language.commitments import committing_meanings, label_commits
from askonce.language.normalization import split_words
from askonce.language.verdicts import reads_well, says, sentences_of
from askonce.lazy import regex
from askonce.screens.ui_tree import plain

_STEM = 4
"""How many letters two forms of a word share at least, where the word has as many."""
_CLOCK = regex(r"\b\d{1,2}[:.]\d{2}\b")
_NUMBER = regex(r"\d+")
_UNSPACED = "\u3040"
"""From this letter on, languages put no spaces between words."""
_GOING = frozenset({"delete", "clear"})
_ANSWERED = frozenset({"pay", "send", "publish", "delete", "cancel", "stop", "reject", "unsubscribe", "log out"})
"""What controls commit to that say how it went. Others may bring up anything: a result, a new entry."""

_Kind = Literal["ago", "unit", "just now", "kept", "by itself", "present", "kept up", "success"]


class _MessagesFile(BaseModel):
    model_config = ConfigDict(defer_build=True)
    ago: list[str]
    unit: list[str]
    just_now: list[str] = Field(alias="just now")
    kept: list[str]
    by_itself: list[str] = Field(alias="by itself")
    present: list[str]
    going: list[str]
    kept_up: list[str] = Field(alias="kept up")
    success: list[str]
    after: frozenset[str]
    """What follows the word for what was done, where nobody is said to have done it."""
    forms: dict[str, str]


@cache
def _messages() -> _MessagesFile:
    text = (files("askonce.embedded") / "press_messages.json").read_text("utf-8")
    return _MessagesFile.model_validate_json(text)


def is_status(text: str) -> bool:
    """Whether a text is kept up to date by itself: when something was, who is there."""
    is_dated = _has("kept", text) and _CLOCK.search(text) is not None
    return is_dated or _has("just now", text) or _has("present", text) or tells_of_other(text)


def tells_of_other(text: str) -> bool:
    """Whether a text tells of what was done before a press, or without one, whatever its words are."""
    is_counted = _NUMBER.search(text) is not None or not _has("just now", text)
    is_dated = is_counted and _has("ago", text) and _has("unit", _NUMBER.sub(" ", text))  # "5m" is a unit, too
    return is_dated or _has("by itself", text)


def speaks_of(text: str, about: str) -> bool:
    """Whether a text has one of these words in it, maybe in another form: Save, saved."""
    return any(True for _ in _shared(split_words(text), about))


def tells_outcome(text: str, called: str) -> bool:
    """Whether a text can only mean that what a control is `called` is done, wherever and whenever it comes."""
    if is_status(text) or not reads_well(text) or (_has("kept up", called) and not _has("success", text)):
        return False
    return any(_is_passive(split_words(sentence), called) for sentence in sentences_of(text))


def thanks_for(text: str, called: str) -> bool:
    """Whether a text says that all is well, where a control commits to something."""
    return label_commits(called) and not is_status(text) and reads_well(text) and _has("success", text)


def answers(text: str, called: str) -> bool:
    """Whether a text may be what a control brings up. One that commits to something is answered with how it went, or
    with a question; other words beside it, as a new price, may have come by themselves."""
    if _ANSWERED.isdisjoint(committing_meanings(called)) or text.rstrip().endswith(("?", "？")):
        return True
    return says("rejected", text) or (says("accepted", text) and not _has("kept", text))


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


def _is_passive(words: list[str], called: str) -> bool:
    """Whether these words tell what was done, and not who did it: "Bob sent a photo" may come at any time."""
    if words[:1] == ["new"]:
        return False
    for place in _shared(words, called):
        follows = words[place + 1 : place + 2]
        if not follows or follows[0] in _messages().after or says("accepted", follows[0]):
            return True
    return False


def _shared(words: list[str], about: str) -> Iterator[int]:
    """Where words stand that are also in `about`, maybe in another form."""
    said = [word for word in split_words(about) if len(word) >= _STEM - 1]
    for place, word in enumerate(words):
        if any(word.startswith(one[:_STEM]) or _messages().forms.get(word) == one for one in said):
            yield place


def _has(kind: _Kind, text: str) -> bool:
    """Whether one of these phrases stands in a text."""
    words, joined = f" {' '.join(split_words(text))} ", plain(text)
    phrases: list[str] = getattr(_messages(), kind.replace(" ", "_"))
    return any(
        phrase in joined if phrase[0] >= _UNSPACED else f" {' '.join(split_words(phrase))} " in words
        for phrase in phrases
    )
