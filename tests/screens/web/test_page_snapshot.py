"""A page as a file: it looks the same, runs nothing, loads nothing, and tells no secret."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from local_site import Show, Site
from playwright.async_api import Browser

from askonce.screens.web.page_snapshot import write_snapshot
from askonce.values import Mask, Secret

SECRET = "hunter2-Secret"
PAGE = f"""
<!doctype html><html><head><title>Tea {SECRET}</title><link rel=stylesheet href=/shop.css><base href=/x/>
<style>.late {{ color: red }}</style><meta http-equiv=refresh content="600;url=/elsewhere"></head>
<body onload="window.ran = 1"><noscript>no scripts</noscript>
<h1 class=late onclick="alert(1)">Everything for a good cup</h1>
<a href="javascript:alert(1)">Leave</a> <a href=/basket>Basket</a>
<form action=/pay><input name=user value=old><input type=password name=pass><input type=hidden value=csrf-9>
<input type=checkbox id=tick><select><option>one<option>two</select><textarea>old</textarea></form>
<form name=title><input type=checkbox name=localName><input type=checkbox name=attributes>
<input type=checkbox name=childNodes><input type=checkbox name=nodeType><input type=checkbox name=getAttribute>
<input type=checkbox name=shadowRoot>In a form</form>
<p>hunter2-<b>Sec</b>ret and <i title="{SECRET}">{SECRET}</i></p>
<img src=/mug.png alt=mug width=40 height=30><img src="http://other.invalid/x.png" width=50 height=50>
<shop-card></shop-card><iframe srcdoc="<p>Inner &amp; <script>window.ran = 2</script> {SECRET}"></iframe>
<object data=/evil></object><svg width=10 height=10><script>window.ran = 3</script><circle r=5 fill=red /></svg>
<script>
Array.prototype.toJSON = String.prototype.toJSON = () => "as older libraries do";
window.ran = 0;
const root = document.querySelector("shop-card").attachShadow({{ mode: "open" }});
root.innerHTML = "<style>b {{ color: rgb(1, 2, 3) }}</style><b>In the shadow</b><slot></slot>";
document.styleSheets[1].insertRule(".late {{ color: rgb(4, 5, 6) }}", 1);
const sheet = new CSSStyleSheet();
sheet.replaceSync("h1 {{ text-align: end }}");
document.adoptedStyleSheets = [sheet];
</script>
"""
FILL = """() => {
  document.querySelector("[name=user]").value = "ann"; document.querySelector("[name=pass]").value = "letmein";
  document.querySelector("#tick").checked = true; document.querySelector("select").selectedIndex = 1;
  document.querySelector("textarea").value = "a </textarea> note";
}"""
LOOKS = """() => {
  const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  const card = document.querySelector("shop-card").shadowRoot.querySelector("b");
  return {
    late: style("h1", "color"), align: style("h1", "textAlign"), body: style("body", "backgroundColor"),
    card: [card.textContent, getComputedStyle(card).color], select: document.querySelector("select").value,
    user: document.querySelector("[name=user]").value, pass: document.querySelector("[name=pass]").value,
    hidden: document.querySelector("[type=hidden]").value, ticked: document.querySelector("#tick").checked,
    note: document.querySelector("textarea").value, mug: document.querySelector("img").naturalWidth > 0,
    scripts: document.querySelectorAll("script, noscript, object, base, [onclick], meta[http-equiv]").length,
    links: [...document.querySelectorAll("a")].map((link) => link.getAttribute("href")),
  };
}"""
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def masking(secret: str) -> Mask:
    mask = Mask()
    mask.learn({"pin": Secret(secret)})
    return mask


async def test_a_snapshot_looks_as_the_page_did_and_does_nothing(
    site: Site, show: Show, chromium: Browser, tmp_path: Path
) -> None:
    address = site.serve("/", PAGE)
    site.serve("/shop.css", f"body {{ background: rgb(7, 8, 9) url({address}back.png) }}", kind="text/css")
    site.serve("/mug.png", DOT, kind="image/png")
    screen = await show(address)
    await screen.evaluate(FILL)
    html = await screen.preserve(masking(SECRET))
    file = tmp_path / "snapshot.html"
    file.write_text(html, "utf-8")

    assert SECRET not in html
    assert "Sec</b>ret" not in html
    assert "letmein" not in html
    assert "csrf-9" not in html
    before = len(site.seen)
    page = await chromium.new_page()
    await page.goto(file.as_uri())
    await page.frame_locator("iframe").frame_locator("iframe").locator("p").wait_for()
    _, frame, inner = page.frames
    looks = await frame.evaluate(LOOKS)
    texts = [await each.locator("body").inner_text() for each in (page.main_frame, frame, inner)]
    ran = [await each.evaluate("window.ran") for each in (frame, inner)]
    origin = await frame.evaluate("window.origin")
    await page.close()

    assert looks["late"] == "rgb(4, 5, 6)", "rules that a script has added are there"
    assert looks["align"] == "end"
    assert looks["body"] == "rgb(7, 8, 9)"
    assert looks["card"] == ["In the shadow", "rgb(1, 2, 3)"]
    assert (looks["user"], looks["pass"], looks["hidden"]) == ("ann", "••••••••", "")
    assert (looks["ticked"], looks["select"], looks["note"]) == (True, "two", "a </textarea> note")
    assert looks["mug"]
    assert looks["scripts"] == 0
    assert looks["links"] == ["#", "#"]
    assert address in texts[0]
    assert "Everything for a good cup" in texts[1]
    assert "In a form" in texts[1], "fields that are called like properties hide nothing"
    assert "<title>Snapshot: Tea {pin}</title>" in html
    assert "{pin}{pin}{pin} and {pin}" in " ".join(texts[1].split())
    assert texts[2].split() == ["Inner", "&", "{pin}"]
    assert ran == [None, None]
    assert origin == "null", "it is in a sandbox"
    assert len(site.seen) == before, "nothing was asked of the site"


def snapshot(*children: Any, mask: Mask | None = None, **facts: Any) -> str:
    root = ["html", {}, [["head", {}, []], ["body", {}, list(children)]]]
    seen = {"root": root, "width": 800, "height": 600, "title": "T", "sheets": 0, "cut": False, **facts}
    return write_snapshot(seen, "http://ann:pw@shop.test/?token=abc", mask or Mask())


@pytest.mark.parametrize(
    ("child", "written"),
    [
        ('1 < 2 & "3"', "1 &amp;lt; 2 &amp;amp; &quot;3&quot;"),
        (["p", {"title": '"><script>x()</script>'}, []], "&lt;p title=&quot;&amp;quot;&amp;gt;&amp;lt;script"),
        (
            ["style", {}, ["a::after { content: '</style><script>' }"]],
            "&#x27;&lt;\\/style&gt;&lt;script&gt;",
        ),
        (["br", {}, []], "&lt;br&gt;&lt;/body&gt;"),
        (["iframe", {}, []], "&lt;iframe sandbox srcdoc=&quot;&amp;lt;p&amp;gt;A page of another site"),
    ],
)
def test_texts_are_written_as_texts(child: Any, written: str) -> None:
    assert written in snapshot(child)
    assert "<script" not in snapshot(child)


def test_secrets_are_hidden_in_texts_side_by_side_in_attributes_and_in_styles() -> None:
    page = snapshot(
        ["p", {"data-a": "x hunter2 y"}, ["hun", ["b", {}, ["ter2"]]]],
        ["style", {}, ["p::after { content: 'hunter2' }"]],
        ["iframe", {}, [["html", {}, [["body", {}, ["hunter2"]]]]]],
        title="hunter2",
        mask=masking("hunter2"),
    )
    assert "hunter2" not in page
    assert "ter2" not in page
    assert page.count("{pin}") >= 5


def test_a_code_with_a_field_for_each_digit_is_hidden_whatever_else_the_fields_and_what_is_between_them_have() -> None:
    boxes = [
        [
            "div",
            {"class": "box"},
            [["input", {"aria-label": f"Digit {number}", "id": f"d{number}", "value": digit}, []]],
        ]
        for number, digit in enumerate("839175")
    ]
    unused = ["input", {"id": "none", "value": ""}, []]
    page = snapshot(*boxes[:3], ["button", {"value": "go"}, []], unused, *boxes[3:], mask=masking("839175"))
    assert page.count("value=&quot;{pin}&quot;") == 6
    assert "value=&quot;go&quot;" in page


def test_the_head_says_where_it_is_from_and_what_is_missing() -> None:
    page = snapshot(sheets=2, cut=True)
    assert "http://shop.test/?token=…" in page
    assert "2 style sheets of other sites are missing" in page
    assert "it is not all there" in page
    assert "default-src 'none'" in page
