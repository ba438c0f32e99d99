"""The film of a run as a file: what is drawn, how long it stays, and what is said when it cannot be made."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from film_rig import SCREEN, Set, act, every_gesture, run_of
from PIL import Image, ImageChops

from askonce.errors import ConfigError, TraceError
from askonce.report import film_file
from askonce.report.document import Run
from askonce.report.film_file import FilmPage, film_page
from askonce.report.film_scenes import FilmScene, scenes

Colour = tuple[int, int, int]
BROWSER = Path(os.environ["ASKONCE_BROWSER"]) if "ASKONCE_BROWSER" in os.environ else None
MARK, INK, BAD, RING, PAPER = (245, 158, 11), (16, 20, 28), (216, 54, 63), (150, 190, 245), (255, 255, 255)
CAPTION = 88


@pytest.fixture
def stage() -> Set:
    return Set()


class Cinema:
    """Shows the frames of a run at any time of its scenes."""

    def __init__(self, run: Run, page: FilmPage) -> None:
        self.scenes = scenes(run)
        self.page = page

    def frame(self, scene: FilmScene, seconds: float) -> Image.Image:
        return self.page.frame(scene.start + min(seconds, scene.seconds - 0.01))


@contextmanager
def cinema(run: Run, stage: Set) -> Generator[Cinema, None, None]:
    with film_page(run, stage.store, BROWSER) as page:
        yield Cinema(run, page)


def at(image: Image.Image, x: float, y: float) -> Colour:
    pixel = image.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def is_near(one: Colour, other: Colour, off: int = 60) -> bool:
    return all(abs(mine - theirs) < off for mine, theirs in zip(one, other, strict=True))


def colours(image: Image.Image) -> dict[Colour, int]:
    """How many pixels there are of each."""
    data = image.tobytes()
    found: dict[Colour, int] = {}
    for place in range(0, len(data), 3):
        pixel = data[place], data[place + 1], data[place + 2]
        found[pixel] = found.get(pixel, 0) + 1
    return found


def has(image: Image.Image, colour: Colour, off: int = 40) -> bool:
    return any(is_near(seen, colour, off) for seen in colours(image))


def frames_of(path: Path) -> Iterator[tuple[Image.Image, int]]:
    with Image.open(path) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            yield film.convert("RGB"), film.info["duration"]


def write_film(run: Run, stage: Set, out: Path, **options: Any) -> Path:
    return film_file.write_film(run, stage.store, out, browser=BROWSER, **options)


def two_taps(stage: Set) -> Run:
    first = stage.step(before=stage.picture("#ffffff"), after=stage.picture("#ffd0d0"))
    return run_of(act(first, stage.step(spot=(240.0, 150.0), before=stage.picture("#ffd0d0"))))


# ---- files


@pytest.mark.long
def test_a_webp_lasts_as_long_as_its_scenes_and_holds_only_frames_that_differ(stage: Set, tmp_path: Path) -> None:
    run, heard = two_taps(stage), list[tuple[int, int]]()

    def hear(done: int, of: int) -> None:
        heard.append((done, of))

    out = write_film(run, stage, tmp_path / "deep" / "film.webp", progress=hear)
    frames = list(frames_of(out))
    last = scenes(run)[-1]
    assert sum(duration for _, duration in frames) == pytest.approx(1000 * (last.start + last.seconds), abs=51)
    assert len(frames) < 0.7 * (last.start + last.seconds) * 20
    assert all(ImageChops.difference(one, two).getbbox() for (one, _), (two, _) in pairwise(frames))
    assert heard == [(number + 1, len(heard)) for number in range(len(heard))]
    assert len(heard) < 0.7 * (last.start + last.seconds) * 20
    assert [path.name for path in out.parent.iterdir()] == ["film.webp"]


@pytest.mark.long
def test_a_film_at_twice_the_speed_lasts_half_as_long(stage: Set, tmp_path: Path) -> None:
    run = two_taps(stage)
    once, twice = (write_film(run, stage, tmp_path / f"{speed}.webp", speed=speed) for speed in (1.0, 2.0))
    length, half = (sum(duration for _, duration in frames_of(path)) for path in (once, twice))
    assert half == pytest.approx(length / 2, abs=100)


@pytest.mark.long
def test_the_pictures_come_in_the_order_of_the_run(stage: Set, tmp_path: Path) -> None:
    steps = [stage.step("Wait()", None, before=stage.picture(one)) for one in ("#ff0000", "#00ff00", "#0000ff")]
    out = write_film(run_of(act(*steps)), stage, tmp_path / "film.webp")
    seen = [at(frame, 280, 20) for frame, _ in frames_of(out)]
    places = [
        next(place for place, pixel in enumerate(seen) if is_near(pixel, colour))
        for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))
    ]
    assert places == sorted(places)


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("ffprobe"), reason="ffmpeg is not installed")
def test_an_mp4_is_made_by_ffmpeg_where_it_is_there(stage: Set, tmp_path: Path) -> None:
    run = two_taps(stage)
    out = write_film(run, stage, tmp_path / "film.mp4", speed=4.0)
    probe = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height,nb_frames", "-of", "csv=p=0", str(out)]
    told = subprocess.run(probe, capture_output=True, text=True, check=True).stdout
    width, height, count = (int(one) for one in told.strip().split(","))
    assert (width, height) == (560, SCREEN[1] + CAPTION)
    last = scenes(run)[-1]
    assert count == pytest.approx((last.start + last.seconds) * 20 / 4, abs=len(scenes(run)))


def test_other_kinds_of_files_are_refused_with_what_is_possible(stage: Set, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be written as \.gif") as refused:
        write_film(run_of(), stage, tmp_path / "film.gif")
    assert ".webp or .mp4" in refused.value.remedy
    with pytest.raises(ConfigError, match="0 times the normal speed"):
        write_film(run_of(), stage, tmp_path / "film.webp", speed=0)


def test_without_ffmpeg_an_mp4_is_refused_with_a_remedy(
    stage: Set, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="ffmpeg, which is not installed") as refused:
        write_film(run_of(), stage, tmp_path / "film.mp4")
    assert refused.value.remedy == "install ffmpeg, or write film.webp instead"


@pytest.mark.long
def test_what_ffmpeg_says_when_it_fails_is_told(stage: Set, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, monkeypatch, "echo 'Unknown encoder: nothing' >&2; exit 3")
    with pytest.raises(TraceError, match=r"exit code 3\): Unknown encoder: nothing"):
        write_film(two_taps(stage), stage, tmp_path / "film.mp4")
    assert not list(tmp_path.glob("film*"))


@pytest.mark.long
def test_who_stops_while_frames_are_drawn_leaves_no_file_and_no_program_behind(
    stage: Set, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path, monkeypatch, f"while read -r line; do :; done; touch {tmp_path}/came-to-its-end")

    def stop(done: int, of: int) -> None:
        if done > 2:
            raise KeyboardInterrupt

    for name in ("film.webp", "film.mp4"):
        with pytest.raises(KeyboardInterrupt):
            write_film(two_taps(stage), stage, tmp_path / name, progress=stop)
    assert not list(tmp_path.glob("film*"))
    assert not (tmp_path / "came-to-its-end").exists()


def _program(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let `ffmpeg` be a small script."""
    path = folder / "bin" / "ffmpeg"
    path.parent.mkdir()
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(path.parent), prepend=":")


