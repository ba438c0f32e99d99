"""All checks, in the order in which their findings are printed."""

from __future__ import annotations

from askonce.cli.doctor.extras_health import check_extras
from askonce.cli.doctor.findings import HealthCheck
from askonce.cli.doctor.folder_health import check_files
from askonce.cli.doctor.model_health import check_models
from askonce.cli.doctor.network_health import check_network
from askonce.cli.doctor.package_health import check_package
from askonce.cli.doctor.screen_health import screen_checks
from askonce.cli.doctor.settings_health import check_settings


def all_checks() -> tuple[HealthCheck, ...]:
    """All checks, with one for each kind of screen on this machine."""
    return (
        HealthCheck("Askonce", check_package),
        HealthCheck("Settings", check_settings),
        *screen_checks(),
        HealthCheck("Models", check_models),
        HealthCheck("Files", check_files),
        HealthCheck("Network", check_network),
        HealthCheck("Optional", check_extras),
    )
