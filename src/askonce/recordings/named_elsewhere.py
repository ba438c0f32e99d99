"""Whether the words for an element speak of another one than stands at its path.

A path says where an element was. When a list is sorted or a row is gone, its neighbour stands there.
"""

from __future__ import annotations

import re

from askonce.lazy import regex
from askonce.recordings.mentions import quotes
from askonce.recordings.tree_outline import Outline
from askonce.screens.ui_tree import Node, plain

_QUOTED = regex(r"""["“„«「『]([^"“”„«»「」『』]{1,80})["”»」』]|(?<!\w)['‘]([^'‘’]{1,80})['’](?!\w)""")
_PROPER = regex(r"(?<=\S )(?<![.!?:] )[^\W\d_a-z][^\W\d_A-Z]{2,}")
"""Words with a capital letter within a sentence, of scripts that have capital letters."""


def named_elsewhere(words: str, node: Node, outline: Outline) -> str:
    """Why `words` cannot mean the element; empty when nothing speaks against it."""
    own = _own_texts(node, outline)
    around = [*own, *outline.containers(node), *(heading.name for heading in outline.headings(node))]
    quoted = [found[1] or found[2] for found in _QUOTED.finditer(words)]
    proper = [found[0] for found in _PROPER.finditer(words) if found[0] != found[0].lower()] if own else []
    missing = [text for text in (*quoted, *proper) if not _is_among(text, around)]
    if missing:
        return f"{missing[0]!r} does not stand on what is at the recorded path, nor around it"
    if any(quotes(text, words) for text in own):
        return ""
    for other in outline.tree:
        if other.role == node.role and other.number != node.number:
            named = next((text for text in _own_texts(other, outline) if quotes(text, words)), "")
            if named:
                return f"what is at the recorded path is another one than that of {named!r}"
    return ""


def _own_texts(node: Node, outline: Outline) -> list[str]:
    """What the element is called, and what else stands in its row or card."""
    item = outline.item(node)
    texts = (outline.name(node), outline.label(node), node.text, *(outline.texts(item) if item else ()))
    return [text for text in dict.fromkeys(texts) if text and plain(text)]


def _is_among(wanted: str, texts: list[str]) -> bool:
    squeezed = re.sub(r"[\W_]", "", plain(wanted))
    return any(squeezed in re.sub(r"[\W_]", "", plain(text)) for text in texts)
