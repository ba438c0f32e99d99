"""A number of a planner is good while its element shows the entry that it was listed with."""

from __future__ import annotations

from replay_rig import Runs, Site
from replies import Action, say, tap

REUSED = """
<button onclick="names.reverse(); draw()">Sort</button><button onclick="count++; draw()">Count</button>
<ul id=list><li><span></span> <i></i> <button>Delete</button><li><span></span> <i></i> <button>Delete</button></ul>
<script>
  const names = ['Ann', 'Cy']; let count = 3
  const draw = () => [...list.children].forEach((row, place) => {
    row.children[0].textContent = names[place]
    row.children[1].textContent = `${count + place} left`
    row.children[2].onclick = () => document.title += `${names[place]}`
  })
  draw()
</script>
"""
RECYCLED = """
<div id=list style="height:200px; overflow:auto; position:relative"><div style="height:24000px"></div></div>
<script>
  const rows = [...Array(10)].map(() => {
    const row = document.createElement('div')
    row.style = 'position:absolute; height:24px'
    row.innerHTML = '<span></span> <button>Open</button>'
    return list.firstChild.appendChild(row)
  })
  const draw = () => rows.forEach((row, place) => {
    const item = Math.floor(list.scrollTop / 24) + place
    row.style.top = `${item * 24}px`
    row.firstChild.textContent = `Item ${item}`
    row.lastChild.onclick = () => document.title += `${item}`
  })
  list.onscroll = draw
  draw()
</script>
"""


DOWN: Action = ("Scroll", {"direction": "down", "target": {"prompt": "the list", "element": 1}})


async def test_a_number_is_not_used_for_another_entry_once_the_list_is_sorted(site: Site, runs: Runs) -> None:
    site.pages["/"] = REUSED
    async with runs.on(site.home, say(tap(1), tap(6, "Delete of Ann")), say(done="ok")) as agent:
        await agent.act("delete Ann")
        assert '[6] button "Delete" in listitem "Ann 3 left"' in agent.asked(0)
        assert await agent.screen.evaluate("document.title") == ""
        assert (
            'element [6] now stands in the listitem "Cy 3 left", and no longer in the listitem "Ann 3 left"'
            in agent.asked(1)
        )


async def test_a_number_is_used_in_a_row_that_changes_in_what_it_counts(site: Site, runs: Runs) -> None:
    site.pages["/"] = REUSED
    async with runs.on(site.home, say(tap(2, "Count"), tap(6, "Delete of Ann")), say(done="ok")) as agent:
        await agent.act("delete Ann")
        assert await agent.screen.evaluate("document.title") == "Ann"
        assert 'listitem "Ann 4 left"' in agent.asked(1)


async def test_a_number_is_not_used_for_what_a_list_shows_after_it_was_scrolled(site: Site, runs: Runs) -> None:
    site.pages["/"] = RECYCLED
    async with runs.on(site.home, say(DOWN, tap(7, "Open of Item 1")), say(done="ok")) as agent:
        await agent.act("open Item 1")
        assert '[7] button "Open" in group "Item 1"' in agent.asked(0)
        assert await agent.screen.evaluate("document.title") == ""
        assert 'no longer in the group "Item 1"' in agent.asked(1)


async def test_what_was_hit_is_told_with_its_row_where_others_have_its_name(site: Site, runs: Runs) -> None:
    site.pages["/"] = REUSED
    replies = say(tap(2, "Count"), tap(6, "Delete of Ann")), say(tap(9, "the Delete")), say(done="ok")
    async with runs.on(site.home, *replies) as agent:
        await agent.act("delete both")
        assert 'Tap(Delete of Ann): done, hit button "Delete" in listitem "Ann 4 left"' in agent.asked(1)
        assert "Tap(Count): done\n" in agent.asked(1)
        assert 'Tap(the Delete): done, hit button "Delete" in listitem "Cy 5 left"' in agent.asked(2)


ONLY = """
<button onclick="document.querySelector('li span').textContent = 'Cy'">Next</button>
<ul><li><span>Ann</span> <i>5 left</i> <button onclick="document.title += 'deleted'">Delete</button></ul>
"""
BASKET = """
<ul><li><span>Mug</span> <i>1</i> <b>12.00</b> <button>+</button>
<li><span>Bowl</span> <i>1</i> <b>9.00</b> <button>+</button></ul>
<script>
  document.querySelectorAll('li').forEach((row) => {
    const price = Number(row.children[2].textContent)
    row.children[3].onclick = () => {
      row.children[1].textContent++
      row.children[2].textContent = (price * row.children[1].textContent).toFixed(2)
    }
  })
</script>
"""
NAMES = """
<ul><li><input value=Ann> <button>Save</button><li><input value=Bob> <button>Save</button></ul>
<script>
  document.querySelectorAll('li').forEach((row) => {
    row.lastChild.onclick = () => document.title += row.firstChild.value
  })
</script>
"""


async def test_a_number_is_not_used_for_what_the_only_row_of_a_list_shows_instead(site: Site, runs: Runs) -> None:
    site.pages["/"] = ONLY
    async with runs.on(site.home, say(tap(1, "Next"), tap(5, "Delete of Ann")), say(done="ok")) as agent:
        await agent.act("delete Ann")
        assert await agent.screen.evaluate("document.title") == ""
        assert 'no longer in the listitem "Ann 5 left"' in agent.asked(1)


async def test_what_a_reply_changes_in_a_row_leaves_it_the_same(site: Site, runs: Runs) -> None:
    site.pages["/"] = BASKET
    async with runs.on(site.home, say(*[tap(4, "more of Mug")] * 4, tap(7, "more of Bowl")), say(done="ok")) as agent:
        await agent.act("five mugs and two bowls")
        assert "1" not in await agent.screen.evaluate(
            "[...document.querySelectorAll('i')].map((each) => each.textContent)"
        )
        assert agent.calls == 2


async def test_a_reply_may_fill_rows_that_are_known_by_their_fields_alone(site: Site, runs: Runs) -> None:
    site.pages["/"] = NAMES
    typed: tuple[Action, ...] = ("Type", {"target": {"prompt": "Ann", "element": 3}, "text": "Zoe"}), tap(4, "Save")
    async with runs.on(site.home, say(*typed, tap(7, "Save of Bob")), say(done="ok")) as agent:
        await agent.act("call Ann Zoe, and save both")
        assert await agent.screen.evaluate("document.title") == "ZoeBob"
