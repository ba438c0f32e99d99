"""What marks may say, and what the command line and the environment add to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.config import RecordingSettings, Settings
from askonce.errors import ConfigError
from askonce.plugin.hooks import MARK_LINE
from askonce.plugin.mark_options import MarkOptions, read_mark, read_session_settings, read_test_options


def test_an_unknown_setting_is_refused_with_the_closest_name() -> None:
    with pytest.raises(ConfigError, match=r"no setting 'timout'\n.*did you mean timeout\?"):
        read_mark({"timout": 3})


@pytest.mark.parametrize(
    "said", [{"timeout": -1}, {"rounds": 0}, {"sees": "everything"}, {"viewport": 800}, {"strategy": "sometimes"}]
)
def test_a_value_that_does_not_fit_is_refused_with_its_name(said: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=f"{next(iter(said))} cannot be"):
        read_mark(said)


def test_the_help_on_the_mark_names_all_that_it_takes() -> None:
    assert set(MARK_LINE.partition("(")[2].partition(")")[0].split(", ")) == set(MarkOptions.model_fields)


def test_the_options_of_a_mark_say_which_kind_of_screen_is_meant() -> None:
    _, page = read_mark({"url": "/cart", "viewport": (800, 600)})
    _, fake = read_mark({"fake": "shop.yaml"})
    _, named = read_mark({"screen": "fake"})

    assert (page.kind.name, page.given_at("mark")) == ("web", {"url": "/cart", "viewport": (800, 600)})
    assert (fake.kind.name, fake.given_at("mark")) == ("fake", {"fake": "shop.yaml"})
    assert named.kind.name == "fake"


def test_a_mark_for_two_kinds_of_screens_is_refused_with_both() -> None:
    with pytest.raises(ConfigError, match=r"askonce: url belongs to web screens and askonce: fake to fake screens"):
        read_mark({"url": "/", "fake": "shop.yaml"})
    with pytest.raises(ConfigError, match=r"askonce: screen: there is no kind of screen named 'fame'\n.*mean fake\?"):
        read_mark({"screen": "fame"})


def test_folders_are_meant_from_the_root_of_the_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASKONCE_RUNS", "runs")
    monkeypatch.setenv("ASKONCE_RECORDINGS_STORE", "kept")

    settings = read_session_settings(tmp_path, model=None, strategy="read-only")

    assert settings.runs == tmp_path / "runs"
    assert settings.recordings.store == str(tmp_path / "kept")
    assert (settings.recordings.strategy, settings.recordings.commit) == ("read-only", "on-pass")


def test_a_model_is_named_on_the_command_line_and_reached_as_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ASKONCE_MODEL_NAME", raising=False)
    monkeypatch.setenv("ASKONCE_MODEL_BASE_URL", "http://127.0.0.1:1/v1")

    models = read_session_settings(tmp_path, model="qwen3-vl", strategy=None).models

    assert models is not None
    assert (models.default.name, models.default.base_url) == ("qwen3-vl", "http://127.0.0.1:1/v1")


def test_the_embedded_model_can_be_chosen_over_the_one_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ASKONCE_MODEL_NAME", "qwen3-vl")

    assert read_session_settings(tmp_path, model="embedded", strategy=None).models is None


@pytest.mark.askonce(strategy="off")
def test_strict_recordings_of_a_session_hold_whatever_a_mark_says(request: pytest.FixtureRequest) -> None:
    def strategy(settings: RecordingSettings) -> str:
        return read_test_options(request, Settings(runs=None, recordings=settings)).settings.recordings.strategy

    assert strategy(RecordingSettings(strategy="strict")) == "strict"
    assert strategy(RecordingSettings(strategy="read-only")) == "off"
