"""What is dragged to an element is dropped there, wherever the page moves it meanwhile, or nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.web import WebScreen

ZONES = """<!doctype html><meta charset=utf-8><style>
body { margin: 0 } .zone { height: 40px } #card { width: 90px; height: 30px; background: gold } #head { height: 0 }
</style>
<div id=card>Plan</div><div id=head></div>
<div class=zone>Todo</div><div class=zone>Doing</div><div class=zone>Done</div><div class=zone>Trash</div>
<script>
window.log = [];
const zones = [...document.querySelectorAll(".zone")];
const zoneAt = ({ clientX: x, clientY: y }) => document.elementsFromPoint(x, y).find((node) => zones.includes(node));
</script>"""
OF_BROWSER = """<script>
card.draggable = true;
card.ondragstart = () => setTimeout(begin);
card.ondragend = ({ dataTransfer }) => {
  head.style.height = 0;
  if (dataTransfer.dropEffect === "none") log.push("put back");
};
for (const zone of zones) {
  zone.ondragover = (event) => event.preventDefault();
  zone.ondragenter = () => window.come?.(zone);
  zone.ondrop = () => log.push(zone.id || zone.textContent);
}
</script>"""
OF_PAGE = """<script>
let from = null;
card.onpointerdown = ({ clientX, clientY }) => { from = [clientX, clientY]; begin() };
onpointermove = (event) => {
  if (!from) return;
  card.style.transform = `translate(${event.clientX - from[0]}px, ${event.clientY - from[1]}px)`;
  const zone = zoneAt(event);
  if (zone) window.come?.(zone);
};
onpointerup = (event) => {
  if (!from) return;
  from = null;
  card.style.transform = "none";
  const zone = zoneAt(event);
  log.push(zone ? zone.id || zone.textContent : "put back");
};
</script>"""


async def aimed(screen: WebScreen, words: str) -> Point:
    node = next(node for node in await screen.tree() if words in (node.name or node.text))
    return replace(node.point or node.box.center, element=node.number)


@pytest.mark.parametrize("markup", [OF_BROWSER, OF_PAGE], ids=["of the browser", "of the page"])
@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ("const begin = () => {}", "Done"),
        ("const begin = () => head.style.height = '41px'", "Done"),
        ("const begin = () => { head.style.transition = 'height 0.1s linear'; head.style.height = '41px' }", "Done"),
        ("const begin = () => {}, come = (zone) => { if (zone === zones[2]) head.style.height = '41px' }", "Done"),
        ("const begin = () => zones[2].remove()", "put back"),
        ("const begin = () => zones[2].style.display = 'none'", "put back"),
        ("const begin = () => zones[2].style.marginTop = '900px'", "put back"),
        ("const begin = () => {}, come = (zone) => { if (zone === zones[2]) zone.remove() }", "put back"),
    ],
)
async def test_what_is_dragged_is_dropped_where_it_was_meant_or_put_back(
    show: Show, site: Site, markup: str, moves: str, outcome: str
) -> None:
    screen = await show(site.serve("/", f"{ZONES}<script>var {moves.removeprefix('const ')}</script>{markup}"))
    card, done = await aimed(screen, "Plan"), await aimed(screen, "Done")
    if outcome == "Done":
        await screen.drag(card, done)
    else:
        with pytest.raises(NotOperable, match="nothing was dropped"):
            await screen.drag(card, done)
    assert await screen.evaluate("log") == [outcome]


@pytest.mark.parametrize("markup", [OF_BROWSER, OF_PAGE], ids=["of the browser", "of the page"])
async def test_a_place_may_show_other_words_while_something_is_dropped_there(
    show: Show, site: Site, markup: str
) -> None:
    words = "<script>zones[2].id = 'bin'; zones[2].innerHTML = '<p style=\"margin: 0\">Drop here</p>'</script>"
    comes = "var begin = () => {}, come = (zone) => { if (zone.id) zone.firstElementChild.style.display = 'none' }"
    screen = await show(site.serve("/", f"{ZONES}{words}<script>{comes}</script>{markup}"))
    if markup is OF_PAGE:
        await screen.evaluate("card.addEventListener('pointerdown', () => card.style.pointerEvents = 'none')")
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Drop here"))
    assert await screen.evaluate("log") == ["bin"]


async def test_an_item_takes_the_place_of_another_that_makes_room_for_it(show: Show, site: Site) -> None:
    rows = "".join(f"<li>{name}</li>" for name in ("Ant", "Bee", "Cat", "Dog"))
    script = """<script>let held = null; window.order = () => [...list.children].map((row) => row.textContent).join();
    list.onpointerdown = ({ target }) => held = target; onpointerup = () => held = null;
    onpointermove = ({ clientX, clientY }) => {
      const over = held && document.elementFromPoint(clientX, clientY)?.closest("li");
      if (!over || over === held) return;
      const { top, height } = over.getBoundingClientRect(), isDown = held.compareDocumentPosition(over) & 4;
      const isPast = isDown ? clientY > top + height / 2 : clientY < top + height / 2;
      if (isPast) over[isDown ? "after" : "before"](held);
    };</script>"""
    style = "<style>li { height: 30px; user-select: none }</style>"
    screen = await show(site.serve("/", f"<!doctype html>{style}<ul id=list>{rows}</ul>{script}"))
    end = await aimed(screen, "Cat")
    await screen.drag(await aimed(screen, "Ant"), replace(end.offset(0, 6), element=end.element))
    assert await screen.evaluate("order()") == "Bee,Cat,Ant,Dog"


async def test_a_drag_to_a_bare_point_ends_there(show: Show, site: Site) -> None:
    screen = await show(
        site.serve("/", f"{ZONES}<script>var begin = () => head.style.height = '41px'</script>{OF_PAGE}")
    )
    card, done = await aimed(screen, "Plan"), await aimed(screen, "Done")
    await screen.drag(card, Point(done.x, done.y))
    assert await screen.evaluate("log") == ["Doing"]
