"""`askonce playground`: serves the playground until Ctrl-C, on the screen that was named or on the samples."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from askonce.cli.dotenv import read_environment
from askonce.cli.interrupts import run_async
from askonce.cli.recordings_option import RecordingsOption
from askonce.cli.terminal import Console, Text, Verbosity, print_warning
from askonce.cli.var_options import read_values
from askonce.config import EMBEDDED, ModelRoles, ModelSettings, Seeing, Settings, read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import ScreenChoice, choose_screen, read_options
from askonce.screens.screen_kind import Finding
from askonce.tools.listen_address import is_loopback
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.playground.playground_options import Sample


@dataclass(frozen=True, slots=True)
class PlaygroundCommand:
    """The options of `askonce playground`."""

    screen: ScreenChoice | None = None
    """None for the samples."""
    headed: bool = False
    secrets: Sequence[str] = ()
    recordings: RecordingsOption = field(default_factory=RecordingsOption)
    model: str | None = None
    sees: str | None = None
    uploads: Path | None = None
    folder: Path = field(default_factory=Path)
    port: int = 8900
    host: str = "127.0.0.1"
    open_page: bool = True


def serve_playground(command: PlaygroundCommand, verbosity: Verbosity) -> None:
    """Serve until Ctrl-C, which is how it is meant to end."""
    require_playground()
    console = verbosity.console()
    for name, folder in (("--uploads", command.uploads), ("--folder", command.folder)):
        if folder is not None and not folder.is_dir():
            raise ConfigError(f"{name}: {folder} is not a folder", remedy="name one that exists")
    settings = _settings_for(command, read_environment())
    with ExitStack() as stack:
        samples = stack.enter_context(_opened_samples()) if command.screen is None else ()
        try:
            run_async(_serve(command, settings, samples, console))
        except KeyboardInterrupt:
            console.print(Text("The playground is closed."))


def require_playground() -> None:
    """Raise what to install where the packages of the playground are missing."""
    if missing := [name for name in ("starlette", "uvicorn", "websockets") if find_spec(name) is None]:
        raise ConfigError(
            f"the playground needs {', '.join(missing)}, which is not installed",
            remedy='pip install "askonce[playground]"',
        )


async def verify_models(roles: ModelRoles) -> Sequence[Finding]:
    """Ask each model once, as `askonce doctor` does."""
    from askonce.cli.doctor.findings import DoctorContext
    from askonce.cli.doctor.model_health import check_models

    return await check_models(DoctorContext(replace(Settings(), models=roles), {}))


async def _serve(command: PlaygroundCommand, settings: Settings, samples: Sequence[Sample], console: Console) -> None:
    from askonce.playground.playground_options import PlaygroundOptions
    from askonce.playground.server import serve

    options = PlaygroundOptions(
        settings=settings,
        secrets=cast("Mapping[str, Secret]", read_values([], list(command.secrets))),
        samples=samples,
        uploads=command.uploads,
        recordings=command.recordings.name,
        folder=command.folder,
        headed=command.headed,
        verify=verify_models,
    )
    async with serve(options, host=command.host, port=command.port) as playground:
        if command.screen:
            await playground.open(command.screen)
        else:
            await playground.open_sample(samples[0].title)
        if not is_loopback(command.host):
            print_warning(
                console, f"{command.host} can be reached from other machines: whoever has the link can use it"
            )
        console.print(Text(f"The playground is at {playground.link}", "bold"), soft_wrap=True)
        console.print(Text("Ctrl-C ends it."))
        if command.open_page and has_display():
            webbrowser.open(playground.link)
        await asyncio.Event().wait()


def has_display() -> bool:
    """Whether a page that is opened would be seen by the one who asks for it."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in {"win32", "darwin"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def _opened_samples() -> Generator[Sequence[Sample], None, None]:
    from askonce.playground.playground_options import Sample
    from askonce.testing.apps import SampleApps
    from askonce.testing.phone import SamplePhone
    from askonce.testing.shop import ACCOUNTS, SampleShop

    user, password = next(iter(ACCOUNTS.items()))
    phones = list[SamplePhone]()
    with SampleShop() as shop, SampleApps() as apps, ExitStack() as stack:

        def choose_phone() -> ScreenChoice:
            phones.extend([] if phones else [stack.enter_context(SamplePhone())])
            host, port = phones[0].adb_server
            kind = screen_kinds().get("android")
            return ScreenChoice(
                kind, read_options(kind, {"serial": phones[0].serial, "adb_host": host, "adb_port": port})
            )

        yield (
            Sample(
                "Sample shop",
                f"A shop to log in to as {user} with the password {password}, to search and to buy.",
                lambda: choose_screen({"url": shop.url}, "command"),
            ),
            Sample(
                "Sample apps",
                "Contacts, messages and notes as web pages.",
                lambda: choose_screen({"url": apps.url}, "command"),
            ),
            *(
                []
                if screen_kinds().get("android").missing_modules
                else [
                    Sample("Sample phone", "An Android phone with apps, drawn in a browser.", choose_phone),
                ]
            ),
        )


def _settings_for(command: PlaygroundCommand, environment: Mapping[str, str]) -> Settings:
    settings = command.recordings.require_name().apply(read_settings(environment))
    if command.sees is not None:
        if command.sees not in get_args(Seeing):
            raise ConfigError(f"--sees cannot be {command.sees!r}", remedy=f"use one of {', '.join(get_args(Seeing))}")
        settings = replace(settings, act=replace(settings.act, sees=cast("Seeing", command.sees)))
    if command.model is None:
        return settings
    if command.model == EMBEDDED:
        return replace(settings, models=None)
    known = settings.models.default if settings.models else ModelSettings(command.model)
    return replace(settings, models=ModelRoles(replace(known, name=command.model, family="")))
