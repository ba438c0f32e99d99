"""Console and network of pages, as they are for a report."""

from __future__ import annotations

from local_site import Show, Site

from askonce.screens.web.page_events import place_in
from askonce.trace import PageRequest

PAGE = """
<script>
console.log("hello", 3);
for (let i = 0; i < 5; i++) console.warn("careful");
console.error("no mugs");
setTimeout(() => { throw new Error("lost"); });
fetch("/gone").then(() => fetch("/slow"));
for (let i = 0; i < 90; i++) console.info("line " + i);
</script><p>Mugs
"""


async def test_a_page_has_its_messages_and_requests_kept_in_order_and_within_bounds(site: Site, show: Show) -> None:
    address = site.serve("/", PAGE)
    gate = site.hold("/slow")
    screen = await show(address, page_log=True)
    page = screen._pages.current("looking")  # pyright: ignore[reportPrivateUsage]
    await page.wait_for_function("performance.getEntriesByName(location.origin + '/gone').length")
    async with page.expect_event("console"):
        await page.evaluate("setTimeout(() => console.debug('end'))")
    seen = screen.take_activity(unfinished=True)
    gate.set()

    assert [(each.level, each.text) for each in seen.messages if each.level not in {"info", "log"}][:2] == [
        ("warning", "careful"),
        ("error", "no mugs"),
    ]
    careful = next(each for each in seen.messages if each.text == "careful")
    assert (careful.times, careful.place) == (5, f"{address}:4")
    lost = next(each for each in seen.messages if each.level == "exception")
    assert lost.text == "Error: lost"
    assert lost.place == f"{address}:6"
    assert len([each for each in seen.messages if each.level in {"info", "log"}]) == 60
    assert seen.messages[-1].text == "end"
    assert seen.more_messages == 32, "hello, 90 lines and the end, of which 60 are kept"

    by_path = {each.url.removeprefix(address.removesuffix("/")): each for each in seen.requests}
    assert (by_path["/"].kind, by_path["/"].status, by_path["/"].size) == ("document", 200, len(PAGE))
    assert (by_path["/gone"].method, by_path["/gone"].kind, by_path["/gone"].status) == ("GET", "fetch", 404)
    assert by_path["/gone"].failure == ""
    assert (by_path["/slow"].status, by_path["/slow"].failure) == (0, "it had no answer yet")
    assert [each.at for each in seen.requests] == sorted(each.at for each in seen.requests)
    assert all(isinstance(each, PageRequest) and each.seconds >= 0 for each in seen.requests)
    assert not screen.take_activity().requests, "each is told once"


async def test_nothing_is_collected_unless_it_is_asked_for(site: Site, show: Show) -> None:
    screen = await show(site.serve("/", PAGE))
    await screen.settle()
    seen = screen.take_activity(unfinished=True)
    assert (seen.messages, seen.requests) == ((), ())


def test_the_place_of_an_error_is_found_however_long_its_message_is() -> None:
    stack = f"Error: {'a' * 1_000_000}\n    at pay (http://shop.test/pay.js:3:14)\n    at http://shop.test/x.js:1:1"
    assert place_in(stack) == "http://shop.test/pay.js:3"
    assert place_in("pay@http://shop.test/pay.js:3:14") == "pay@http://shop.test/pay.js:3"
    assert place_in("Error: at noon") == ""
