# ruff: noqa: E501 - markup reads better unwrapped
"""A step counts as replayed only if it reached its element: each verb on a page that ignores it now."""

from __future__ import annotations

from pathlib import Path

from replay_rig import Runs, Site, tap, type_text
from replies import Action, say

from askonce.geometry import Size
from askonce.screens.web import Device, PageOptions

PAGE = """<input type=search oninput="if (off) { value = ''; note.textContent = 'Typed ' + Math.random() }">
<label>Name <input value=Ann oninput="if (off) value = ''"></label>
<label>City <input id=first></label><label>City <input oninput="if (off) { first.value = value; value = '' }"></label>
<p>Weight <select onchange="if (off) value = '1 kg'"><option>1 kg<option>10 kg</select></p>
<label>File <input type=file onchange="if (off) value = ''"></label>
<hr><input type=checkbox onclick="if (off) event.preventDefault()">
<label>Draft <input value=old oninput="if (off) value = 'old'"></label>
<a href="#" draggable=true>Card</a> <button style="width:200px;height:80px" ondragover="event.preventDefault()"
 ondrop="event.preventDefault(); if (!off) kept.textContent += 1">Bin</button><p id=kept></p><p>Form 7</p><p id=note></p>
<script>const off = %s; onkeydown = event => { if (event.key == 'F2' && !off) kept.textContent += 2 }</script>"""
VERBS: dict[str, Action] = {
    "type into the field without a label": type_text("the search field", "{text}"),
    "type Ann, who is there already": type_text("the field Name", "Ann"),
    "type the second city": type_text("the second field City", "{text}"),
    "set the weight to 10 kg": ("Select", {"target": "the list Weight", "options": ["10 kg"]}),
    "upload the plan": ("Upload", {"target": "the button File", "files": ["plan-2.txt"]}),
    "tick the box": tap("the checkbox"),
    "empty the draft": ("Clear", {"target": "the field Draft"}),
    "throw the card away": ("Drag", {"start": "the link Card", "end": "the button Bin"}),
    "press F2": ("Press", {"keys": "F2"}),
}


async def test_what_does_not_arrive_is_not_replayed(runs: Runs, site: Site, tmp_path: Path) -> None:
    (tmp_path / "plan-2.txt").write_text("x")
    options = PageOptions(device=Device(viewport=Size(800, 900)), uploads=tmp_path)
    found: dict[str, list[str]] = {verb: [] for verb in VERBS}
    planned = [reply for action in VERBS.values() for reply in (say(action), say(done="ok"))]
    declined = [say(done="it was not possible")] * len(VERBS)
    for strategy, off, replies in (
        ("read-write", "false", planned),
        ("read-only", "false", []),
        ("read-only", "true", declined),
    ):
        site.pages["/"] = PAGE % off
        async with runs.on(site.home, *replies, options=options, strategy=strategy) as agent:
            for verb in VERBS:
                found[verb].append((await agent.act(verb, text="Rome")).how)
    assert found == {verb: ["asked", "replayed", "healed"] for verb in VERBS}
