# ruff: noqa: E501 - markup reads better unwrapped
"""Single actions and looks leave recordings too, and Midscene's caches serve as such."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from replay_rig import Runs, Site, tap
from replies import say

from askonce.errors import AskonceError, NotFound

PAGE = """<table><tr><td>Ann<td><button onclick="note.textContent='Greeted Ann'">Hi</button>
<tr><td>Bob<td><button onclick="note.textContent='Greeted Bob'">Hi</button></table>
<label>Name <input></label><div style="width:30px;height:30px;background:red" onclick="note.textContent='Red'"></div><p id=note></p>"""


def finders(agent: Any) -> list[str]:
    return [one.finder for one in agent.heard.of("located")]


async def test_single_actions_are_found_again_by_what_was_recorded(runs: Runs, site: Site) -> None:
    site.pages["/"] = PAGE
    async with runs.on(site.home) as agent:
        await agent.tap("the button Hi in the row of {who}", values={"who": "Ann"})
        await agent.type("the field Name", "x")
        await agent.tap("the friendly one", selector="//tr[2]//button")
        assert finders(agent) == ["local", "local", "selector"]
    assert [one.instruction for one in runs.book.recordings] == [
        "Tap(the button Hi in the row of {who})",
        "Type(the field Name, text='x')",
        "Tap(the friendly one)",
    ]
    before = runs.file.read_bytes()
    async with runs.on(site.other) as agent:
        await agent.tap("the button Hi in the row of {who}", values={"who": "Bob"})
        assert "Greeted Bob" in await agent.text()
        await agent.type("the field Name", "y")
        await agent.tap("the friendly one")
        assert "Greeted Bob" in await agent.text()
        await agent.tap("the button Hi in the row of {who}", values={"who": "Ann"}, recordable=False)
        assert finders(agent) == ["recorded", "recorded", "recorded", "local"]
        assert agent.calls == 0
    assert runs.file.read_bytes() == before


async def test_what_a_model_found_is_kept_and_what_is_gone_is_looked_for_anew(runs: Runs, site: Site) -> None:
    site.pages["/"] = PAGE
    async with runs.on(site.home) as agent:
        tree = await agent.screen.tree()
        box = next(node.box for node in tree if node.name == "Hi")
    left, top, right, bottom = (
        round(edge) for edge in (box.left / 0.8, box.top / 0.6, box.right / 0.8, box.bottom / 0.6)
    )
    answer = json.dumps({"bbox": [left, top, right, bottom]})
    async with runs.on(site.home, answer) as agent:
        first = await agent.locate("what greets the girl")
        assert first.finder == "model"
    assert [one.prompt for one in runs.book.sightings] == ["what greets the girl"]
    async with runs.on(site.home) as agent:
        again = await agent.locate("what greets the girl")
        assert (again.finder, agent.calls) == ("recorded", 0)
        assert again.box.contains(first.box.center)
        await agent.tap("what greets the girl")
        assert "Greeted Ann" in await agent.text()
    site.pages["/"] = "<p>Nothing here</p>"
    async with runs.on(site.home, '{"bbox": [], "error": "there is none"}', '{"bbox": [], "error": "none"}') as agent:
        with pytest.raises(AskonceError) as told:
            await agent.locate("what greets the girl")
        assert isinstance(told.value, NotFound)
        assert "recorded: " in str(told.value)


MIDSCENE = """midsceneVersion: 1.0.0
cacheId: it
caches:
  - type: plan
    prompt: greet Ann
    yamlWorkflow: |
      tasks:
        - name: greet Ann
          flow:
            - aiTap: the button of the girl
  - type: locate
    prompt: the button of the girl
    cache:
      xpaths:
        - /html/body/table/tbody/tr[1]/td[2]/button
"""


async def test_a_midscene_cache_is_replayed_and_kept_as_ours_when_it_has_to_be_mended(
    runs: Runs, site: Site, tmp_path: Path
) -> None:
    site.pages["/"] = PAGE
    cache = tmp_path / "kept" / "it.cache.yaml"
    cache.parent.mkdir()
    cache.write_text(MIDSCENE)
    async with runs.on(site.home) as agent:
        result = await agent.act("greet Ann")
        assert (result.how, agent.calls, finders(agent)) == ("replayed", 0, ["recorded"])
        assert "Greeted Ann" in await agent.text()
    site.pages["/"] = "<button onclick='note.textContent=`Greeted Ann`'>Hello</button><p id=note></p>"
    mended = say(tap("the button Hello"), expect='visible "Greeted Ann"', done="ok")
    async with runs.on(
        site.home, '{"bbox": [], "error": "there is none"}', '{"bbox": [], "error": "none"}', mended
    ) as agent:
        assert (await agent.act("greet Ann")).how == "healed"
    assert cache.read_text() == MIDSCENE
    async with runs.on(site.home) as agent:
        assert (await agent.act("greet Ann")).how == "replayed"


GAP = """caches:
  - type: plan
    prompt: "Context for this request:\\nbe kind\\n\\ngreet Ann"
    yamlWorkflow: |
      tasks:
        - flow:
            - aiTap: the button of "Ann"
            - spin: the wheel
  - type: locate
    prompt: the button of "Ann"
    cache:
      xpaths:
        - /html/body/table/tbody/tr[1]/td[2]/button
"""


async def test_a_cache_with_a_context_and_an_unknown_item_is_replayed_up_to_that(
    runs: Runs, site: Site, tmp_path: Path
) -> None:
    site.pages["/"] = PAGE
    cache = tmp_path / "kept" / "it.cache.yaml"
    cache.parent.mkdir()
    cache.write_text(GAP)
    async with runs.on(site.home, say(done="it is greeted")) as agent:
        await agent.recordings.load()
        result = await agent.act("greet Ann", context="be kind")
        assert (result.how, finders(agent), agent.calls) == ("healed", ["recorded"], 1)
        assert [note.text for note in agent.heard.of("noted") if note.warns and "holds 'spin'" in note.text]
        assert "Greeted Ann" in await agent.text()


async def test_a_stale_path_never_acts_on_the_neighbour(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.pages["/"] = PAGE.replace("Ann", "Zoe")
    cache = tmp_path / "kept" / "it.cache.yaml"
    cache.parent.mkdir()
    cache.write_text(GAP)
    nothing = '{"bbox": [], "error": "there is none"}'
    async with runs.on(site.home, nothing, nothing) as agent:
        with pytest.raises(NotFound, match="'Ann' does not stand on what is at the recorded path"):
            await agent.tap('the button of "Ann"', timeout=0)
        assert "Greeted" not in await agent.text()
