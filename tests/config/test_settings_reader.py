"""What the environment may say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.config import (
    SETTINGS,
    Limits,
    ModelRoles,
    ModelSettings,
    Price,
    Setting,
    Settings,
    read_settings,
    secret_from,
)
from askonce.errors import ConfigError
from askonce.values import Secret


def roles(**environment: str) -> ModelRoles:
    models = read_settings(environment).models
    assert models is not None
    return models


def test_an_empty_environment_leaves_everything_as_it_is() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"PATH": "/bin", "OPENAI_API_KEY": "sk-1"}) == Settings()


def test_every_part_of_a_model_can_be_set() -> None:
    model = roles(
        ASKONCE_MODEL_NAME="qwen3-vl-plus",
        ASKONCE_MODEL_BASE_URL="https://models.example.com/v1",
        ASKONCE_MODEL_API_KEY="sk-1",
        ASKONCE_MODEL_FAMILY="qwen3-vl",
        ASKONCE_MODEL_TIMEOUT="45.5",
        ASKONCE_MODEL_TEMPERATURE="0",
        ASKONCE_MODEL_RETRIES="0",
        ASKONCE_MODEL_REASONING="High",
        ASKONCE_MODEL_REASONING_BUDGET="1024",
        ASKONCE_MODEL_HEADERS='{"x-team": "shop"}',
        ASKONCE_MODEL_EXTRA_BODY='{"top_p": 0.5}',
        ASKONCE_MODEL_PROXY="http://127.0.0.1:8080",
        ASKONCE_MODEL_PRICE="2.5/10",
    ).default

    assert model == ModelSettings(
        "qwen3-vl-plus",
        base_url="https://models.example.com/v1",
        api_key=Secret("sk-1"),
        family="qwen3-vl",
        timeout=45.5,
        temperature=0.0,
        retries=0,
        reasoning="high",
        reasoning_budget=1024,
        headers={"x-team": "shop"},
        extra_body={"top_p": 0.5},
        proxy="http://127.0.0.1:8080",
        price=Price(2.5, 10),
    )


def test_everything_else_can_be_set() -> None:
    settings = read_settings(
        {
            "ASKONCE_SEES": "elements",
            "ASKONCE_ROUNDS": "7",
            "ASKONCE_RUNS": "/tmp/runs",
            "ASKONCE_ALLOWED_HOSTS": "shop.example.com, *.cdn.example.com",
            "ASKONCE_BROWSER": "/opt/chrome",
            "ASKONCE_MAX_STEPS": "50",
            "ASKONCE_MAX_TOKENS": "100000",
            "ASKONCE_MAX_MONEY": "0.5",
            "ASKONCE_MAX_SECONDS": "600",
            "ASKONCE_PATIENCE": "1.5",
        }
    )

    assert (settings.act.sees, settings.act.rounds) == ("elements", 7)
    assert settings.runs == Path("/tmp/runs")
    assert settings.allowed_hosts == ("shop.example.com", "*.cdn.example.com")
    assert settings.browser == Path("/opt/chrome")
    assert settings.limits == Limits(50, 100000, 0.5, 600.0)
    assert settings.patience == 1.5
    assert settings.models is None


def test_an_empty_run_folder_means_none_and_other_blanks_mean_not_set() -> None:
    assert read_settings({"ASKONCE_RUNS": " "}).runs is None
    assert read_settings({"ASKONCE_ROUNDS": " ", "ASKONCE_MODEL_NAME": ""}) == Settings()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_listed_setting_is_read_and_explained(setting: Setting) -> None:
    """A backslash is no number, URL or choice; where any words will do, it changes the settings."""
    assert setting.meaning
    model = {"ASKONCE_MODEL_NAME": "m"}
    try:
        outcome: object = read_settings({**model, setting.name: "\\"})
    except ConfigError as error:
        outcome = error

    assert outcome != read_settings(model)
    if isinstance(outcome, ConfigError):
        assert setting.name in outcome.message


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("ASKONCE_MODEL_TIMEOUT", "soon", "a number of seconds, from 0"),
        ("ASKONCE_MODEL_TIMEOUT", "-1", "a number of seconds, from 0"),
        ("ASKONCE_MODEL_TIMEOUT", "inf", "a number of seconds, from 0"),
        ("ASKONCE_MODEL_TIMEOUT", "nan", "a number of seconds, from 0"),
        ("ASKONCE_MODEL_TEMPERATURE", "3", "from 0 to 2"),
        ("ASKONCE_MODEL_RETRIES", "-1", "a whole number from 0"),
        ("ASKONCE_MODEL_RETRIES", "1.5", "a whole number from 0"),
        ("ASKONCE_PLANNING_MODEL_REASONING", "very much", "an effort such as low, medium or high"),
        ("ASKONCE_MODEL_EXTRA_BODY", "[1]", "a JSON object"),
        ("ASKONCE_MODEL_EXTRA_BODY", "{", "a JSON object"),
        ("ASKONCE_MODEL_BASE_URL", "api.example.com", "https://"),
        ("ASKONCE_MODEL_BASE_URL", "https://a.example/v1/chat/completions", "before /chat/completions"),
        ("ASKONCE_MODEL_PRICE", "2.5", "prompt/completion"),
        ("ASKONCE_MODEL_PRICE", "2/-1", "prompt/completion"),
        ("ASKONCE_SEES", "everything", "screenshot, both, elements"),
        ("ASKONCE_ROUNDS", "0", "a whole number from 1"),
        ("ASKONCE_MAX_MONEY", "$5", "a number above 0"),
        ("ASKONCE_PATIENCE", "-1", "a number of seconds, from 0"),
        ("MIDSCENE_MODEL_TIMEOUT", "soon", "a number of milliseconds"),
        ("MIDSCENE_MODEL_REASONING_ENABLED", "perhaps", "true, false"),
        ("MIDSCENE_MODEL_BASE_URL", "codex://app-server", "https://api.example.com/v1"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_what_is_allowed(name: str, value: str, allowed: str) -> None:
    model = "MIDSCENE_MODEL_NAME" if name.startswith("MIDSCENE") else "ASKONCE_MODEL_NAME"

    with pytest.raises(ConfigError) as caught:
        read_settings({model: "m", name: value})

    assert f"{name} cannot be {value!r}" in caught.value.message
    assert allowed in caught.value.remedy


def test_a_proxy_that_cannot_be_used_is_not_repeated() -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({"ASKONCE_MODEL_NAME": "m", "ASKONCE_MODEL_PROXY": "user:pass-word@proxy"})

    assert "ASKONCE_MODEL_PROXY" in str(caught.value)
    assert "pass-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ASKONCE_MODEL_NMAE", "ASKONCE_MODEL_NAME"),
        ("ASKONCE_MODEL", "ASKONCE_MODEL_NAME"),
        ("ASKONCE_API_KEY", "ASKONCE_MODEL_API_KEY"),
        ("ASKONCE_MODEL_URL", "ASKONCE_MODEL_BASE_URL"),
        ("ASKONCE_MAX_STEP", "ASKONCE_MAX_STEPS"),
        ("ASKONCE_SEE", "ASKONCE_SEES"),
        ("ASKONCE_PLANING_MODEL_NAME", "ASKONCE_PLANNING_MODEL_NAME"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_closest(written: str, meant: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({written: "1"})

    assert written in caught.value.message
    assert f"did you mean {meant} (" in caught.value.remedy


def test_names_of_the_users_own_are_left_alone() -> None:
    assert read_settings({"ASKONCE_PASSWORD": "x", "ASKONCE_SHOP_LOGIN": "y"}) == Settings()


def test_a_role_takes_what_it_does_not_say_from_the_default() -> None:
    models = roles(
        ASKONCE_MODEL_NAME="qwen3-vl-plus",
        ASKONCE_MODEL_BASE_URL="https://models.example.com/v1",
        ASKONCE_MODEL_API_KEY="sk-1",
        ASKONCE_MODEL_FAMILY="qwen3-vl",
        ASKONCE_MODEL_TIMEOUT="45",
        ASKONCE_MODEL_PRICE="1/2",
        ASKONCE_PLANNING_MODEL_NAME="gpt-5.4",
        ASKONCE_INSIGHT_MODEL_REASONING="high",
    )

    assert models.planning == ModelSettings(
        "gpt-5.4", base_url="https://models.example.com/v1", api_key=Secret("sk-1"), timeout=45.0
    )
    assert models.insight is not None
    assert models.insight.reasoning == "high"
    assert (models.insight.name, models.insight.family, models.insight.price) == (
        "qwen3-vl-plus",
        "qwen3-vl",
        Price(1, 2),
    )


def test_a_key_does_not_go_to_an_address_it_was_not_set_for() -> None:
    models = roles(
        ASKONCE_MODEL_NAME="a",
        ASKONCE_MODEL_API_KEY="sk-default",
        OPENAI_API_KEY="sk-openai",
        ASKONCE_PLANNING_MODEL_NAME="b",
        ASKONCE_PLANNING_MODEL_BASE_URL="https://other.example.com/v1",
    )

    assert models.default.api_key == Secret("sk-default")
    assert models.planning is not None
    assert models.planning.api_key == Secret("sk-openai")


def test_openai_variables_stand_in_for_key_and_address() -> None:
    model = roles(
        ASKONCE_MODEL_NAME="gpt-5.4", OPENAI_API_KEY="sk-2", OPENAI_BASE_URL="https://gateway.example.com/v1"
    ).default

    assert model.api_key == Secret("sk-2")
    assert model.base_url == "https://gateway.example.com/v1"


def test_midscene_variables_are_read_when_no_model_of_ours_is_named() -> None:
    models = roles(
        MIDSCENE_MODEL_NAME="ep-123",
        MIDSCENE_MODEL_BASE_URL="https://ark.example.com/api/v3",
        MIDSCENE_MODEL_API_KEY="sk-3",
        MIDSCENE_MODEL_FAMILY="vlm-ui-tars-doubao-1.5",
        MIDSCENE_MODEL_TIMEOUT="60000",
        MIDSCENE_MODEL_TEMPERATURE="0.1",
        MIDSCENE_MODEL_RETRY_COUNT="5",
        MIDSCENE_MODEL_REASONING_EFFORT="low",
        MIDSCENE_MODEL_REASONING_ENABLED="true",
        MIDSCENE_MODEL_REASONING_BUDGET="500",
        MIDSCENE_MODEL_INIT_CONFIG_JSON='{"extra_headers": {"x-team": 7}, "defaultQuery": {"api-version": "1"}}',
        MIDSCENE_MODEL_EXTRA_BODY_JSON='{"service_tier": "fast"}',
        MIDSCENE_MODEL_SOCKS_PROXY="socks5://127.0.0.1:1080",
        MIDSCENE_PLANNING_MODEL_NAME="gpt-5.4",
        MIDSCENE_PLANNING_MODEL_BASE_URL="https://api.example.com/v1",
        MIDSCENE_PLANNING_MODEL_API_KEY="sk-4",
        MIDSCENE_PLANNING_MODEL_FAMILY="gpt-5",
        MIDSCENE_PLANNING_MODEL_REASONING_ENABLED="false",
        ASKONCE_MODEL_PRICE="1/2",
    )

    assert models.default == ModelSettings(
        "ep-123",
        base_url="https://ark.example.com/api/v3",
        api_key=Secret("sk-3"),
        family="vlm-ui-tars-doubao-1.5",
        timeout=60.0,
        temperature=0.1,
        retries=5,
        reasoning="low",
        reasoning_budget=500,
        headers={"x-team": "7"},
        query={"api-version": "1"},
        extra_body={"service_tier": "fast"},
        proxy="socks5://127.0.0.1:1080",
        price=Price(1, 2),
    )
    assert models.planning is not None
    assert (models.planning.name, models.planning.family, models.planning.reasoning) == ("gpt-5.4", "gpt-5", "off")
    assert models.planning.api_key == Secret("sk-4")
    assert (models.planning.timeout, models.planning.temperature, models.planning.proxy) == (180.0, None, "")
    assert (dict(models.planning.headers), dict(models.planning.query)) == ({}, {})
    assert models.insight is None


@pytest.mark.parametrize(
    ("variables", "values"),
    [
        ({"MODEL_TIMEOUT": "0"}, {"timeout": 0.0}),
        ({"MODEL_TIMEOUT": "-1"}, {"timeout": 0.0}),
        ({"MODEL_REASONING_ENABLED": "default", "MODEL_REASONING_EFFORT": "high"}, {"reasoning": "default"}),
        ({"MODEL_REASONING_ENABLED": "1"}, {"reasoning": "on"}),
        ({"MODEL_REASONING_ENABLED": "0", "MODEL_REASONING_EFFORT": "high"}, {"reasoning": "off"}),
        ({"MODEL_REASONING_EFFORT": "high"}, {"reasoning": "auto"}),
        ({"MODEL_REASONING_EFFORT": "max", "MODEL_FAMILY": "kimi3"}, {"reasoning": "max"}),
        ({"MODEL_REASONING_ENABLED": "true", "MODEL_REASONING_EFFORT": "xhigh"}, {"reasoning": "xhigh"}),
        ({"USE_QWEN_VL": "1"}, {"family": "qwen2.5-vl"}),
        ({"USE_QWEN3_VL": "1", "USE_GEMINI": "0"}, {"family": "qwen3-vl"}),
        ({"USE_VLM_UI_TARS": "DOUBAO-1.5"}, {"family": "vlm-ui-tars-doubao-1.5"}),
        ({"USE_VLM_UI_TARS": "1.5"}, {"family": "vlm-ui-tars-doubao"}),
        ({"USE_GEMINI": "1", "MODEL_FAMILY": "qwen3"}, {"family": "qwen3"}),
        ({"OPENAI_HTTP_PROXY": "http://127.0.0.1:1"}, {"proxy": "http://127.0.0.1:1"}),
        ({"OPENAI_INIT_CONFIG_JSON": '{"apiKey": "sk-9"}'}, {"api_key": Secret("sk-9")}),
        ({"MODEL_INIT_CONFIG_JSON": '{"organization": "o"}'}, {"headers": {"OpenAI-Organization": "o"}}),
    ],
)
def test_older_names_and_special_values_of_midscene_mean_what_they_mean_there(
    variables: dict[str, str], values: dict[str, Any]
) -> None:
    given = {f"MIDSCENE_{name}": value for name, value in variables.items()}
    model = roles(MIDSCENE_MODEL_NAME="any", **given).default
    assert {name: getattr(model, name) for name in values} == values


def test_headers_that_cannot_be_sent_are_told_without_their_values() -> None:
    with pytest.raises(ConfigError, match="MIDSCENE_MODEL_INIT_CONFIG_JSON cannot be the value") as caught:
        roles(MIDSCENE_MODEL_NAME="any", MIDSCENE_MODEL_INIT_CONFIG_JSON='{"defaultHeaders": {"x-key": ["sk-1"]}}')
    assert "a JSON object of texts" in caught.value.remedy
    assert "sk-1" not in str(caught.value)


def test_two_families_at_once_are_a_mistake() -> None:
    with pytest.raises(ConfigError, match="MIDSCENE_USE_QWEN_VL and MIDSCENE_USE_GEMINI are both set"):
        roles(MIDSCENE_MODEL_NAME="any", MIDSCENE_USE_QWEN_VL="1", MIDSCENE_USE_GEMINI="1")


def test_a_role_of_midscene_without_a_name_has_no_model_of_its_own() -> None:
    assert roles(MIDSCENE_MODEL_NAME="any", MIDSCENE_PLANNING_MODEL_TEMPERATURE="1").planning is None


def test_other_variables_of_midscene_are_read_where_ours_are_not_set() -> None:
    theirs = {"MIDSCENE_REPLANNING_CYCLE_LIMIT": "7", "MIDSCENE_CHROME_PATH": "/opt/chrome"}
    settings = read_settings(theirs)
    assert (settings.act.rounds, settings.browser) == (7, Path("/opt/chrome"))
    assert settings.recordings.caches == (Path("midscene_run/cache"),)
    assert read_settings({"MIDSCENE_RUN_DIR": "runs"}).recordings.caches == (Path("runs/cache"),)
    ours = read_settings({**theirs, "ASKONCE_ROUNDS": "3", "ASKONCE_BROWSER": "/opt/ours"})
    assert (ours.act.rounds, ours.browser) == (3, Path("/opt/ours"))


def test_headers_go_to_no_other_address() -> None:
    models = roles(
        ASKONCE_MODEL_NAME="m",
        ASKONCE_MODEL_HEADERS='{"x-key": "secret-1"}',
        ASKONCE_PLANNING_MODEL_BASE_URL="https://other.example.com/v1",
        ASKONCE_INSIGHT_MODEL_NAME="other",
    )
    assert models.planning
    assert models.insight
    assert (dict(models.planning.headers), dict(models.insight.headers)) == ({}, {"x-key": "secret-1"})
    assert "secret-1" not in repr(models)


def test_our_own_name_sets_midscene_variables_aside() -> None:
    models = roles(
        ASKONCE_MODEL_NAME="mine",
        MIDSCENE_MODEL_NAME="theirs",
        MIDSCENE_MODEL_BASE_URL="https://theirs.example.com/v1",
        MIDSCENE_PLANNING_MODEL_NAME="theirs-too",
    )

    assert models == ModelRoles(ModelSettings("mine"))


@pytest.mark.parametrize("name", ["ASKONCE_MODEL_API_KEY", "ASKONCE_PLANNING_MODEL_NAME"])
def test_settings_of_a_model_without_a_name_are_a_mistake(name: str) -> None:
    with pytest.raises(ConfigError, match=f"{name} is set, but no model is named") as caught:
        read_settings({name: "sk-1"})

    assert "ASKONCE_MODEL_NAME" in caught.value.remedy


def test_keys_and_proxies_show_in_no_repr() -> None:
    settings = read_settings(
        {
            "ASKONCE_MODEL_NAME": "m",
            "ASKONCE_MODEL_API_KEY": "sk-very-secret",
            "ASKONCE_MODEL_PROXY": "http://me:pass-word@127.0.0.1:8080",
        }
    )

    assert "sk-very-secret" not in repr(settings)
    assert "pass-word" not in repr(settings)


@given(
    st.dictionaries(
        st.sampled_from([setting.name for setting in SETTINGS] + ["MIDSCENE_MODEL_NAME", "MIDSCENE_MODEL_TIMEOUT"]),
        st.text(max_size=12) | st.sampled_from(["1", "0.5", "https://a.example/v1", "{}", "1/2", "on", "both"]),
        max_size=6,
    )
)
def test_any_environment_gives_settings_or_our_error(environment: dict[str, str]) -> None:
    try:
        settings = read_settings(environment)
    except ConfigError:
        return
    assert isinstance(settings, Settings)


def test_the_embedded_model_can_be_named() -> None:
    assert read_settings({"ASKONCE_MODEL_NAME": "embedded", "OPENAI_API_KEY": "k"}).models is None
    with pytest.raises(ConfigError, match="cannot share the roles with qwen") as caught:
        read_settings({"ASKONCE_MODEL_NAME": "embedded", "ASKONCE_PLANNING_MODEL_NAME": "qwen"})
    assert "ASKONCE_MODEL_NAME" in caught.value.remedy


def test_a_key_in_plain_text_is_refused() -> None:
    with pytest.raises(ConfigError, match="plain text") as caught:
        ModelSettings("m", api_key="sk-live")  # type: ignore[arg-type]
    assert "Secret" in caught.value.remedy
    assert "sk-live" not in str(caught.value)


def test_a_short_secret_of_the_environment_is_refused_unless_the_environment_allows_it() -> None:
    with pytest.raises(ConfigError, match="PIN: a Secret has 3 characters") as caught:
        secret_from({"PIN": "123"}, "PIN")
    assert "ASKONCE_SHORT_SECRETS=true" in caught.value.remedy
    assert secret_from({"PIN": "123", "ASKONCE_SHORT_SECRETS": "true"}, "PIN").reveal() == "123"
    assert secret_from({"PIN": "1234"}, "PIN").reveal() == "1234"
