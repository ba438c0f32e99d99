"""Recordings as tests for pytest and Playwright: what is written, and that it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from export_samples import LOG_IN, ORDER, button, field, recording, step, visible
from playwright.async_api import Page

from askonce.errors import ConfigError
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.exports import export_pytest
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.recordings.tree_outline import Outline
from askonce.screens.expectation import Expectation
from askonce.screens.web import PageOptions
from askonce.screens.web.web_opener import open_page_screen
from askonce.testing.shop import SampleShop, Visit
from askonce.values import Instruction

LAUNCH = """
import pytest

from askonce.config import read_settings
from askonce.screens.web import find_browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    program = read_settings().browser or find_browser()
    return {**browser_type_launch_args, "executable_path": program, "args": ["--no-sandbox"]}
"""


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


BROKEN = LOG_IN.model_copy(update={"steps": (*LOG_IN.steps[:-1], step("Tap", button("Log in"), visible("Farewell")))})
IMPATIENT = "import os\n\nfrom playwright.sync_api import expect\n\nexpect.set_options(timeout=500)\n"


@dataclass(frozen=True)
class Ran:
    """What came of exported files, run as a user would in a folder of their own."""

    text: str
    told: str
    visits: tuple[Visit, ...]


@pytest.fixture(scope="module")
def ran(shop: SampleShop, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A flow that is as it was recorded, and one that expects something else."""
    folder = tmp_path_factory.mktemp("exported")
    good = export_pytest([LOG_IN, ORDER], url=shop.url, values={"user": "bob", "product": "Red mug"}).text
    broken = export_pytest([BROKEN], url=shop.url, values={"user": "bob"}).text
    (folder / "conftest.py").write_text(LAUNCH)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_good.py").write_text(good)
    (folder / "test_later.py").write_text(broken.replace("import os\n", IMPATIENT))
    before = len(shop.visits)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "test_good.py", "test_later.py"],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PASSWORD": "teatime"},
    )
    return Ran(good, done.stdout, shop.visits[before:])


def body(*recordings: Recording, **options: Any) -> str:
    """What an exported test does, without its head."""
    return export_pytest(recordings, **options).text.partition("-> None:\n")[2]


def written(*steps: RecordedStep) -> str:
    return "\n".join(line[4:] for line in body(recording(*steps)).splitlines()[2:])


def located(anchor: Anchor) -> str:
    return written(step("Tap", anchor)).removesuffix(".click()")


# ---- it runs


@pytest.mark.long
def test_an_exported_flow_passes_against_the_real_shop(ran: Ran) -> None:
    assert "PASSED test_good.py::test_log_in_as_user_and_order_the_product" in ran.told, ran.text + ran.told
    (order,) = [order for visit in ran.visits for order in visit.orders]
    assert [line.product.name for line in order.lines] == ["Red mug"]
    assert (order.details["country"], order.details["delivery"]) == ("Germany", "Express")
    assert "teatime" not in ran.text


@pytest.mark.long
def test_it_fails_where_the_shop_does_not_show_what_was_recorded(ran: Ran) -> None:
    assert "FAILED test_later.py::test_log_in_as_user" in ran.told
    assert 'get_by_text("Farewell")' in ran.told


@pytest.mark.parametrize("path", ["", "login", "product/red-mug"])
async def test_each_element_of_the_shop_is_found_by_its_locator(path: str, shop: SampleShop, web_page: Page) -> None:
    await web_page.goto(shop.url + path)
    async with await open_page_screen(web_page, PageOptions()) as screen:
        tree = await screen.tree()
        nodes = [node for node in tree if node.actionable]
        for node in nodes:
            anchor = make_anchor(node, Outline(tree), Instruction("look"))
            anchor = anchor.model_copy(update={"paths": tuple(await screen.write_selectors(node.number))})
            locator = eval(str(Locators({}).locate(anchor)), {"page": web_page})
            box = await locator.bounding_box(timeout=30_000)
            assert box, anchor
            assert box["x"] - 1 <= node.box.center.x <= box["x"] + box["width"] + 1, anchor
            assert box["y"] - 1 <= node.box.center.y <= box["y"] + box["height"] + 1, anchor
    assert len(nodes) > 5


