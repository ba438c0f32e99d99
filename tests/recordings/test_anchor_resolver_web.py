"""Anchors on real pages: made on one, found again on the same page after it has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Protocol

import pytest_asyncio
from playwright.async_api import Browser
from replay_rig import Site

from askonce.actions import Found, Target
from askonce.geometry import Size
from askonce.locate.recorded_finder import RecordedFinder, find_anchor
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.recording import Anchor, RecordedTarget
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.recordings.tree_outline import Outline
from askonce.screens.eyes import Eyes
from askonce.screens.web import Device, PageOptions, WebScreen, open_browser_screen
from askonce.values import Instruction, Mask

GO_ON = Instruction("go on")


class Place:
    """A page with short ways to make anchors on it and to find them again."""

    def __init__(self, screen: WebScreen) -> None:
        self.screen = screen

    async def show(self, markup: str) -> None:
        html = "<!doctype html><style>body { margin: 8px; font: 16px sans-serif }</style>" + markup
        await self.screen.evaluate("html => { document.open(); document.write(html); document.close() }", html)
        await self.screen.settle()

    async def anchor(self, mark: str, instruction: Instruction = GO_ON, **words: Any) -> Anchor:
        """The anchor of the element whose `title` is `mark`: a title is no evidence where there is a name."""
        whole = await self.screen.whole_tree()
        (node,) = [one for one in whole if one.attributes.get("title") == mark]
        return make_anchor(node, Outline(whole), instruction, **words)

    async def find(self, anchor: Anchor, instruction: Instruction = GO_ON) -> str | None:
        answer = await find_anchor(anchor, self.screen, Eyes(self.screen, Mask()), instruction)
        if not isinstance(answer, Found):
            return None
        assert answer.node
        assert "offscreen" not in answer.node.states
        return answer.node.attributes.get("title", "")


class Open(Protocol):
    async def __call__(self, markup: str = "") -> Place: ...


@pytest_asyncio.fixture(loop_scope="session")
async def place(chromium: Browser) -> AsyncIterator[Open]:
    async with AsyncExitStack() as rest:

        async def open_place(markup: str = "") -> Place:
            screen = await open_browser_screen(chromium, PageOptions(device=Device(viewport=Size(800, 600))))
            rest.push_async_callback(screen.close)
            there = Place(screen)
            if markup:
                await there.show(markup)
            return there

        yield open_place


async def test_quotes_emoji_and_right_to_left_names_are_found_again(place: Open) -> None:
    names = ("""Say &quot;it's&quot; 'so'""", "🛒 Add", "<bdi>حفظ</bdi> A", "long " * 60)
    there = await place("".join(f"<button title={i}>{name}</button>" for i, name in enumerate(names)))
    anchors = [await there.anchor(str(i)) for i in range(4)]
    await there.show("<p>x</p>" + "".join(f"<div><button title={i}>{names[i]}</button></div>" for i in (3, 1, 0, 2)))
    assert [await there.find(anchor) for anchor in anchors] == ["0", "1", "2", "3"]


async def test_generated_ids_classes_and_wrappers_do_not_matter(place: Open) -> None:
    there = await place("<div class=a1><label for=:r1:>Mail</label><input id=:r1: title=it><button>Go</button></div>")
    anchor = await there.anchor("it")
    await there.show(
        "<main><section class=z9><div><label for=:r7:>Mail</label></div><b><input id=:r7: title=it></b></section>"
    )
    assert await there.find(anchor) == "it"


def people(*names: str) -> str:
    rows = "".join(f"<tr><td>{n}<td><button title='{n}'>Delete</button>" for n in names)
    return f"<table><tr><th>Name<th>Do</tr>{rows}</table>"


async def test_the_row_of_bob_is_his_when_the_table_is_sorted_and_nobodys_when_he_is_gone(place: Open) -> None:
    there = await place(people("Alice", "Bob", "Carol"))
    anchor = await there.anchor("Bob")
    await there.show(people("Carol", "Bobby", "Bob", "Alice"))
    assert await there.find(anchor) == "Bob"
    for others in (("Alice",), ("Bobby", "Carol"), ("Bob", "Bob")):
        await there.show(people(*others))
        assert await there.find(anchor) is None


async def test_a_second_bob_out_of_view_counts_as_well(place: Open) -> None:
    there = await place(people("Alice", "Bob"))
    anchor = await there.anchor("Bob")
    await there.show(people("Bob", *map(str, range(60)), "Bob"))
    assert await there.find(anchor) is None


VIRTUAL = """<div id=list style="height:200px;overflow:auto;width:300px"><div style="height:4000px;position:relative">
%s</div></div><script>
const rows = [...list.querySelectorAll("li")];
function draw() {
  const first = Math.floor(list.scrollTop / 40);
  rows.forEach((row, i) => {
    row.style.top = (first + i) * 40 + "px";
    const at = first + i;
    row.innerHTML = `<span>Person ${String.fromCharCode(65 + at %% 26, 65 + at / 26)}</span>`;
    row.append(buttons[i]);
    buttons[i].title = "row " + (first + i);
  });
}
const buttons = rows.map(() => Object.assign(document.createElement("button"), { textContent: "Open" }));
list.addEventListener("scroll", draw);
draw();
</script>""" % ("<li style='position:absolute;height:40px;list-style:none'></li>" * 8)


