"""Taking in the view, the whole page, reference images, and a frozen view."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser
from sights import opened

from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.insight.evidence_capture import MOST_SCREENFULS, capture_evidence
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.fake.widgets import Text
from askonce.screens.screen_protocol import Shot
from askonce.screens.secret_painter import boxes_with_secrets
from askonce.values import Mask, Secret


def picture(size: tuple[int, int] = (30, 20), kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, kind)
    return out.getvalue()


def colour_at(shot: Shot, x: float, y: float) -> object:
    with Image.open(io.BytesIO(shot.image)) as opened_image:
        return opened_image.convert("RGB").getpixel((round(x * shot.frame.x_scale), round(y * shot.frame.y_scale)))


def lines(count: int) -> str:
    return "".join(f"<p>Row {number:03}</p>" for number in range(count))


async def test_only_what_is_asked_for_is_taken_in(chromium: Browser) -> None:
    async with opened(chromium, "<button>Go</button>") as (_, eyes):
        seen = await capture_evidence(eyes, elements=False)
        listed = await capture_evidence(eyes, picture=False, within=Box(0, 0, 9, 9), context="A shop.")
    assert (len(seen.snapshots), seen.tree) == (1, None)
    assert (listed.snapshots, listed.within, listed.context) == ((), Box(0, 0, 9, 9), "A shop.")
    assert listed.tree
    assert listed.tree.shows("Go")


async def test_a_whole_page_is_one_moment_a_screenful_and_leaves_the_view_where_it_was(chromium: Browser) -> None:
    header = "<header style='position:sticky;top:0;height:90px;background:#fa0'>Head</header>"
    stripes = "".join(f"<div style='height:300px;background:rgb({40 * n},0,0)'>Part {n}</div>" for n in range(6))
    async with opened(chromium, header + stripes) as (screen, eyes):
        await screen.scroll(0, 333)
        await screen.settle()
        evidence = await capture_evidence(eyes, whole_page=True)
        assert await screen.evaluate("scrollY") == 333
    colours = {colour_at(moment.shot, 700, y) for moment in evidence.snapshots for y in (150, 300, 450, 550)}
    assert colours == {(40 * number, 0, 0) for number in range(6)}
    assert 4 <= len(evidence.snapshots) <= 6
    assert evidence.tree
    assert [node.words for node in evidence.tree] == ["Head", *(f"Part {number}" for number in range(6))]
    assert not evidence.over_time
    assert not evidence.context


async def test_what_loads_on_the_way_belongs_to_the_whole_page(chromium: Browser) -> None:
    script = """<script>let left = 2; const more = () => left > 0 && document.body.insertAdjacentHTML("beforeend",
        "<p>Late " + left-- + "</p><div style='height:700px'></div>");
        const isNear = () => left > 0 && scrollY + innerHeight > document.body.scrollHeight - 40;
        onscroll = () => { if (isNear()) setTimeout(more, 700) }
        </script>"""
    async with opened(chromium, "<p>First</p><div style='height:900px'></div>" + script) as (_, eyes):
        evidence = await capture_evidence(eyes, whole_page=True)
    assert evidence.tree
    assert {node.words for node in evidence.tree} == {"First", "Late 2", "Late 1"}


async def test_a_page_without_an_end_is_cut_and_says_so(chromium: Browser) -> None:
    async with opened(chromium, f"<div style='height:{600 * 40}px'>Deep</div>") as (screen, eyes):
        evidence = await capture_evidence(eyes, whole_page=True, context="A feed.")
        assert await screen.evaluate("scrollY") == 0
    assert len(evidence.snapshots) == MOST_SCREENFULS
    assert evidence.context.startswith(f"A feed.\nOnly the first {MOST_SCREENFULS} screenfuls are shown; about ")
    assert evidence.tree
    assert evidence.tree.more


async def test_rows_that_a_list_drops_when_they_are_out_of_view_are_kept_and_told_as_a_part(chromium: Browser) -> None:
    script = """<div id=list style='height:3000px;position:relative'></div><script>
        const draw = () => { let html = "", end = Math.min(100, scrollY / 30 + 20);
          for (let n = Math.floor(scrollY / 30); n < end; n++)
          html += `<p style='position:absolute;top:${n * 30}px'>Row ${n}</p>`; list.innerHTML = html };
        onscroll = draw; draw() </script>"""
    async with opened(chromium, script) as (_, eyes):
        evidence = await capture_evidence(eyes, whole_page=True, picture=False)
    assert evidence.tree
    assert {node.words for node in evidence.tree} >= {f"Row {number}" for number in range(100)}
    assert evidence.tree.more
    assert {node.box.top for node in evidence.tree if node.words == "Row 99"} == {99 * 30}


async def test_a_region_that_scrolls_is_looked_at_whole_by_itself(chromium: Browser) -> None:
    pane = (
        f"<div style='height:300px;width:400px;overflow:auto'>{lines(40)}</div><div style='height:2000px'>Below</div>"
    )
    async with opened(chromium, pane) as (screen, eyes):
        evidence = await capture_evidence(eyes, whole_page=True, within=Box(0, 0, 400, 300))
        places = "[scrollY, document.querySelector('div').scrollTop]"
        assert await screen.evaluate(places) == [0, 0]
    assert 5 <= len(evidence.snapshots) <= 8
    assert evidence.tree
    assert evidence.tree.shows("Row 039")


async def test_a_region_cut_by_the_view_is_refused_rather_than_read_in_part(chromium: Browser) -> None:
    async with opened(chromium, lines(100)) as (_, eyes):
        with pytest.raises(ConfigError, match="beyond the view"):
            await capture_evidence(eyes, whole_page=True, within=Box(0, 100, 800, 500))


async def test_reference_images_come_as_files_or_bytes(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "design.bmp"
    path.write_bytes(picture((40, 10), "BMP"))
    async with opened(chromium, "<p>Hello") as (_, eyes):
        evidence = await capture_evidence(eyes, images={"design": path, "logo": picture(kind="JPEG")})
    design, logo = evidence.images["design"], evidence.images["logo"]
    assert (design.media_type, str(design.frame.image)) == ("image/png", "40x10")
    assert (logo.media_type, logo.data) == ("image/jpeg", picture(kind="JPEG"))


@pytest.mark.parametrize("content", [b"", b"<svg></svg>", b"PK\x03\x04", picture()[:60]])
async def test_what_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "design.png"
    path.write_bytes(content)
    eyes = Eyes(FakeScreen(), Mask())
    with pytest.raises(ConfigError, match=r"'design' .*design\.png"):
        await capture_evidence(eyes, images={"design": path})
    with pytest.raises(ConfigError, match="'logo'"):
        await capture_evidence(eyes, images={"logo": content})


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        await capture_evidence(Eyes(FakeScreen(), Mask()), images={"design": tmp_path / "none.png"})


async def test_a_frozen_view_stays_as_it_was_until_the_end(chromium: Browser) -> None:
    async with opened(chromium, "<p id=p>Before</p><div style='height:2000px'></div><p>Deep</p>") as (screen, eyes):
        async with eyes.frozen():
            first = await capture_evidence(eyes)
            await screen.evaluate("p.textContent = 'After'")
            eyes.blink()
            second = await capture_evidence(eyes)
            assert await eyes.whole_tree() is None
            assert await eyes.reveal(1) is None
        third = await capture_evidence(eyes)
    assert (first.snapshots, first.tree) == (second.snapshots, second.tree)
    assert second.tree
    assert third.tree
    assert (second.tree.shows("Before"), third.tree.shows("After")) == (True, True)


async def test_a_frozen_view_refuses_what_would_move_the_screen() -> None:
    eyes = Eyes(FakeScreen(), Mask())
    async with eyes.frozen():
        with pytest.raises(ConfigError, match=r"frozen.*tapping"):
            eyes.refuse_while_frozen("tapping")
        with pytest.raises(ConfigError, match=r"frozen.*whole page"):
            await capture_evidence(eyes, whole_page=True)
    eyes.refuse_while_frozen("tapping")


@pytest.mark.parametrize("locates", [True, False])
@pytest.mark.parametrize("stops", [True, False])
async def test_a_secret_that_moves_is_in_no_picture_before_it_stands(locates: bool, stops: bool) -> None:
    secret = "hunter22"
    places = [Text(secret, Box(0, top, 100, 40)) for top in (0, 300, 100)]

    class Moving(FakeScreen):
        looks = 0

        async def capture(self) -> Shot:
            shot = await super().capture()
            if self.looks or not locates:  # a screen that locates secrets is looked at before that, too
                self.show(places[1 if stops else 1 + self.looks % 2])
            self.looks += 1
            return replace(shot, image=shot.image + bytes(self.looks))

    class Locating(Moving):
        async def find_secrets(self, mask: Mask) -> list[Box]:
            return boxes_with_secrets(mask, await self.tree())

    mask = Mask()
    mask.learn({"word": Secret(secret)})
    evidence = await capture_evidence(Eyes(Locating(places[:1]) if locates else Moving(places[:1]), mask))
    shot = evidence.snapshots[0].shot
    assert bool(shot.withheld) == (not stops)
    assert [colour_at(shot, 50, y) == (0, 0, 0) for y in (20, 320)] == [not stops, True]
