"""What code can do with the screen and the model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from consulting import Consulting
from golden import assert_as_it_was
from PIL import Image as Pictures

from askonce.actions import Action, ActionSpace
from askonce.actions.action_prompt import describe_action
from askonce.errors import CannotTell
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.models.messages import Image as Picture
from askonce.program.sandbox import CodeResult, Sandbox, SandboxLimits, code_action, functions
from askonce.program.work_files import WorkFiles
from askonce.prompts import prompt
from askonce.screens.fake import Text
from askonce.testing import FakeScreen

GOLDEN = Path(__file__).parents[1] / "golden"


class Screening(Consulting):
    """Eyes that see `truths` come true one look after the other, and read `value`."""

    def __init__(self, replies: Sequence[str] = (), truths: Sequence[bool | None] = (), value: Any = None) -> None:
        super().__init__(replies)
        self.actions = ActionSpace(FakeScreen([]))
        self.done: list[Action[Any]] = []
        self.demands: list[Any] = []
        self.looks = 0
        self._truths = list(truths)
        self._value = value

    async def verdict(self, statement: str, /, **options: Any) -> Verdict:
        self.looks += 1
        holds = self._truths.pop(0)
        if holds is None:
            raise CannotTell(f"nobody knows whether {statement}")
        return Verdict(statement, holds, "it was said so", "elements")

    async def query(self, demand: str, /, returns: Any = None, **options: Any) -> Any:
        self.demands.append((demand, returns, options))
        return self._value

    async def now(self) -> datetime:
        return datetime(2024, 2, 28, 9, 30, tzinfo=timezone(timedelta(hours=8)))

    async def do(self, action: Action[Any]) -> str:
        self.done.append(action)
        return f"did {action.title()}"


async def ran(hands: Any, code: str, folder: Path) -> CodeResult:
    async with Sandbox(SandboxLimits(seconds=2)) as sandbox:
        return await sandbox.run(code, {}, functions(hands, hands.do, WorkFiles(folder)))


async def test_the_actions_of_the_screen_are_functions(tmp_path: Path) -> None:
    hands = Screening()
    code = "a = ui.tap('the button')\nui.double_tap(target='it')\nui.type('mugs', 'the box')\nui.scroll(direction='up')"
    assert (await ran(hands, code, tmp_path)).variables == {"a": "did Tap"}
    assert [action.title() for action in hands.done] == ["Tap", "DoubleTap", "Type", "Scroll"]
    assert str(next(hands.done[0].targets())) == "the button"


@pytest.mark.parametrize(
    "call",
    ["ui.tap()", "ui.tap(5)", "ui.tap('a', target='b')", "ui.tap(1, 2, 3, 4)", "ui.tap(targt='x')", "ui.tap(None)",
     "ui.scroll('sideways')", "ui.check(5)", "ui.check('')", "ui.wait_until('x', 'soon')", "ui.tap('a', times=10**9)",
     "llm.query()", "llm.query('x' * 100_000)", "llm.query('q', returns=b'x')", "llm.query({'image': '../x.png'})",
     "ui.read('x', returns=complex)", "ui.code('x')"],
)  # fmt: skip
async def test_calls_that_do_not_fit_are_errors_in_the_code(call: str, tmp_path: Path) -> None:
    hands = Screening()
    assert (await ran(hands, call, tmp_path)).error
    assert hands.done == []
    assert hands.asked == []


async def test_check_read_and_the_clock(tmp_path: Path) -> None:
    hands = Screening(truths=[True, False], value=["a", "b"])
    code = "yes, no = ui.check('x'), ui.check('y')\nl = ui.read('all titles', returns=list[str])\nd = now().isoformat()"
    result = await ran(hands, code, tmp_path)
    assert result.variables == {"yes": True, "no": False, "l": ["a", "b"], "d": "2024-02-28T09:30:00"}
    assert hands.demands == [("all titles", list[str], {"scroll": True})], "a list is read to its end"


async def test_waiting_scrolling_and_going_back_look_until_it_is_so(tmp_path: Path) -> None:
    hands = Screening(truths=[None, True, False, True, False, False, True])
    code = "ui.wait_until('loaded', timeout=5)\nui.scroll_until('the end', 'down')\nui.back_to('home')"
    assert (await ran(hands, code, tmp_path)).error == ""
    assert [action.title() for action in hands.done] == ["Scroll", "Back", "Back"]


@pytest.mark.parametrize("sought", ['the text "Groceries" is visible', "Groceries", "Groceries is visible"])
async def test_a_named_text_is_scrolled_to_without_asking_on_screens_that_do_not_show_it(
    tmp_path: Path, sought: str
) -> None:
    class Scrolled(Screening):
        screen = FakeScreen([Text("Rent", Box(0, 0, 90, 20))])

        async def do(self, action: Action[Any]) -> str:
            said = await super().do(action)
            self.screen.show(Text(["Rent", "Gas", "Groceries"][len(self.done)], Box(0, 0, 90, 20)))
            return said

    hands = Scrolled(truths=[True])
    assert (await ran(hands, f"ui.scroll_until('{sought}')", tmp_path)).error == ""
    assert (len(hands.done), hands.looks) == (2, 1)


async def test_what_never_comes_is_an_error(tmp_path: Path) -> None:
    hands = Screening(truths=[False] * 100)
    assert "still not met: loaded" in (await ran(hands, "ui.wait_until('loaded', 0)", tmp_path)).error
    assert "still not met: the end" in (await ran(hands, "ui.scroll_until('the end')", tmp_path)).error
    assert "still not met: home" in (await ran(hands, "ui.back_to('home')", tmp_path)).error


async def test_an_answer_that_does_not_fit_is_corrected_once(tmp_path: Path) -> None:
    hands = Screening(['{"value": ["Ann", true]}', '{"value": ["Ann", 3]}'])
    code = "name, age = llm.query('Who?', 'Ann is three', returns=['name', ('age', int)])"
    assert (await ran(hands, code, tmp_path)).variables == {"name": "Ann", "age": 3}
    first, second = hands.asked
    assert first.messages[1].parts == ("Who?", "Ann is three")
    assert "[string (name), whole number (age)]" in first.messages[0].text
    assert second.messages[:2] == first.messages
    assert "value[1] is true, but whole number (age)" not in second.messages[3].text
    assert "value[1] is true, but whole number was asked for" in second.messages[3].text


async def test_an_answer_that_never_fits_and_none_are_errors(tmp_path: Path) -> None:
    never = Screening(["hm", '{"value": "three"}'])
    assert 'value is "three"' in (await ran(never, "llm.query('How many?', returns=int)", tmp_path)).error
    cannot = Screening(['{"cannot": "there is no data"}'])
    assert "there is no data" in (await ran(cannot, "llm.query('How many?', returns=int)", tmp_path)).error
    assert len(cannot.asked) == 1


async def test_pictures_of_the_work_folder_are_shown_to_the_model(tmp_path: Path) -> None:
    drawn = io.BytesIO()
    Pictures.new("RGB", (3, 2)).save(drawn, "PNG")
    (tmp_path / "a.png").write_bytes(drawn.getvalue())
    (tmp_path / "b.png").write_bytes(b"not an image")
    hands = Screening(['{"value": "black"}'])
    assert (await ran(hands, "c = llm.query('Colour?', {'image': 'a.png'})", tmp_path)).variables == {"c": "black"}
    (picture,) = (part for part in hands.asked[0].messages[1].parts if isinstance(part, Picture))
    assert (picture.media_type, picture.frame.image.width) == ("image/png", 3)
    assert "not an image" in (await ran(hands, "llm.query('?', {'image': 'b.png'})", tmp_path)).error


async def test_what_models_read_of_code_is_as_it_was() -> None:
    async def run(code: str) -> CodeResult:
        return CodeResult()

    assert_as_it_was(
        describe_action(code_action(run)) + "\n\n" + prompt("ask", shape="[string, …]"), GOLDEN / "code.txt"
    )


@pytest.mark.parametrize(
    ("code", "looks"),
    [
        ("ui.check('saved')", 3),
        ("assert ui.check('saved')", 3),
        ("assert ui.check('saved'), 'not saved'", 3),
        ("é = 1; assert (await ui.check('saved')) and é and ui.check('still')", 4),
        ("x = 1\rif x:\r\n  ui.check(\n    'saved')", 3),
        ("x = ui.check('saved')", 1),
        ("assert not ui.check('saved')", 1),
        ("if ui.check('saved'): pass", 1),
    ],
)
async def test_a_check_that_has_to_be_true_waits_and_one_that_asks_does_not(
    code: str, looks: int, tmp_path: Path
) -> None:
    hands = Screening(truths=[False, None, True, True])
    assert (await ran(hands, code, tmp_path)).error == ""
    assert hands.looks == looks


async def test_a_check_that_has_to_be_true_and_never_is_ends_the_code(tmp_path: Path) -> None:
    hands = Screening(truths=[False] * 100)
    assert "still not met: saved" in (await ran(hands, "ui.expect('saved', 0.1)\nui.tap('Next')", tmp_path)).error
    assert hands.done == []
