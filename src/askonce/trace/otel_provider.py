"""Where spans of OpenTelemetry go: to the provider of the process, or to one made from its own settings."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from askonce.errors import ConfigError
from askonce.version import VERSION

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider

_NAME = "askonce"
_SERVICE, _UNNAMED = "service.name", "unknown_service"
_INSTALL = 'pip install "askonce[otel]"'


def tracer_of(provider: TracerProvider | None = None) -> Tracer:
    """What makes our spans, by a provider or by that of the process."""
    try:
        from opentelemetry import trace
    except ImportError:
        raise ConfigError("spans need OpenTelemetry, which is not installed", remedy=_INSTALL) from None
    return trace.get_tracer(_NAME, VERSION, provider)


def ensure_provider() -> None:
    """Make a provider that sends spans by OTLP, as the variables OTEL_… say, unless the process has one already."""
    try:
        from opentelemetry import trace
    except ImportError:
        raise ConfigError("ASKONCE_TELEMETRY needs OpenTelemetry, which is not installed", remedy=_INSTALL) from None
    if not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return
    try:
        exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
        resources = import_module("opentelemetry.sdk.resources")
        sdk, export = import_module("opentelemetry.sdk.trace"), import_module("opentelemetry.sdk.trace.export")
    except ImportError:
        raise ConfigError(
            "ASKONCE_TELEMETRY is set, there is no provider of OpenTelemetry, and what makes one is not installed",
            remedy=f"{_INSTALL}, or call opentelemetry.trace.set_tracer_provider before",
        ) from None
    resource = resources.Resource.create()
    if str(resource.attributes.get(_SERVICE, _UNNAMED)).startswith(_UNNAMED):
        resource = resource.merge(resources.Resource({_SERVICE: _NAME}))
    provider = sdk.TracerProvider(resource=resource)
    provider.add_span_processor(export.BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
