"""Texts of a screen as digests, for what is remembered of it from round to round.

What was typed may be a secret, and a short one could be found by trying all there are. So they are made with a key that
nobody keeps: they mean something in this process only.
"""

from __future__ import annotations

from hashlib import blake2b
from os import urandom

_KEY = urandom(16)


def note_digest(text: str, size: int) -> bytes:
    """`size` bytes for a text, always the same ones while this process runs."""
    return blake2b(text.encode(errors="surrogatepass"), key=_KEY, digest_size=size).digest()
