"""Prints what the package knows of the action Stamp, as JSON: run where that action ships."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import askonce
from askonce import actions
from askonce.actions import ActionSpace
from askonce.agent import Agent
from askonce.cli.commands.session_verbs import NAMES
from askonce.cli.session.verbs import examples_of, parameters_of, tools
from askonce.config import Settings
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.exports.pytest_export import export_pytest
from askonce.recordings.exports.stp_export import export_stp
from askonce.recordings.exports.yaml_export import export_yaml
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.report.action_gestures import show_action
from askonce.screens.fake import Button, FakeScreen
from askonce.screens.web.web_screen import WebScreen
from askonce.script.script_loader import load_script
from askonce.sync import Agent as BlockingAgent
from askonce.sync.coroutine_runner import ThreadRunner
from askonce.tools import action_tools

SCRIPT = """
web: {url: "http://a.example"}
tasks:
  - name: one
    flow:
      - Stamp: the letter
        word: paid
"""


def main() -> None:
    verb = tools()["stamp"]
    tool = action_tools.named(action_tools.actions_of(WebScreen))["stamp"]
    shown = show_action("Stamp(the letter, word='paid')", '{"word": "paid"}', ["the letter"])
    found: dict[str, Any] = {
        "from": askonce.__file__,
        "public": "Stamp" in actions.__all__,
        "prompt": ActionSpace(FakeScreen([])).describe(),
        "verb": "stamp" in NAMES,
        "examples": examples_of("stamp", verb),
        "help": {word.name: word.meaning for word in parameters_of(verb)},
        "tool": [action_tools.describe(tool), action_tools.schema_of(tool)["required"]],
        "yaml": yaml_item(),
        "report": [shown.gesture, shown.title, shown.text],
        "exports": exports(),
        "method": call_method(),
    }
    print(json.dumps(found))


def yaml_item() -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stamp.yaml"
        path.write_text(SCRIPT, "utf-8")
        [task] = load_script(path).tasks
    item: Any = task.flow[0]
    params = item.params()
    return [item.action, params.pop("target").prompt, params]


def exports() -> dict[str, str]:
    step = RecordedStep(
        action="Stamp",
        params={"target": "the letter", "word": "paid"},
        anchors={"target": Anchor(role="button", name="Letter")},
    )
    recordings = [Recording(instruction="stamp it", screen="web", page="/", steps=(step,))]
    return {
        "pytest": export_pytest(recordings).text,
        "stp": export_stp(recordings).text,
        "yaml": export_yaml(recordings).text,
    }


def call_method() -> str:
    screen = FakeScreen([Button("Letter", Box(0, 0, 50, 20))])
    agent = Agent(screen, Models.of(ScriptedModel("")), settings=Settings(runs=None))
    with ThreadRunner() as runner:
        blocking: Any = BlockingAgent(agent, runner)
        return blocking.stamp("the button 'Letter'", "paid")


if __name__ == "__main__":
    main()
