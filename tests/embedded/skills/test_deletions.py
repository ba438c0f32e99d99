"""Deleting on real pages: done only when what was named is gone, however it is asked whether that is meant."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

ROWS = """<h1>Files</h1><table id=t><tr><td>report.pdf</td><td><button>Delete</button></td></tr>
<tr><td>notes.txt</td><td><button>Delete</button></td></tr>
<tr><td>old.txt</td><td><button>Delete</button></td></tr></table>
<div id=d role=dialog aria-label=Question hidden>Delete it for good?
<button id=y>Yes</button><button id=n>No</button></div>
<script>log = []; const rows = () => [...t.rows].map((row) => row.cells[0].innerText).join(' ')
t.onclick = (e) => { if (e.target.tagName != 'BUTTON') return; const row = e.target.closest('tr');
  log.push(row.innerText); REMOVE }</script>"""

PLAIN = ROWS.replace("REMOVE", "row.remove()")
IDLE = ROWS.replace("REMOVE", "")
ERROR = ROWS.replace("REMOVE", "document.body.innerHTML = '<h1>403 Forbidden</h1>'")
ELSEWHERE = ROWS.replace("REMOVE", "document.body.innerHTML = '<h1>Welcome</h1>'; location.hash = 'x'")
LOGIN = ROWS.replace("REMOVE", "document.body.innerHTML = '<label>Password <input type=password></label>'")
ASKS = ROWS.replace("REMOVE", "if (confirm('Sure?')) row.remove()")
REFUSES = ROWS.replace("REMOVE", "confirm('Sure?')")
DIALOG = ROWS.replace(
    "REMOVE", "d.hidden = false; n.onclick = () => d.hidden = true; y.onclick = () => { n.click(); row.remove() }"
)
PAGE = ROWS.replace(
    "REMOVE",
    "const list = document.body.innerHTML; location.hash = 'sure'; document.body.innerHTML = '<p>Delete '"
    " + row.cells[0].innerText + '?</p><button onclick=back()>Delete</button>'; back = () => { location.hash = '';"
    " document.body.innerHTML = list; t.rows[row.rowIndex < 0 ? 0 : row.rowIndex].remove() }",
)
NAMED = DIALOG.replace("<button>Delete", '<button aria-label="Delete report.pdf">Delete', 1)
OTHER = DIALOG.replace("Delete it for good?", "Delete notes.txt?")
LONGER = DIALOG.replace("Delete it for good?", "Delete report.pdf.bak?").replace("notes.txt", "report.pdf.bak")
ACCOUNT = DIALOG.replace("Delete it for good?", "This deletes your account and its files.")
ALL = ROWS.replace("REMOVE", "if (confirm('Delete all files?')) t.remove()")


@pytest.mark.parametrize(
    ("page", "instruction"),
    [
        (PLAIN, "delete report.pdf"),
        (PLAIN, "remove report.pdf from the list"),
        (ASKS, "Delete report.pdf and confirm"),
        (ASKS, "remove report.pdf, say OK to the question"),
        (DIALOG, "delete the file report.pdf and confirm"),
        (DIALOG, "delete report.pdf, then click Yes"),
        (NAMED, "Delete report.pdf and confirm"),
        (PAGE, "Delete report.pdf and confirm the deletion"),
    ],
)
async def test_what_is_deleted_is_gone_when_it_is_done(web_page: Page, page: str, instruction: str) -> None:
    await web_page.set_content(page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction)
    assert await web_page.evaluate("rows()") == "notes.txt old.txt"


@pytest.mark.parametrize(
    ("page", "instruction", "why"),
    [
        (IDLE, "delete report.pdf", "'report.pdf' is still there"),
        (ERROR, "delete report.pdf", "it cannot be seen whether 'report.pdf' is gone"),
        (ELSEWHERE, "delete report.pdf", "it cannot be seen whether 'report.pdf' is gone"),
        (LOGIN, "delete report.pdf", "it cannot be seen whether 'report.pdf' is gone"),
        (ASKS, "delete report.pdf", "say how to answer it"),
        (DIALOG, "delete report.pdf", "Delete it for good\\?"),
        (NAMED, "delete report.pdf", "Delete it for good\\?"),
        (PAGE, "delete report.pdf", "Delete report.pdf\\?"),
        (REFUSES, "delete report.pdf and confirm", "'report.pdf' is still there"),
        (OTHER, "delete report.pdf and confirm", "'Delete notes.txt\\?', which is not about"),
        (LONGER, "delete report.pdf and confirm", "'Delete report.pdf.bak\\?', which is not about"),
        (ACCOUNT, "delete report.pdf and confirm", "your account and its files.', which is not about"),
        (ALL, "delete report.pdf and confirm", "which is not about what is to be deleted"),
    ],
)
async def test_what_is_not_seen_to_be_gone_is_not_done(web_page: Page, page: str, instruction: str, why: str) -> None:
    await web_page.set_content(page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match=why):
            await agent.act(instruction)
    assert await web_page.evaluate("log.length") == 1
    assert page not in (OTHER, LONGER, ACCOUNT, ALL) or await web_page.evaluate("t.rows.length") == 3
