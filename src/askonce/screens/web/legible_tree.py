"""The elements of a page with proof of what is seen: what surely can be read, and every text that may be."""

from __future__ import annotations

from dataclasses import replace

from playwright.async_api import CDPSession, Page
from pydantic import BaseModel, TypeAdapter, ValidationError

from askonce.screens.ui_tree import Tree
from askonce.screens.web.devtools import ask
from askonce.screens.web.page_tree import keep_tree, read_tree, reread_tree
from askonce.screens.web.playwright_errors import translated


class _Layout(BaseModel):
    text: list[int]


class _Document(BaseModel):
    layout: _Layout


class _Snapshot(BaseModel):
    documents: list[_Document]
    strings: list[str]


_SNAPSHOT = TypeAdapter(_Snapshot)
_FINGERPRINT = """() => {
  const text = document.documentElement.outerHTML;
  let sum = text.length;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0;
  return sum;
}"""
_MOST_READINGS = 3
"""How often a page that keeps changing is read again."""


async def read_legible_tree(page: Page, session: CDPSession | None, *, whole: bool) -> Tree:
    """The elements with their `sight`, read again where the page changed meanwhile. Without a `session` no text is ever
    surely absent."""
    if known := await reread_tree(page, session, whole=whole, proof=True):
        return known
    readings = 0
    while True:
        before, readings = await _fingerprint(page), readings + 1
        tree = await read_tree(page, session, whole=whole, proof=True)
        texts = await _laid_out_texts(page, session) if session else None
        legible, is_same = _with_texts(tree, texts), await _fingerprint(page) == before
        if is_same or readings == _MOST_READINGS:
            keep_tree(page, legible if is_same else None, whole=whole, proof=True)
            return legible


def _with_texts(tree: Tree, texts: tuple[str, ...] | None) -> Tree:
    if tree.sight is None:
        return tree
    anything, is_complete = (*tree.sight.anything, *(texts or ())), tree.sight.is_complete and texts is not None
    return replace(tree, sight=replace(tree.sight, anything=anything, is_complete=is_complete))


async def _fingerprint(page: Page) -> object:
    """A value that is another one once the markup of the page has changed."""
    with translated("reading the page"):
        return await page.evaluate(_FINGERPRINT)


async def _laid_out_texts(page: Page, session: CDPSession) -> tuple[str, ...] | None:
    """All texts that the browser has laid out, as it paints them, also those of closed shadow roots and style sheets.
    None where a frame lives in a process that this session does not see."""
    answer = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": []})
    try:
        snapshot = _SNAPSHOT.validate_python(answer)
    except ValidationError:
        return None  # a browser that answers in another way
    if len(snapshot.documents) < len(page.frames):
        return None
    count = len(snapshot.strings)
    return tuple(
        "".join(snapshot.strings[index] for index in document.layout.text if 0 <= index < count)
        for document in snapshot.documents
    )
