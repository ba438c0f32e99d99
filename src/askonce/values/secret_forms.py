"""The forms of a secret that a text may hold: as it is shown, encoded, and with separators in it."""

from __future__ import annotations

import base64
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, takewhile

from askonce.values.secret import SHORTEST
from askonce.values.text_layers import LOOKALIKES, UNSEEN, plain_letter

DISTINCT = 6
"""A secret as long as this, of letters and other characters, is not an ordinary word."""
BOUNDARY = "\x1f"
"""Stands between texts that are searched together: a secret may be split over them."""
_LONG = 8
"""A code of letters and digits as long as this is hidden with separators in it too, and its encodings are."""
_NO_WORD = 12
"""Letters alone are a word, unless there are so many or capitals are among them."""
_PART = 3
"""How many letters and digits each part of a secret has that is shown in parts."""
_LABEL = 40
"""The most characters between two parts."""

_THOUSANDS = ",.' \u2019\u00a0\u202f"
"""What stands between the groups of an amount."""
_LONGER = "\u0130"
"""The one letter that is longer in lower case."""


def shown_forms(text: str) -> set[str]:
    """The secret, and how it looks with blanks collapsed, characters composed or plain, and unseen ones left out."""
    forms = {text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC"))}
    forms |= {upper for form in forms if len(upper := form.upper()) != len(form)}  # as pages show ß in capitals
    forms |= {UNSEEN.sub("", form) for form in forms}
    forms |= {"".join(filter(_is_seen, form)) for form in forms}
    forms |= {LOOKALIKES.sub(lambda found: plain_letter(found.group()), form) for form in forms}
    forms |= {re.sub(r"\s+", " ", form) for form in forms}
    forms |= {form.strip() for form in forms}
    forms |= {
        number for form in forms for number in re.findall(rf"\d{{{_LONG},}}", form)
    }  # without the letters before it
    forms |= {number for form in forms if form.isdecimal() and len(number := form.lstrip("0")) >= DISTINCT}
    forms |= {f"{form[:-3]}{sign}{form[-3:]}" for form in forms if _is_short_number(form) for sign in _THOUSANDS}
    shortest = min(len(text), SHORTEST)
    return {text} | {form for form in forms if len(form) >= shortest and not form.isspace()}


def is_word(text: str) -> bool:
    """Whether a secret could be an ordinary word or number, so that the case of its letters counts."""
    if len(text) < DISTINCT or not any(map(str.isalpha, text)):
        return True
    return text.isalpha() and len(text) < _NO_WORD and text in {text.lower(), text.upper(), text.capitalize()}


def rest_in(held: str, secret: str) -> str:
    """The part of a text that is left of a secret when some of its characters are taken out or put in another order;
    empty where that is not enough to hide it wherever it is."""
    places = [place for place, character in enumerate(held) if character.isalnum()]
    wanted = [character for character in secret.casefold() if character.isalnum()]
    if len(places) >= DISTINCT and not Counter(held[place].casefold() for place in places) - Counter(wanted):
        return held[places[0] : places[-1] + 1]
    longest: list[int] = []
    for start in range(len(places)):
        left = iter(wanted)
        run = list(takewhile(lambda place: held[place].casefold() in left, places[start:]))  # noqa: B023 -- used at once
        longest = max(longest, run, key=len)
    return held[longest[0] : longest[-1] + 1] if len(longest) >= SHORTEST else ""


def is_left_of(held: str, secret: str, shortest: int) -> bool:
    """Whether a text has nothing but characters of a secret, in their order, and at least so many."""
    left = iter(_folded(secret))
    characters = list(filter(str.isalnum, _folded(held)))
    return len(characters) >= shortest and all(character in left for character in characters)


def shares_characters(held: str, secret: str) -> bool:
    """Whether a text may show anything at all of a secret, in whatever order."""
    return not set(filter(str.isalnum, _folded(held))).isdisjoint(_folded(secret))


def _folded(text: str) -> str:
    return LOOKALIKES.sub(lambda found: plain_letter(found.group()), text).casefold()


def _is_short_number(text: str) -> bool:
    """Whether a secret is a number that is shown in two groups; longer ones are found with any separators in them."""
    return text.isdecimal() and SHORTEST <= len(text) < DISTINCT


def encoded_forms(text: str) -> Iterator[str]:
    """A secret in Base64, wherever it begins in what was encoded, in hexadecimal digits, and backwards."""
    data = text.encode("utf-8", "surrogatepass")
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + data).decode()
        # The characters at both ends also hold bits of what stands beside the secret.
        inner = encoded[-(before * 8 // -6) : (before + len(data)) * 8 // 6]
        if len(inner) >= _LONG:
            yield inner
            yield inner.translate(str.maketrans("+/", "-_"))
    if len(text) >= _LONG:
        yield text[::-1]
    if len(data) >= DISTINCT:
        yield data.hex()
        yield data.hex().upper()


def separated_form(text: str) -> re.Pattern[str] | None:
    """A pattern of a secret with separators in it: "4111 1111 …", "839-175", or each letter by itself.

    A word is not searched for with a blank in it, as in "new password"."""
    letters = [letter for letter in comparable(text) if letter.isalnum()]
    is_number = all(map(str.isdecimal, letters))
    is_code = any(map(str.isdecimal, letters)) or not is_word(text)
    if len(letters) < (DISTINCT if is_number else _LONG):
        return None
    return re.compile((r"[\W_]{0,3}" if is_code else r"[\W_]{1,3}").join(map(re.escape, letters)))


def labelled_form(text: str) -> re.Pattern[str] | None:
    """A pattern of a secret that is shown in the parts that its own separators make, each with a label: "Part 1: kX93,
    part 2: QwTz". What consists of words, such as the address of a mailbox, is not searched for in parts."""
    parts = re.findall(r"[^\W_]+", text)
    words = [part for part in parts if part.isalpha() and part in {part.lower(), part.upper(), part.capitalize()}]
    if len(parts) < 2 or 2 * len(words) > len(parts) or min(map(len, parts)) < _PART or sum(map(len, parts)) < _LONG:
        return None
    first, *others = (re.escape(part if is_word(text) else lowered(part)) for part in parts)
    label = rf"(?:(?!{first})[\s\S]){{0,{_LABEL}}}?"
    return re.compile(label.join((first, *others)))


def split_form(text: str) -> re.Pattern[str]:
    """A pattern of a secret that is split over texts with a `BOUNDARY` between them."""
    return re.compile(f"{BOUNDARY}?".join(map(re.escape, comparable(text))))


def comparable(text: str) -> str:
    """A secret as it is searched for: in lower case, unless the case of its letters counts."""
    return text if is_word(text) else lowered(text)


def lowered(text: str) -> str:
    """A text in lower case, and of the same length."""
    lower = text.lower()
    return lower if len(lower) == len(text) else _LONGER.join(part.lower() for part in text.split(_LONGER))


def counts_up(shown: str) -> bool:
    """Whether a text holds single digits that count, as calendars and lists of pages do."""
    digits = re.findall(r"[^\W_]+", shown)
    if not all(len(digit) == 1 and digit.isdecimal() for digit in digits):
        return False
    return {int(after) - int(before) for before, after in pairwise(digits)} in ({1}, {-1})


def _is_seen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
