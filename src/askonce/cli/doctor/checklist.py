"""All checks, in the order in which their findings are printed."""

from __future__ import annotations

from askonce.cli.doctor.browser_health import check_web
from askonce.cli.doctor.extras_health import check_extras
from askonce.cli.doctor.findings import HealthCheck
from askonce.cli.doctor.folder_health import check_files
from askonce.cli.doctor.model_health import check_models
from askonce.cli.doctor.network_health import check_network
from askonce.cli.doctor.package_health import check_package
from askonce.cli.doctor.settings_health import check_settings

DRIVERS: tuple[HealthCheck, ...] = (HealthCheck("Web", check_web),)
"""One check for each kind of screen: a new driver adds its own here."""

CHECKS: tuple[HealthCheck, ...] = (
    HealthCheck("Askonce", check_package),
    HealthCheck("Settings", check_settings),
    *DRIVERS,
    HealthCheck("Models", check_models),
    HealthCheck("Files", check_files),
    HealthCheck("Network", check_network),
    HealthCheck("Optional", check_extras),
)
