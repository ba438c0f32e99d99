"""What becomes of the variables of a `.env`."""

from __future__ import annotations

import pytest

from askonce.cli.migration.environment_names import MigratedEnvironment, migrate_environments


def migrate_environment(text: str) -> MigratedEnvironment:
    return migrate_environments({".env": text}).files[".env"]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            "MIDSCENE_PLANNING_MODEL_NAME=a\nMIDSCENE_PLANNING_MODEL_BASE_URL=https://a.example/v1",
            "ASKONCE_PLANNING_MODEL_NAME=a\nASKONCE_PLANNING_MODEL_BASE_URL=https://a.example/v1",
        ),
        ("MIDSCENE_INSIGHT_MODEL_TIMEOUT=1000", "MIDSCENE_INSIGHT_MODEL_TIMEOUT=1000"),
        ("MIDSCENE_INSIGHT_MODEL_NAME=\nMIDSCENE_INSIGHT_MODEL_TIMEOUT=1000",) * 2,
        ('MIDSCENE_MODEL_REASONING_EFFORT="hi\n  there"', '# MIDSCENE_MODEL_REASONING_EFFORT="hi\n#   there"'),
        ("MIDSCENE_MODEL_API_KEY='a\nMIDSCENE_MODEL_NAME=b'", "ASKONCE_MODEL_API_KEY='a\nMIDSCENE_MODEL_NAME=b'"),
        ("MIDSCENE_MODEL_RETRY_COUNT=2", "ASKONCE_MODEL_RETRIES=2"),
        ("MIDSCENE_MODEL_REASONING_ENABLED=false", "ASKONCE_MODEL_REASONING=off"),
        ("MIDSCENE_CACHE=true", "ASKONCE_RECORDINGS=read-write"),
        ("MIDSCENE_LANGFUSE_DEBUG=1", "ASKONCE_TELEMETRY=content"),
        ("MIDSCENE_USE_VLM_UI_TARS=DOUBAO", "ASKONCE_MODEL_FAMILY=ui-tars-doubao-1.5"),
        ("MIDSCENE_USE_GEMINI=0", "# MIDSCENE_USE_GEMINI=0"),
        ("MIDSCENE_MODEL_TIMEOUT=0", "ASKONCE_MODEL_TIMEOUT=0"),
        ("MIDSCENE_MODEL_REASONING_EFFORT=low", "# MIDSCENE_MODEL_REASONING_EFFORT=low"),
        ("MIDSCENE_MODEL_INIT_CONFIG_JSON={}", "MIDSCENE_MODEL_INIT_CONFIG_JSON={}"),
        ("OPENAI_API_KEY=sk-1", "OPENAI_API_KEY=sk-1"),
    ],
)
def test_a_variable_gets_the_name_and_the_unit_of_ours(theirs: str, ours: str) -> None:
    assert migrate_environment(f"{theirs}\r\n").text == f"{ours}\r\n"


def test_an_effort_counts_more_than_whether_it_thinks_and_no_name_is_written_twice() -> None:
    effort = "MIDSCENE_MODEL_REASONING_ENABLED=true\nMIDSCENE_MODEL_REASONING_EFFORT=low\n"
    text = f"{effort}ASKONCE_MODEL_NAME=a\nMIDSCENE_MODEL_NAME=b\n"
    migrated = migrate_environment(text)
    kept = [line for line in migrated.text.splitlines() if not line.startswith("#")]
    assert kept == ["ASKONCE_MODEL_REASONING=low", "ASKONCE_MODEL_NAME=a"]
    assert [each.line for each in migrated.differences if each.effect == "differs"] == [1, 4]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            'MIDSCENE_MODEL_API_KEY=sk-1\nOPENAI_API_KEY="${MIDSCENE_MODEL_API_KEY}"\n',
            'ASKONCE_MODEL_API_KEY=sk-1\nOPENAI_API_KEY="${ASKONCE_MODEL_API_KEY}"\n',
        ),
        (
            "MIDSCENE_MODEL_BASE_URL=${HOST}/${MIDSCENE_MODEL_NAME:-a}\nMIDSCENE_MODEL_NAME=b\n",
            "ASKONCE_MODEL_BASE_URL=${HOST}/${ASKONCE_MODEL_NAME:-a}\nASKONCE_MODEL_NAME=b\n",
        ),
        (
            "MIDSCENE_MODEL_TIMEOUT=1000\nMIDSCENE_PLANNING_MODEL_NAME=a\n"
            "MIDSCENE_PLANNING_MODEL_TIMEOUT=${MIDSCENE_MODEL_TIMEOUT}\n",
            "ASKONCE_MODEL_TIMEOUT=1\nASKONCE_PLANNING_MODEL_NAME=a\n"
            "ASKONCE_PLANNING_MODEL_TIMEOUT=${ASKONCE_MODEL_TIMEOUT}\n",
        ),
        (
            "MIDSCENE_MODEL_TIMEOUT=1000\nWAIT=${MIDSCENE_MODEL_TIMEOUT}\n",
            "MIDSCENE_MODEL_TIMEOUT=1000\nASKONCE_MODEL_TIMEOUT=1\nWAIT=${MIDSCENE_MODEL_TIMEOUT}\n",
        ),
        (
            "ASKONCE_MODEL_NAME=a\nMIDSCENE_MODEL_NAME=b\nTITLE=${MIDSCENE_MODEL_NAME}\n",
            "ASKONCE_MODEL_NAME=a\nMIDSCENE_MODEL_NAME=b\nTITLE=${MIDSCENE_MODEL_NAME}\n",
        ),
        ("MIDSCENE_CACHE=${WANTED}\n", "# MIDSCENE_CACHE=${WANTED}\n"),
        ("MIDSCENE_MODEL_API_KEY=${SHELL_KEY}\n", "ASKONCE_MODEL_API_KEY=${SHELL_KEY}\n"),
    ],
)
def test_what_refers_to_a_variable_finds_the_same_value_as_before(theirs: str, ours: str) -> None:
    assert migrate_environment(theirs).text == ours


def test_files_of_one_project_refer_to_each_other() -> None:
    local = "MIDSCENE_INSIGHT_MODEL_TIMEOUT=1000\nA=${MIDSCENE_INSIGHT_MODEL_NAME}\n"
    texts = {".env": "MIDSCENE_INSIGHT_MODEL_NAME=a\n", ".env.local": local}
    migrated = migrate_environments(texts).files[".env.local"]
    assert migrated.text == "ASKONCE_INSIGHT_MODEL_TIMEOUT=1\nA=${ASKONCE_INSIGHT_MODEL_NAME}\n"


@pytest.mark.parametrize(
    ("theirs", "remedy"),
    [
        ("MIDSCENE_OPENAI_INIT_CONFIG_JSON={}", "set its headers as ASKONCE_MODEL_HEADERS"),
        ("MIDSCENE_INSIGHT_MODEL_TIMEOUT=1", "MIDSCENE_INSIGHT_MODEL_NAME is not set"),
        (
            "MIDSCENE_INSIGHT_MODEL_NAME=a\nMIDSCENE_INSIGHT_MODEL_RETRY_INTERVAL=1",
            "the pause doubles with each retry",
        ),
    ],
)
def test_what_has_no_effect_is_told_with_the_reason_or_the_remedy(theirs: str, remedy: str) -> None:
    migrated = migrate_environment(f"MIDSCENE_MODEL_NAME=b\n{theirs}\n")
    assert migrated.differences[-1].remedy.startswith(remedy)
