# ruff: noqa: E501 - markup reads better unwrapped
"""An element that means something else now is not found, and one that only looks otherwise is."""

from __future__ import annotations

from playwright.async_api import Browser

from askonce.actions import Found
from askonce.locate.recorded_finder import find_anchor
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen, open_browser_screen
from askonce.values import Instruction, Mask

TABS = "<button aria-pressed={}>Test</button><button aria-pressed={}>Live</button><p></p><button title=it>Save</button>"
OTHERS = {
    "a status": ("remove the old phone", "<p role=status>Old phone</p><button title=it>Remove</button>", ("Old", "Primary")),
    "an alert": ("remove the old phone", "<p role=alert>Old phone</p><button title=it>Remove</button>", ("Old", "Primary")),
    "a report that is an ordinary text now": ("remove the old phone", "<p role=status>Old phone</p><button title=it>Remove</button>", ("role=status>Old", ">Primary")),
    "a text after it": ("remove the old phone", "<div><button title=it>Remove</button> Old phone</div>", ("Old", "Primary")),
    "another form of the word": ("удалить тестового сервера", "<p>Тестовый сервер</p><button title=it>Удалить</button>", ("Тестовый", "Рабочий")),
    "a word of one letter": ("删除姓", "<p>姓</p><button title=it>删除</button>", ("姓", "名")),
    "a title between": ("remove the old phone", "<h1>Old phone</h1><button title=it>Remove</button>", ("<button", "<h2>Primary phone</h2><button")),
    "a level between": ("remove the old phone", "<div role=heading aria-level=1>Old phone</div><button title=it>Remove</button>", ("<button", "<div role=heading aria-level=9>Primary</div><button")),
    "a folder of a list": ("delete notes in Work", "<ul><li>Work<ul><li>notes <button title=it>Delete</button></li></ul></li></ul>", ("Work", "Private")),
    "a folder of a flat tree": ("delete notes in Work", "<div role=tree><div role=treeitem aria-level=1>Work</div><div role=treeitem aria-level=2>notes <button title=it>Delete</button></div></div>", ("Work", "Private")),
    "a disclosure": ("delete notes in Work", "<details open><summary>Work</summary><p>notes <button title=it>Delete</button></p></details>", ("Work", "Private")),
    "a pressed button": ("save the test settings", TABS.format("true", "false"), ("=true>Test</button><button aria-pressed=false", "=false>Test</button><button aria-pressed=true")),
    "the current page": ("save the test settings", "<nav><a href=/a aria-current=page>Test</a> <a href=/b>Live</a></nav><button title=it>Save</button>", (" aria-current=page", "")),
    "a list": ("save the test settings", "<select aria-label=Kind><option>Test<option>Live</select><button title=it>Save</button>", ("<option>Live", "<option selected>Live")),
    "the question of a dialog": ("go on", "<div role=dialog aria-label=Sure><p>Delete the draft?</p><button title=it>Yes</button></div>", ("draft", "account")),
    "a count in a question": ("go on", "<div role=alertdialog><p>Send 1 mail?</p><button title=it>OK</button></div>", ("1 mail", "900 mails")),
    "a text over fields": ("pay for Ann", "<p>Ann</p><label>No <input></label><button title=it>Pay</button>", ("Ann", "Bob")),
    "a text before a frame": ("pay for Ann", "<p>Ann</p><iframe srcdoc='<button title=it>Pay</button>'></iframe>", ("Ann", "Bob")),
    "a button's own address": ("go on", "<form action=/a><button formaction=/save title=it>Go</button></form>", ("/save", "/delete")),
    "the address of a form": ("go on", "<form action=/notes><button title=it>Save</button></form>", ("/notes", "/notes/delete")),
    "the form of a button": ("go on", "<form id=a action=/a></form><form id=b action=/b></form><button form=a title=it>Go</button>", ("form=a", "form=b")),
    "a button that resets": ("go on", "<form action=/x><button title=it>Done</button></form>", ("<button", "<button type=reset")),
    "an encoded slash": ("go on", "<a href=/go/a%2Fb title=it>Open</a>", ("%2F", "/")),
    "a unit": ("go on", "<a href=/x title=it>5 mW</a>", ("mW", "MW")),
    "a raised digit": ("go on", "<a href=/x title=it>10⁵</a>", ("⁵", "5")),
    "a star": ("go on", "<button id=x title=it>Select *</button>", (" *", "")),
    "a denial": ("keep the photos", "<p>All of the photos in this album are kept for you and for everybody else.</p><button title=it>Confirm</button>", ("All", "None")),
    "a region": ("go on", "<section aria-label=Draft><p>Of Monday</p><button title=it>Delete</button></section>", ("Draft><p>Of Monday", "Account><p>With all data")),
    "a region around it alone": ("go on", "<section aria-label=Draft><form action=/x><button title=it>Delete</button></form></section>", ("Draft", "Account")),
    "what is opened": ("go on", "<details open><summary>Draft</summary><p>Of Monday</p><button title=it>Delete</button></details>", ("Draft", "Account")),
    "a set of fields": ("go on", "<fieldset><legend>Draft</legend><button title=it>Delete</button></fieldset>", ("Draft", "Account")),
    "a region with the same buttons": ("go on", "<section aria-label=Draft><button>Edit</button><button title=it>Delete</button></section>", ("Draft", "Account")),
    "a region with a name that goes on": ("go on", "<section aria-label=Drafts><button>Open</button><button title=it>Delete</button></section>", ("Drafts", "'All drafts'")),
    "a form with other fields": ("go on", "<form aria-label=Parking><label>Plate <input></label><button title=it>Pay</button></form>", ("Parking><label>Plate", "Donation><label>Amount")),
    "a group with other fields": ("go on", "<div role=group aria-label=Search><label>Words <input></label><button title=it>Go</button></div>", ("Search><label>Words", "Travel><label>Town")),
}  # fmt: skip
SAME = {
    "a renamed region": ("go on", "<section aria-label=Draft><p>Of Monday</p><button>Open</button><button title=it>Delete</button></section>", ("Draft", "'Your draft'")),
    "a renamed form": ("go on", "<form aria-label='Login form'><label>Email <input></label><button title=it>Log in</button></form>", ("Login form", "Please sign in")),
    "a renamed toolbar": ("go on", "<div role=toolbar aria-label=Tools><button title=it>Filters</button><button>Columns</button></div>", ("Tools", "Actions")),
    "what is opened with a count": ("go on", "<details open><summary>Drafts (3)</summary><p>Of Monday</p><button title=it>Delete</button></details>", ("3", "4")),
    "what is opened beside it": ("go on", "<details><summary>Help</summary><p>All of it</p></details><p>Of Monday</p><button title=it>Delete</button>", ("<details>", "<details open>")),
    "a region that counts on": ("go on", "<fieldset><legend>Drafts (3)</legend><button title=it>Delete</button></fieldset>", ("3", "4")),
    "a region around a region": ("go on", "<section aria-label=Draft><p>Of Monday</p><button title=it>Delete</button></section>", ("<button title=it>", "<div role=group aria-label=Actions><button>Open</button><button title=it>")),
    "a region without its name": ("go on", "<section aria-label=Draft><p>Of Monday</p><button title=it>Delete</button></section>", (" aria-label=Draft", "")),
    "news of another day": ("go on", "<section aria-label='News of Monday'><p>Rain</p><button title=it>More</button></section>", ("Monday'><p>Rain", "Tuesday'><p>Sun")),

    "another message": ("save the note", "<p role=status>The note has 3 words</p><button title=it>Save</button>", ("The note has 3 words", "Welcome back")),
    "no message": ("save the note", "<p role=status>Note: saved at 8</p><button title=it>Save</button>", ("Note: saved at 8", "")),
    "a key in the address of a form": ("go on", "<form action=/notes/17><button title=it>Save</button></form>", ("17", "18")),
    "a closed dialog's words": ("go on", "<div role=dialog aria-label=News><p>3 new messages</p><button title=it>Close</button></div>", ("3 new", "4 new")),
    "dots": ("go on", "<button title=it>Rename</button>", ("Rename", "Rename…")),
}  # fmt: skip


async def _show(screen: WebScreen, markup: str) -> None:
    await screen.evaluate(
        "html => { document.open(); document.write('<!doctype html>' + html); document.close() }", markup
    )
    if "<iframe" in markup:  # everything else is there at once
        await screen.settle()


async def is_found(screen: WebScreen, words: str, before: str, change: tuple[str, str]) -> bool:
    """Whether the element with the title `it` is found again after the page has changed."""
    instruction = Instruction(words)
    await _show(screen, before)
    tree = await screen.whole_tree()
    (node,) = [node for node in tree if node.attributes.get("title") == "it"]
    anchor = make_anchor(node, Outline(tree), instruction)
    assert change[0] in before
    await _show(screen, before.replace(*change))
    return isinstance(await find_anchor(anchor, screen, Eyes(screen, Mask()), instruction), Found)


async def test_an_element_is_found_if_and_only_if_it_means_the_same(chromium: Browser) -> None:
    async with await open_browser_screen(chromium) as screen:
        wrong = [kind for kind, case in OTHERS.items() if await is_found(screen, *case)]
        missing = [kind for kind, case in SAME.items() if not await is_found(screen, *case)]
    assert (wrong, missing) == ([], [])
