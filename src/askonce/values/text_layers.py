"""A text, and what it says once what it holds is decoded: escapes of addresses, HTML, scripts and style sheets, Base64
and hexadecimal digits."""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import islice

from askonce.lazy import dataclass, regex

_DEEPEST, _MOST_LAYERS = 4, 40
_MOST_PARTS = 8

_URL = regex(
    r"%u[0-9a-f]{4}|%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}"
    r"|%f[0-7](?:%[89ab][0-9a-f]){3}|%[89a-f][0-9a-f]",
    re.IGNORECASE,
)
_FORM = regex(rf"\+|{_URL.pattern}", re.IGNORECASE)
_HTML = regex(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});?", re.IGNORECASE)
_SCRIPT = regex(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}"
    r"|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|.)",
    re.DOTALL,
)
_STYLE = regex(r"\\(?:[0-9a-f]{1,6}(?:\r\n|\s)?|[^0-9a-f\r\n])", re.IGNORECASE)
_BASE64 = regex(r"(?<![\w+/])(?=[a-z0-9+/]*[A-Z])[A-Za-z0-9+/]{16,}={0,2}")
_BASE64_IN_URLS = regex(r"(?<![\w-])(?=[a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{16,}={0,2}")
_HEX = regex(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){8,}(?![0-9a-fA-F])")
PACKED = regex(r"(?<![\w+/-])(?=[a-z0-9+/_-]*[A-Z])[A-Za-z0-9+/_-]{16}|[0-9a-f]{16}")
"""What a text has that may be Base64 or hexadecimal digits. Words have no capitals in their midst."""
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}

