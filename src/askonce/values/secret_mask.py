"""Secrets in texts: replaced by their names before a text leaves the process, in every usual spelling.

Secrets in pictures are painted over by `screens.secret_painter`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, quote_plus

from askonce.values.secret import Secret


class Mask:
    """Replaces known secrets by their names wherever text leaves the process.

    Names already in the text are left alone, so masking is idempotent.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._secrets: re.Pattern[str] | None = None
        self._either: re.Pattern[str] | None = None

    def learn(self, values: Mapping[str, str | Secret]) -> None:
        """Hide the secrets among `values` from now on."""
        hidden = {name: value for name, value in values.items() if isinstance(value, Secret)}
        for name, secret in hidden.items():
            self._names |= dict.fromkeys(_spellings(secret.reveal()), f"{{{name}}}")
        if hidden:
            self._secrets = _one_of(self._names)
            self._either = _one_of({*self._names, *self._names.values()})

    def __bool__(self) -> bool:
        return self._secrets is not None

    def __call__(self, text: str) -> str:
        if not self._secrets or not self._either or not self._secrets.search(text):
            return text
        pieces: list[str] = []
        end = 0
        while found := self._either.search(text, end):
            name = self._names.get(found.group(), found.group())
            pieces += (text[end : found.start()], name)
            end = found.end() if found.group() not in self._names else self._end_of(found, text)
        return "".join(pieces) + text[end:]

    def hides(self, text: str) -> bool:
        """Whether `text` contains a secret."""
        return self(text) != text

    def _end_of(self, found: re.Match[str], text: str) -> int:
        """Where the secret ends, including any others that overlap it, so that no part of them is left."""
        end, start = found.end(), found.start() + 1
        while start < end:
            inner = found.re.match(text, start)
            end = max(end, inner.end()) if inner else end
            start += 1
        return end


def _one_of(texts: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))


def _spellings(text: str) -> Iterable[str]:
    """The text itself and its escaped forms in pages, files and messages."""
    shown = {text, text.strip(), " ".join(text.split())} - {""}
    written: set[str] = set()
    for plain in shown:
        in_addresses = {quote(plain, safe=safe, errors="replace") for safe in ("/", "", "!'()*")}
        in_addresses |= {quote_plus(plain, errors="replace"), plain.replace(" ", "+"), plain.replace(" ", "%20")}
        written |= {
            json.dumps(plain)[1:-1],
            json.dumps(plain, ensure_ascii=False)[1:-1],
            json.dumps(plain, ensure_ascii=False)[1:-1].replace("/", "\\/"),
            repr(plain)[1:-1],
            ascii(plain)[1:-1],
            html.escape(plain),
            html.escape(plain, quote=False),
            html.escape(plain).replace("&#x27;", "&#39;"),
            html.escape(plain).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
            html.escape(plain, quote=False).replace('"', "&quot;"),
            *in_addresses,
            *(re.sub("%..", lambda code: code.group().lower(), address) for address in in_addresses),
        }
    nested = {json.dumps(form, ensure_ascii=ascii_only)[1:-1] for form in written for ascii_only in (True, False)}
    return shown | written | nested
