"""The commands that are made from tools."""

from __future__ import annotations

import inspect
import shlex

import pytest

from askonce import actions
from askonce.agent.single_actions import SingleActions
from askonce.cli.app import run
from askonce.cli.commands.session_verbs import NAMES
from askonce.cli.session.verb_examples import EXAMPLES, FIELD_HELP
from askonce.cli.session.verbs import examples_of, parameters_of, read_arguments, tools, verb_command
from askonce.errors import ConfigError


def test_every_tool_has_a_command_and_every_command_a_tool() -> None:
    assert sorted(NAMES) == sorted(tools())
    assert EXAMPLES.keys() <= tools().keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_verb_can_be_said(name: str) -> None:
    for example in examples_of(name, tools()[name]):
        _, verb, *said = shlex.split(example)
        assert verb == name
        given = verb_command(name).make_context(name, said).params
        words = {word.name: given[word.name] for word in parameters_of(tools()[name])}
        read = read_arguments(tools()[name], words)
        assert len(read) == len([value for value in words.values() if value is not None])


def test_every_action_takes_a_timeout_except_a_wait_which_has_its_seconds() -> None:
    without = {name for name in NAMES if "timeout" not in {option.name for option in verb_command(name).params}}

    assert "wait" in without
    assert without.isdisjoint({"tap", "type", "select", "drag", "upload", "press", "navigate", "back"})


def test_words_alone_are_typed_into_what_has_the_focus() -> None:
    given = {"mode": None, "enter": None, "delay": None}

    assert read_arguments(actions.Type, {"target": "mugs", "text": None, **given}) == {"text": "mugs"}
    assert read_arguments(actions.Type, {"target": "the field", "text": "mugs", **given}) == {
        "target": "the field",
        "text": "mugs",
    }
    with pytest.raises(ConfigError, match="TEXT is missing"):
        read_arguments(actions.Type, {"target": None, "text": None, **given})


def test_verbs_take_their_words_in_the_order_of_the_agents_methods() -> None:
    own = {"what": "target", "on": "target", "inside": "target", "choices": "options"}
    for name in ("tap", "type", "select", "upload", "drag", "press", "scroll", "swipe", "pinch", "clear", "hover"):
        parameters = inspect.signature(getattr(SingleActions, name)).parameters.values()
        method = [own.get(word.name, word.name) for word in parameters if word.kind is not word.VAR_KEYWORD]
        placed = [word.name for word in parameters_of(tools()[name]) if word.placed]

        assert [word for word in method if word in placed] == placed, name


def test_everything_that_can_be_said_to_a_verb_is_explained() -> None:
    words = [word for tool in tools().values() for word in parameters_of(tool)]

    assert [word for word in words if not word.meaning] == []
    assert FIELD_HELP.keys() <= {word.name for word in words}


@pytest.mark.parametrize(
    ("action", "placed", "options"),
    [
        (actions.Tap, ["target"], ["times"]),
        (actions.Type, ["target", "text"], ["mode", "enter", "delay"]),
        (actions.Scroll, ["direction", "target"], ["distance", "to_end"]),
        (actions.Select, ["target", "options"], []),
        (actions.AnswerDialog, [], ["accept", "text"]),
        (actions.Wait, ["seconds"], ["until"]),
    ],
)
def test_what_matters_has_a_place_and_the_rest_is_options(action: type, placed: list[str], options: list[str]) -> None:
    words = parameters_of(action)

    assert [word.name for word in words if word.placed] == placed
    assert [word.name for word in words if not word.placed] == options


def test_what_a_tool_refuses_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="times: Input should be greater"):
        read_arguments(actions.Tap, {"target": "Save", "times": 0})
    with pytest.raises(ConfigError, match=r"^invalid arguments: keys: 'Foo' is not"):
        read_arguments(actions.Press, {"keys": "Foo"})


def test_a_demand_may_be_an_object_with_its_fields() -> None:
    query = tools()["query"]

    assert read_arguments(query, {"demand": '{"total": "number"}'}) == {"demand": {"total": "number"}}
    assert read_arguments(query, {"demand": "{total: number}"}) == {"demand": "{total: number}"}
    assert read_arguments(query, {"demand": "12"}) == {"demand": "12"}


def test_the_help_of_a_verb_is_that_of_its_tool(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tap", "--help"]) == 0

    told = capsys.readouterr().out
    assert "Click or tap an element." in told
    assert all(word in told for word in ("TARGET", "--times", "--session", "--json", "--debug", "askonce tap '[12]'"))
