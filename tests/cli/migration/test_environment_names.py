"""What becomes of the variables of a `.env`."""

from __future__ import annotations

import pytest

from askonce.cli.migration.environment_names import migrate_environment


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            "MIDSCENE_PLANNING_MODEL_BASE_URL=https://a.example/v1",
            "ASKONCE_PLANNING_MODEL_BASE_URL=https://a.example/v1",
        ),
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
    assert migrate_environment(f"{theirs}\r\n", ".env").text == f"{ours}\r\n"


def test_an_effort_counts_more_than_whether_it_thinks_and_no_name_is_written_twice() -> None:
    effort = "MIDSCENE_MODEL_REASONING_ENABLED=true\nMIDSCENE_MODEL_REASONING_EFFORT=low\n"
    text = f"{effort}ASKONCE_MODEL_NAME=a\nMIDSCENE_MODEL_NAME=b\n"
    migrated = migrate_environment(text, ".env")
    kept = [line for line in migrated.text.splitlines() if not line.startswith("#")]
    assert kept == ["ASKONCE_MODEL_REASONING=low", "ASKONCE_MODEL_NAME=a"]
    assert [each.line for each in migrated.differences if each.effect == "differs"] == [1, 4]
