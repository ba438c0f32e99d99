"""HTML for the sample sites: templates in files, filled with texts that are escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources.abc import Traversable
from string import Template


class Html(str):
    """Text that is already HTML; all other text is escaped."""


def fill(folder: Traversable, template: str, slots: dict[str, str | int]) -> Html:
    """A template from a folder, with its slots filled."""
    shown = {key: value if isinstance(value, Html) else escape(str(value)) for key, value in slots.items()}
    return Html(_template(folder, template).substitute(shown))


def joined(parts: Iterable[str]) -> Html:
    return Html("\n".join(parts))


def mistake_note(text: str) -> Html:
    """The note on what is wrong with a form field; empty if nothing is."""
    return Html(f'<p class="mistake" role="alert">{escape(text)}</p>' if text else "")


@cache
def _template(folder: Traversable, name: str) -> Template:
    return Template((folder / f"{name}.html").read_text("utf-8"))
