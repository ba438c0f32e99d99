"""Writes down how to reach an element again: as selectors that can be given back to `select`."""

from __future__ import annotations

from playwright.async_api import Frame, Page
from pydantic import TypeAdapter, ValidationError

from askonce.errors import ScreenError
from askonce.screens.web.page_tree import ask_in_frame
from askonce.screens.web.selectors import INTO_FRAME
from askonce.screens.web.tree_walk import ask_document

_PATHS = TypeAdapter(list[str])


async def find_paths(page: Page, number: int) -> list[str]:
    """Selectors for the element with this number, from robust to exact; each names it alone. Empty when it is gone."""
    found = await ask_in_frame(page, number, "paths")
    if found is None:
        return []
    answer, _, frame = found
    paths = _read(answer, page.url)
    while paths and frame.parent_frame:
        paths = _joined(await _paths_to_frame(frame, frame.parent_frame), paths)
        frame = frame.parent_frame
    return paths


async def _paths_to_frame(frame: Frame, parent: Frame) -> list[str]:
    owner = await frame.frame_element()
    try:
        return _read(await ask_document(parent, "paths", {"element": owner}), parent.url)
    finally:
        await owner.dispose()


def _joined(outer: list[str], inner: list[str]) -> list[str]:
    """The robust with the robust and the exact with the exact; the shorter list goes on with its last."""
    if not outer or not inner:
        return []
    most = max(len(outer), len(inner))
    return [outer[min(place, len(outer) - 1)] + INTO_FRAME + inner[min(place, len(inner) - 1)] for place in range(most)]


def _read(answer: object, address: str) -> list[str]:
    try:
        return _PATHS.validate_python(answer)
    except ValidationError as error:
        raise ScreenError(f"the way to an element of {address} came as something else than selectors") from error
