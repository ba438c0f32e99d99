"""A page as a file that a browser opens: no scripts, nothing to load, no secrets.

The page itself stands in a sandboxed frame. What masks secrets sees each text before it becomes markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any, cast

from playwright.async_api import Error, Page

from askonce.errors import ScreenError
from askonce.lazy import regex
from askonce.screens.page_evidence import safe_url
from askonce.screens.web.page_scripts import script
from askonce.values import Mask

_NODES, _CHARACTERS, _PICTURES, _MILLISECONDS = 30_000, 4_000_000, 24, 1500
_LONGEST = 6_000_000
"""Characters of a file; a page inside a frame is escaped once more than the page itself."""
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
_PIXELS = regex(r"data:image/(?:png|jpeg|webp|gif);base64,")
"""Data in which no text is written."""
_VOID = frozenset(
    {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_STYLE = """
html, body { margin: 0; height: 100%; font: 14px/1.4 system-ui, sans-serif; color: #222; background: #ddd }
header { padding: 6px 12px; background: #fff; border-bottom: 1px solid #bbb; overflow-wrap: anywhere }
div { resize: both; overflow: hidden; max-width: 100%; background: #fff }
iframe { border: 0; width: 100%; height: 100% }
"""

_Element = list[Any]
"""Tag, attributes and children, as the script in the page writes them."""


async def read_snapshot(page: Page, mask: Mask) -> str:
    """The page as one file."""
    limits = {"nodes": _NODES, "characters": _CHARACTERS, "pictures": _PICTURES, "milliseconds": _MILLISECONDS}
    try:
        # What is painted on a canvas nobody can mask.
        text = await page.evaluate(script("snapshotPage", "page_snapshot"), {**limits, "canvases": not mask})
        seen: dict[str, Any] = json.loads(text)
    except (Error, ValueError, TypeError) as error:
        raise ScreenError(f"the page could not be kept: {str(error).splitlines()[0]}") from error
    return write_snapshot(seen, page.url, mask)


def write_snapshot(seen: dict[str, Any], url: str, mask: Mask) -> str:
    """The file for what the script in a page has seen."""
    if mask:
        _hide(seen["root"], mask)
    inner = "".join(_written(seen["root"]))
    if len(inner) > _LONGEST:
        raise ScreenError("the page is too large to be kept")
    missing = [
        "scripts do not run",
        f"{seen['sheets']} style sheets of other sites are missing" if seen["sheets"] else "",
        "it is not all there: the page is very large" if seen["cut"] else "",
    ]
    facts = escape(" · ".join(filter(None, (mask(safe_url(url)), *missing))))
    size = f"width:{int(seen['width'])}px;height:{int(seen['height'])}px"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><meta name="referrer" content="no-referrer">'
        f"<title>Snapshot: {escape(mask(str(seen['title'])))}</title><style>{_STYLE}</style></head>"
        f"<body><header><b>Snapshot</b> {facts}</header>"
        f'<div style="{size}"><iframe sandbox title="The page" srcdoc="{escape("<!doctype html>" + inner)}"></iframe>'
        "</div></body></html>\n"
    )


# ---- secrets


def _hide(root: _Element, mask: Mask) -> None:
    """Replace secrets in all texts, also those that stand in several texts side by side."""
    places = list(_texts(root))
    hidden = mask.in_sequence([parent[place] for parent, place in places])
    values = [(attributes, name) for attributes, name in _values(root) if not _PIXELS.match(attributes[name])]
    hidden_values = mask.in_sequence([attributes[name] for attributes, name in values], typed=True)
    # Other attributes stand between the digits of a code that has a field for each.
    fields = [(attributes, attributes["value"]) for attributes in _fields(root)]
    hidden_fields = mask.in_sequence([held for _, held in fields], typed=True)
    for (parent, place), text in zip(places, hidden, strict=True):
        parent[place] = text
    for (attributes, name), text in zip(values, hidden_values, strict=True):
        attributes[name] = text
    for (attributes, held), text in zip(fields, hidden_fields, strict=True):
        shown = mask.left_in_fields(held, shortest=1) if text == held else text
        if shown != held:
            attributes["value"] = shown


def _texts(element: _Element) -> Iterator[tuple[list[Any], int]]:
    children = cast("list[Any]", element[2])
    for place, child in enumerate(children):
        if isinstance(child, str):
            yield children, place
        else:
            yield from _texts(child)


def _values(element: _Element) -> Iterator[tuple[dict[str, str], str]]:
    attributes = cast("dict[str, str]", element[1])
    for name in attributes:
        yield attributes, name
    for child in element[2]:
        if not isinstance(child, str):
            yield from _values(child)


def _fields(element: _Element) -> Iterator[dict[str, str]]:
    """The attributes of the fields that hold something."""
    tag, attributes, children = element
    if tag == "input" and attributes.get("value"):
        yield attributes
    for child in children:
        if not isinstance(child, str):
            yield from _fields(child)


# ---- markup


def _written(element: _Element) -> Iterator[str]:
    tag, attributes, children = element
    if tag == "iframe":
        yield from _frame(attributes, children)
        return
    yield f"<{tag}{_attributes(attributes)}>"
    if tag == "html":
        yield '<meta charset="utf-8">'
    if tag in _VOID:
        return
    for child in children:
        if not isinstance(child, str):
            yield from _written(child)
        elif tag == "style":
            yield child.replace("</", "<\\/")
        else:
            yield escape(child, quote=False)
    yield f"</{tag}>"


def _frame(attributes: dict[str, str], children: list[_Element]) -> Iterator[str]:
    inside = "<!doctype html>" + "".join(_written(children[0])) if children else "<p>A page of another site</p>"
    yield f'<iframe sandbox srcdoc="{escape(inside)}"{_attributes(attributes)}></iframe>'


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
