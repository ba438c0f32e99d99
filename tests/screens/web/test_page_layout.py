from __future__ import annotations

from local_site import Show

PAGE = """<style>h1::after { content: "from a sheet" } .gone { visibility: hidden }</style><h1>Orders</h1>
<ul><li>One</li><li><span style="display:block;height:20px"></span></li></ul><p class=gone>unseen</p>
<div role=alert style="position:absolute;left:-9999px">for readers</div><x-toast></x-toast>
<p style="position:absolute;top:5000px">far below</p><input placeholder="write here" value="typed">
<progress max=10 value=4></progress><progress max=10 value=10></progress><div aria-busy=true>busy</div>
<script>document.querySelector("x-toast").attachShadow({mode: "closed"}).innerHTML = "<b>sealed off</b>"</script>"""


async def test_what_is_laid_out_is_told_with_what_no_element_shows(show: Show) -> None:
    screen = await show(PAGE)
    layout = await screen.layout()

    texts = {each.text: each for each in layout.texts}
    assert "unseen" not in texts
    assert {text for text, each in texts.items() if each.is_sealed} == {"from a sheet", "sealed off"}
    assert {text for text, each in texts.items() if each.is_live} == {"for readers"}
    assert {text for text, each in texts.items() if not each.is_in_view} == {"for readers", "far below"}
    assert len(layout.blanks) == 2  # the second row and what is in it
    assert len(layout.busy) == 2
    assert layout.blanks.isdisjoint(layout.busy)
    assert layout == await screen.layout()
