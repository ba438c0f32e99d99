"""What is taken from a reply that holds a program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import UnreadableReply
from askonce.program.model_draft import read_draft


@pytest.mark.parametrize(
    "reply",
    [
        "```\nOpen it\n    Close it\n```",
        "Some thoughts first.\n```stp\nOpen it\n    Close it\n```\nThat is all.",
        "  ~~~\n  Open it\n      Close it\n  ~~~",
        "```\r\nOpen it\r\n    Close it\r\n```\r\n",
    ],
)
def test_the_fenced_block_is_the_program(reply: str) -> None:
    assert read_draft(reply) == "Open it\n    Close it\n"


def test_the_indent_of_the_first_line_is_kept() -> None:
    assert read_draft("```\n    Open it\nClose it\n```") == "    Open it\nClose it\n"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("", "holds no fenced block"),
        ("Open it\nClose it", "holds no fenced block"),
        ("```\n\n```", "holds no program"),
        ("```\nOpen it\nClose", "breaks off before its block is closed"),
        ("```\nOpen it\n```\nor\n```\nClose it\n```", "several fenced blocks"),
        ("Sure! Here is the program:\nOpen it", "holds no fenced block"),
        ("That is against the rules.", "holds no fenced block"),
        ("x" * 70_000, "70000 characters"),
    ],
)
def test_anything_else_is_unreadable(reply: str, told: str) -> None:
    with pytest.raises(UnreadableReply, match=told):
        read_draft(reply)


@given(st.text(st.characters(exclude_categories=[])) | st.text("`~ \n\ta{}"))
def test_any_reply_gives_lines_or_our_own_error(reply: str) -> None:
    try:
        lines = read_draft(reply)
    except UnreadableReply:
        return
    assert lines.strip()
    lines.encode("utf-8")
