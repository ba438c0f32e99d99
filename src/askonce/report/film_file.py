"""The film of a run as a file: an animated WebP, or a video where ffmpeg is there."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from PIL import Image

from askonce.errors import ConfigError, TraceError
from askonce.report.atomic_write import placed
from askonce.report.document import Run
from askonce.report.film_frames import Painter, Shot, shots
from askonce.report.film_scenes import scenes
from askonce.trace import Store

Progress = Callable[[int, int], None]

RATE = 20
"""Frames a second, at most."""
_SUFFIXES = (".webp", ".mp4")
_LAST_WORDS = 600


def write_film(run: Run, store: Store, out: Path, *, speed: float = 1.0, progress: Progress | None = None) -> Path:
    """Write the film of a run to a file, whose suffix says as what; returns where it is.

    `progress` hears how many frames are drawn, and of how many. The file appears whole or not at all.
    """
    suffix = out.suffix.lower()
    if suffix not in _SUFFIXES:
        raise ConfigError(
            f"a film cannot be written as {out.suffix or 'a file without a suffix'}: {out}",
            remedy=f"name a file that ends with {' or '.join(_SUFFIXES)}",
        )
    if not 0.1 <= speed <= 20:
        raise ConfigError(f"a film cannot run at {speed:g} times its speed", remedy="choose a speed from 0.1 to 20")
    ffmpeg = _ffmpeg(out) if suffix == ".mp4" else ""
    made = scenes(run)
    painter = Painter(made, store)
    reel = _Reel(painter, list(shots(made, RATE / speed)), progress or _unheard)
    try:
        with placed(out) as file:
            _write_video(ffmpeg, reel, file) if ffmpeg else _write_webp(reel, file)
    except OSError as error:
        raise TraceError(
            f"could not write the film to {out}: {error.strerror or error}", remedy="choose another place for it"
        ) from error
    return out


def _unheard(done: int, of: int) -> None:
    """Nobody wants to know."""


class _Reel(Image.Image):
    """The film as Pillow knows films: a picture of many frames, each of which is drawn when it is looked for.

    Pillow would make a list of all frames that it is given one by one, so the memory would grow with the length.
    """

    def __init__(self, painter: Painter, frames: Sequence[Shot], progress: Progress) -> None:
        super().__init__()
        self._painter = painter
        self._frames = frames
        self._progress = progress
        self._place = -1
        self.seek(0)

    @property
    def n_frames(self) -> int:
        return len(self._frames)

    @property
    def durations(self) -> list[int]:
        """Of each frame, in milliseconds."""
        return [shot.ticks * 1000 // RATE for shot in self._frames]

    @property
    def ticks(self) -> list[int]:
        """How often each frame comes in a video."""
        return [shot.ticks for shot in self._frames]

    def seek(self, frame: int) -> None:
        if frame <= self._place:  # at last Pillow goes back to the start, where nothing is to be done
            return
        drawn = self._painter.frame(self._frames[frame])
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
            f"{out} needs the program ffmpeg, which is not there",
            remedy=f"install ffmpeg, or write {out.with_suffix('.webp').name} instead",
        )
    return found


def _write_video(ffmpeg: str, reel: _Reel, out: Path) -> None:
    """Frames go to ffmpeg one by one; it says nothing unless something is wrong."""
    width, height = reel.size
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", f"{width}x{height}", "-framerate", str(RATE)]
    target = ["-preset", "veryfast", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"]
    argv = [ffmpeg, "-nostdin", "-y", "-loglevel", "error", *source, "-i", "pipe:0", *target, str(out)]
    with tempfile.TemporaryFile() as words:  # a pipe that nobody reads might fill up meanwhile
        with subprocess.Popen(argv, stdin=subprocess.PIPE, stderr=words) as process:
            assert process.stdin  # it is a pipe
            try:
                _feed(reel, process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass  # it has ended, and has said why
            except BaseException:
                process.kill()
                raise
        words.seek(0)
        said = words.read().decode("utf-8", "replace").strip()
    if process.returncode:
        raise TraceError(
            f"ffmpeg could not make the film (exit code {process.returncode}): {said[-_LAST_WORDS:]}",
            remedy="write a .webp instead, or try another ffmpeg",
        )


def _feed(reel: _Reel, pipe: IO[bytes]) -> None:
    for number, ticks in enumerate(reel.ticks):
        reel.seek(number)
        data = reel.tobytes()
        for _ in range(ticks):
            pipe.write(data)
