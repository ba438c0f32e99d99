"""Settings as frozen values, and the one function that reads them from the environment."""

from askonce.config.environment_variables import EMBEDDED, PREFIX, SETTINGS, Setting
from askonce.config.model_settings import ModelRoles, ModelSettings, Price
from askonce.config.run_settings import (
    ActSettings,
    Commit,
    EvidenceSettings,
    FleetSettings,
    KeepSettings,
    Limits,
    ProgramSettings,
    RecordingSettings,
    Seeing,
    Settings,
    ShotFormat,
    Shots,
    ShotSettings,
    Strategy,
    Telemetry,
)
from askonce.config.settings_reader import allows_shell, process_environment, read_settings, secret_from
from askonce.config.value_parsers import PROXY_SCHEMES, problem_with_url

__all__ = [
    "EMBEDDED",
    "PREFIX",
    "PROXY_SCHEMES",
    "SETTINGS",
    "ActSettings",
    "Commit",
    "EvidenceSettings",
    "FleetSettings",
    "KeepSettings",
    "Limits",
    "ModelRoles",
    "ModelSettings",
    "Price",
    "ProgramSettings",
    "RecordingSettings",
    "Seeing",
    "Setting",
    "Settings",
    "ShotFormat",
    "ShotSettings",
    "Shots",
    "Strategy",
    "Telemetry",
    "allows_shell",
    "problem_with_url",
    "process_environment",
    "read_settings",
    "secret_from",
]
