"""`askonce migrate midscene`, as a person runs it on a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from askonce.cli.app import run
from askonce.recordings.stores import FolderRecordings

SCRIPT = """\
# how we log in
target:
  url: https://shop.example
agent:
  aiActionContext: close banners
tasks:
  - name: login
    flow:
      - aiAction: log in as ${SHOP_USER}   # the usual one
      - aiTap: the Login button
        deepThink: true
      - logScreenshot: done
"""
CACHE = """\
midsceneVersion: 1.0.0
cacheId: login
caches:
  - type: locate
    prompt: the Login button
    cache: {xpaths: ["/html/body/button[1]"]}
  - type: unheard-of
    prompt: something
"""
CODE = """\
import { PlaywrightAgent } from '@midscene/web/playwright';
/* agent.aiHover('no') */
const agent = new PlaywrightAgent(page, { url: 'https://x.example/*' }); // agent.aiInput('no')
const names = await agent.aiQuery<string[]>('string[], names');
test('x', async ({ ai, aiAssert }) => { await ai('search'); await aiAssert('found'); });
function agentFromAdbDevice(serial) { return mine(serial); }
"""
KEY = "sk-live-0123456789abcdef"
ENVIRONMENT = f"""\
# keys
MIDSCENE_MODEL_NAME="qwen3-vl-plus"
MIDSCENE_MODEL_API_KEY={KEY}
export MIDSCENE_MODEL_TIMEOUT=60000
MIDSCENE_USE_QWEN3_VL=1
MIDSCENE_DEBUG_MODE=1
SHOP_USER=ann
"""
COMMAND = f"MIDSCENE_MODEL_API_KEY=sk-'{KEY}' npx midscene scripts/login.yaml --headed"
OLDER = ("target", "aiActionContext", "aiAction", "deepThink", "logScreenshot")


@pytest.fixture
def project(here: Path) -> Path:
    files = {
        "scripts/login.yaml": SCRIPT,
        "batch.yaml": "files: [scripts/login.yaml]\nconcurrent: 2\n",
        "playbook.yml": "tasks:\n  - name: install\n    apt: {name: curl}\n",
        "midscene_run/cache/login.cache.yaml": CACHE,
        ".env": ENVIRONMENT,
        "package.json": json.dumps({"scripts": {"e2e": COMMAND, "build": "tsc"}}),
        "src/shop.ts": CODE,
        "node_modules/x/a.js": "await agent.aiTap('x')",
    }
    for name, text in files.items():
        path = here / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return here / "shop"


def migrated(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert run(["migrate", "midscene", "shop", "--json", *arguments]) == code
    return json.loads(capsys.readouterr().out)


def places(differences: list[dict[str, Any]]) -> list[tuple[str, int, str]]:
    return [(each["file"], each["line"], each["key"]) for each in differences]


def test_scripts_are_written_with_the_names_of_now_and_all_else_as_it_was(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = migrated(capsys, "--output", "new")
    assert places(told["scripts"]) == [
        ("scripts/login.yaml", 2, "target"),
        ("scripts/login.yaml", 5, "aiActionContext"),
        ("scripts/login.yaml", 9, "aiAction"),
        ("scripts/login.yaml", 11, "deepThink"),
        ("scripts/login.yaml", 12, "logScreenshot"),
    ]
    written = (project.parent / "new" / "scripts" / "login.yaml").read_text()
    assert "# the usual one" in written
    assert [name for name in OLDER if name in written] == []
    assert run(["check", "new"]) == 0
    assert not (project.parent / "new" / "playbook.yml").exists()


def test_caches_become_recordings_that_are_found_by_the_same_id(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = migrated(capsys)
    recorded = FolderRecordings(project / "askonce" / "askonce_run" / "recordings").read("login")
    assert [sighting.prompt for sighting in recorded.sightings] == ["the Login button"]
    assert ["unheard-of" in each["what"] for each in told["caches"]] == [True]


def test_the_environment_keeps_its_secrets_under_our_names_and_none_is_shown(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["migrate", "midscene", "shop"]) == 0
    shown = capsys.readouterr()
    assert KEY not in shown.out + shown.err
    told = migrated(capsys, "--force")
    assert KEY not in json.dumps(told)
    file = project / "askonce" / ".env"
    assert file.read_text().splitlines() == [
        "# keys",
        'ASKONCE_MODEL_NAME="qwen3-vl-plus"',
        f"ASKONCE_MODEL_API_KEY={KEY}",
        "export ASKONCE_MODEL_TIMEOUT=60",
        "ASKONCE_MODEL_FAMILY=qwen3-vl",
        "MIDSCENE_DEBUG_MODE=1",
        "SHOP_USER=ann",
    ]
    assert file.stat().st_mode & 0o077 == 0
    assert places(told["environment"])[-1] == (".env", 6, "MIDSCENE_DEBUG_MODE")


def test_a_script_that_refers_to_a_variable_of_midscene_finds_its_value(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = "ask ${MIDSCENE_MODEL_NAME} within ${MIDSCENE_MODEL_TIMEOUT} ms"
    (project / "named.yaml").write_text(
        f"web: {{url: https://x.example}}\ntasks:\n- name: a\n  flow:\n  - ai: {named}\n"
    )
    told = migrated(capsys)
    assert (
        "ask ${ASKONCE_MODEL_NAME} within ${MIDSCENE_MODEL_TIMEOUT} ms"
        in (project / "askonce" / "named.yaml").read_text()
    )
    environment = (project / "askonce" / ".env").read_text()
    assert "MIDSCENE_MODEL_TIMEOUT=60000\nexport ASKONCE_MODEL_TIMEOUT=60\n" in environment
    assert ("named.yaml", 5, "MIDSCENE_MODEL_NAME") in places(told["scripts"])


def test_commands_and_calls_in_code_are_listed_with_ours(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = migrated(capsys)
    assert [each["what"].partition(" is ")[2] for each in told["commands"]] == [
        "MIDSCENE_MODEL_API_KEY=… askonce run scripts/login.yaml --headed"
    ]
    assert places(told["calls"]) == [
        ("src/shop.ts", 3, "PlaywrightAgent"),
        ("src/shop.ts", 4, "aiQuery"),
        ("src/shop.ts", 5, "ai"),
        ("src/shop.ts", 5, "aiAssert"),
    ]
    assert "agent.query(" in told["calls"][1]["what"]


def test_nothing_is_overwritten_unless_that_is_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    migrated(capsys)
    mine = project / "askonce" / "scripts" / "login.yaml"
    mine.write_text("mine")
    (project / "askonce" / "batch.yaml").unlink()
    assert run(["migrate", "midscene", "shop"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (mine.read_text(), (project / "askonce" / "batch.yaml").exists()) == ("mine", False)
    migrated(capsys, "--force")
    assert mine.read_text() != "mine"


@pytest.mark.parametrize("is_dangling", [True, False])
def test_nothing_is_written_through_a_link(
    project: Path, capsys: pytest.CaptureFixture[str], is_dangling: bool
) -> None:
    other = project.parent / "other.yaml"
    if not is_dangling:
        other.write_text("mine")
    link = project / "askonce" / "batch.yaml"
    link.parent.mkdir()
    link.symlink_to(other)
    assert run(["migrate", "midscene", "shop"]) == 2
    assert "batch.yaml is there already" in capsys.readouterr().err
    migrated(capsys, "--force")
    assert link.read_text().startswith("files:")
    assert (other.read_text() if other.exists() else "") == ("" if is_dangling else "mine")


def test_what_is_not_utf8_is_told_and_not_copied_with_other_words(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = {"scripts/login.yaml": SCRIPT, ".env": ENVIRONMENT, "midscene_run/cache/login.cache.yaml": CACHE}
    for name, text in latin.items():
        (project / name).write_bytes(text.encode() + "# café\n".encode("latin-1"))
    (project / "batch.yaml").unlink()
    told = migrated(capsys, code=1)
    failing = [
        each for kind in ("scripts", "environment", "caches") for each in told[kind] if each["effect"] == "fails"
    ]
    assert [each["file"] for each in failing] == list(latin)
    assert told["written"] == []


def test_a_script_that_cannot_run_is_told_with_its_line_and_exit_code_1(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "wrong.yaml").write_text(
        "web: {url: https://x.example}\ntasks:\n- name: a\n  flow:\n  - aiTap: a\n    aiHover: b\n"
    )
    told = migrated(capsys, code=1)
    (failing,) = [each for each in told["scripts"] if each["effect"] == "fails"]
    assert (failing["file"], failing["line"], told["works"]) == ("wrong.yaml", 6, False)


def test_a_folder_without_anything_of_midscene_is_an_error_of_usage(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "empty").mkdir()
    assert run(["migrate", "midscene", "empty"]) == 2
    assert run(["migrate", "midscene", "nowhere"]) == 2
    assert "folder not found" in capsys.readouterr().err
