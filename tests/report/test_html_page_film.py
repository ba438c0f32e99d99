"""The film in the page, in a real browser: any moment can be shown, by hand, by keys and in the course of time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe  # pyright: ignore[reportMissingTypeStubs]
from film_rig import SCREEN, Set, act, every_gesture, run_of
from page_rig import LAPTOP, PHONE, Desk, Reader, set_up_desk
from playwright.async_api import Browser

from askonce.report.document import Report, ReportNode
from askonce.report.film_scenes import FilmScene, scenes
from askonce.report.report_files import write_page

FILM = "document.querySelector('dialog.film[open]').film"


class Player:
    """The film in an open page."""

    def __init__(self, reader: Reader, made: tuple[FilmScene, ...]) -> None:
        self.reader, self.page, self.scenes = reader, reader.page, made

    async def seek(self, seconds: float) -> None:
        await self.reader.run(f"(seconds) => {{ {FILM}.pause(); {FILM}.seek(seconds); }}", seconds)

    async def show(self, place: int, part: float = 0.5) -> FilmScene:
        """Show a scene, when so much of its gesture is made."""
        scene = self.scenes[place]
        seconds = scene.start + scene.arrives + part * (scene.shows - scene.arrives)
        await self.seek(seconds)
        await self.until("[...document.querySelectorAll('.film-pictures img')].every((one) => one.complete)")
        await self.seek(seconds)
        return scene

    async def until(self, condition: str) -> None:
        """Wait for something to be so; the page's policy forbids what Playwright has for that."""
        await self.reader.run(
            f"""new Promise((resolve) => {{ const look = () => ({condition}) ? resolve() : requestAnimationFrame(look);
            look(); }})"""
        )

    async def state(self) -> tuple[int, bool]:
        return await self.reader.run(f"[{FILM}.place, {FILM}.isPlaying]")

    async def time(self) -> float:
        return await self.reader.run(f"{FILM}.time")

    async def shown(self) -> list[str]:
        """The marks that are to be seen."""
        return await self.reader.run(
            """[...document.querySelectorAll(".film-screen > *")].filter((one) => one.checkVisibility())
            .map((one) => one.getAttribute("class").split(" ")[0].slice(5))"""
        )

    async def text(self, name: str) -> str:
        return (await self.page.locator(f".film-{name}").inner_text()).strip()

    async def clear(self, selector: str) -> list[str]:
        """How opaque things are."""
        return await self.reader.run(
            "(selector) => [...document.querySelectorAll(`.film-${selector}`)].map((one) => one.style.opacity)",
            selector,
        )

    async def centre(self, name: str) -> list[float]:
        """The middle of a mark, in units of the screen."""
        return await self.reader.run(
            """([name, width, height]) => {
            const box = document.querySelector(`.film-${name}`).getBoundingClientRect();
            const whole = document.querySelector(".film-screen").getBoundingClientRect();
            return [((box.left + box.width / 2 - whole.left) / whole.width) * width,
                ((box.top + box.height / 2 - whole.top) / whole.height) * height]; }""",
            [name, *SCREEN],
        )


def nodes(stage: Set) -> tuple[ReportNode, ...]:
    """A program with a step of each kind, one that fails, and one on a picture that is lost."""
    failing = stage.step(status="failed", error="حدث خطأ: it is covered", before=stage.picture())
    lost = stage.step("Wait()", None, before=stage.lost())
    line = ReportNode(
        id="l3", kind="line", title="Do it", status="failed", number=3,
        children=(act(*every_gesture(stage), lost, failing, title="افعل كل شيء", how="replayed", status="failed"),),
    )  # fmt: skip
    return (line,)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[FilmScene, ...]]:
    stage = Set()
    run = run_of(*nodes(stage), title="Every gesture", status="failed", error="it is covered")
    out = tmp_path_factory.mktemp("film") / "report.html"
    return write_page(Report(title=run.title, runs=(run,)), {run.id: stage.store}, out), scenes(run)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reader(chromium: Browser, filmed: tuple[Path, tuple[FilmScene, ...]]) -> AsyncIterator[Reader]:
    """The report, opened once for all films."""
    async with set_up_desk(chromium) as desk:
        reader = await desk.open(filmed[0])
        yield reader
        reader.forgive("0123456789abcdef")
        desk.close()


@pytest_asyncio.fixture(loop_scope="session")
async def player(reader: Reader, filmed: tuple[Path, tuple[FilmScene, ...]]) -> AsyncIterator[Player]:
    """The film, opened and held at its beginning."""
    await reader.page.get_by_role("button", name="▶ Film").click()
    player = Player(reader, filmed[1])
    assert (await player.state())[1]
    await player.seek(0)
    yield player
    await reader.run("document.querySelector('dialog.film')?.close()")


