"""`askonce fleet submit` and what follows it, on a real database."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fake_screens import write_login
from postgres import fleet_url, postgres

from askonce.cli.app import run
from askonce.config import read_settings
from askonce.errors import WorkerUnfit
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_lease import LeaseTimes
from askonce.fleet.run_play import RunPlayer
from askonce.fleet.run_supplies import StoreSupplies
from askonce.fleet.worker import FleetWorker
from askonce.fleet.worker_options import WorkerOptions
from askonce.screens.shared_hosts import SharedHosts

__all__ = ["fleet_url", "postgres"]

SCRIPT = """
fake: {file: login.yaml}
tasks:
- name: sign in
  flow:
  - aiInput: Email
    value: "{user}"
  - aiTap: the button "Sign in"
  - aiAssert: the text "Welcome, {user}" is visible
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fleet_url: str) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASKONCE_FLEET", fleet_url)
    monkeypatch.setenv("ASKONCE_FLEET_STORE", str(tmp_path / "store"))
    write_login(tmp_path)
    Path("login-script.yaml").write_text(SCRIPT)
    return fleet_url


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    capsys.readouterr()
    assert run(["fleet", *arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert run(["fleet", *arguments]) == 2
    return capsys.readouterr().err


def work(folder: Path, kind: str = "fake") -> None:
    """A worker that plays what there is, in this process."""

    async def drain() -> None:
        settings = read_settings()
        async with FleetDatabase.opened(settings.fleet.database) as database:
            supplies, hosts = StoreSupplies(database, settings.fleet), SharedHosts(settings)
            options = WorkerOptions(name="w", kinds=(kind,), times=LeaseTimes(1, 60), drain=True)
            await FleetWorker(
                database, options, lambda id: RunPlayer(id, folder, dict(os.environ), hosts, supplies)
            ).run()

    asyncio.run(drain())


def test_a_script_goes_with_its_files_and_its_results_come_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("login-script.yaml", "--var", "user=ada", "--with", "login.yaml")
    batch = told(capsys, "submit", *given)["batch"]
    for file in ("login.yaml", "login-script.yaml"):
        Path(file).unlink()
    work(tmp_path / "worker")

    (shown,) = told(capsys, "status", batch)["runs"]
    assert (shown["state"], shown["why"], shown["name"]) == ("passed", "", "login-script.yaml")
    summary = told(capsys, "results", "--batch", batch, "-o", "out")
    assert summary["summary"]["successful"] == 1
    assert Path("out/report.html").is_file()
    assert list((tmp_path / "worker").iterdir()) == []


def test_whose_environment_a_script_is_filled_with_has_to_be_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("site.yaml").write_text(SCRIPT.replace("sign in", "${SITE} $${JS}").replace("{user}", "${SHOP_TOKEN}"))
    monkeypatch.setenv("SITE", "staging")
    monkeypatch.setenv("SHOP_TOKEN", "a-long-token")
    given = ("submit", "site.yaml", "--with", "login.yaml")
    said = " ".join(refused(capsys, *given).split())
    assert "site.yaml uses ${SITE} of the environment, and workers may have another" in said
    assert "add --env SITE to send your own along" in said

    assert "--env SITES cannot be sent along: it is not set here" in refused(capsys, *given, "--env", "SITES")
    ids = [told(capsys, *given, option, "SITE")["runs"][0]["id"] for option in ("--env", "--worker-env")]
    monkeypatch.setenv("SITE", "production")
    work(tmp_path / "worker")
    told(capsys, "results", "--queue", "default", "-o", "out")
    for id, name in zip(ids, ("staging", "production"), strict=True):
        (trace,) = Path("out", id).rglob("trace.jsonl")
        assert f'"name":"{name} ' in trace.read_text().replace('": "', '":"')
        assert "a-long-token" not in trace.read_text()


UPLOAD = """
web: {serve: site, output: ../out/read.json, uploadPath: ., unstableLogContent: log.json}
tasks:
- name: hand a file over
  flow:
  - aiTap: the button "Attachment"
    fileChooserAccept: invoice.txt
  - aiAssert: the text "read mine" is visible
  - javascript: document.querySelector("p").textContent
    name: said
"""
SITE = """<button onclick="file.click()">Attachment</button><p></p><input id=file type=file hidden><script>
file.onchange = async () => (document.querySelector("p").textContent = "read " + (await file.files[0].text()));
</script>"""


def test_the_paths_of_a_script_begin_in_the_folder_of_its_run_wherever_its_worker_was_started(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place, text in (("project", "mine"), (".", "of the worker")):
        Path(place, "site").mkdir(parents=True)
        Path(place, "site", "index.html").write_text(SITE if text == "mine" else text)
        Path(place, "invoice.txt").write_text(text)
    Path("project", "upload.yaml").write_text(UPLOAD)
    files = ("--with", "project/site", "--with", "project/invoice.txt")
    batch = told(capsys, "submit", "project/upload.yaml", *files)["batch"]
    before = set(tmp_path.iterdir())
    work(tmp_path / "worker", "web")

    (shown,) = told(capsys, "status", batch)["runs"]
    assert (shown["state"], shown["why"]) == ("passed", "")
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {"worker", "store"}
    (result,) = told(capsys, "results", "--batch", batch, "-o", "results")["results"]
    assert json.loads(Path("results", result["output"]).read_text())["said"] == "read mine"
    assert "log.json" in {path.name for path in Path("results").rglob("*")}


def test_files_that_a_program_wrote_come_back_and_a_store_without_them_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("wares.stp").write_text('Record list "mug", "cup" as {wares}\nWrite {wares} to file "wares.csv"\n')
    (run_told,) = told(capsys, "submit", "wares.stp", "--fake", "login.yaml", "--with", "login.yaml")["runs"]
    work(tmp_path / "worker")
    told(capsys, "results", "--queue", "default", "-o", "out")
    assert "cup" in Path("out", run_told["id"], "files", "wares.csv").read_text()

    monkeypatch.setenv("ASKONCE_FLEET_STORE", str(tmp_path / "elsewhere"))
    assert run(["fleet", "results", "--queue", "default", "-o", "again"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert f"elsewhere: {run_told['id']}" in said
    monkeypatch.setenv("ASKONCE_FLEET_STORE", str(tmp_path / "no" / "such" / "place"))
    assert run(["fleet", "worker", "--kinds", "fake", "--drain"]) == 1
    assert "check ASKONCE_FLEET_STORE" in capsys.readouterr().err


def test_a_secret_that_is_spelled_like_the_word_for_an_ending_changes_nothing_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = ("login-script.yaml", "--secret", "user=SHOP_USER", "--with", "login.yaml")
    for word in ("success", "done"):
        batch = told(capsys, "submit", *secret)["batch"]
        monkeypatch.setenv("SHOP_USER", word)
        work(tmp_path / "worker")
        monkeypatch.delenv("SHOP_USER")
        (shown,) = told(capsys, "status", batch)["runs"]
        assert (shown["state"], shown["why"]) == ("passed", "")
        assert shown["attempts"][0]["result"]["tasks"][0]["status"] == "done"


def test_a_worker_that_cannot_write_fails_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = told(capsys, "submit", "login-script.yaml", "--var", "user=ada", "--with", "login.yaml")["batch"]
    (tmp_path / "full").write_text("as a disk without room")
    with pytest.raises(WorkerUnfit, match=r"cannot write to .*full"):
        work(tmp_path / "full" / "worker")
    (shown,) = told(capsys, "status", batch)["runs"]
    assert shown["state"] == "waiting"
    assert "given back: the worker" in shown["why"]


def test_the_key_of_every_model_is_looked_for_in_what_is_submitted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("", "PLANNING_", "INSIGHT_"):
        monkeypatch.setenv(f"ASKONCE_{role}MODEL_NAME", "qwen3-vl-plus")
        monkeypatch.setenv(f"ASKONCE_{role}MODEL_API_KEY", f"key-of-{role.lower()}model")
    for role in ("", "PLANNING_", "INSIGHT_"):
        Path("keyed.yaml").write_text(SCRIPT.replace("Email", f"key-of-{role.lower()}model"))
        said = refused(capsys, "submit", "keyed.yaml", "--var", "user=ada")
        assert f"its text holds the value of the secret ASKONCE_{role}MODEL_API_KEY" in " ".join(said.split())


def test_what_a_failed_run_leaves_behind_names_nothing_of_its_workers_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKONCE_PATIENCE", "0")
    Path("broken.yaml").write_text(SCRIPT.replace("Welcome", "Goodbye"))
    batch = told(capsys, "submit", "broken.yaml", "--var", "user=ada", "--with", "login.yaml")["batch"]
    work(tmp_path / "the-worker")

    (shown,) = told(capsys, "status", batch)["runs"]
    assert "broken.yaml:9: " in shown["why"]
    told(capsys, "results", "--batch", batch, "-o", "out", code=1)
    left = [path for folder in ("store", "out") for path in (tmp_path / folder).rglob("*") if path.is_file()]
    assert {"report.html", "trace.jsonl", "junit.xml"} <= {path.name for path in left}
    assert [path for path in left if b"the-worker" in path.read_bytes()] == []
    assert "the-worker" not in json.dumps(shown)


def test_a_file_that_is_named_by_a_script_and_does_not_go_with_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parts").mkdir()
    Path("parts/photo.png").touch()
    Path("two.yaml").write_text(SCRIPT.replace("value:", "# parts/photo.png, other.png, two.yaml\n    value:"))
    given = ["fleet", "submit", "login-script.yaml", "two.yaml", "--var", "user=ada"]
    assert run(given) == 0
    assert "do not go with them: login.yaml, parts/photo.png; add --with" in " ".join(capsys.readouterr().err.split())
    assert run([*given, "--with", "login.yaml", "--with", "parts"]) == 0
    assert "do not go" not in capsys.readouterr().err


def test_a_worker_without_the_value_of_a_secret_says_which_and_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = told(capsys, "submit", "login-script.yaml", "--secret", "user=SHOP_USER", "--with", "login.yaml")["batch"]
    work(tmp_path / "worker")

    (shown,) = told(capsys, "status", batch)["runs"]
    assert shown["state"] == "failed"
    assert "has no value for user (SHOP_USER)" in shown["why"]
    assert shown["attempts"][0]["result"]["trace"] is None


def test_a_secret_is_in_no_table_and_a_text_that_holds_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("SHOP_USER", "correct-horse-7")
    secret = ("--secret", "user=SHOP_USER", "--with", "login.yaml")
    batch = told(capsys, "submit", "login-script.yaml", *secret)["batch"]
    work(tmp_path / "worker")
    assert told(capsys, "status", batch)["runs"][0]["state"] == "passed"
    with psycopg.connect(place) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'askonce_fleet'").fetchall()
        for (table,) in tables:
            rows = connection.execute(f"SELECT t::text FROM askonce_fleet.{table} AS t").fetchall()  # pyright: ignore
            assert not any("correct-horse" in row[0] for row in rows), table

    Path("bad.yaml").write_text(SCRIPT.replace("{user}", "correct-horse-7", 1))
    assert "its text holds the value of the secret user" in refused(capsys, "submit", "bad.yaml", *secret)
    Path("quoted.yaml").write_text(SCRIPT.replace('"{user}"', "'bob''s horse 7'", 1))
    monkeypatch.setenv("SHOP_USER", "bob's horse 7")
    assert "its text holds the value of the secret user" in refused(capsys, "submit", "quoted.yaml", *secret)
    monkeypatch.setenv("SHOP_USER", "correct-horse-7")
    plain = refused(capsys, "submit", "login-script.yaml", "--var", "other=correct-horse-7", *secret)
    assert "the variable other holds the value of the secret user" in plain
    assert "correct-horse" not in plain
    for option in ("--lock", "--key", "--queue", "--device", "--recordings"):
        value = "fake:correct-horse-7" if option == "--device" else "correct-horse-7"
        said = refused(capsys, "submit", "login-script.yaml", *secret, option, value)
        assert f"{option} holds the value of the secret user" in said
        assert "correct-horse" not in said
    said = refused(capsys, "submit", "login-script.yaml", "--secret", "user=correct-horse-7")
    assert "--secret user is to be followed by the name of an environment variable" in said
    assert "correct-horse" not in said
    Path("own.yaml").write_text(f"secrets: {{pin: SHOP_USER}}\n{SCRIPT}")
    Path("names.csv").write_text("correct-horse-7")
    both = ("submit", "login-script.yaml", "own.yaml", "--var", "user=ada", "--with", "names.csv")
    assert "holds the value of a secret" in refused(capsys, *both)
    assert not [path for path in (tmp_path / "store" / "files").iterdir() if b"correct-horse" in path.read_bytes()]


def test_what_cannot_be_submitted_is_told_and_nothing_is_queued(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.yaml").write_text("fake: {file: login.yaml}\ntasks:\n- name: a\n  flow:\n  - aiTapp: x\n")
    assert "nothing was submitted" in refused(capsys, "submit", "broken.yaml", "login-script.yaml", "--var", "user=ada")
    given = ("submit", "login-script.yaml", "--var", "user=ada")
    assert "cannot be the name of a queue" in refused(capsys, *given, "--queue", "a b")
    assert "--device android:pixel is of another kind" in refused(capsys, *given, "--device", "android:pixel")
    assert "is not a schedule" in refused(capsys, *given, "--schedule", "daily")
    assert "cannot be the name of a lock" in refused(capsys, *given, "--lock", "\udcff")
    assert "cannot be the name of a lock" in refused(capsys, *given, "--lock", "x" * 201)
    assert "characters that UTF-8 cannot hold" in refused(capsys, *given, "--var", 'pin="\\ud800"')
    assert "the variable pin has a number that is none" in refused(capsys, *given, "--var", "pin=[NaN]")
    assert "--priority takes a number" in refused(capsys, *given, "--priority", "99999999999")
    assert "--retry takes a number" in refused(capsys, *given, "--retry", "99999999999")
    Path("a${B}.yaml").write_text(SCRIPT)
    assert "cannot be the id of recordings" in refused(capsys, "submit", "a${B}.yaml", "--var", "user=ada")
    assert "there is no run 7k2m9" in refused(capsys, "status", "7k2m9")
    for given in (("status", "\udcff"), ("cancel", "--queue", "\udcff"), ("worker", "--drain", "--name", "\udcff")):
        assert r"\udcff" in refused(capsys, *given)
    assert told(capsys, "status") == {"queues": [], "workers": [], "runs": [], "unserved": {}}


def test_runs_are_cancelled_and_retried_by_their_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("login-script.yaml", "--var", "user=ada", "--with", "login.yaml")
    submitted = told(capsys, "submit", *given)
    id = submitted["runs"][0]["id"]
    assert told(capsys, "cancel", id)["runs"] == [{"id": id, "state": "cancelled"}]
    assert told(capsys, "cancel", id)["runs"] == []
    assert told(capsys, "retry", submitted["batch"])["runs"] == [id]
    work(tmp_path / "worker")
    assert told(capsys, "status", id)["runs"][0]["state"] == "passed"
    assert told(capsys, "retry", id)["runs"] == []


def test_runs_that_ended_long_ago_are_purged_with_what_they_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    given = ("submit", "login-script.yaml", "--var", "user=ada", "--with", "login.yaml", "--key", "build 7")
    old = told(capsys, *given)["batch"]
    work(tmp_path / "worker")
    waiting = told(capsys, *given[:-1], "build 8")["batch"]
    assert told(capsys, *given)["runs"] == [{"id": f"{old}-1", "name": "login-script.yaml", "state": "passed"}]

    assert told(capsys, "purge", "--days", "1") == {"removed": 0}
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("UPDATE askonce_fleet.runs SET ended = ended - interval '25 hours'")
        connection.execute(
            """INSERT INTO askonce_fleet.workers (id, host, process, slots, queues, needs, lease, beat)
               SELECT id, '', 1, 1, '{}', '{}', 60, now() - make_interval(secs => silent)
               FROM (VALUES ('alive', 30), ('lost', 90000)) AS given (id, silent)"""
        )
    assert told(capsys, "purge", "--days", "1") == {"removed": 1}
    assert told(capsys, "purge", "--days", "0") == {"removed": 0}
    assert [worker["id"] for worker in told(capsys, "status")["workers"]] == ["alive"]
    assert not list((tmp_path / "store").rglob(f"*{old}*"))
    assert told(capsys, "status", waiting)["runs"][0]["state"] == "waiting"
    assert f"there is no run {old}" in refused(capsys, "status", old)
    assert told(capsys, *given)["batch"] not in (old, waiting)  # its key is free again


def test_a_database_that_is_away_is_told_with_a_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKONCE_FLEET", "postgresql://fleet:hunter2hunter2@127.0.0.1:1/none")
    assert run(["fleet", "status"]) == 1
    said = capsys.readouterr().err
    assert "cannot be reached" in said
    assert "check ASKONCE_FLEET" in said
    assert "hunter2" not in said