async def test_a_recycled_row_of_a_virtual_list_is_never_taken_for_the_one_it_was(place: Open) -> None:
    there = await place(VIRTUAL)
    anchor = await there.anchor("row 2")
    await there.screen.evaluate("() => { list.scrollTop = 1200 }")
    await there.screen.settle()
    assert await there.find(anchor) is None
    await there.screen.evaluate("() => { list.scrollTop = 40 }")
    await there.screen.settle()
    assert await there.find(anchor) == "row 2"


MOVING = """<ul>%s</ul><script>{
  const rows = [...document.querySelectorAll("li")];
  const draw = (first) => rows.forEach((row, i) => {
    const name = "Person " + String.fromCharCode(65 + (first + i) %% 26);
    row.firstChild.textContent = name;
    row.lastChild.title = name;
  });
  draw(0);
  addEventListener("scroll", () => draw(1));
}</script>""" % ("<li style='height:60px'><span></span><button>Open</button></li>" * 20)


async def test_a_row_that_moves_while_it_is_brought_into_view_is_looked_for_again(place: Open) -> None:
    there = await place(MOVING)
    anchor = await there.anchor("Person R")
    assert await there.find(anchor) == "Person R"


async def test_of_two_with_one_name_the_hidden_one_does_not_count(place: Open) -> None:
    tabs = (
        "<div role=tabpanel aria-label={0}{1}><h2>{0}</h2><input aria-label=Name><button title={0}>Save</button></div>"
    )
    there = await place(tabs.format("One", "") + tabs.format("Two", " hidden"))
    anchor = await there.anchor("One")
    assert await there.find(anchor) == "One"
    await there.show(tabs.format("One", " hidden") + tabs.format("Two", ""))
    assert await there.find(anchor) is None


async def test_open_shadow_roots_are_seen_through(place: Open) -> None:
    markup = """<x-a></x-a><button>Other</button><script>{
      const outer = document.querySelector("x-a").attachShadow({mode: "open"});
      outer.innerHTML = "<div><x-b></x-b></div>";
      outer.querySelector("x-b").attachShadow({mode: "open"}).innerHTML = "%s<button title=it>Send</button>";
    }</script>"""
    there = await place(markup % "")
    anchor = await there.anchor("it")
    await there.show(markup % "<p>New</p><button>Cancel</button>")
    assert await there.find(anchor) == "it"


async def test_frames_are_known_by_name_or_by_path_whatever_their_query(place: Open, site: Site) -> None:
    site.pages = {
        "/": "<button title=outer>Pay</button><iframe src='/card?session=1'></iframe><iframe name=terms src=/terms>",
        "/later": "<iframe src='/other'></iframe><iframe name=terms src=/terms-2></iframe>"
        "<iframe src='/card?session=99&x=2'></iframe><button title=outer>Pay</button>",
        "/without": "<iframe src='/other'></iframe><button title=outer>Pay</button>",
        "/card": "<button title=card>Pay</button>",
        "/other": "<button title=other>Pay</button>",
        "/terms": "<button title=terms>Agree</button>",
        "/terms-2": "<button title=terms>Agree</button>",
    }
    there = await place()
    await there.screen.navigate(site.home)
    anchors = [await there.anchor(mark) for mark in ("outer", "card", "terms")]
    await there.screen.navigate(f"{site.home.rstrip('/')}/later")
    assert [await there.find(anchor) for anchor in anchors] == ["outer", "card", "terms"]
    await there.screen.navigate(f"{site.home.rstrip('/')}/without")
    assert [await there.find(anchor) for anchor in anchors] == ["outer", None, None]


async def test_the_last_result_is_scrolled_to_and_counted_over_the_whole_page(place: Open) -> None:
    def results(count: int) -> str:
        return "<ul>" + "".join(f"<li style='height:60px'><a href=/{i} title={i}>Result {i}</a>" for i in range(count))

    there = await place(results(20))
    last = await there.anchor("19", prompt="the last result", ordinals=(-1,))
    third = await there.anchor("2", prompt="the third result", ordinals=(3,))
    await there.show(results(40))
    assert await there.find(last) == "39"
    await there.screen.evaluate("() => scrollTo(0, 9999)")
    assert await there.find(third) == "2"


async def test_what_was_seen_for_one_value_is_not_shown_for_another(place: Open) -> None:
    there = await place(people("Alice", "Bob"))
    recordings = Recordings(MemoryRecordings(), "it")
    finder = RecordedFinder(there.screen, recordings)

    async def look(template: str, who: str) -> str | None:
        target = Target(prompt=template).filled(Instruction.of(template, {"who": who}))
        answer = await finder.find(target, Eyes(there.screen, Mask()))
        return answer.node.attributes["title"] if isinstance(answer, Found) and answer.node else None

    open_anchor = await there.anchor("Bob", Instruction.of("delete {who}", {"who": "Bob"}))
    await recordings.keep(RecordedTarget(prompt="Delete of {who}", screen="web", page="", anchor=open_anchor))
    held_anchor = await there.anchor("Bob")
    await recordings.keep(RecordedTarget(prompt="Remove {who}", screen="web", page="", anchor=held_anchor))
    assert await look("Delete of {who}", "Bob") == "Bob"
    assert await look("Delete of {who}", "Alice") == "Alice"
    assert await look("Remove {who}", "Alice") is None
