"""The attributes, text and frame by which an element may be known again."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from askonce.lazy import regex
from askonce.recordings.page_keys import generalize_link, link_of, page_of
from askonce.recordings.tree_outline import Outline
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa")
CHOSEN = (*TEST_IDS, "id", "name", "href", "placeholder")
"""Attributes that people choose, the most specific first."""
SUBMITS = "submits"
LEADING = ("href", SUBMITS)
"""Those that say what it leads to."""
TELLING = (*TEST_IDS, "id", "name", "href")
"""Those that identify an element, and not only its kind."""
_GENERATED = regex(
    r"""\d{3,} | ^\d | [:«»] | [0-9a-f]{8,} | ^(?:ember|radix|headlessui|mui|ext-gen|yui|gwt|react-select|chakra)[-_\d]
      | __[A-Za-z0-9]{5,}$ | (?<=[-_])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,}$""",
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST_TEXT = 60


def is_generated(identifier: str) -> bool:
    """Whether an id looks generated: such ids change with every visit."""
    return bool(_GENERATED.search(identifier))


def visible_text(node: Node, outline: Outline) -> str:
    """What a person reads on an element, or beside a field, where that is not its name."""
    own = "" if node.role in FIELDS else node.text
    text = own or (outline.text_beside(node) if node.role in FIELDS or node.role in TICKED else "")
    return text if node.name and len(text) <= _LONGEST_TEXT and plain(text) != plain(node.name) else ""


def needs_picture(node: Node) -> bool:
    """Whether only its picture says what an element is for: it has no name, or one guessed from marks in the code.

    A field is known by its label, and a link by where it leads.
    """
    if node.role in FIELDS or node.role in TICKED:
        return False
    leads = node.role == "link" and link_of(node.attributes.get("href", "")) != "#"
    return not leads and not (node.shown or node.text)


def stable_attributes(node: Node, outline: Outline) -> dict[str, str]:
    """The attributes by which an element may be known again; of a link, also where it leads."""
    kept: dict[str, str] = {}
    for name in CHOSEN:
        value = node.attributes.get(name, "")
        if name == "href" and node.role == "link":
            kept[name] = link_of(value, outline.tree.address)
        elif value and len(value) <= 200 and (name in {"href", "placeholder"} or not is_generated(value)):
            kept[name] = value
    if submits := node.attributes.get(SUBMITS, ""):
        kept[SUBMITS] = _submission(submits, outline.tree.address)
    return kept


def _submission(text: str, page: str) -> str:
    """What a button submits: the method and the address; of that of the form, `*` for its numbers and keys."""
    method, _, address = text.partition(" ")
    if not address or method == "reset":
        return method
    own, _, address = address.partition(" ")
    link = link_of(address, page)
    return f"{method} {link if own == 'button' else generalize_link(link, '')}"


def frame_of(node: Node) -> str:
    """The frame's name, or the path of its URL; a generated name or URL says only that it is a frame."""
    scheme = urlsplit(node.frame).scheme
    if scheme in {"http", "https", "file"}:
        return page_of(node.frame)
    if scheme in {"data", "blob"}:
        return f"{scheme}:"
    return "*" if is_generated(node.frame) and scheme != "about" else node.frame


def frames_like(frame: str, outline: Outline, instruction: Instruction) -> set[str]:
    """The frames of a screen that match the frame of an anchor."""
    wanted = instruction.fill(frame, secrets=True)  # recorded by an earlier version, it may hold slots
    known = {node.frame: node for node in outline.tree}
    return {name for name, node in known.items() if frame_of(node) == wanted}
