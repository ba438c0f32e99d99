"""Which rows are told apart by how they are painted: those that are marked as nothing of their kind beside them is."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce.screens.web.page_tree import read_tree

DRAWN = "<svg width=16 height=16><circle cx=8 cy=8 r=8 fill='{}'/></svg>"
STYLES = """<style>.a { color: #222 } .b, .soft { color: #999 } .panel { border: 2px solid #ccc; padding: 16px }
.dot { display: inline-block; width: 9px; height: 9px; background: red }
.striped li:nth-child(even) { background: #eee }
</style>"""
PICTURE = "url(data:image/svg+xml,<svg/>)".replace("<", "%3C").replace(">", "%3E")


def rows(new: str, *others: str, tag: str = "li") -> str:
    inside = "".join(f"<{tag}>{other}</{tag}>" for other in others)
    return f"<ul>{inside}{new}</ul>"


async def is_marked(page: Page, markup: str) -> bool:
    await page.set_content(STYLES + markup)
    nodes = await read_tree(page, proof=True)
    return any("marked" in node.attributes for node in nodes if "Ann" in f"{node.name} {node.text} {node.value}")


@pytest.mark.parametrize(
    "markup",
    [
        f"<ul><li class=a>Bob</li><li class=a>Cleo</li><li class=b>Ann {DRAWN.format('#888')}</li></ul>",
        "<table><tr class=a><td>Bob<tr class=a><td>Cleo<tr class=b><td><i>Ann</i></table>",
        "<div role=list><div role=listitem class=a>Bob</div><div role=listitem class=b>Ann</div></div>",
        rows("<li style='background:#fdecea'>Ann</li>", "Bob"),
        rows("<li style='background:#eee'>Ann</li>", "Bob", "Cleo"),
        rows("<li style='outline:1px dashed #888'>Ann</li>", "Bob"),
        rows("<li style='border:1px dashed #888'>Ann</li>", "Bob"),
        rows(f"<li style='background-image:{PICTURE}'>Ann</li>", "Bob"),
        rows(f"<li>Ann {DRAWN.format('#d32f2f')}</li>"),
        rows("<li>Ann <span class=dot></span></li>"),
        f"<div><p>Ann {DRAWN.format('red')}</p></div>",
        "<div><p style='opacity:.5'>Ann</p></div>",
        "<div><p><s>Ann</s></p></div>",
        "<div><p>So round</p><p class=b>Ann</p></div>",
    ],
)
async def test_a_row_is_marked_by_what_no_other_row_has_or_by_what_speaks_for_itself(
    web_page: Page, markup: str
) -> None:
    assert await is_marked(web_page, markup)


@pytest.mark.parametrize(
    "markup",
    [
        "<p class=soft>Ann</p><ol><li>Bob</li></ol><p><a href=/all>All</a></p>",
        "<p class=panel>Ann</p><p><a href=/all>All</a></p>",
        "<p>Ann</p><p><a href=/all>All</a></p>",
        "<div class=panel>Ann</div><div><h2>More</h2><p>to read</p></div>",
        "<dl><dt>Name</dt><dd class=soft>Ann</dd><dt>Phone</dt><dd>555</dd></dl>",
        "<ul class=striped><li>Bob</li><li>Ann</li></ul>",
        "<ul class=striped><li>Bob</li><li>Cleo</li><li>Dan</li><li>Ann</li></ul>",
        "<ul><li class=b>Bob</li><li class=a>Cleo</li><li class=b>Ann</li></ul>",
        rows("<li style='background:#e4f3ea'>Ann</li>", "Bob", "Cleo"),
        rows("<li style='background:#fff8e1'>Ann</li>", "Bob", "Cleo"),
        rows("<li>Ann</li>", "<a href=/bob>Bob</a>"),
        rows(f"<li>Ann <button>{DRAWN.format('red')}</button></li>"),
        rows(f"<li>Ann {DRAWN.format('#2a2')}</li>"),
        rows("<li>Ann</li>", "Bob", "Cleo"),
    ],
)
async def test_a_row_is_not_marked_by_what_others_of_its_kind_have_too_or_where_there_are_none(
    web_page: Page, markup: str
) -> None:
    assert not await is_marked(web_page, markup)
