"""From a point to words by which the element there is found again."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from askonce.actions import Found, Target
from askonce.errors import NotFound, UnreadableReply
from askonce.geometry import Box, Point
from askonce.locate.deep_finder import enlarge
from askonce.locate.drift import node_at
from askonce.locate.finder import Finder, Passed
from askonce.locate.local import LocalFinder, match
from askonce.models import Image, Message, Model, Request
from askonce.models.reply_text import read_params
from askonce.prompts import prompt
from askonce.screens import Node, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.field_labels import field_labels
from askonce.vision.seen_tree import seen_tree

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SPOKEN = {
    "textbox": "field", "searchbox": "search field", "spinbutton": "field", "combobox": "list", "listbox": "list",
    "img": "picture", "menuitem": "menu item", "radio": "radio button", "article": "card", "listitem": "item",
    "gridcell": "cell", "columnheader": "column header", "alertdialog": "dialog", "region": "section",
}  # fmt: skip
"""What people call elements of some roles; others are called as they are."""
_RING = 14
"""The radius of the ring around the point, in pixels of the picture."""


async def describe(point: Point, eyes: Eyes, model: Model, finder: Finder) -> str:
    """Words that lead back to the element at `point`, tried out before they are given.

    The screen's own elements come first, and cost nothing. Else the model is asked, with a close picture and then with
    the whole one, and its words have to lead `finder` back to the point.
    """
    tree = await seen_tree(eyes)
    node = node_at(tree, point) if tree else None
    if tree and node and (words := own_words(node, tree)) and await _leads_back(words, node, point, eyes):
        return words
    tried: list[tuple[str, str]] = [("elements", "no words of theirs lead back to it" if node else "none is there")]
    shot = await eyes.shot()
    if shot.withheld:
        raise NotFound(f"words for the element at {point.x:g},{point.y:g}", (*tried, (model.name, shot.withheld)))
    ringed = _with_ring(shot, point)
    for picture in (enlarge(ringed, Box(point.x, point.y, 1, 1)), Image(ringed.image, ringed.media_type, ringed.frame)):
        words, problem = await _ask_words(model, picture)
        if problem:
            tried.append((model.name, f"{model.name} says that no element is there: {problem}"))
            continue
        found = await finder.find(Target.of(words), eyes)
        if isinstance(found, Found) and found.box.contains(point):
            return words
        tried.append(
            (
                model.name,
                f"{words!r} leads {'elsewhere' if isinstance(found, Found) else 'nowhere'}",
            )
        )
    raise NotFound(f"words for the element at {point.x:g},{point.y:g}", tuple(tried))


async def _leads_back(words: str, node: Node, point: Point, eyes: Eyes) -> bool:
    """Whether the words of an element find it again; for one that is only seen, that takes more than its name."""
    if "seen" not in node.attributes:
        return True
    found = await LocalFinder().find(Target.of(words), eyes)
    return isinstance(found, Found) and found.box.contains(point)


def own_words(node: Node, tree: Tree) -> str:
    """Words of the element's own that lead back to it alone; empty where there are none."""
    for words in wordings(node, tree):
        answer = match(words, tree)
        if not isinstance(answer, Passed) and answer.node.number == node.number:
            return words
    return ""


def wordings(node: Node, tree: Tree) -> Iterator[str]:
    """Names for an element, from plain to exact: by itself, by its container, by its place among similar elements."""
    is_vague = node.role in {"text", "generic", "clickable"} or "seen" in node.attributes  # its kind may be another
    kind = "" if is_vague else _SPOKEN.get(node.role, node.role)
    name = node.name or node.text or field_labels(tree).get(node.number, "")
    plain = f"the {kind} '{name}'" if kind and name else f"'{name}'" if name else f"the {kind or 'element'}"
    if "icon" in node.attributes and node.name:  # what is quoted is meant to be read
        plain = f"the {name} icon"
    yield plain
    above = node.parent
    while above is not None and (holder := tree.find(above)) is not None:
        title = holder.name or _first_words(holder, node, tree)
        if title and holder.role != "text":
            yield f"{plain} in the {_SPOKEN.get(holder.role, holder.role)} of '{title}'"
        above = holder.parent
    alike = [other.number for other in tree if _looks(other) == _looks(node)]
    place = alike.index(node.number)
    if place < len(_ORDINALS):
        yield f"the {_ORDINALS[place]} {plain.removeprefix('the ')}"


def _looks(node: Node) -> tuple[str, str, str]:
    return node.role, node.name, node.text


def _first_words(holder: Node, node: Node, tree: Tree) -> str:
    """What stands first in something that has no name of its own, such as a row of a table."""
    inside = {holder.number}
    for other in tree:
        if other.parent not in inside:
            continue
        inside.add(other.number)
        words = other.name or other.text
        if words and other.number != node.number:
            return words
    return ""


async def _ask_words(model: Model, picture: Image) -> tuple[str, str]:
    """The description, or why there is none."""
    sent = model.family.prepare(picture)
    messages = (Message("system", (prompt("describe"),)), Message("user", ("Which element is it?", sent)))
    reply = await model.ask(Request(messages))
    params = read_params(reply.text)
    words, problem = params.get("description"), params.get("error")
    if isinstance(problem, str) and problem.strip():
        return "", problem.strip()
    if not isinstance(words, str) or not words.strip():
        raise UnreadableReply("the reply holds no description", raw=reply.text)
    return words.strip(), ""


def _with_ring(shot: Shot, point: Point) -> Shot:
    from PIL import Image as Picture
    from PIL import ImageDraw

    with Picture.open(io.BytesIO(shot.image)) as opened:
        picture = opened.convert("RGB")
    at = shot.frame.point_to_image(point)
    ring = (at.x - _RING, at.y - _RING, at.x + _RING, at.y + _RING)
    ImageDraw.Draw(picture).ellipse(ring, outline="red", width=3)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return replace(shot, image=out.getvalue(), media_type="image/png")
