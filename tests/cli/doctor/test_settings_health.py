"""What the doctor says of settings."""

from __future__ import annotations

import pytest
from doctor_findings import found

from askonce.cli.doctor.findings import DoctorContext
from askonce.cli.doctor.settings_health import check_settings, read_usable, settings_read, shown
from askonce.config import SETTINGS
from askonce.config.midscene_variables import WITHOUT_EFFECT

pytestmark = pytest.mark.usefixtures("here")


def of_environment(environment: dict[str, str], process: dict[str, str] | None = None) -> DoctorContext:
    return DoctorContext(read_usable(environment), environment, environment if process is None else process)


async def test_settings_are_told_with_where_they_are_set_and_keys_by_their_end() -> None:
    environment = {
        "ASKONCE_MODEL_NAME": "gpt-5",
        "ASKONCE_MODEL_API_KEY": "sk-0123456789abcd",
        "ASKONCE_ROUNDS": "7",
    }

    findings = await check_settings(of_environment(environment, {"ASKONCE_ROUNDS": "7"}))

    assert [(one.name, one.said, one.good) for one in findings] == [
        ("ASKONCE_MODEL_NAME", "gpt-5 (.env)", True),
        ("ASKONCE_MODEL_API_KEY", "set, ends in …abcd (.env)", True),
        ("ASKONCE_ROUNDS", "7 (environment)", True),
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ASKONCE_MODEL_API_KEY", "short-key", "set"),
        ("OPENAI_API_KEY", "sk-0123456789abcd", "set, ends in …abcd"),
        ("ASKONCE_MODEL_PROXY", "http://me:pw@127.0.0.1:8080", "http://•••@127.0.0.1:8080"),
        ("ASKONCE_RECORDINGS_STORE", "s3://bucket/x?token=abc", "s3://bucket/x?…"),
        ("ASKONCE_MODEL_EXTRA_BODY", '{"user": "me"}', "an object with user"),
        ("ASKONCE_MAX_TOKENS", "5000", "5000"),
    ],
)
def test_values_are_shown_without_what_is_secret_in_them(name: str, value: str, said: str) -> None:
    assert shown(name, value) == said


async def test_every_value_that_does_not_fit_is_told_and_the_others_are_used() -> None:
    environment = {
        "ASKONCE_MODEL_NAME": "gpt-5",
        "ASKONCE_MODEL_TIMEOUT": "soon",
        "ASKONCE_PLANNING_MODEL_FAMILY": "gemni",
        "ASKONCE_SEES": "nothing",
        "ASKONCE_ROUNDS": "7",
    }

    findings = await check_settings(of_environment(environment))

    assert {one.name for one in findings if one.fails} == {
        "ASKONCE_MODEL_TIMEOUT",
        "ASKONCE_PLANNING_MODEL_FAMILY",
        "ASKONCE_SEES",
    }
    assert found(findings, "ASKONCE_MODEL_TIMEOUT").said == "cannot be 'soon' (environment)"
    assert "a number of seconds" in found(findings, "ASKONCE_MODEL_TIMEOUT").remedy
    assert "'gemini'" in found(findings, "ASKONCE_PLANNING_MODEL_FAMILY").said
    usable = read_usable(environment)
    assert usable.models is not None
    assert (usable.act.rounds, usable.models.default.timeout) == (7, 180.0)


async def test_a_misspelt_name_is_told_with_the_one_that_was_meant() -> None:
    findings = await check_settings(of_environment({"ASKONCE_ROUNDZ": "3", "ASKONCE_SHOP_PIN": "1"}))

    assert found(findings, "ASKONCE_ROUNDZ").fails
    assert "ASKONCE_ROUNDS" in found(findings, "ASKONCE_ROUNDZ").remedy
    assert not found(findings, "ASKONCE_SHOP_PIN").fails, "it may be a variable of the user's own"


async def test_a_key_without_a_model_is_told() -> None:
    findings = await check_settings(of_environment({"ASKONCE_MODEL_API_KEY": "k"}))

    assert found(findings, "settings").said == "ASKONCE_MODEL_API_KEY is set, but no model is named"
    assert read_usable({"ASKONCE_MODEL_API_KEY": "k", "ASKONCE_ROUNDS": "4"}).act.rounds == 4


async def test_variables_of_midscene_are_told_as_read_or_as_passed_over() -> None:
    theirs = {"MIDSCENE_MODEL_NAME": "qwen3-vl", "MIDSCENE_MODEL_TIMEOUT": "9000", "MIDSCENE_CACHE": "1"}

    alone = await check_settings(of_environment(theirs))
    beside = await check_settings(of_environment({**theirs, "ASKONCE_MODEL_NAME": "gpt-5"}))

    assert found(alone, "MIDSCENE_MODEL_TIMEOUT").said == "9000 (environment)"
    assert "recordings are on by default" in found(alone, "MIDSCENE_CACHE").said
    assert found(beside, "MIDSCENE_MODEL_NAME").said == "has no effect: ASKONCE_MODEL_NAME is set (environment)"


async def test_every_variable_of_midscene_is_read_or_told_with_the_reason() -> None:
    named = {"MIDSCENE_MODEL_NAME": "m", "MIDSCENE_PLANNING_MODEL_NAME": "p"}
    others = ["MODEL_RETRY_INTERVAL", "PLANNING_MODEL_RESPONSE_FORMAT", "INSIGHT_MODEL_TIMEOUT", "ADB_PATH", "NO_SUCH"]
    environment = {**named, **{f"MIDSCENE_{name}": "1" for name in (*others, *WITHOUT_EFFECT)}}

    findings = await check_settings(of_environment(environment))

    assert "the pause doubles" in found(findings, "MIDSCENE_MODEL_RETRY_INTERVAL").said
    assert "in whatever format" in found(findings, "MIDSCENE_PLANNING_MODEL_RESPONSE_FORMAT").said
    assert "MIDSCENE_INSIGHT_MODEL_NAME is not set" in found(findings, "MIDSCENE_INSIGHT_MODEL_TIMEOUT").said
    assert "it is not known" in found(findings, "MIDSCENE_NO_SUCH").said
    assert {one.name for one in findings} >= set(environment)


async def test_headers_are_told_by_their_names_alone() -> None:
    secret = '{"defaultHeaders": {"authorization": "Bearer very-secret"}}'
    findings = await check_settings(
        of_environment(
            {
                "MIDSCENE_MODEL_NAME": "m",
                "MIDSCENE_MODEL_INIT_CONFIG_JSON": secret,
                "ASKONCE_MODEL_HEADERS": '{"x-key": "very-secret"}',
            }
        )
    )
    assert found(findings, "MIDSCENE_MODEL_INIT_CONFIG_JSON").said.startswith("an object with defaultHeaders")
    assert found(findings, "ASKONCE_MODEL_HEADERS").said.startswith("an object with x-key")
    assert "very-secret" not in str(findings)


def test_every_documented_setting_is_one_that_is_read() -> None:
    assert {setting.name for setting in SETTINGS} <= settings_read({"ASKONCE_MODEL_NAME": "any"})
