"""`askonce model verify`: what is said of models that are right, wrong, blind, slow, or of another family."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from pathlib import Path
from random import Random

import pytest
from golden import assert_as_it_was

from askonce.cli.app import run
from askonce.cli.spinner_line import SpinnerLine
from askonce.cli.terminal import new_console
from askonce.cli.verify.exam import Exam
from askonce.cli.verify.failure_reasons import explain
from askonce.cli.verify.family_fit import WrittenPosition, fitting_families, hits
from askonce.cli.verify.model_verdict import ModelVerdict
from askonce.cli.verify.provider_models import addresses_near, nearest
from askonce.cli.verify.trial_pictures import plan_screens, tells_apart
from askonce.cli.verify.verification import verify_one
from askonce.cli.verify.verified_model import VerifiedModel, VerifyOptions, models_to_verify
from askonce.config import ModelSettings
from askonce.errors import ConfigError
from askonce.geometry import Box, Size
from askonce.models.families import FAMILIES
from askonce.models.families.image_preparation import fitting_size
from askonce.models.http_errors import Refused
from askonce.prompts import prompt
from askonce.testing import Asked, Fault, ModelServer
from askonce.values import Secret

GOLDEN = Path(__file__).parent / "golden"
SEED = 7
TAP = (
    '<log>Tap Save</log><action-type>Tap</action-type><action-param-json>{"target": {"prompt": "Save", "element": %s}}'
    "</action-param-json>"
)


pytestmark = pytest.mark.usefixtures("here")


def configure(monkeypatch: pytest.MonkeyPatch, url: str, family: str = "text", name: str = "scripted") -> None:
    monkeypatch.setenv("ASKONCE_MODEL_NAME", name)
    monkeypatch.setenv("ASKONCE_MODEL_BASE_URL", url)
    monkeypatch.setenv("ASKONCE_MODEL_API_KEY", "sk-0123456789abcdef")
    monkeypatch.setenv("ASKONCE_MODEL_FAMILY", family)


def adds(server: ModelServer) -> None:
    """It can do sums."""

    @server.rule
    def add(asked: Asked) -> str | None:
        sum_of = re.search(r"What is (\d+) plus (\d+)", asked.last)
        return str(int(sum_of[1]) + int(sum_of[2])) if sum_of else None


def plans(server: ModelServer) -> None:
    """It taps the button Save by its number."""

    @server.rule
    def plan(asked: Asked) -> str | None:
        button = re.search(r'\[(\d+)\] button "Save"', asked.text)
        return TAP % button[1] if button else None


def sees(server: ModelServer, exam: Exam, writes: str) -> None:
    """It reads and finds what the exam has drawn, and writes positions as a family does."""
    family = FAMILIES[writes]

    @server.rule
    def read(asked: Asked) -> str | None:
        return exam.words.lower() if asked.last == prompt("verify_vision") else None

    @server.rule
    def find(asked: Asked) -> str | None:
        sought = re.search(r'Find: the button "(\w+)"', asked.text)
        if sought is None:
            return None
        screen = next(screen for screen in exam.screens if screen.label == sought[1])
        sent = Size(*asked.image.size)
        seen = fitting_size(sent, family.image.longest, family.image.pixels)
        box = screen.frame.resized(seen).box_to_image(screen.box)
        return json.dumps({family.key: family.write_box(box, seen)})


def judged(settings: ModelSettings) -> ModelVerdict:
    verified = VerifiedModel(settings, ("default", "planning", "insight"))
    return asyncio.run(verify_one(verified, Random(SEED), SpinnerLine(new_console(), "trying")))


def trial(verdict: ModelVerdict, name: str) -> tuple[bool, str, str]:
    (found,) = (trial for trial in verdict.trials if trial.name == name)
    return found.good, found.said, found.remedy


# ---- models that work


def test_a_model_that_sees_finds_and_plans_passes_with_its_cost(server: ModelServer) -> None:
    adds(server)
    plans(server)
    exam = Exam.draw(FAMILIES["claude"], Random(SEED))
    sees(server, exam, "claude")

    verdict = judged(server.settings(family="claude"))

    assert [(one.name, one.good) for one in verdict.trials] == [
        ("text", True),
        ("vision", True),
        ("locating", True),
        ("planning", True),
    ], verdict
    assert "found 3 of 3, off by 0 px" in trial(verdict, "locating")[1]
    assert "answered Tap(Save)" in trial(verdict, "planning")[1]
    assert verdict.good
    assert verdict.usage.calls == len(server.requests) == 6
    assert verdict.usage.cost > 0


def test_a_model_without_pictures_passes_as_one_of_the_family_text(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(monkeypatch, server.url)
    adds(server)
    plans(server)
    server.reply(Fault.status(400, "image_url is not supported"), when=lambda asked: bool(asked.images))

    assert run(["model", "verify", "--json"]) == 0

    (model,) = json.loads(capsys.readouterr().out)["models"]
    assert [one["name"] for one in model["trials"]] == ["text", "vision", "planning"]
    assert model["roles"] == ["default", "planning", "insight"]
    assert model["calls"] == 2
    assert model["tokens"] > 0


def test_a_planner_that_speaks_another_dialect_is_asked_in_it(server: ModelServer) -> None:
    adds(server)
    sees(server, Exam.draw(FAMILIES["ui-tars"], Random(SEED)), "ui-tars")
    server.reply("Thought: Save it.\nAction: click(start_box='(125,537)')", when="Action Space")

    verdict = judged(server.settings(family="ui-tars"))

    assert trial(verdict, "planning")[0], verdict
    assert "sees the screenshot" in trial(verdict, "planning")[1]


def test_without_a_model_there_is_nothing_to_verify(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["model", "verify"]) == 0

    told = capsys.readouterr().out
    assert "Nothing to verify" in told
    assert "ASKONCE_MODEL_NAME" in told
    assert "--base-url" in told


# ---- text that does not come


@pytest.mark.parametrize(
    ("fault", "said", "remedy"),
    [
        (Fault.status(401, "bad key"), "bad key", "the key that ends in …cdef is invalid: set ASKONCE_MODEL_"),
        (Fault.status(403, "not for you"), "not for you", "has no access to this model"),
        (Fault.status(404, "no such model"), "has no model 'scriptd'", "the closest are scripted"),
        (Fault.status(429, "insufficient_quota"), "insufficient_quota", "no credit left"),
        (Fault.status(429, "slow down", retry_after=9), "slow down", "wait 9 s"),
        (Fault.status(400, "unknown field reasoning_effort"), "reasoning_effort", "family text adds reasoning_effort"),
        (Fault.empty(), "is empty", "ASKONCE_MODEL_EXTRA_BODY"),
        (Fault.garbage(), "answers with a web page", "ASKONCE_MODEL_BASE_URL"),
        (
            Fault.garbage(b'{"choices": [{"message": {"content": "", "reasoning_content": "Hm."}}]}'),
            "it has reasoning but no text",
            "ASKONCE_MODEL_REASONING=off",
        ),
        (Fault.garbage(b'{"error": {"message": "overloaded"}}'), "overloaded", "try again later"),
        (Fault.slow(60), "did not answer within 0.3 s", "ASKONCE_MODEL_TIMEOUT"),
    ],
    ids=["key", "rights", "name", "money", "rate", "field", "empty", "page", "thought", "gateway", "slow"],
)
def test_a_model_that_does_not_answer_is_told_with_its_remedy(
    server: ModelServer,
    fault: Fault,
    said: str,
    remedy: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(monkeypatch, server.url, name="scriptd")
    monkeypatch.setenv("ASKONCE_MODEL_REASONING", "low")
    monkeypatch.setenv("ASKONCE_MODEL_TIMEOUT", "0.3" if fault.kind == "slow" else "30")
    server.reply(fault)

    assert run(["model", "verify"]) == 1

    told = capsys.readouterr().out
    assert said in told
    assert remedy in told
    assert "sk-0123456789abcdef" not in told
    assert len(server.requests) <= 1, "nothing else is tried"


def test_an_address_without_its_version_is_completed(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(monkeypatch, server.url.removesuffix("/v1"))

    assert run(["model", "verify"]) == 1

    assert f"set ASKONCE_MODEL_BASE_URL={server.url}, where the provider answers" in capsys.readouterr().out


def test_an_address_where_nobody_listens_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    configure(monkeypatch, f"http://127.0.0.1:{port}/v1")

    assert run(["model", "verify"]) == 1

    assert f"nothing listens at 127.0.0.1:{port}" in capsys.readouterr().out


async def test_a_key_of_another_provider_is_recognised() -> None:
    settings = ModelSettings("gpt-5", api_key=Secret("sk-ant-0123456789"))

    why = await explain(Refused("no", status=401), VerifiedModel(settings, ("default",)), FAMILIES["gpt-5"])

    assert "the key looks like a key of Anthropic, but the address is that of OpenAI" in why.remedy


def test_a_wrong_answer_to_a_sum_is_quoted(server: ModelServer) -> None:
    server.reply("I am a helpful assistant.")

    good, said, _ = trial(judged(server.settings()), "text")

    assert not good
    assert "'I am a helpful assistant.'" in said


# ---- pictures and places


@pytest.mark.parametrize("answer", ["no picture", Fault.status(400, "this model takes text only")], ids=["blind", "no"])
def test_a_model_that_does_not_see_is_pointed_to_the_elements(server: ModelServer, answer: str | Fault) -> None:
    adds(server)
    server.reply(answer, when=lambda asked: bool(asked.images))
    plans(server)

    verdict = judged(server.settings(retries=0))

    good, _, remedy = trial(verdict, "vision")
    assert not good
    assert "ASKONCE_MODEL_FAMILY=text" in remedy
    assert [one.name for one in verdict.trials] == ["text", "vision", "planning"]
    assert "sees the elements" in trial(verdict, "planning")[1]
    assert not verdict.good


@pytest.mark.parametrize(
    ("configured", "writes", "advised"),
    [
        ("claude", "generic", "generic: x before y, from 0 to 1000"),
        ("generic", "gemini", "gemini: y before x, from 0 to 1000"),
        ("generic", "claude", "claude: x before y, in pixels of scaled-down images"),
    ],
)
def test_positions_of_another_family_name_that_family(
    server: ModelServer, configured: str, writes: str, advised: str
) -> None:
    adds(server)
    sees(server, Exam.draw(FAMILIES[configured], Random(SEED)), writes)
    plans(server)

    good, said, remedy = trial(judged(server.settings(family=configured)), "locating")

    assert not good
    assert f"its positions fit the family {advised}" in said
    assert remedy == f"set ASKONCE_MODEL_FAMILY={writes}"


def test_a_model_that_misses_once_can_be_used_and_is_not_told_another_family(server: ModelServer) -> None:
    adds(server)
    exam = Exam.draw(FAMILIES["generic"], Random(SEED))
    server.reply('{"error": "I see no such button"}', when=f'Find: the button "{exam.screens[0].label}"')
    sees(server, exam, "generic")
    plans(server)

    verdict = judged(server.settings())

    good, said, remedy = trial(verdict, "locating")
    assert not good
    assert "found 2 of 3" in said
    assert "I see no such button" in said
    assert "ASKONCE_MODEL_FAMILY" not in remedy
    assert verdict.good


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (TAP % 5, "answered Tap(Save) to 'Tap the button Save'"),
        ('<complete success="false">I see no button</complete>', "that it cannot be done ('I see no button')"),
        ("Sure, I will tap it!", "no readable plan, even after a correction"),
    ],
    ids=["another button", "gives up", "chats"],
)
def test_a_planner_that_does_something_else_is_quoted(server: ModelServer, reply: str, said: str) -> None:
    adds(server)
    server.reply("no picture", when=lambda asked: bool(asked.images))
    server.reply(reply)

    good, told, _ = trial(judged(server.settings(family="text")), "planning")

    assert not good
    assert said in told


def test_a_model_that_misses_in_every_way_of_writing_is_not_told_another_family(server: ModelServer) -> None:
    adds(server)
    exam = Exam.draw(FAMILIES["generic"], Random(SEED))
    server.reply(exam.words, when=lambda asked: asked.last == prompt("verify_vision"))
    server.reply('{"bbox": [1, 1, 3, 3]}', when="Find:")
    plans(server)

    good, said, remedy = trial(judged(server.settings()), "locating")

    assert not good
    assert "no family fits better" in said
    assert "ASKONCE_MODEL_FAMILY" not in remedy


@pytest.mark.parametrize("writes", [name for name, family in FAMILIES.items() if family.sees != "elements"])
def test_what_a_family_writes_fits_no_family_that_writes_otherwise(writes: str) -> None:
    family = FAMILIES[writes]
    answers: list[WrittenPosition] = []
    for size, box in ((Size(1280, 800), Box(900, 120, 104, 40)), (Size(390, 844), Box(260, 370, 104, 40))):
        answers.append(WrittenPosition({family.key: family.write_box(box, size)}, size, box))

    fitting = fitting_families(answers, family, "")

    assert family in fitting
    is_pixels = {"pixels", "unit-or-pixels"} if family.scale == "pixels" else {family.scale}
    assert {other.order for other in fitting} == {family.order}
    assert {other.scale for other in fitting} <= is_pixels


@pytest.mark.parametrize(
    ("writes", "model", "first"),
    [("generic", "qwen3-vl-plus", "qwen3-vl"), ("generic", "unheard-of", "generic"), ("gpt-5", "unheard-of", "gpt-5")],
)
def test_of_families_that_write_alike_the_one_that_the_name_points_to_comes_first(
    writes: str, model: str, first: str
) -> None:
    size, box = Size(1280, 800), Box(900, 120, 104, 40)
    answer = WrittenPosition({"bbox": FAMILIES[writes].write_box(box, size)}, size, box)

    fitting = fitting_families([answer, answer], FAMILIES["generic"], model)

    assert fitting[0].name == first
    assert len(fitting) > 1


def test_one_answer_that_fits_by_accident_is_not_enough() -> None:
    right = WrittenPosition({"bbox": [100, 700, 140, 780]}, Size(1280, 800), Box(900, 80, 100, 32))
    wrong = WrittenPosition({"bbox": [1, 1, 2, 2]}, Size(1280, 800), Box(900, 80, 100, 32))

    assert hits(FAMILIES["gemini"], right.raw, right.sent, right.truth)
    assert fitting_families([right, wrong], FAMILIES["generic"], "") == []


@pytest.mark.parametrize(
    ("box", "size", "tells"),
    [
        (Box(900, 120, 104, 40), Size(1280, 800), True),
        (Box(500, 500, 104, 104), Size(1280, 1280), False),
        (Box(700, 200, 104, 40), Size(1000, 1000), False),
    ],
    ids=["apart", "the same both ways", "as many pixels as the scale has"],
)
def test_a_place_where_two_ways_of_writing_agree_tells_nothing(box: Box, size: Size, tells: bool) -> None:
    assert tells_apart(box, size) is tells


@pytest.mark.parametrize("name", ["claude", "gpt-5"])
def test_the_large_picture_is_larger_than_a_family_with_a_limit_takes(name: str) -> None:
    limits, size = FAMILIES[name].image, plan_screens(FAMILIES[name], Random(1))[-1].frame.image

    assert fitting_size(size, limits.longest, limits.pixels) != size


# ---- which model is tried


def test_each_role_is_tried_with_its_own_model() -> None:
    chosen = models_to_verify({"ASKONCE_MODEL_NAME": "a", "ASKONCE_PLANNING_MODEL_NAME": "b"}, VerifyOptions())

    assert [(one.settings.name, one.roles) for one in chosen] == [("a", ("default", "insight")), ("b", ("planning",))]
    assert chosen[1].variable("FAMILY") == "ASKONCE_PLANNING_MODEL_FAMILY"


def test_another_model_is_tried_with_the_key_that_is_set_and_without_the_family_of_the_one_that_is() -> None:
    environment = {
        "ASKONCE_MODEL_NAME": "a",
        "ASKONCE_MODEL_API_KEY": "key-of-a",
        "ASKONCE_MODEL_FAMILY": "claude",
        "ASKONCE_PLANNING_MODEL_NAME": "p",
    }

    (one,) = models_to_verify(environment, VerifyOptions(name="gemini-2.5-pro", base_url="http://127.0.0.1:9/v1"))

    assert (one.settings.name, one.settings.base_url, one.settings.family) == (
        "gemini-2.5-pro",
        "http://127.0.0.1:9/v1",
        "",
    )
    assert one.settings.api_key is not None
    assert one.settings.api_key.reveal() == "key-of-a"


def test_another_model_is_tried_with_the_key_that_is_set_for_midscene() -> None:
    environment = {"MIDSCENE_MODEL_NAME": "a", "MIDSCENE_MODEL_API_KEY": "k", "MIDSCENE_MODEL_FAMILY": "gemini"}

    (one,) = models_to_verify(environment, VerifyOptions(name="b"))

    assert (one.settings.name, one.settings.family) == ("b", "")
    assert one.settings.api_key is not None


def test_the_variables_of_a_role_that_shares_its_model_are_those_of_the_default() -> None:
    (one,) = models_to_verify({"ASKONCE_MODEL_NAME": "a"}, VerifyOptions(role="planning"))

    assert (one.roles, one.variable("FAMILY")) == (("planning",), "ASKONCE_MODEL_FAMILY")


def test_a_model_can_be_tried_where_none_is_named() -> None:
    (one,) = models_to_verify({"ASKONCE_MODEL_API_KEY": "k"}, VerifyOptions(name="a", role="insight"))

    assert (one.settings.name, one.roles) == ("a", ("insight",))


def test_a_role_that_does_not_exist_is_a_wrong_question() -> None:
    with pytest.raises(ConfigError, match="no role 'poet'"):
        models_to_verify({}, VerifyOptions(role="poet"))


def test_a_family_that_does_not_exist_is_told_without_asking(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(monkeypatch, server.url, family="gemni")

    assert run(["model", "verify"]) == 1
    assert "did you mean 'gemini'" in capsys.readouterr().out
    assert not server.requests


def test_the_nearest_names_come_first() -> None:
    names = ["gpt-4o", "qwen/qwen3-vl-235b-a22b-instruct", "gpt-5-mini", "gpt-5"]

    assert nearest("gpt5", names)[0] == "gpt-5"
    assert nearest("qwen3-vl-235b-a22b-instruct", names)[0] == names[1]


def test_addresses_near_a_wrong_one_begin_with_its_version() -> None:
    assert addresses_near("http://127.0.0.1:8000/") == ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/api/v1"]
    assert addresses_near("http://127.0.0.1:8000/v1/chat")[2] == "http://127.0.0.1:8000/v1"


def test_the_questions_are_as_they_were() -> None:
    asked = [prompt("verify_text", first="37", second="15"), prompt("verify_vision"), prompt("verify_ready")]

    assert_as_it_was("\n---\n".join(asked), GOLDEN / "verify.txt")