# ---- the file


def test_the_file_reads_as_if_a_person_had_written_it() -> None:
    text = export_pytest([LOG_IN], url="http://localhost:8000", values={"user": "bob"}).text

    assert (
        text
        == '''\
import os
import re

from playwright.sync_api import Page, expect

USER = "bob"
PASSWORD = os.environ["PASSWORD"]
URL = "http://localhost:8000"


def test_log_in_as_user(page: Page) -> None:
    """log in as {user}"""
    page.goto(URL)
    page.get_by_role("link", name="Log in", exact=True).click()
    expect(page).to_have_url(re.compile("/login", re.IGNORECASE))
    user_name = page.get_by_role("textbox", name="User name", exact=True)
    user_name.fill(USER)
    expect(user_name).to_have_value(USER)
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    # Send the form
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("Welcome back").filter(visible=True).first).to_be_visible()
'''
    )


def test_the_file_is_formatted(tmp_path: Path) -> None:
    long = "a name that goes on and on, " * 4
    steps = [
        step("Tap", button(long), visible(long)),
        step(
            "Tap",
            button("Delete", row=("Ada Lovelace of London", "Countess"), around=("row", "table")),
            visible("Ada's gone"),
        ),
        step("Tap", button(f"{long}of {{user}}", row=("{user}",)), Expectation("gone", long)),
        step(
            "Type",
            field("A field with a name of middling length"),
            Expectation("field", long, long),
            text="some words of it",
        ),
        step("Type", field("Name", row=("Ada Lovelace of London", "Countess"), around=("row",)), text=long, enter=True),
        step("Tap", button("Ask"), Expectation("address", f"/{long}")),
        step("AnswerDialog", accept=True, text=long),
        step("Upload", button("Choose"), files=["a.pdf", "b.pdf"]),
        step("Tap", button('Say "hi"')),
        step("Wait", None, Expectation("gone", "Loading all of the many things"), seconds=20),
    ]
    path = tmp_path / "test_it.py"
    path.write_text(export_pytest([ORDER, recording(*steps), LOG_IN]).text)

    for command in (["format", "--diff"], ["check", "--select", "E4,E7,E9,F,I"]):
        told = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", path], capture_output=True, text=True
        )
        assert told.returncode == 0, told.stdout


def test_what_several_steps_are_for_is_said_once() -> None:
    steps = [step("Back", intent="Leave"), step("Back", intent="Leave"), step("Reload", intent="do it")]

    assert body(recording(*steps)).count("# Leave") == 1


def test_values_that_are_not_known_come_from_the_environment_and_are_told() -> None:
    exported = export_pytest([LOG_IN])

    assert 'USER = os.environ["TEST_USER"]' in exported.text  # USER itself is whoever runs it
    assert "{password} is read from the environment variable PASSWORD" in exported.remarks


def test_values_with_names_that_meet_get_different_constants() -> None:
    steps = (step("Type", field("A"), text="{url}"), step("Type", field("B"), text="{a} {A}"))

    text = export_pytest([recording(*steps)], url="http://localhost", values={"url": "1", "a": "2", "A": "3"}).text

    assert 'URL_2 = "1"' in text
    assert 'A = "3"\nA_2 = "2"' in text
    assert 'fill(f"{A_2} {A}")' in text


@pytest.mark.parametrize(
    ("page", "url", "told"),
    [
        ("/login", "http://localhost:8000/", 'URL = "http://localhost:8000/login"'),
        ("/login", "http://localhost:8000/app", 'URL = "http://localhost:8000/app"'),
        ("/order/*", "http://localhost:8000", 'URL = "http://localhost:8000"'),
        ("/login", "", 'page.goto("/login")'),
    ],
)
def test_it_begins_where_the_recording_began(page: str, url: str, told: str) -> None:
    assert told in export_pytest([recording(step("Reload"), page=page)], url=url).text


