"""The fake screen as a kind: described in a file, for trying things without a browser or a device."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from askonce.errors import ConfigError
from askonce.screens.option_fields import Words
from askonce.screens.screen_kind import (
    TAKES_SLOTS,
    Finding,
    HealthContext,
    Offered,
    OpenContext,
    OpenedScreen,
    ScreenKind,
    ScreenOptions,
)


class FakeOptions(ScreenOptions):
    """A screen in memory, described in a file."""

    file: Annotated[
        Words | None,
        TAKES_SLOTS,
        Offered(("command", "mcp", "mark"), name="fake", metavar="FILE", is_path=True),
        Offered(("doctor",), name="fake", metavar="FILE", is_path=True, help="Also check this file of a fake screen."),
    ] = None
    """Fake screen in memory, described by a YAML file."""


@asynccontextmanager
async def _open(options: FakeOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.fake.fake_file import build_fake_screen
    from askonce.screens.fake.fake_file_reader import read_fake_file

    if options.file is None:
        raise ConfigError("a fake screen needs the file that describes it", remedy=_MISSING)
    try:
        screen = build_fake_screen(read_fake_file((context.folder or Path()) / options.file))
    except ConfigError as error:
        if context.is_trusted:
            raise
        # The lines of a file that is something else are not for a client to read.
        raise ConfigError(f"{options.file} does not describe a fake screen", remedy=error.remedy) from None
    try:
        yield OpenedScreen(screen)
    finally:
        await screen.close()


def _check_target(options: FakeOptions, folder: Path) -> None:
    """Whether the file can be read, unless its name is only known when the script is played."""
    from askonce.screens.fake.fake_file_reader import read_fake_file

    if options.file and "{" not in options.file:
        read_fake_file(folder / options.file)


async def _examine(options: FakeOptions, context: HealthContext) -> Sequence[Finding]:
    """Whether it draws itself; with a file, whether that can be read."""
    from askonce.screens.fake.fake_file import build_fake_screen
    from askonce.screens.fake.fake_file_reader import read_fake_file
    from askonce.screens.fake.fake_screen import FakeScreen

    started = time.perf_counter()
    try:
        screen = build_fake_screen(read_fake_file(Path(options.file))) if options.file else FakeScreen()
    except ConfigError as error:
        return [Finding("screen", False, error.message, error.remedy)]
    await screen.capture()
    seconds = time.perf_counter() - started
    what = f"{options.file}, {len(screen.widgets)} widgets" if options.file else "in memory"
    return [Finding("screen", True, f"{what}, draws itself ({seconds:.2f} s)", needed=False)]


_MISSING = "name the file that describes it: file: …"

KIND: ScreenKind[FakeOptions] = ScreenKind(
    name="fake",
    title="Fake",
    options=FakeOptions,
    open=_open,
    screen_class="askonce.screens.fake:FakeScreen",
    class_of=lambda target, context: "",
    needs_one_of=("file",),
    missing=_MISSING,
    check_target=_check_target,
    examine=_examine,
)
