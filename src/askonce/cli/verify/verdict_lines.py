"""Prints verdicts."""

from __future__ import annotations

from askonce.cli.doctor.finding_lines import print_finding, print_providers
from askonce.cli.doctor.model_health import EMBEDDED
from askonce.cli.terminal import Console, Text, plain
from askonce.cli.verify.model_verdict import ModelVerdict
from askonce.models.providers import providers

_TASKS = {"default": "locating", "planning": "planning", "insight": "questions"}


def print_verdict(console: Console, verdict: ModelVerdict) -> None:
    settings, roles = verdict.verified.settings, verdict.verified.roles
    console.print(Text(plain(settings.name), "bold") + Text(plain(f" at {verdict.address}")))
    tasks = ", ".join(_TASKS[role] for role in roles)
    console.print(Text(plain(f"  {verdict.known}; for {tasks}"), "dim"))
    width = max(len(trial.name) for trial in verdict.trials)
    for trial in verdict.trials:
        print_finding(console, trial, width)
    usage = verdict.usage
    cost = f" · ${usage.cost:.4f}" if usage.cost else ""
    console.print(
        Text(f"  {usage.calls} calls · {usage.tokens:,} tokens{cost} · {verdict.seconds:.1f} s", "dim"), end="\n\n"
    )


def print_no_model(console: Console) -> None:
    """Print that no model is configured, and how to configure one."""
    console.print(Text("Nothing to verify: no model is configured, and the embedded one needs no key."))
    console.print(Text("  → ", "bold") + Text(EMBEDDED.remedy))
    console.print(
        Text("  → ", "bold") + Text("to test one without configuring it: --name NAME --base-url URL"), end="\n\n"
    )
    print_providers(console, providers())