def test_a_flow_that_opens_its_page_itself_goes_nowhere_first() -> None:
    assert body(recording(step("Navigate", url="http://localhost/"))).count("goto") == 1


def test_of_a_recording_for_several_values_the_first_is_taken_and_the_others_are_told() -> None:
    first, second = (recording(step("Tap", button("Buy"), times=n), only={"count": str(n)}) for n in (2, 3))

    exported = export_pytest([first, second])

    assert "range(2)" in exported.text
    assert "range(3)" not in exported.text
    assert "left out: 'do it' as recorded for count='3'" in exported.remarks


def test_recordings_of_other_screens_are_refused() -> None:
    phone = Recording(instruction="call", screen="android", steps=(step("Back"),))

    with pytest.raises(ConfigError, match="not recordings of web pages"):
        export_pytest([phone])
    assert "left out: recordings of a android screen" in export_pytest([phone, LOG_IN]).remarks[0]


# ---- locators


@pytest.mark.parametrize(
    ("anchor", "locator"),
    [
        (button("Save", attributes={"data-testid": "save"}), 'page.get_by_test_id("save")'),
        (button("Save", attributes={"data-qa": 'sa"ve'}), "page.locator('[data-qa=\"sa\\\\\"ve\"]')"),
        (button("Save"), 'page.get_by_role("button", name="Save", exact=True)'),
        (field("", attributes={"placeholder": "Search…"}), 'page.get_by_placeholder("Search…", exact=True)'),
        (field("", attributes={"name": "q"}), "page.locator('[name=\"q\"]')"),
        (
            Anchor(role="textbox", label="Town"),
            'page.get_by_text("Town", exact=True).locator(\n'
            '    "xpath=following::*[self::input or self::select or self::textarea][1]"\n)',
        ),
        (Anchor(role="clickable", name="Menu"), 'page.get_by_text("Menu", exact=True)'),
        (Anchor(role="listitem", name="Bob"), 'page.get_by_role("listitem").filter(has_text="Bob")'),
        (Anchor(role="clickable", name="star", paths=("//i[1]",)), 'page.locator("xpath=//i[1]")'),
        (
            Anchor(role="checkbox", name="Dark", paths=("//label[1]", "xpath=/html/body/label")),
            'page.locator("xpath=//label[1]")',
        ),
        (button("More", ordinal=2, like=3), 'page.get_by_role("button", name="More", exact=True).nth(1)'),
        (Anchor(role="link", ordinal=-1), 'page.get_by_role("link").last'),
        (
            Anchor(role="button", ordinal=1, part=2, around=("row", "table")),
            'page.get_by_role("row").filter(has=page.get_by_role("button")).first.get_by_role(\n    "button"\n).nth(1)',
        ),
        (
            button("Edit", row=("Bob",), paths=("xpath=/html/body/table/tr[2]/td/button",)),
            'page.get_by_role("row").filter(has_text="Bob").get_by_role(\n    "button", name="Edit", exact=True\n)',
        ),
        (
            button("Yes", inside=('dialog "Sure?"',)),
            'page.get_by_role("dialog").filter(has_text="Sure?").get_by_role(\n    "button", name="Yes", exact=True\n)',
        ),
        (button("Yes", inside=('region "A"',), attributes={"id": "yes"}), "page.locator('[id=\"yes\"]')"),
        (
            field("Card", paths=("#pay |>>| iframe[name='inner'] |>>| #card",)),
            'page.frame_locator("#pay").frame_locator("iframe[name=\'inner\']").get_by_role(\n'
            '    "textbox", name="Card", exact=True\n)',
        ),
        (
            button("Pay", frame="/pay/*/a"),
            'page.frame_locator(\'iframe[src*="/pay/"]\').get_by_role(\n    "button", name="Pay", exact=True\n)',
        ),
    ],
)  # fmt: skip
def test_an_element_is_located_by_the_best_that_is_known_of_it(anchor: Anchor, locator: str) -> None:
    assert located(anchor) == locator


