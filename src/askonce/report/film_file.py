"""The film of a run as a file: an animated WebP, or a video if ffmpeg is installed.

The report's own page plays the film. It is opened in a headless browser, set to each moment at which something changes,
and captured as a screenshot. Time in the page is simulated, so the film does not depend on the machine's speed.
"""

from __future__ import annotations

import asyncio
import base64
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from PIL import Image

from askonce.errors import ConfigError, TraceError
from askonce.geometry import Size
from askonce.report.atomic_write import placed
from askonce.report.document import Report, Run
from askonce.report.film_scenes import FilmScene, scenes
from askonce.report.report_files import REPORT_FILE, write_page
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.screens.web.playwright_driver import start_driver
from askonce.trace import Store

Progress = Callable[[int, int], None]

RATE = 20
"""The maximum number of frames per second."""
_SUFFIXES = (".webp", ".mp4")
_WIDEST, _HIGHEST = 1280, 960
_NARROWEST = 560
"""The minimum width, for captions."""
_EMPTY = Size(1280, 800)
"""The size of the film of a run without pictures."""
_CAPTION = 88
"""Pixels below the pictures, as in `film.css`."""
_QUALITY = 95
"""JPEG quality of a captured frame: PNG would look no better in a film and takes twice as long."""
_LONGEST_MESSAGE = 600


def write_film(
    run: Run,
    store: Store,
    out: Path,
    *,
    browser: Path | None = None,
    speed: float = 1.0,
    progress: Progress | None = None,
) -> Path:
    """Write the film of a run to a file; its suffix determines the format. Returns the path.

    `browser` is the executable that draws it, if not the one that is found. `progress` is called with the number of
    drawn frames and the total. The file is written atomically.
    """
    suffix = out.suffix.lower()
    if suffix not in _SUFFIXES:
        raise ConfigError(
            f"a film cannot be written as {out.suffix or 'a file without a suffix'}: {out}",
            remedy=f"name a file that ends with {' or '.join(_SUFFIXES)}",
        )
    if not 0.1 <= speed <= 20:
        raise ConfigError(
            f"a film cannot run at {speed:g} times the normal speed", remedy="choose a speed from 0.1 to 20"
        )
    ffmpeg = _ffmpeg(out) if suffix == ".mp4" else ""
    try:
        with placed(out) as file, film_page(run, store, browser) as page:
            reel = _Reel(page, page.frames(RATE / speed), progress or _ignore)
            _write_video(ffmpeg, reel, file) if ffmpeg else _write_webp(reel, file)
    except OSError as error:
        raise TraceError(
            f"could not write the film to {out}: {error.strerror or error}", remedy="choose another file"
        ) from error
    return out


def _ignore(done: int, of: int) -> None:
    """Ignore the progress."""


class FilmPage:
    """The film of a run in an open page. Time passes in it only when it is asked for a frame."""

    def __init__(self, page: Any, devtools: Any, loop: asyncio.Runner) -> None:
        self._page = page
        self._devtools = devtools
        self._loop = loop

    def frames(self, rate: float) -> list[tuple[float, int]]:
        """The times of changes, in seconds of the film, each with its duration in ticks."""
        found: list[list[float]] = self._loop.run(self._page.evaluate("(rate) => filmFile.frames(rate)", rate))
        return [(seconds, int(ticks)) for seconds, ticks in found]

    def frame(self, seconds: float) -> Image.Image:
        """The picture of the film at a time."""
        with Image.open(io.BytesIO(self._loop.run(self._shoot(seconds)))) as shot:
            return shot.convert("RGB")

    async def _shoot(self, seconds: float) -> bytes:
        await self._page.evaluate("(seconds) => filmFile.show(seconds)", seconds)
        wanted = {"format": "jpeg", "quality": _QUALITY, "optimizeForSpeed": True}
        shot = await self._devtools.send("Page.captureScreenshot", wanted)
        return base64.b64decode(shot["data"])


@contextmanager
def film_page(run: Run, store: Store, browser: Path | None = None) -> Generator[FilmPage, None, None]:
    """Open the film of a run in a new browser."""
    with (
        asyncio.Runner(loop_factory=asyncio.new_event_loop) as loop,
        tempfile.TemporaryDirectory(prefix="askonce-film-") as folder,
    ):
        path = write_page(
            Report(title=run.title, runs=(run,)), {run.id: store}, Path(folder) / REPORT_FILE, folder=True
        )
        opened = _Opened()
        try:
            yield loop.run(opened.start(path, _size(scenes(run)), browser, loop))
        finally:
            loop.run(opened.close())


