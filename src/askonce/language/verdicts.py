"""Words by which a page tells how something went. The words are data: `verdicts.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from askonce.lazy import regex
from askonce.screens.ui_tree import plain

Verdict = Literal[
    "accepted",
    "greeting",
    "taken back",
    "denying prefix",
    "standing",
    "ours",
    "rejected",
    "refused",
    "doubtful",
    "waiting",
    "offered",
    "moment",
    "owned",
    "help offered",
    "ago",
    "unit",
    "just now",
    "today",
    "kept",
    "by itself",
    "present",
    "success",
]
"""What a text says: it worked; you are welcome; that what worked did so for nobody, is still to come, or is somewhere
else; the beginnings of words that deny; that something is so, maybe since long ago; whose it is; it did not work; the
same as a sentence has it, which no label says, "declined" but not "problem"; it may not have; it is still under way; it
is only offered, or shown before it is sent; when something was; whose a page is; what asks whether somebody needs
help; how long ago something was, and in what units; that it is so right now, or since today; what is kept up to date;
what is done without anybody; who is there; outright that all is well."""

_TOLD_WELL = frozenset({"accepted", "success", "greeting"})
_SHORTEST_DENIAL = 5
"""Letters of a word that denies by its beginning: "nebo" is "or" in Czech."""
_ZERO = regex(r"(?<![\w.,:/+-])0(?![\w:/-]|[.,]\d)")
_SENTENCE_END = regex(r"(?<=[.!?;\n])\s+|(?<=[。！？])")
_SHORT = 3
"""Words of a sentence that need not be understood."""
_LONGEST_STATE = 4
"""Words of a state that is told without a verb, as "Checking your card" is."""
_LONGEST_PRINT = 15
_LONGEST_LEGEND = 8
_CONDITION = regex(
    r"(?:if|should you|wenn|falls|sollten|jeśli|pokud|если|якщо)\b"
    r"|als\b.*,|si\b(?! (?:è|sono)\b).*,|se\b(?! (?:ha|han|produjo|perdió)\b).*,"
)
"""Where the same word begins other sentences too, as in "Se rechazó el pago", a comma ends the condition."""
_LEGEND = regex(
    r"\*.*(?:required|mandatory|pflicht|obligatoire|obligat[oó]ri[oa]|obbligator|verplicht|wymagan|必須|必填)"
)
_BEING = frozenset({"is", "are", "am", "being", "we're", "it's", "still", "now", "currently"})


def says(verdict: Verdict, text: str) -> bool:
    """Whether a text has a word of this kind, in any language that we know."""
    return bool(_words(verdict).search(plain(text).replace("’", "'")))


def reads_well(text: str) -> bool:
    """Whether a text says that something worked, and nothing else: each of its sentences does, if it is not short."""
    sentences = sentences_of(text)
    told = [says("accepted", sentence) or says("greeting", sentence) for sentence in sentences]
    if any(well and is_taken_back(sentence) for well, sentence in zip(told, sentences, strict=True)):
        return False
    is_known = all(well or len(sentence.split()) <= _SHORT for well, sentence in zip(told, sentences, strict=True))
    return any(told) and is_known and not casts_doubt(text)


def is_taken_back(sentence: str) -> bool:
    """Whether words of success tell the opposite in this sentence: of nobody and zero, under a denial, of what is still
    to come, or of what is so for others: "0 contacts added", "Awaiting confirmation", "This name is registered"."""
    said = plain(sentence).replace("’", "'")
    told = [found.span() for found in _words("accepted").finditer(said)]
    back = (found.span() for found in _words("taken back").finditer(said))
    if any(not any(start <= first and last <= end for start, end in told) for first, last in back):
        return True
    if _ZERO.search(said) or _denying_prefix().search(said):
        return True
    return says("standing", said) and not says("ours", said)


def casts_doubt(text: str) -> bool:
    """Whether a text may say that something did not work, or not yet."""
    return says("rejected", text) or says("doubtful", text) or is_under_way(text)


def is_small_print(text: str) -> bool:
    """Whether a text tells nothing of what was done: who owns the page, or a question with its answer."""
    if len(text.split()) > _LONGEST_PRINT or says("rejected", text):
        return False
    first, *rest = sentences_of(text) or [""]
    return says("owned", text) or (first.endswith("?") and says("help offered", first) and len(rest) <= 1)


def is_legend(text: str) -> bool:
    """Whether a text tells which fields of a form have to be filled in, and nothing of when, why or by whom."""
    words = plain(text).replace("’", "'")
    return _LEGEND.search(words) is not None and len(words.split()) <= _LONGEST_LEGEND


def without_conditions(text: str) -> str:
    """A text that says that something worked, without what it says of other cases: "If it does not arrive, …"."""
    sentences = [sentence for sentence in sentences_of(text) if not is_conditional(sentence)]
    rest = " ".join(sentences)
    return rest if reads_well(rest) else text


def is_conditional(text: str) -> bool:
    """Whether a text begins with a condition."""
    return _CONDITION.match(plain(text)) is not None


def without_questions(text: str) -> str:
    """A text without what it asks, as "What if my payment failed?" does: that tells nothing of what was done."""
    return " ".join(
        sentence for sentence in sentences_of(text) if not sentence.rstrip("\"'”»)").endswith(("?", "？", "؟"))
    )


def without_moments(text: str) -> str:
    """A plain text without the words for when something was, such as "just now"."""
    return _words("moment").sub(" ", plain(text).replace("’", "'"))


def without_now(text: str) -> str:
    """A plain text without the words that say that something was just now, as what was sent a moment ago is."""
    return _words("today").sub(" ", _words("just now").sub(" ", plain(text).replace("’", "'")))


def is_under_way(text: str) -> bool:
    """Whether a text tells that something is not over yet, as "Saving…" and "We are checking your card" do.

    A question, and a sentence that only has such a word in it, tell nothing: "What are you working on?"
    """
    return any(map(_is_ongoing, sentences_of(plain(text).replace("’", "'"))))


def _is_ongoing(sentence: str) -> bool:
    found = _words("waiting").search(sentence)
    if found is None or sentence.endswith("?"):
        return False
    before, after = sentence[: found.start()].split(), sentence[found.end() :].strip(" .!。")
    is_said_of_it = bool(before) and before[-1] in _BEING and before[-2:-1] != ["you"]
    is_short = len(sentence.split()) <= _LONGEST_STATE
    return is_short or is_said_of_it or not before or not after or sentence.endswith("...")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return [sentence for part in _SENTENCE_END.split(text) if (sentence := part.strip())]


@cache
def _words(verdict: Verdict) -> re.Pattern[str]:
    forms = {name: sorted(map(plain, words), key=len, reverse=True) for name, words in _known(verdict).items()}
    unspaced = [_unspaced(word, verdict) for word in forms.pop("unspaced", [])]
    spaced = sorted({re.escape(word) for words in forms.values() for word in words}, key=len, reverse=True)
    return re.compile("|".join([_whole(spaced), *unspaced]))


@cache
def _denying_prefix() -> re.Pattern[str]:
    """Words of success in a sentence with a word that denies by its beginning, in the same language."""
    accepted, begun = _known("accepted"), list[str]()
    for language, prefixes in _known("denying prefix").items():
        good = _whole([re.escape(plain(word)) for word in accepted[language]])
        for prefix in map(plain, prefixes):
            least = max(_SHORTEST_DENIAL - len(prefix), 0)
            begun.append(rf"^(?=.*{good}).*(?<!\w){prefix}\w{{{least},}}")
    return re.compile("|".join(begun), re.DOTALL)


def _known(verdict: Verdict) -> dict[str, list[str]]:
    return json.loads((files("askonce.language") / "verdicts.json").read_text("utf-8"))[verdict]


def _whole(words: Iterable[str]) -> str:
    return rf"(?<!\w)(?:{'|'.join(words)})(?!\w)"


def _unspaced(word: str, verdict: Verdict) -> str:
    """A word of a script that may have no blanks. In one that has them, a prefix may turn a success round: असफल."""
    has_blanks = re.match(r"[\u0590-\u097f]", word) is not None
    return rf"(?<!\w){re.escape(word)}" if has_blanks and verdict in _TOLD_WELL else re.escape(word)
