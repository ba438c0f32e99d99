"""What is dragged to an element is dropped there, wherever the page moves it meanwhile, or nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site

from askonce.errors import NotOperable
from askonce.geometry import Point, Size
from askonce.screens.web import Device, WebScreen


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


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


TOUCHED = Device(viewport=Size(800, 600), touch=True)
PHONE = Device(viewport=Size(800, 600), touch=True, mobile=True)
MOUSE = Device(viewport=Size(800, 600))
PRESSES = """<script>
window.presses = [];
addEventListener("pointerdown", ({ timeStamp }) => presses.push(timeStamp));
addEventListener("click", () => log.push("click"));
</script>"""
OF_TOUCHES = """<script>
let from = null;
card.addEventListener("touchstart", ({ touches: [{ clientX, clientY }] }) => { from = [clientX, clientY] });
card.addEventListener("touchmove", (event) => {
  const [{ clientX, clientY }] = event.touches;
  event.preventDefault();
  card.style.transform = `translate(${clientX - from[0]}px, ${clientY - from[1]}px)`;
}, { passive: false });
card.addEventListener("touchend", ({ changedTouches: [touch] }) => log.push(zoneAt(touch)?.textContent || "put back"));
</script>"""
AFTER_A_HOLD = """<script>
let timer = null, from = null, isDragged = false, isStuck = false;
const begin = (event) => {
  window.react?.();
  if (isStuck) return;
  isStuck = window.isHeldOn;
  [from, isDragged] = [[event.clientX, event.clientY], false];
  timer = setTimeout(() => { isDragged = true; window.lift?.() }, 250);
};
card.addEventListener("pointerdown", begin);
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!from || isDragged) return;
  if (Math.hypot(clientX - from[0], clientY - from[1]) > 5) clearTimeout(timer);
});
addEventListener("touchmove", (event) => isDragged && event.preventDefault(), { passive: false });
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (isDragged) card.style.transform = `translate(${clientX - from[0]}px, ${clientY - from[1]}px)`;
});
addEventListener("pointerup", (event) => {
  clearTimeout(timer);
  if (isDragged) log.push(zoneAt(event)?.textContent || "put back");
  from = isDragged = isStuck = false;
});
addEventListener("pointercancel", () => clearTimeout(timer));
</script>"""
LIFT = "window.lift = () => card.classList.add('lifted');"
RIPPLE = """window.react = () => {
  const ripple = document.createElement("i");
  card.append(ripple);
  setTimeout(() => ripple.className = "grown", 120);
  addEventListener("pointerup", () => ripple.remove(), { once: true });
};"""
CLOCK = "setInterval(() => document.title = tick.textContent = Date.now(), 15);"


@pytest.mark.parametrize("device", [TOUCHED, PHONE], ids=["touched", "phone"])
async def test_a_finger_drags_what_listens_to_touches(show: Show, site: Site, device: Device) -> None:
    screen = await show(site.serve("/", f"{ZONES}{PRESSES}{OF_TOUCHES}"), device=device)
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("[...log, presses.length]") == ["Done", 1]


async def test_a_finger_drags_what_the_browser_would_drag(show: Show, site: Site) -> None:
    markup = f"{ZONES}{PRESSES}<script>var begin = () => {{}}</script>{OF_BROWSER}"
    screen = await show(site.serve("/", markup), device=PHONE)
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == ["Done"]


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
@pytest.mark.parametrize(
    "also",
    ["", LIFT, f"{LIFT}{RIPPLE}", RIPPLE, f"{LIFT}window.isHeldOn = true;", f"{CLOCK}{LIFT}"],
    ids=["silent", "lifted", "ripple and lifted", "ripple", "held on to", "clock"],
)
async def test_what_is_dragged_only_after_a_hold_is_held(show: Show, site: Site, also: str, device: Device) -> None:
    look = "<style>.zone, #card { user-select: none }</style><p id=tick style='position: fixed; bottom: 0'>0</p>"
    markup = f"{ZONES}{look}{PRESSES}<script>{also}</script>{AFTER_A_HOLD}"
    screen = await show(site.serve("/", markup), device=device)
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert "Done" in await screen.evaluate("log")


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
async def test_a_page_that_compares_where_a_press_begins_and_ends_gets_that_once(
    show: Show, site: Site, device: Device
) -> None:
    script = """<script>
    let from = 0, to = 0;
    onpointerdown = ontouchstart = (event) => { from = to = (event.touches?.[0] || event).clientY };
    onpointermove = ontouchmove = (event) => { to = (event.touches?.[0] || event).clientY };
    onpointerup = ontouchend = () => { if (to - from > 50) log.push(card.textContent = "Swiped"); from = to };
    </script>"""
    screen = await show(site.serve("/", f"{ZONES}{PRESSES}{script}"), device=device)
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == ["Swiped"]


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
async def test_a_page_that_answers_late_gets_one_drop_and_an_error(show: Show, site: Site, device: Device) -> None:
    late = """<style>#card { touch-action: none; user-select: none }</style><script>
    let from = null;
    onpointerdown = ({ target }) => from = target.closest("#card");
    onpointerup = (event) => {
      const zone = from && zoneAt(event);
      from = null;
      if (!zone) return;
      log.push(zone.textContent);
      setTimeout(() => card.textContent = "Moved", 1300);
    };</script>"""
    screen = await show(site.serve("/", ZONES + late), device=device)
    with pytest.raises(NotOperable, match="look what has come of it before it is dragged again"):
        await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == ["Done"]


async def test_a_picture_that_the_browser_drags_and_a_place_takes_is_dropped_once(show: Show, site: Site) -> None:
    picture = "<img id=photo alt=Photo width=40 height=40 src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>'>"
    takes = """<script>for (const zone of zones) {
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); log.push(zone.textContent) };
    }</script>"""
    screen = await show(site.serve("/", picture + ZONES + takes))
    await screen.drag(await aimed(screen, "Photo"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == ["Done"]


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
async def test_what_cannot_be_dragged_is_told_and_gets_no_click(show: Show, site: Site, device: Device) -> None:
    look = "<style>body { user-select: none }</style>"
    screen = await show(site.serve("/", f"{ZONES}{look}{PRESSES}"), device=device)
    told = "the browser took the drag for a scroll" if device.touch else "nothing on the page moved"
    with pytest.raises(NotOperable, match=told):
        await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("[...log, presses.length]") == [4]


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
async def test_a_page_that_only_sends_what_was_dragged_gets_that_once(show: Show, site: Site, device: Device) -> None:
    """It shows nothing before it has an answer, which takes its time."""
    saves = """<style>#card { touch-action: none }</style><script>
    let from = null;
    onpointerdown = ({ target }) => from = target.closest("#card");
    onpointerup = (event) => {
      const zone = from && zoneAt(event);
      from = null;
      if (!zone) return;
      log.push(zone.textContent);
      fetch("/never", { method: "POST" });
    };</script>"""
    screen = await show(site.serve("/", ZONES + saves), device=device)
    card, done = await aimed(screen, "Plan"), await aimed(screen, "Done")
    with pytest.raises(NotOperable, match="something was sent"):
        await screen.drag(card, done)
    assert await screen.evaluate("log") == ["Done"]


async def test_a_text_that_is_selected_is_no_drag(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", f"{ZONES}{PRESSES}"))
    with pytest.raises(NotOperable, match="only a text was selected"):
        await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))


async def test_a_drag_that_the_browser_takes_for_a_scroll_is_told(show: Show, site: Site) -> None:
    """It hears of the pointer no more: its styles lack `touch-action: none`."""
    tall = "<div style='height: 3000px'></div>"
    screen = await show(
        site.serve("/", f"{ZONES}{tall}<script>var begin = () => {{}}</script>{OF_PAGE}"), device=TOUCHED
    )
    await screen.evaluate("onpointercancel = () => from = null")
    with pytest.raises(NotOperable, match="took the drag for a scroll"):
        await screen.drag(await aimed(screen, "Done"), await aimed(screen, "Plan"))
    with pytest.raises(NotOperable, match="took the drag for a scroll"):
        await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == []
    assert await screen.evaluate("scrollY") < 5


@pytest.mark.parametrize("markup", [OF_BROWSER, OF_PAGE], ids=["of the browser", "of the page"])
async def test_what_is_put_back_gets_no_click(show: Show, site: Site, markup: str) -> None:
    moves = "<script>var begin = () => zones[2].remove()</script>"
    screen = await show(site.serve("/", f"{ZONES}{PRESSES}{moves}{markup}"))
    with pytest.raises(NotOperable, match="nothing was dropped"):
        await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("log") == ["put back"]
    await screen.tap(await aimed(screen, "Plan"))
    assert "click" in await screen.evaluate("log")


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
async def test_a_picture_of_what_is_dragged_that_comes_with_the_press_is_a_drag(
    show: Show, site: Site, device: Device
) -> None:
    script = """<style>body { touch-action: none; user-select: none }</style><script>
    let ghost = null;
    card.onpointerdown = ({ clientX, clientY }) => {
      ghost = document.createElement("i");
      ghost.style.cssText = `position: fixed; pointer-events: none; left: ${clientX}px; top: ${clientY}px`;
      document.body.append(ghost);
    };
    onpointermove = ({ clientX, clientY }) => {
      if (ghost) Object.assign(ghost.style, { left: `${clientX}px`, top: `${clientY}px` });
    };
    onpointerup = (event) => { ghost.remove(); ghost = null; log.push(zoneAt(event)?.textContent) };
    </script>"""
    screen = await show(site.serve("/", f"{ZONES}{PRESSES}{script}"), device=device)
    await screen.drag(await aimed(screen, "Plan"), await aimed(screen, "Done"))
    assert await screen.evaluate("[log[0], presses.length]") == ["Done", 1]


@pytest.mark.parametrize("is_bare", [False, True], ids=["within it", "to a bare place"])
async def test_a_text_is_selected_by_dragging_over_it(show: Show, site: Site, is_bare: bool) -> None:
    screen = await show(site.serve("/", f"{PRESSES.replace('log.push', 'console.log')}<p>Some words to mark"))
    start = await aimed(screen, "Some words")
    end = start.offset(300, 0)
    await screen.drag(start, end if is_bare else replace(end, element=start.element))
    assert await screen.evaluate("[String(getSelection()) !== '', presses.length]") == [True, 1]