# ---- actions


@pytest.mark.parametrize(
    ("done", "lines"),
    [
        (
            step("Tap", button("A"), times=3),
            'for _ in range(3):\n    page.get_by_role("button", name="A", exact=True).click()',
        ),
        (step("DoubleTap", button("A")), 'page.get_by_role("button", name="A", exact=True).dblclick()'),
        (step("RightTap", button("A")), 'page.get_by_role("button", name="A", exact=True).click(button="right")'),
        (step("Hover", button("A")), 'page.get_by_role("button", name="A", exact=True).hover()'),
        (
            step("LongPress", button("A"), seconds=1.5),
            'page.get_by_role("button", name="A", exact=True).click(delay=1500)',
        ),
        (step("Clear", field("A")), 'page.get_by_role("textbox", name="A", exact=True).clear()'),
        (
            step("Type", field("A"), text="x", mode="append"),
            'a = page.get_by_role("textbox", name="A", exact=True)\na.press("ControlOrMeta+End")\n'
            'a.press_sequentially("x")',
        ),
        (step("Type", text="x"), 'page.keyboard.press("ControlOrMeta+A")\npage.keyboard.type("x")'),
        (step("Press", keys="ctrl+s"), 'page.keyboard.press("Control+s")'),
        (step("Press", field("A"), keys="Tab"), 'page.get_by_role("textbox", name="A", exact=True).press("Tab")'),
        (step("Scroll", direction="up"), "page.mouse.wheel(0, -600)"),
        (step("Scroll", to_end=True), "page.mouse.wheel(0, 100000)"),
        (
            step("Select", field("A", "listbox"), options=["b", "c"]),
            'page.get_by_role("listbox", name="A", exact=True).select_option(["b", "c"])',
        ),
        (step("Navigate", url="http://localhost/"), 'page.goto("http://localhost/")'),
        (step("Back"), "page.go_back()"),
        (step("Forward"), "page.go_forward()"),
        (step("Reload"), "page.reload()"),
        (step("Wait"), "# Playwright waits automatically."),
        (step("CloseTab"), "page.close()\npage = page.context.pages[-1]"),
    ],
)  # fmt: skip
def test_an_action_is_written_as_playwright_does_it(done: RecordedStep, lines: str) -> None:
    assert written(step("Reload"), done).removeprefix("page.reload()\n") == lines


def test_what_scrolling_shows_is_looked_for_in_the_view() -> None:
    lines = written(step("Scroll", None, visible("End"), Expectation("gone", "Start")))

    assert 'expect(page.get_by_text("End").filter(visible=True).first).to_be_in_viewport()' in lines
    assert ".not_to_be_in_viewport()" in lines


def test_a_drag_is_written_with_both_ends() -> None:
    drag = step("Drag", start="a", end="b").model_copy(update={"anchors": {"start": button("A"), "end": button("B")}})

    assert "drag_to(" in written(drag)
    assert written(drag).index('name="A"') < written(drag).index('name="B"')


def test_dialogs_are_answered_before_the_step_that_opens_them() -> None:
    lines = written(step("Tap", button("A")), step("Wait", seconds=1), step("AnswerDialog", accept=True, text="Bob"))

    assert lines.startswith('page.once("dialog", lambda dialog: dialog.accept("Bob"))\npage.get_by_role(')
    assert "not exported" not in lines


def test_several_dialogs_of_one_step_are_answered_one_by_one() -> None:
    lines = written(step("Tap", button("A")), step("AnswerDialog", accept=True), step("AnswerDialog", accept=False))

    assert lines.count("page.once(") == 2
    assert 'page.once("dialog", lambda dialog: dialog.dismiss()), dialog.accept()' in lines


def test_a_field_that_holds_a_file_is_not_compared_with_its_name() -> None:
    lines = written(step("Upload", button("Choose"), Expectation("field", "Choose", "a.pdf"), files=["a.pdf"]))

    assert "set_files" in lines
    assert "to_have_value" not in lines


