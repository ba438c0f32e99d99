"""A browser dialog is answered again only if it asks the same as when it was recorded."""

from __future__ import annotations

import pytest
from replay_rig import Rig, Runs, Site, tap
from replies import Action, say

PAGE = """<button onclick="setTimeout(() => {{ note.textContent = {0} ? 'Saved' : 'Kept' }})">Go
</button><p id=note></p>"""
ACCEPT: Action = "AnswerDialog", {"accept": True}
DISMISS: Action = "AnswerDialog", {"accept": False}


async def answer(agent: Rig, site: Site, dialog: str, **values: str) -> tuple[str, str, str]:
    """How the dialog is answered now, why, and what came of it."""
    site.pages["/"] = PAGE.format(dialog)
    await agent.screen.navigate(site.home)
    result = await agent.act("save it for {name}" if values else "pay", **values)
    return result.how, result.why, await agent.text()


@pytest.mark.parametrize(
    ("recorded", "values", "same", "others"),
    [
        (
            "confirm('Save changes of Ann?')",
            {"name": "Ann"},
            "confirm('Save changes  of Bob?')",
            ["confirm('Delete everything?')", "confirm('Save changes of Ann?')", "prompt('Save changes of Bob?')"],
        ),
        ("prompt('Pay, in €?', '10')", {}, "prompt('Pay, in €?', '10')", ["prompt('Pay, in €?', '1000')"]),
        ("confirm('Pay €10?')", {}, "confirm('Pay €10?')", ["confirm('Pay €1000?')", "confirm('Pay $10?')"]),
    ],
    ids=["another question", "another suggestion", "another amount"],
)  # fmt: skip
async def test_only_the_recorded_dialog_is_answered(
    runs: Runs, site: Site, recorded: str, values: dict[str, str], same: str, others: list[str]
) -> None:
    site.pages["/"] = ""
    async with runs.on(site.home, say(tap("the button Go")), say(ACCEPT, expect='visible "Saved"', done="ok")) as agent:
        await answer(agent, site, recorded, **values)
    values = {"name": "Bob"} if values else {}
    async with runs.on(site.home, strategy="read-only", patience=2) as agent:
        how, _, text = await answer(agent, site, same, **values)
        assert (how, agent.calls, "Saved" in text) == ("replayed", 0, True)
    heals = [say(DISMISS, expect='visible "Kept"', done="it asks something else") for _ in others]
    async with runs.on(site.home, *heals, strategy="read-only") as agent:
        for other in others:
            how, why, text = await answer(agent, site, other, **values)
            assert (how, "Kept" in text) == ("healed", True)
            assert "a dialog is open: " in why


async def test_a_dialog_that_does_not_open_is_not_answered(runs: Runs, site: Site) -> None:
    site.pages["/"] = ""
    async with runs.on(site.home, say(tap("the button Go")), say(ACCEPT, expect='visible "Saved"', done="ok")) as agent:
        await answer(agent, site, "confirm('Save?')")
    async with runs.on(site.home, say(done="nothing was asked"), strategy="read-only") as agent:
        how, why, _ = await answer(agent, site, "true")
        assert how == "healed"
        assert "AnswerDialog(accept=True), as a part of: next step: no dialog is open" in why


ROWS = "<h1>People</h1><table>{rows}</table>"
ROW = "<tr><td>{name}<td><button onclick=\"if (confirm('{ask} {name}?')) this.closest('tr').remove()\">Delete</button>"


def _people(ask: str) -> str:
    return ROWS.format(rows="".join(ROW.format(name=name, ask=ask) for name in ("Ann", "Bob", "Cem")))


async def test_what_a_row_asks_is_answered_again_and_another_question_is_healed(runs: Runs, site: Site) -> None:
    site.pages["/"] = _people("Delete")
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(ACCEPT), say(done="ok")) as agent:
        await agent.act("delete {name}", name="Bob")
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete {name}", name="Bob")).how == "replayed"
        assert "Bob" not in await agent.text()
    site.pages["/"] = _people("Delete all beside")
    async with runs.on(site.home, say(DISMISS), say(done="it asks something else")) as agent:
        result = await agent.act("delete {name}", name="Bob")
        assert (result.how, "a dialog is open: " in result.why) == ("healed", True)
        assert "Bob" in await agent.text()
