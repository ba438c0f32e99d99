"""Windows by what people call them."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable
from askonce.geometry import Box
from askonce.screens.desktop.desktop_port import DesktopWindow
from askonce.screens.desktop.window_names import find_window

WINDOWS = [
    DesktopWindow(number, title, application, Box(0, 0, 9, 9), is_active=number == 2)
    for number, title, application in (
        (1, "a.txt - Editor", "editor"),
        (2, "b.txt - Editor", "editor"),
        (3, "Sums", "calc"),
    )
]


@pytest.mark.parametrize(("words", "number"), [("a.txt - editor", 1), ("calc", 3), ("b.txt", 2), ("sum", 3), ("", 2)])
def test_a_window_is_found_by_its_title_its_application_or_a_part(words: str, number: int) -> None:
    assert find_window(words, WINDOWS).number == number


@pytest.mark.parametrize(
    ("words", "told"), [("editor", "2 windows are called 'editor'"), ("mail", "there is no window 'mail'")]
)
def test_a_name_that_fits_several_windows_or_none_is_an_error_that_lists_them(words: str, told: str) -> None:
    with pytest.raises(NotOperable, match=told) as caught:
        find_window(words, WINDOWS)
    assert "b.txt" in str(caught.value)
