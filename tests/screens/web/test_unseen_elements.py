"""Controls that cannot be seen."""

from __future__ import annotations

from playwright.async_api import Page

from askonce.screens import UnseenElement, UnseenElements
from askonce.screens.web import open_page_screen

PAGE = """<title>Shop</title>
<button>Save</button><button hidden>Archive</button>
<div style="visibility: hidden"><label>Coupon <input></label></div>
<a href="/x" style="display: none" aria-label="More"></a><input type=submit value=Send style="opacity: 0">
<iframe srcdoc="<button hidden>Inner</button><button>Shown</button>"></iframe>
<script>
window.open("about:blank").document.body.innerHTML = "<button>Elsewhere</button><button hidden>No</button>"
</script>
"""


async def test_what_is_hidden_here_and_what_other_tabs_show_is_known(own_page: Page) -> None:
    screen = await open_page_screen(own_page)
    async with own_page.expect_popup() as opened:
        await own_page.set_content(PAGE)
    await (await opened.value).evaluate("document.title = 'Orders'")
    await own_page.bring_to_front()
    await screen.switch_tab(1)
    assert isinstance(screen, UnseenElements)

    assert set(await screen.unseen()) == {
        UnseenElement("button", "Archive", "is hidden"),
        UnseenElement("textbox", "Coupon", "is hidden"),
        UnseenElement("link", "More", "is hidden"),
        UnseenElement("button", "Send", "is hidden"),
        UnseenElement("button", "Inner", "is hidden"),
        UnseenElement("button", "Elsewhere", 'is in the tab "Orders"'),
    }
    assert await screen.count_hidden("button") == 1
