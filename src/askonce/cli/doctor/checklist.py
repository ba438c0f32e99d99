"""Everything that is looked at, in the order in which it is told."""

from __future__ import annotations

from askonce.cli.doctor.browser_health import look_at_web
from askonce.cli.doctor.extras_health import look_at_extras
from askonce.cli.doctor.findings import Look
from askonce.cli.doctor.folder_health import look_at_files
from askonce.cli.doctor.model_health import look_at_models
from askonce.cli.doctor.network_health import look_at_network
from askonce.cli.doctor.package_health import look_at_package
from askonce.cli.doctor.settings_health import look_at_settings

DRIVERS: tuple[Look, ...] = (Look("Web", look_at_web),)
"""One look for each kind of screen: a new driver adds its own here."""

LOOKS: tuple[Look, ...] = (
    Look("Askonce", look_at_package),
    Look("Settings", look_at_settings),
    *DRIVERS,
    Look("Models", look_at_models),
    Look("Files", look_at_files),
    Look("Network", look_at_network),
    Look("Optional", look_at_extras),
)