def test_a_tab_that_a_step_opens_is_waited_for() -> None:
    lines = written(step("Tap", button("A")), step("SwitchTab", number=2), step("SwitchTab", number=1))

    assert lines == (
        "with page.context.expect_page() as opened:\n"
        '    page.get_by_role("button", name="A", exact=True).click()\n'
        "page = opened.value\n"
        "page = page.context.pages[0]\n"
        "page.bring_to_front()"
    )


def test_files_are_handed_to_the_chooser() -> None:
    exported = export_pytest([recording(step("Upload", button("Choose"), files=["a.pdf"]))])

    assert "with page.expect_file_chooser() as chooser:" in exported.text
    assert 'chooser.value.set_files(HERE / "a.pdf")' in exported.text
    assert "HERE = Path(__file__).parent" in exported.text
    assert "put 'a.pdf' beside the test: it is uploaded" in exported.remarks


@pytest.mark.parametrize(
    "done",
    [
        step("Pinch", factor=2.0),
        step("Swipe", direction="up"),
        step("Sing", song="a\nb"),
        step("AnswerDialog", accept=True),
        step("Tap", Anchor(role="")),
        step("Tap", target="somewhere"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_comment_and_a_remark(done: RecordedStep) -> None:
    exported = export_pytest([recording(done)])

    compile(exported.text, "test_exported.py", "exec")
    assert "    # not exported: " in exported.text
    assert any(remark.startswith("not exported: ") for remark in exported.remarks)


# ---- expectations


@pytest.mark.parametrize(
    ("expectation", "check"),
    [
        (visible("Hi"), 'expect(page.get_by_text("Hi").filter(visible=True).first).to_be_visible()'),
        (visible("Next"), 'expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()'),
        (Expectation("gone", "Hi"), 'expect(page.get_by_text("Hi").filter(visible=True)).to_have_count(0)'),
        (Expectation("address", "/a?b"), 'expect(page).to_have_url(re.compile(r"/a\\?b", re.IGNORECASE))'),
        (Expectation("field", "Town", "Rome"), 'expect(page.get_by_label("Town", exact=True)).to_have_value("Rome")'),
        (Expectation("field", "News", "checked"), 'expect(page.get_by_label("News", exact=True)).to_be_checked()'),
        (
            Expectation("field", "News", "not checked"),
            'expect(page.get_by_label("News", exact=True)).not_to_be_checked()',
        ),
        (
            Expectation("field", "[4]", "x"),
            '# not checked: field "[4]" is "x" (its number changes with every run)',
        ),
    ],
)  # fmt: skip
def test_an_expectation_becomes_a_check(expectation: Expectation, check: str) -> None:
    steps = (step("Reload", None, expectation), step("Tap", button("Next")))

    assert check in written(*steps).splitlines()


@pytest.mark.parametrize(("shown", "line"), [("M, L", '.to_have_text(["M", "L"])'), ("M", ".select_option")])
def test_several_chosen_options_are_expected_one_by_one(shown: str, line: str) -> None:
    chosen = step("Select", field("Size", "listbox"), Expectation("field", "Size", shown), options=["L", "M"])
    assert line in written(chosen).splitlines()[-1]


def test_a_tab_that_opens_by_itself_and_is_closed_later_is_followed() -> None:
    popup = step("Tap", button("Open"), Expectation("address", "/pop"))
    assert written(popup, step("Tap", button("Press me")), step("CloseTab"), step("Tap", button("Second"))) == (
        """\
with page.context.expect_page() as opened:
    page.get_by_role("button", name="Open", exact=True).click()
page = opened.value
expect(page).to_have_url(re.compile("/pop", re.IGNORECASE))
page.get_by_role("button", name="Press me", exact=True).click()
page.close()
page = page.context.pages[-1]
page.get_by_role("button", name="Second", exact=True).click()"""
    )
    assert "expect_page" not in written(popup, step("Tap", button("Press me")))
