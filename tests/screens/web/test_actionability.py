"""A quick look after a field was filled: only where nothing else has changed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from local_site import Show, Site

from askonce.geometry import Point
from askonce.screens import FieldPeek, HeldValue
from askonce.screens.ui_tree import Tree
from askonce.screens.web import WebScreen, page_sight


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


FORM = """<style>#hint { display: none }</style><i id=hint>Write it as in your passport</i>
  <label>Name <input id=name></label><br><label>Town <input id=town></label>
  <p><label><input type=checkbox id=agree> Agree</label> <button id=go>Go</button>"""


async def read(show: Show, site: Site, script: str = "", *, framed: bool = False) -> tuple[WebScreen, Tree]:
    site.serve("/form" if framed else "/", f"{FORM}<script>{script}</script>")
    if framed:
        site.serve("/", "<p>Who are you?</p><iframe src=/form width=600 height=300></iframe>")
    screen = await show(site.home)
    await screen.settle()
    return screen, await screen.tree()


def number(tree: Tree, name: str) -> int:
    (node,) = [node for node in tree if node.actionable and node.name == name]
    return node.number


async def certain_peek(screen: WebScreen, *elements: Any) -> FieldPeek:
    """A page may still be busy for a moment, and then no glance is certain."""
    for _ in range(200):
        if peek := await screen.peek(*elements):
            return peek
        await asyncio.sleep(0.05)
    pytest.fail("no glance was certain")


async def test_what_a_field_holds_and_where_the_next_one_stands_are_seen_at_a_glance(show: Show, site: Site) -> None:
    screen, tree = await read(show, site)
    name, town = (tree.find(number(tree, one)) for one in ("Name", "Town"))
    assert name is not None
    assert town is not None
    await screen.tap(name.box.center)
    await screen.type("Ada Lovelace")
    peek = await certain_peek(screen, name.number, town.number)
    assert (peek.value, peek.box) == ("Ada Lovelace", town.box)


async def test_what_other_fields_hold_is_seen_with_it(show: Show, site: Site) -> None:
    screen, tree = await read(show, site, "town.value = 'London'; agree.checked = true")
    name, town, agree, go = (number(tree, one) for one in ("Name", "Town", "Agree", "Go"))
    place = tree.find(name)
    assert place is not None
    await fill(screen, place.box.center, "Ada Lovelace")
    peek = await certain_peek(screen, name, go, (town, agree))
    assert [peek.value, *peek.others] == ["Ada Lovelace", HeldValue("London", None), HeldValue(None, True)]
    assert await screen.peek(name, go, (town, go)) is None  # nobody fills a button
    assert await screen.peek(name, go, (town, 999)) is None


SENT = "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => {%s}; port2.postMessage(0)"
REACTIONS = {
    "in a task of its own": SENT % "town.value = 'London'",
    "in a frame": "requestAnimationFrame(() => { town.value = 'London' })",
    "with another button": SENT % "go.textContent = 'Delete all'",
}


@pytest.mark.parametrize("reaction", REACTIONS.values(), ids=REACTIONS)
async def test_a_late_glance_sees_what_the_page_does_in_answer_to_the_last_key(
    show: Show, site: Site, reaction: str
) -> None:
    screen, tree = await read(show, site, f"document.getElementById('name').onkeyup = () => {{ {reaction} }}")
    name, town, go = (number(tree, one) for one in ("Name", "Town", "Go"))
    place = tree.find(name)
    assert place is not None
    await fill(screen, place.box.center, "Ada Lovelace")
    assert await screen.peek(name, go, (town,), late=True) is None


async def fill(screen: WebScreen, at: Point, text: str) -> None:
    """As an action does it."""
    await screen.tap(at)
    await screen.clear()
    await screen.type(text)


@pytest.mark.parametrize("framed", [False, True], ids=["page", "frame"])
@pytest.mark.parametrize("reaction", ["", "town.value = 'London'"], ids=["nothing else", "another field"])
async def test_a_glance_that_was_foreseen_is_taken_when_the_text_is_in(
    show: Show, site: Site, reaction: str, framed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"document.getElementById('name').oninput = () => {{ {reaction} }}"
    screen, tree = await read(show, site, script, framed=framed)
    name, town = (tree.find(number(tree, one)) for one in ("Name", "Town"))
    assert name is not None
    assert town is not None
    asked: list[int] = []

    async def asked_again(page: object, before: int, number: int, others: object, *, late: bool) -> None:
        asked.append(number)

    monkeypatch.setattr(page_sight, "read_field_peek", asked_again)
    screen.foresee(name.number, town.number)
    await fill(screen, name.box.center, "Ada Lovelace")
    peek = await screen.peek(name.number, town.number)
    assert asked == []
    assert (peek and (peek.value, peek.box)) == (None if reaction else ("Ada Lovelace", town.box))
    await screen.peek(name.number, town.number)
    assert asked == [town.number]  # once it was used, it is over


@pytest.mark.parametrize("since", ["done", "other", "read"])
async def test_a_glance_that_was_foreseen_is_not_used_for_anything_else(show: Show, site: Site, since: str) -> None:
    screen, tree = await read(show, site)
    name, town = (tree.find(number(tree, one)) for one in ("Name", "Town"))
    assert name is not None
    assert town is not None
    screen.foresee(name.number, town.number)
    await fill(screen, name.box.center, "Ada Lovelace")
    if since == "done":
        await fill(screen, town.box.center, "London")
        assert await screen.peek(name.number, town.number) is None
        return
    if since == "read":
        await screen.tree()
    await screen.evaluate("() => { go.style.position = 'absolute'; go.style.left = '300px' }")
    assert await screen.peek(name.number, number(tree, "Go")) is None


async def test_a_ticked_box_is_seen_at_a_glance(show: Show, site: Site) -> None:
    screen, tree = await read(show, site)
    agree = tree.find(number(tree, "Agree"))
    assert agree is not None
    await screen.tap(agree.box.center)
    peek = await certain_peek(screen, agree.number, number(tree, "Go"))
    assert (peek.value, peek.checked) == (None, True)


@pytest.mark.parametrize(
    "reaction",
    [
        "document.body.append('a hint')",
        "go.disabled = true",
        "go.textContent = 'Stop'",
        "setTimeout(() => document.body.append('saved'), 300)",
        "town.value = 'London'",
        "agree.checked = true",
        "document.styleSheets[0].insertRule('p { margin-left: 1px }')",
        "document.styleSheets[0].insertRule('#hint { display: block }', 1)",
    ],
)
async def test_a_glance_is_not_enough_when_more_has_changed(show: Show, site: Site, reaction: str) -> None:
    screen, tree = await read(show, site, f"document.getElementById('name').oninput = () => {{ {reaction} }}")
    name = tree.find(number(tree, "Name"))
    assert name is not None
    await screen.tap(name.box.center)
    await screen.type("Ada Lovelace")
    assert await screen.peek(name.number, number(tree, "Go")) is None


async def test_a_glance_is_not_enough_when_the_next_element_is_covered_by_style_alone(show: Show, site: Site) -> None:
    site.serve(
        "/",
        f"""<style>#agree:checked ~ i {{ position: fixed; inset: 0; background: red }}</style>
        <input type=checkbox id=agree aria-label=Agree><i></i>{FORM.replace("id=agree", "")}""",
    )
    screen = await show(site.home)
    await screen.settle()
    tree = await screen.tree()
    agree = next(node for node in tree if node.role == "checkbox" and "id" in node.attributes)
    await screen.tap(agree.box.center)
    assert await screen.peek(agree.number, number(tree, "Go")) is None


async def test_what_a_page_does_while_it_loads_is_no_clock_that_never_counts(show: Show, site: Site) -> None:
    reaction = "document.getElementById('name').oninput = () => log.append('!')"
    site.serve("/", f"{FORM}<p id=log>0</p><script>{reaction}</script>")
    screen = await show(site.home)
    await screen.page.evaluate(
        "async () => { for (let i = 0; i < 5; i++) { log.append('.'); await new Promise(requestAnimationFrame) } }"
    )
    tree = await screen.tree()
    name = tree.find(number(tree, "Name"))
    assert name is not None
    await screen.tap(name.box.center)
    await screen.type("Ada Lovelace")
    assert await screen.peek(name.number, number(tree, "Go")) is None