async def test_a_moment_is_a_function_of_the_time_alone(chromium: Browser, player: Player) -> None:
    place, scene = next((place, scene) for place, scene in enumerate(player.scenes) if scene.gesture == "type")

    async def moments(*times: float) -> list[dict[str, Any]]:
        return await player.reader.run(
            f"(times) => times.map((seconds) => filmMoment({FILM}.scenes[{place}], seconds))", times
        )

    assert scene.cursor
    assert scene.point
    halfway = [(start + end) / 2 for start, end in zip(scene.cursor, scene.point, strict=True)]
    left, under_way, there, shown = await moments(
        scene.leaves, (scene.leaves + scene.arrives) / 2, scene.arrives, scene.shows
    )
    assert left["cursor"] == pytest.approx(scene.cursor)
    assert under_way["cursor"] == pytest.approx(halfway)
    assert there["cursor"] == pytest.approx(scene.point)
    assert (there["found"], there["text"], there["shows"]) == (1, "", False)
    assert shown["shows"]
    typed = await moments(*(scene.arrives + (scene.shows - scene.arrives) * part / 40 for part in range(41)))
    lengths = [len(now["text"]) for now in typed]
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(len(scene.text) + 1))


async def test_a_film_file_has_a_frame_wherever_something_changes(chromium: Browser, player: Player) -> None:
    frames: list[list[float]] = await player.reader.run(f"{FILM}.frames(20)")
    length = player.scenes[-1].start + player.scenes[-1].seconds
    assert sum(ticks for _, ticks in frames) == pytest.approx(20 * length, abs=1)
    assert [seconds for seconds, _ in frames] == sorted({seconds for seconds, _ in frames})
    still = next(scene for scene in player.scenes if scene.gesture == "open")
    assert [seconds for seconds, _ in frames if seconds < still.start + still.seconds] == [0]


async def test_each_gesture_has_its_own_marks(chromium: Browser, player: Player) -> None:
    marks: dict[str, set[str]] = {}
    always = {"pictures", "cursor", "note", "box"}
    for place, scene in enumerate(player.scenes):
        await player.show(place, 0.45)
        marks[scene.gesture] = set(await player.shown()) - always
    assert marks == {
        "open": {"card"}, "tap": {"ring"}, "double": {"ring", "second"}, "right": {"ring"}, "hold": {"ring"},
        "drag": {"lines"}, "type": {"ring", "bubble"}, "choose": {"ring", "bubble"}, "keys": {"keys"},
        "scroll": {"arrows"}, "swipe": {"lines"}, "pinch": {"arrows"}, "go": {"bubble"}, "wait": set(), "end": {"card"},
    }  # fmt: skip


async def test_the_cursor_taps_what_was_found_and_the_result_follows(chromium: Browser, player: Player) -> None:
    scene = await player.show(1)
    assert await player.centre("ring") == pytest.approx([80, 60], abs=0.5)
    assert await player.centre("box") == pytest.approx([80, 60], abs=0.5)
    assert await player.clear("box") == ["1"]
    assert await player.clear("pictures img") == ["1", "0"]
    assert await player.text("title") == "Tap the button"
    assert "Line 3" in await player.text("above")
    assert await player.page.locator(".film-above bdi").evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    await player.seek(scene.start + scene.seconds - 0.01)
    assert "ring" not in await player.shown()
    assert await player.clear("pictures img") == ["1", "1"]
    await player.show(2)
    assert await player.clear("pictures img") == ["1"]


async def test_text_appears_letter_by_letter_beside_its_field_in_its_own_direction(
    chromium: Browser, player: Player
) -> None:
    typed: list[str] = []
    for part in (0.2, 0.5, 0.9):
        scene = await player.show(6, part)
        typed.append(await player.text("bubble"))
    assert [scene.text.startswith(one) for one in typed] == [True] * 3
    assert len(typed[0]) < len(typed[1]) < len(typed[2]) == len(scene.text)
    assert await player.page.locator(".film-bubble span").evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    await player.show(8)
    assert await player.page.locator(".film-keys kbd").all_inner_texts() == ["Control", "+"]


async def test_a_failed_step_ends_with_a_red_frame_and_its_error(chromium: Browser, player: Player) -> None:
    place = next(place for place, scene in enumerate(player.scenes) if scene.failed)
    await player.show(place)
    assert "error" not in await player.shown()
    await player.show(place, 1.1)
    assert await player.text("error") == "حدث خطأ: it is covered"
    assert await player.page.locator(".film-screen.failed").count() == 1


async def test_a_missing_picture_is_said_in_a_note(chromium: Browser, player: Player) -> None:
    await player.show(1)
    assert "note" not in await player.shown()
    await player.show(3)
    assert await player.text("note") == "No newer picture: one action was done since"
    lost = next(place for place, scene in enumerate(player.scenes) if scene.gesture == "wait")
    await player.show(lost)
    assert await player.text("note") == "There is no picture of this"