def test_a_place_that_cannot_be_written_to_is_our_error(stage: Set, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="could not write the film"):
        write_film(run_of(), stage, tmp_path / "file" / "film.webp")


def test_a_browser_that_is_not_there_is_our_error(stage: Set, tmp_path: Path) -> None:
    nowhere = tmp_path / "no-browser"
    with pytest.raises(ConfigError, match=r"no browser at .*no-browser") as refused:
        film_file.write_film(run_of(), stage.store, tmp_path / "film.webp", browser=nowhere)
    assert "ASKONCE_BROWSER" in refused.value.remedy
    assert not list(tmp_path.glob("film*"))


# ---- frames


def test_what_was_found_is_marked_before_it_is_tapped_and_the_result_comes_last(stage: Set) -> None:
    run = run_of(act(stage.step(before=stage.picture("#ffffff"), after=stage.picture("#000080"))))
    left = (560 - SCREEN[0]) // 2
    edge, below, above = (left + 40, 50, left + 52, 70), (left + 80, 60, left + 100, 90), (left + 62, 36, left + 98, 58)
    with cinema(run, stage) as shown:
        scene = shown.scenes[1]
        times = (0, scene.arrives, (3 * scene.arrives + scene.shows) / 4)
        first, there, tapped = (shown.frame(scene, seconds) for seconds in times)
        assert [has(frame.crop(edge), MARK) for frame in (first, there)] == [False, True]
        assert [has(frame.crop(below), INK) for frame in (first, there)] == [False, True]
        assert [has(frame.crop(above), RING) for frame in (there, tapped)] == [False, True]
        assert is_near(at(shown.frame(scene, scene.seconds), left + 5, 150), (0, 0, 128))


