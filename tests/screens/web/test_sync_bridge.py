"""A page of Playwright's blocking face is worked with by the same coroutines, and stays usable for its owner."""

from __future__ import annotations

from typing import Any

from local_site import Site
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import Frame, Keyboard, Mouse, sync_playwright

from askonce.config import read_settings
from askonce.geometry import Point
from askonce.screens.web import PageOptions, WebScreen, find_browser, open_page_screen


def test_a_blocking_page_can_be_seen_and_touched_and_used_by_its_owner_in_between(site: Site) -> None:
    site.serve("/inner", "<input style='width:200px;height:100px'>")
    site.serve(
        "/",
        f"""<title>home</title><body style='margin:0'><iframe src='{site.other}/inner' style='border:0'></iframe>
        <button onclick='fetch("/told").then(() => document.title = confirm("Sure?"))'>go</button>""",
    )
    site.serve("/told", "{}", kind="application/json")
    with sync_playwright() as playwright:
        program = read_settings().browser or find_browser()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        run: Any = page._sync  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownVariableType]
        page.goto(site.home)
        view = AsyncPage(page._impl_obj)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownArgumentType]
        screen: WebScreen = run(open_page_screen(view, PageOptions(allowed_hosts=("127.0.0.1", "localhost"))))
        run(screen.settle())
        run(screen.tap(Point(50, 50)))
        run(screen.type("typed"))
        run(screen.scroll_to("bottom", at=Point(50, 50)))
        assert "typed" in {node.value for node in run(screen.tree())}
        assert run(screen.capture()).image

        assert isinstance(page.main_frame, Frame)
        assert isinstance(page.mouse, Mouse)
        assert isinstance(page.keyboard, Keyboard)
        assert all(isinstance(frame, Frame) for frame in page.frames)
        assert page.frames[1].locator("input").input_value() == "typed"

        box = page.locator("button").bounding_box()
        assert box
        with page.expect_response("**/told") as told:
            run(screen.tap(Point(box["x"] + 5, box["y"] + 5)))
        assert told.value.request.all_headers()["host"].startswith("127.0.0.1")
        run(screen.settle())
        assert screen.dialog
        run(screen.answer(True))
        assert page.title() == "true"
        run(screen.close())
        page.mouse.click(1, 1)
        browser.close()
