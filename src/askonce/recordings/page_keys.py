"""Which page an address belongs to, and where a link leads."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from askonce.lazy import regex
from askonce.recordings.mentions import content_words
from askonce.recordings.slots import open_part, texts_of
from askonce.values import Instruction

_CHANGING = regex(r"\d|^[0-9a-f-]{16,}$|^[A-Za-z0-9_-]{20,}$")
_ROUTE = regex(r"!?/")
_NOWHERE = regex(r"$|#!?/?$|#top$|javascript:\s*(?:;|void\b|$)|about:blank", re.IGNORECASE)
_APP_SCHEMES = frozenset({"android", "ios", "harmony", "desktop"})
"""Of screens whose addresses are an app and a screen in it."""
_INCIDENTAL = regex(
    r"utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|_|from|ref|referr?er|came_?from|sid|(?:php|j)?sess(?:ion)?_?(?:id)?"
    r"|csrf\w*|nonce|token|ts|timestamp|next|continue|return\w*|redirect\w*",
    re.IGNORECASE,
)
"""Names of query parameters that say where a visitor comes from or goes back to, not where the link leads."""


def page_of(address: str, instruction: Instruction | None = None) -> str:
    """The path of an address, with `*` for its numbers and keys.

    A passed value becomes `{name}` only as the last part below another one, as in `/people/bob`: elsewhere, as in
    `/admin/login`, the same word may be there by chance. The host is left out: what was recorded on a test server
    applies to the real one. So is the query. The fragment after `#` counts if it is a path. Names of apps and of their
    screens, such as `com.android.launcher3`, are kept as they are.
    """
    is_app = _is_app(address)
    parts = ["*" if is_changing(part) and not (is_app and "." in part) else part for part in _parts(address)]
    places = [place for place, part in enumerate(parts) if part]
    if instruction and len(places) > 1 and parts[places[-1]] in texts_of(instruction):
        parts[places[-1]] = open_part(parts[places[-1]], parts[places[-2]], instruction)
    return "/".join(parts)


def is_same_app(recorded: str, page: str, address: str) -> bool:
    """Whether a recorded page is one of the app that an address is in. All web pages count as one app."""
    return not _is_app(address) or recorded.split("/")[:2] == page.split("/")[:2]


def _is_app(address: str) -> bool:
    return urlsplit(address).scheme in _APP_SCHEMES


def path_of(address: str) -> str:
    """The path with its numbers and keys."""
    return "/".join(_parts(address)) or address


def link_of(address: str, page: str = "") -> str:
    """Where a link leads: path, query and fragment; the host only if it is not that of `page`; `#` for nowhere."""
    if _NOWHERE.match(address):
        return "#"
    parts, own = urlsplit(address), urlsplit(page)
    if parts.scheme not in {"", "http", "https", "file"}:
        return address
    host = f"//{parts.netloc}" if parts.netloc and own.netloc and parts.netloc != own.netloc else ""
    query = sorted(
        pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _INCIDENTAL.fullmatch(pair[0])
    )
    asked = "&".join(f"{name}={value}" for name, value in query)
    fragment = "" if parts.fragment in {"", "top"} else f"#{unquote(parts.fragment)}"
    path = unquote(parts.path.replace("%2F", "%252F").replace("%2f", "%252F"))
    return f"{host}{path}{f'?{asked}' if asked else ''}{fragment}" or "#"


def generalize_link(link: str, values: str) -> str:
    """A link with `*` for each part that may differ for other values: numbers, keys, and words of `values`."""
    return re.sub(r"[^/?&=#]+", lambda part: "*" if may_differ(part.group(), values) else part.group(), link)


def leads_to(recorded: str, link: str, values: str) -> bool:
    """Whether a link leads where it was recorded, where `*` stands for a part that differs for other values."""
    kept, found = (re.split(r"([/?&=#])", text) for text in (recorded, link))
    return len(kept) == len(found) and all(
        was == part or (was == "*" and may_differ(part, values)) for was, part in zip(kept, found, strict=True)
    )


def may_differ(part: str, values: str) -> bool:
    """Whether a part of an address depends on the visit or on passed values."""
    return is_changing(part) or not content_words(part).isdisjoint(content_words(values))


def is_changing(part: str) -> bool:
    return bool(_CHANGING.search(part))


def _parts(address: str) -> list[str]:
    parts = urlsplit(address)
    route = f"#{parts.fragment}" if _ROUTE.match(parts.fragment) else ""
    return unquote(parts.path + route.partition("?")[0]).split("/")