def test_text_is_typed_letter_by_letter(stage: Set) -> None:
    run = run_of(act(stage.step("Type(x)", params={"text": "WWWWWWWW"}, before=stage.picture("#ffffff"))))
    with cinema(run, stage) as shown:
        scene = shown.scenes[1]
        widths: list[int] = []
        for part in (0.1, 0.4, 0.79):
            frame = shown.frame(scene, scene.arrives + part * (scene.shows - scene.arrives))
            row = [at(frame, x, 84) for x in range(165, 420)]
            widths.append(sum(is_near(pixel, INK, 40) for pixel in row))
    assert widths == sorted(set(widths))
    assert widths[0] > 5


def test_a_failed_step_ends_in_a_red_frame(stage: Set) -> None:
    step = stage.step(before=stage.picture("#ffffff"), status="failed", error="it is covered")
    with cinema(run_of(act(step, status="failed"), status="failed", error="it is covered"), stage) as shown:
        _, scene, end = shown.scenes
        side = (560 - SCREEN[0]) // 2 + 2
        assert not is_near(at(shown.frame(scene, scene.arrives), side, 100), BAD, 20)
        assert is_near(at(shown.frame(scene, scene.seconds), side, 100), BAD, 20)
        assert is_near(at(shown.frame(end, 0), side, 100), BAD, 20)


@pytest.mark.long
def test_pictures_of_other_shapes_are_shown_whole_with_room_beside_them(stage: Set) -> None:
    wide = stage.step("Wait()", None, before=stage.picture("#ff0000", (2000, 1000)))
    high = stage.step("Wait()", None, before=stage.picture("#00ff00", (300, 1000)))
    with cinema(run_of(act(wide, high)), stage) as shown:
        _, first, second, _ = shown.scenes
        red, green = shown.frame(first, 0), shown.frame(second, 0)
        assert red.size == green.size == (1280, 640 + CAPTION)
        assert is_near(at(red, 1200, 320), (255, 0, 0))
        assert is_near(at(green, 700, 520), (0, 255, 0))
        assert max(at(green, 300, 520)) < 70


@pytest.mark.long
def test_a_note_tells_when_there_is_no_picture(stage: Set) -> None:
    steps = [stage.step("Wait()", None, before=stage.picture("#ffffff")), stage.step("Wait()", None)]
    steps += [stage.step("Wait()", None, before=picture) for picture in (stage.lost(), stage.damaged())]
    with cinema(run_of(act(*steps)), stage) as shown:
        corners = [shown.frame(scene, 0).crop((120, 0, 400, 40)) for scene in shown.scenes[1:-1]]
    noted = [has(corner, INK) and has(corner, PAPER) for corner in corners]
    assert noted == [False, True, True, False]  # of the damaged one, the browser shows the half that is there


@pytest.mark.long
def test_every_gesture_can_be_drawn_at_every_time_also_without_any_picture(stage: Set) -> None:
    steps = every_gesture(stage)
    bare = [step.model_copy(update={"before": None, "after": None}) for step in steps]
    for some in (steps, bare):
        with cinema(run_of(act(*some)), stage) as shown:
            frames = shown.page.frames(20)
            sizes = {shown.page.frame(seconds).size for seconds, _ in frames[::9]}
        assert len(sizes) == 1
        assert len(frames) > 100
        last = shown.scenes[-1]
        assert sum(ticks for _, ticks in frames) == pytest.approx(20 * (last.start + last.seconds), abs=1)