UNSEEN = regex(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""Characters without a shape of their own: soft hyphens, zero-width and direction characters, variation selectors."""
LOOKALIKES = regex(
    "[\u00b2\u00b3\u00b9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u2070-\u209f\u2100-\u214f\u2460-\u24ff\uff01-\uff5e"
    "\U0001d400-\U0001d7ff\U0001f100-\U0001f189]"
)
"""Letters and digits in another shape: wide, raised, in circles, of mathematics, of other number systems."""
_IN_URLS = str.maketrans("-_", "+/")
_Decoder = tuple[str, re.Pattern[str], Callable[[str], str]]
"""The sign that its escapes have, the escapes, and what one stands for."""
_BLANKS = regex(r"\s\s+|[^\S ]")


@dataclass(frozen=True, slots=True)
class TextLayer:
    """A text, and the text that it was decoded from."""

    text: str
    source: TextLayer | None = None
    places: tuple[tuple[int, int, int], ...] = field(default=(), repr=False)
    """For each part that was replaced: where it ends here, and where it starts and ends in the source."""
    starts: tuple[int, ...] = field(default=(), repr=False)
    """Where each of these parts starts here."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the first text that this range of characters stands for."""
        if self.source is None:
            return start, end
        return self.source.original(self._place(start)[0], self._place(end - 1)[1])

    def _place(self, position: int) -> tuple[int, int]:
        """The range of the source that one character stands for."""
        number = bisect_right(self.starts, position) - 1
        if number < 0:
            return position, position + 1
        ended, source_start, source_end = self.places[number]
        if position < ended:
            return source_start, source_end
        moved = source_end + position - ended
        return moved, moved + 1

    def decoded(self, escapes: re.Pattern[str], decode: Callable[[str], str]) -> TextLayer | None:
        """The layer with these escapes decoded; None where there are none."""
        pieces: list[str] = []
        starts: list[int] = []
        places: list[tuple[int, int, int]] = []
        length = copied = 0
        for found in escapes.finditer(self.text):
            plain = decode(found.group())
            if plain == found.group():
                continue
            pieces += (self.text[copied : found.start()], plain)
            length += found.start() - copied
            starts.append(length)
            length += len(plain)
            places.append((length, found.start(), found.end()))
            copied = found.end()
        if not places:
            return None
        return TextLayer("".join(pieces) + self.text[copied:], self, tuple(places), tuple(starts))

    def folded(self, *, blanks: bool) -> TextLayer:
        """The layer without characters that nobody sees, with plain letters and digits for those of another shape, and,
        if asked for, with single spaces as the only `blanks`."""
        seen = self
        if not self.text.isascii():
            seen = seen.decoded(UNSEEN, lambda _: "") or seen
            seen = seen.decoded(LOOKALIKES, plain_letter) or seen
        return (seen.decoded(_BLANKS, lambda _: " ") or seen) if blanks else seen


def text_layers(text: str, *, blanks: bool) -> Iterator[TextLayer]:
    """The text as it is, and then decoded in each way that applies to it, also several times over.

    That a + stands for a space counts only where `blanks` do.
    """
    decoders = _DECODERS if blanks else tuple(decoder for decoder in _DECODERS if decoder[0] != "+")
    layers = [TextLayer(text)]
    known = {text}
    yield layers[0]
    for _ in range(_DEEPEST):
        found: list[TextLayer] = []
        for further in (further for layer in layers for further in _decode(layer, decoders)):
            if len(known) >= _MOST_LAYERS:
                return
            if further.text not in known:
                known.add(further.text)
                found.append(further)
                yield further
        layers = found


def _decode(layer: TextLayer, decoders: Sequence[_Decoder]) -> Iterator[TextLayer]:
    for sign, escapes, decode in decoders:
        if sign in layer.text and (further := layer.decoded(escapes, decode)):
            yield further


def _from_url(code: str) -> str:
    if code == "+":
        return " "
    if code[1] in "uU":
        return chr(int(code[2:], 16))
    data = bytes.fromhex(code.replace("%", ""))
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _from_html(code: str) -> str:
    if not code.startswith("&#"):
        return html.unescape(code)
    digits = code[2:].rstrip(";")  # html.unescape would drop control characters
    return _character(int(digits[1:], 16) if digits[0] in "xX" else int(digits))


def _from_script(code: str) -> str:
    if len(code) == 2:
        return _CONTROLS.get(code[1], code[1])
    if len(code) == 12:
        return bytes.fromhex(code[2:6] + code[8:]).decode("utf-16-be")
    return _character(int(code[2:].strip("{}"), 16))


def _from_style(code: str) -> str:
    digits = code[1:].strip()
    return _character(int(digits, 16)) if re.fullmatch("[0-9a-fA-F]+", digits) else code[1:]


def _from_base64(code: str) -> str:
    """What was encoded, if that is a text; of what was cut, as much as is left. Parts of a path may stand before it."""
    digits = code.rstrip("=").translate(_IN_URLS)
    for start in (0, *(found.end() for found in islice(re.finditer("/", code), _MOST_PARTS))):
        part = digits[start : len(digits) - ((len(digits) - start) % 4 == 1)]
        if text := _as_text(base64.b64decode(part + "=" * (-len(part) % 4))):
            return code[:start] + text
    return code


def _from_hex(code: str) -> str:
    return _as_text(binascii.unhexlify(code)) or code


def _as_text(data: bytes) -> str:
    """The text that these bytes are; empty where they are none."""
    text = data.decode(errors="ignore")
    is_text = len(text.encode()) > len(data) - 4 and all(letter.isprintable() or letter.isspace() for letter in text)
    return text if is_text else ""


def plain_letter(letter: str) -> str:
    return str(unicodedata.digit(letter, "")) or unicodedata.normalize("NFKC", letter)


def _character(number: int) -> str:
    return chr(number) if number <= 0x10FFFF else "\ufffd"


_DECODERS: tuple[_Decoder, ...] = (
    ("%", _URL, _from_url),
    ("+", _FORM, _from_url),
    ("&", _HTML, _from_html),
    ("\\", _SCRIPT, _from_script),
    ("\\", _STYLE, _from_style),
    ("", _BASE64, _from_base64),
    ("", _BASE64_IN_URLS, _from_base64),
    ("", _HEX, _from_hex),
)
