"""Reports are readable by screen readers and in every light: axe-core finds nothing, in the real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_rig import faults
from page_rig import LAPTOP, PHONE, WIDE, Desk

KINDS = ["done", "failed", "killed", "program", "healed", "suite", "hostile", "long_run"]


@pytest.mark.parametrize(
    ("report", "size", "dark"),
    [
        pytest.param("program", LAPTOP, False, id="program", marks=pytest.mark.long),
        pytest.param("failed", PHONE, True, id="failed"),
        pytest.param("suite", WIDE, True, id="suite", marks=pytest.mark.long),
    ],
    indirect=["report"],
)
async def test_nothing_stands_in_the_way_of_a_screen_reader(
    report: Path, size: tuple[int, int], dark: bool, desk: Desk
) -> None:
    reader = await desk.open(report, size=size, dark=dark)
    await reader.open_everything()
    assert await faults(reader.page) == []


async def test_nothing_stands_in_the_way_in_a_dialog(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r2", dark=True)
    for key in "?f":
        await reader.press(key)
        await reader.page.get_by_role("dialog").wait_for()
        assert await faults(reader.page) == []
        await reader.press("Escape")

    await reader.run("() => { find('.facts').style.color = '#222'; find('.shots img').removeAttribute('alt'); }")
    found = [fault.partition(":")[0] for fault in await faults(reader.page)]
    assert "color-contrast" in found, "it does look"
    assert "image-alt" in found


@pytest.mark.long
@pytest.mark.parametrize("report", KINDS, indirect=True)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP, WIDE], ids=["phone", "laptop", "wide"])
async def test_nothing_stands_in_the_way_on_any_page_in_any_light_at_any_width(
    report: Path, dark: bool, size: tuple[int, int], desk: Desk
) -> None:
    reader = await desk.open(report, size=size, dark=dark)
    assert await faults(reader.page) == []
    for _ in range(2):
        await reader.press("j")
        await reader.open_everything()
        assert await faults(reader.page) == []
    for key in "?f":
        await reader.press(key)
        await reader.page.get_by_role("dialog").wait_for()
        assert await faults(reader.page) == []
        await reader.press("Escape")
