"""Overlays on the screen: the banner, dialog, pop-up or notice that an instruction mentions."""

from __future__ import annotations

from askonce.embedded.grammar.overlay_words import OverlayKind
from askonce.embedded.screen_index import ScreenIndex
from askonce.language.normalization import split_words
from askonce.screens import Node

_LAYERS = frozenset({"dialog", "alertdialog", "overlay"})
_TOLD = frozenset({"alert", "status"})
_REGIONS = frozenset({"region", "complementary", "contentinfo", "form", "group", "section", "note"})
_BANNERS = frozenset({"banner", "bar", "notice", "consent", "cookie consent"})
_SPOKEN = frozenset(
    {"banner", "message", "notice", "notification", "alert", "toast", "error", "warning", "error message"}
)
_CONSENT = ("cookie", "consent")


def find_obstacle(kind: OverlayKind, screen: ScreenIndex) -> Node | str | None:
    """The only overlay of that kind; None if there is none; a text if that is unclear."""
    found = [node for node in screen.tree if _is_one(node, kind, screen)]
    outer = [node for node in found if not any(item in found for item in screen.layout.above(node))]
    if len(outer) == 1:
        return outer[0]
    if outer:
        return f"{len(outer)} things there may be meant"
    wanted = kind.words or (_CONSENT[:1] if kind.noun in _BANNERS else ())
    texts = [
        node for node in screen.tree if wanted and not node.actionable and all(_says(node, word) for word in wanted)
    ]
    if texts:
        return f"{(texts[0].text or texts[0].name)[:40]!r} may belong to one or not"
    if kind.noun in _SPOKEN - _BANNERS and not kind.words:
        return f"any text there may be such a {kind.noun}"
    return None


def _is_one(node: Node, kind: OverlayKind, screen: ScreenIndex) -> bool:
    """Whether a node is such a thing, by its role or by a name that says so; the words that tell which stand in it."""
    if node.role in _TOLD:
        return kind.noun in _SPOKEN and bool(node.words.strip()) and all(_says(node, word) for word in kind.words)
    if node.role not in _LAYERS | _REGIONS:
        return False
    inside = [*screen.layout.inside(node)]
    if node.role in _REGIONS and not (
        _is_called(node, kind) and any(other.actionable and other.role == "button" for other in inside)
    ):
        return False
    return all(any(_says(item, word) for item in (node, *inside)) for word in kind.words)


def _is_called(region: Node, kind: OverlayKind) -> bool:
    """Whether the name of a part of the page says that it is one of that kind."""
    consents = kind.noun in _BANNERS and not kind.words and any(_says(region, word) for word in _CONSENT)
    is_named = bool(kind.words) and kind.noun in _BANNERS and all(_says(region, word) for word in kind.words)
    return consents or is_named or {*kind.noun.split()} <= {*split_words(region.name)}


def _says(node: Node, word: str) -> bool:
    stem = word.removesuffix("s")
    return any(item.removesuffix("s") == stem for item in (*split_words(node.name), *split_words(node.text)))