class _Opened:
    """A browser with one page, and how it is closed."""

    def __init__(self) -> None:
        self._closers: list[Callable[[], Any]] = []

    async def start(self, path: Path, size: Size, browser: Path | None, loop: asyncio.Runner) -> FilmPage:
        playwright = await start_driver()
        self._closers.append(playwright.stop)
        started: Any = await launch_browser(playwright, BrowserOptions(executable=browser))
        self._closers.append(started.close)
        page = await started.new_page(
            viewport={"width": size.width, "height": size.height}, color_scheme="dark", reduced_motion="no-preference"
        )
        await page.goto(path.as_uri())
        await page.evaluate("() => { window.filmFile = openFilmFile(report.runs[0]); }")
        return FilmPage(page, await page.context.new_cdp_session(page), loop)

    async def close(self) -> None:
        for close in reversed(self._closers):
            await close()


def _size(made: Sequence[FilmScene]) -> Size:
    """Large enough for the widest and the highest picture, scaled down if needed; even numbers, as videos require."""
    stills = [still for scene in made for still in (scene.picture, scene.result) if still and still.screen]
    edges = [still.screen for still in stills if still.screen]
    width = max((right - left for left, _, right, _ in edges), default=_EMPTY.width)
    height = max((bottom - top for _, top, _, bottom in edges), default=_EMPTY.height)
    scale = min(1.0, _WIDEST / max(1.0, width), _HIGHEST / max(1.0, height))
    return Size(max(_NARROWEST, _even(width * scale)), _even(height * scale) + _CAPTION)


def _even(length: float) -> int:
    return max(2, round(length / 2) * 2)


class _Reel(Image.Image):
    """The film as a multi-frame image for Pillow. Each frame is drawn when it is needed.

    Pillow would collect frames passed one by one in a list, so memory would grow with the length.
    """

    def __init__(self, page: FilmPage, frames: Sequence[tuple[float, int]], progress: Progress) -> None:
        super().__init__()
        self._page = page
        self._frames = frames
        self._progress = progress
        self._place = -1
        self.seek(0)

    @property
    def n_frames(self) -> int:
        return len(self._frames)

    @property
    def durations(self) -> list[int]:
        """Durations of the frames, in milliseconds."""
        return [ticks * 1000 // RATE for _, ticks in self._frames]

    @property
    def ticks(self) -> list[int]:
        """How often each frame is repeated in a video."""
        return [ticks for _, ticks in self._frames]

    def seek(self, frame: int) -> None:
        if frame <= self._place:  # at last Pillow goes back to the start, where nothing is to be done
            return
        drawn = self._page.frame(self._frames[frame][0])
        self.im, self._mode, self._size, self._place = drawn.im, drawn.mode, drawn.size, frame
        self._progress(frame + 1, len(self._frames))

    def tell(self) -> int:
        return self._place


def _write_webp(reel: _Reel, out: Path) -> None:
    # Frames far apart are kept whole by default; a film is looked at from its start, and changes little.
    reel.save(
        out, "WEBP", save_all=True, duration=reel.durations, loop=0, quality=85, method=4, kmin=10_000, kmax=10_001
    )


def _ffmpeg(out: Path) -> str:
    found = shutil.which("ffmpeg")
    if not found:
        raise ConfigError(
            f"{out} needs the program ffmpeg, which is not installed",
            remedy=f"install ffmpeg, or write {out.with_suffix('.webp').name} instead",
        )
    return found


def _write_video(ffmpeg: str, reel: _Reel, out: Path) -> None:
    """Send frames to ffmpeg one by one; it prints only errors."""
    width, height = reel.size
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", f"{width}x{height}", "-framerate", str(RATE)]
    target = ["-preset", "veryfast", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"]
    argv = [ffmpeg, "-nostdin", "-y", "-loglevel", "error", *source, "-i", "pipe:0", *target, str(out)]
    with tempfile.TemporaryFile() as messages:  # a pipe that nobody reads might fill up meanwhile
        with subprocess.Popen(argv, stdin=subprocess.PIPE, stderr=messages) as process:
            assert process.stdin  # it is a pipe
            try:
                _feed(reel, process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass  # it has ended, and has printed why
            except BaseException:
                process.kill()
                raise
        messages.seek(0)
        message = messages.read().decode("utf-8", "replace").strip()
    if process.returncode:
        raise TraceError(
            f"ffmpeg could not make the film (exit code {process.returncode}): {message[-_LONGEST_MESSAGE:]}",
            remedy="write a .webp instead, or try another ffmpeg",
        )


def _feed(reel: _Reel, pipe: IO[bytes]) -> None:
    for number, ticks in enumerate(reel.ticks):
        reel.seek(number)
        data = reel.tobytes()
        for _ in range(ticks):
            pipe.write(data)
