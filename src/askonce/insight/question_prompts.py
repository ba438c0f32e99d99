"""What a model is shown when it is asked about the screen: pure functions from values to messages.

The system text is the same, byte for byte, for every question of a kind. What a person asks comes next, then the screen
as data between two marks that no text of a screen can write, and at the end what to do, so that the last word is never
the screen's.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from askonce.errors import CannotTell, ConfigError, ScreenError
from askonce.geometry import Box, Frame, Size
from askonce.insight.answer_types import Shape
from askonce.insight.evidence import Evidence
from askonce.insight.passing_texts import passing_lines
from askonce.models import Image, Message
from askonce.models.families import Family
from askonce.prompts import prompt
from askonce.prompts.element_list import list_elements
from askonce.prompts.reference_pictures import reference_parts
from askonce.prompts.withheld_parts import Purpose, hidden_parts, withheld_note
from askonce.screens import Node, Shot, Tree

_MOST_TOKENS = 8_000
"""Of elements: far more than a planner needs, since what is left out cannot be read."""
_SMALL = 500
"""Parts of a picture are enlarged when neither side has so many pixels."""
_LEAST_SIDE = 32
_AS_BEFORE = "The same is withheld here."

Part = str | Image


def value_question(shape: Shape, evidence: Evidence, family: Family) -> tuple[Message, ...]:
    """Asks for the value that `shape` describes."""
    opening = f"# Wanted\n{shape.demand}\n\n# Shape of the value\n{shape.schema}"
    closing = "That was the screen. Give the value wanted above."
    return _question("query", opening, closing, evidence, family, hint=f"{shape.demand} {shape.schema}")


def verdict_question(statement: str, evidence: Evidence, family: Family) -> tuple[Message, ...]:
    """Asks whether `statement` is true."""
    closing = "That was the screen. Judge the statement above."
    kind = "observe" if evidence.over_time else "check"
    return _question(kind, f"# Statement\n{statement}", closing, evidence, family, hint=statement)


def _question(
    kind: Literal["query", "check", "observe"],
    opening: str,
    closing: str,
    evidence: Evidence,
    family: Family,
    *,
    hint: str,
) -> tuple[Message, ...]:
    if evidence.tree is None:
        _refuse_withheld(evidence)
    if family.sees == "elements":
        _refuse_blind(evidence, family)
        evidence = replace(evidence, snapshots=())
    if not evidence.snapshots and evidence.tree is None:
        raise ValueError("evidence without pictures and without elements shows nothing that could be asked about")
    background = f"\n\n# Background\n{evidence.context.strip()}" if evidence.context.strip() else ""
    parts = [
        opening + background,
        *reference_parts(evidence.images, family),
        *_elements(evidence, hint),
        *_pictures(evidence, family, "query" if kind == "query" else "check"),
    ]
    return (
        Message("system", (prompt(kind, seen=prompt("seen")),)),
        Message("user", (*parts, closing)),
    )


def _refuse_withheld(evidence: Evidence) -> None:
    """Nobody judges by a picture that shows nothing."""
    for moment in evidence.snapshots:
        if moment.shot.withheld:
            raise CannotTell(moment.shot.withheld, remedy="ask where the secret is not shown")


def _refuse_blind(evidence: Evidence, family: Family) -> None:
    """A model that sees no pictures must not answer as if it had seen them."""
    lacks = (
        "the elements of this screen are not known or were left out"
        if evidence.tree is None
        else "what was watched over time is known by pictures alone"
        if evidence.over_time and len(evidence.snapshots) > 1
        else "there are reference pictures to compare with"
        if evidence.images
        else ""
    )
    if lacks:
        raise ConfigError(
            f"models of the family {family.name} see no pictures, and {lacks}",
            remedy="use a model that sees pictures for the role insight",
        )


def _elements(evidence: Evidence, hint: str) -> Iterator[Part]:
    screen_text = "# Screen"
    if evidence.within:
        screen_text += "\nOne part of it, and only that part counts."
    if evidence.over_time:
        screen_text += f"\n{_watched(evidence)}"
    if evidence.tree:
        tree = _inside(evidence.tree, evidence.within) if evidence.within else evidence.tree
        # Texts are quoted already. Roles are words of whoever drives the screen, and must not forge the marks either.
        listed = list_elements(tree, budget=_MOST_TOKENS, hint=hint).replace("<", "\\u003c")
        screen_text += f"\n<screen>\n{listed}\n</screen>"
    if evidence.passing:
        lines = "\n".join(passing_lines(evidence.passing, hint))
        screen_text += f"\n<screen>\nTexts that came or left meanwhile:\n{lines}\n</screen>"
    yield screen_text


def _watched(evidence: Evidence) -> str:
    """How long it was watched, and what there is to tell of that time, also if that is nothing."""
    is_still = len(evidence.snapshots) == 1
    is_hidden = any(hidden_parts(moment.shot, listed=bool(evidence.tree)) for moment in evidence.snapshots)
    gap = f", at most {evidence.gap:.1f} s without a look" if evidence.gap else ""
    told = [f"Watched for {evidence.seconds:.1f} s{gap}."]
    if is_still and not evidence.passing:
        told.append(
            ("Nothing changed of what is shown" if is_hidden else "Nothing changed: it looked like this all the time")
            + f", and no text {'of the list ' * is_hidden}came or left" * bool(evidence.tree)
            + "."
        )
        return " ".join(told)
    if is_still:
        told.append(f"The picture did not change{' where it is shown' * is_hidden}.")
    elif evidence.snapshots:
        told.append("What any of the pictures shows was shown then.")
    if evidence.tree:
        told.append("The list is of the end.")
        if not evidence.passing:
            told.append("No text came or left.")
    return " ".join(told)


def _pictures(evidence: Evidence, family: Family, purpose: Purpose) -> Iterator[Part]:
    shots = [(moment, _picture(moment.shot, evidence.within)) for moment in evidence.snapshots]
    shown = [(moment, picture) for moment, picture in shots if picture]
    if shots and not shown:
        raise ScreenError(f"the part asked about ({evidence.within}) lies outside the picture of the screen")
    if len(shown) > 1:
        how = (
            "in the order in which they were taken"
            if evidence.over_time
            else "one page from top to bottom; they overlap"
        )
        yield f"{len(shown)} pictures, {how}."
    told = ""
    for index, (moment, picture) in enumerate(shown, 1):
        if len(shown) > 1:
            yield f"After {moment.at:.1f} s:" if evidence.over_time else f"Part {index}:"
        note = withheld_note(moment.shot, purpose, evidence.within, listed=evidence.tree is not None)
        if note:
            yield note if note != told else _AS_BEFORE
            told = note
        if not moment.shot.withheld:
            yield family.prepare(picture)


def _picture(shot: Shot, within: Box | None) -> Image | None:
    """The picture, or what it shows of the part that counts."""
    whole = Image(shot.image, shot.media_type, shot.frame)
    if within is None:
        return whole
    common = shot.frame.region.intersection(within)
    return _cut(whole, common) if common else None


def _cut(image: Image, part: Box) -> Image:
    from PIL import Image as Picture
    from PIL import UnidentifiedImageError

    box, size = image.frame.box_to_image(part), image.frame.image
    left, top = min(math.floor(box.left), size.width - 1), min(math.floor(box.top), size.height - 1)
    right, bottom = (
        max(left + 1, min(math.ceil(box.right), size.width)),
        max(top + 1, min(math.ceil(box.bottom), size.height)),
    )
    width, height = right - left, bottom - top
    factor = max(2 if max(width, height) < _SMALL else 1, math.ceil(_LEAST_SIDE / min(width, height)))
    try:
        with Picture.open(io.BytesIO(image.data)) as opened:
            cut = opened.convert("RGB").crop((left, top, right, bottom))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise ScreenError(f"a picture of the screen cannot be decoded ({image.media_type})") from error
    if factor > 1:
        cut = cut.resize((width * factor, height * factor))  # pyright: ignore[reportUnknownMemberType] (no numpy)
    out = io.BytesIO()
    cut.save(out, "PNG")
    region = image.frame.box_to_screen(Box.of_edges(left, top, right, bottom))
    return Image(out.getvalue(), "image/png", Frame(region, Size(width * factor, height * factor)))


def _inside(tree: Tree, part: Box) -> Tree:
    """The elements that lie in the part, at least by half."""
    return replace(tree, nodes=tuple(node for node in tree if _lies_in(node, part)), above=0.0, below=0.0)


def _lies_in(node: Node, part: Box) -> bool:
    common = node.box.intersection(part)
    return common.area * 2 >= node.box.area if common else part.contains(node.box.center)