async def test_keys_play_pause_and_step_through_the_film(chromium: Browser, player: Player) -> None:
    await player.reader.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert await player.state() == [1, False]
    await player.page.get_by_label("Place in the film").focus()
    await player.reader.press("ArrowRight")
    assert await player.state() == [2, False]
    assert await player.page.get_by_label("Place in the film").get_attribute("aria-valuetext") == (
        f"Scene 3 of {len(player.scenes)}: Double-click the button"
    )
    await player.reader.press("Space")
    assert (await player.state())[1]
    await player.reader.press("Space", "End")
    assert await player.state() == [len(player.scenes) - 1, False]
    await player.reader.press("Home")
    assert await player.time() == 0
    await player.reader.press("f")
    await player.until("document.fullscreenElement?.className === 'film-body'")
    await player.reader.press("f")
    await player.until("!document.fullscreenElement")
    await player.reader.press("Escape")
    assert await player.page.locator("dialog.film[open]").count() == 0
    assert await player.reader.run("document.activeElement.id") == "play"


async def test_it_plays_in_the_course_of_time_faster_if_wished_and_stops_at_its_end(
    chromium: Browser, player: Player
) -> None:
    await player.page.get_by_label("Speed").select_option("4")
    await player.seek(player.scenes[-1].start)
    began = await player.time()
    await player.page.get_by_role("button", name="Play", exact=True).click()
    await player.until(f"!{FILM}.isPlaying")
    assert await player.time() == pytest.approx(player.scenes[-1].start + player.scenes[-1].seconds)
    assert await player.time() > began
    assert await player.text("clock") == "0:20.0 / 0:20.0"


async def test_time_passes_at_the_speed_that_is_chosen_but_not_while_nobody_looks(
    chromium: Browser, player: Player
) -> None:
    await player.page.get_by_label("Speed").select_option("2")
    passed = await player.reader.run(
        f"""[1100, 9000].map((now) => {{ const shown = {FILM};
        shown.seek(0); shown.last = 1000; shown.tick(now); shown.pause(); return shown.time; }})"""
    )
    assert passed == pytest.approx([0.2, 0.5])


async def test_the_slider_leads_to_any_time(chromium: Browser, player: Player) -> None:
    box = await player.page.get_by_label("Place in the film").bounding_box()
    assert box
    await player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    last = player.scenes[-1]
    assert await player.time() == pytest.approx((last.start + last.seconds) / 2, rel=0.02)


async def test_a_step_of_the_film_is_found_in_the_report_and_the_other_way_round(
    chromium: Browser, player: Player
) -> None:
    scene = await player.show(1)
    await player.page.get_by_role("button", name="Show in the report").click()
    assert await player.page.locator("dialog.film[open]").count() == 0
    assert await player.reader.run("location.hash") == f"#{scene.node}"
    await player.page.get_by_role("button", name="▶ From here").click()
    assert (await player.state())[0] == 1


async def test_who_wants_less_motion_sees_steps_and_nothing_that_moves(chromium: Browser, player: Player) -> None:
    await player.page.emulate_media(reduced_motion="reduce")
    await player.page.keyboard.press("Escape")
    await player.page.get_by_role("button", name="▶ Film").click()
    await player.page.emulate_media(reduced_motion="no-preference")
    assert await player.state() == [0, False]
    places: list[list[float]] = []
    for part in (0.1, 0.5, 0.9):
        scene = player.scenes[4]
        await player.seek(scene.start + part * scene.shows)
        places.append(await player.centre("ring"))
    assert places[0] == places[1] == places[2] == pytest.approx([240, 150], abs=0.5)


async def test_only_the_scene_that_is_shown_is_in_the_page(desk: Desk, chromium: Browser, long_run: Path) -> None:
    reader = await desk.open(long_run)
    await reader.page.get_by_role("button", name="▶ Film").click()
    made = await reader.run(f"{FILM}.scenes.length")
    assert made > 1000
    counted = await reader.run(
        f"""(() => {{ {FILM}.pause(); return [...Array(100).keys()].map((part) => {{
        {FILM}.seek({FILM}.length * part / 99); return document.querySelectorAll("dialog.film *").length; }}); }})()"""
    )
    assert max(counted) < 120


async def test_pictures_that_were_shown_are_let_go_in_time(chromium: Browser, player: Player) -> None:
    held = await player.reader.run(
        f"""[1, 12].map((kept) => {{ film.kept = kept; const shown = {FILM};
        for (const scene of shown.scenes) shown.seek(scene.start); film.kept = 12; return shown.images.size; }})"""
    )
    assert held[0] <= 2
    assert held[1] == 4


async def test_the_film_can_be_used_by_everybody_on_every_screen(chromium: Browser, player: Player) -> None:
    await player.show(6)
    for size in (PHONE, LAPTOP):
        await player.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert await player.reader.run(
            """[...document.querySelectorAll("dialog.film button, dialog.film select, .film-screen")].every((one) => {
            const box = one.getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth + 0.5
                && box.top >= 0 && box.bottom <= innerHeight + 0.5; })"""
        ), size
    await player.page.emulate_media(color_scheme="dark")
    found = await Axe().run(player.page, context="dialog.film")  # pyright: ignore[reportUnknownMemberType]
    assert found.violations_count == 0, found.generate_report()
