"""The language in which models write to people."""

from __future__ import annotations

from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen


async def test_every_question_says_the_language_once_and_only_where_one_is_preferred() -> None:
    replies = ['<complete success="true">Fait.</complete>', '{"value": "bleu", "reason": "oui"}']
    told: dict[str, list[int]] = {}
    for language in ("", "French"):
        model = ScriptedModel(replies)
        screen = FakeScreen([Button("Save", Box(20, 60, 100, 30))])
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None, patience=0, language=language))
        await agent.act("look around")
        await agent.ask("which colour has the sky?")
        told[language] = [request.messages[0].text.count("in French") for request in model.asked]
        assert [request.messages[0].role for request in model.asked] == ["system", "system"]
    assert told == {"": [0, 0], "French": [1, 1]}


def test_the_language_is_read_from_the_environment_ours_before_midscenes() -> None:
    theirs = {"MIDSCENE_PREFERRED_LANGUAGE": "Chinese"}
    assert read_settings(theirs).language == "Chinese"
    assert read_settings({**theirs, "ASKONCE_LANGUAGE": "French"}).language == "French"
    assert read_settings({}).language == ""
