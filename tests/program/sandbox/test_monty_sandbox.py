"""What code in the sandbox can do."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest
import pytest_asyncio

from askonce.errors import InvalidAction, OverBudget
from askonce.program.data_types import ImageFile, Table
from askonce.program.sandbox import CodeResult, Sandbox, SandboxLimits, code_action
from askonce.values import Instruction, Secret

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(SandboxLimits(seconds=1, shown=100)) as made:
        yield made


async def test_what_is_assigned_comes_back_and_loop_names_do_not(sandbox: Sandbox) -> None:
    code = (
        "import math\ntotal = 0\nfor i in [1, 2]:\n    total += i\nif total:\n    a, (b, *c) = 1, (2, 3)\n_hidden = 1"
    )
    ran = await sandbox.run(code, {})
    assert ran == CodeResult(variables={"total": 3, "a": 1, "b": 2, "c": [3]})


async def test_a_variable_that_is_changed_in_place_comes_back(sandbox: Sandbox) -> None:
    given = {"items": [1], "other": [1], "person": {"name": "Ann"}}
    ran = await sandbox.run("items.append(2)\nperson['age'] = 3\nprint(other)", given)
    assert ran.variables == {"items": [1, 2], "person": {"name": "Ann", "age": 3}}
    assert given["items"] == [1]


async def test_one_and_true_are_not_the_same_value(sandbox: Sandbox) -> None:
    assert (await sandbox.run("n = n == 1", {"n": 1})).variables == {"n": True}
    assert (await sandbox.run("n = 1", {"n": 1})).variables == {}


async def test_a_table_is_a_list_of_objects_and_stays_a_table(sandbox: Sandbox) -> None:
    table = Table(["a"], [{"a": 1}])
    ran = await sandbox.run("t.append({'a': t[0]['a'] + 1})", {"t": table})
    assert ran.variables == {"t": Table(["a"], [{"a": 1}, {"a": 2}])}
    assert (await sandbox.run("t.clear()", {"t": table})).variables == {"t": Table(["a"], [])}


async def test_a_picture_is_named_and_secrets_are_not_there(sandbox: Sandbox) -> None:
    given = {"shot": ImageFile("a.png"), "password": Secret("hidden"), "box": [Secret("hidden")]}
    assert (await sandbox.run("print(shot)", given)).output == "{'image': 'a.png'}\n"
    assert "NameError" in (await sandbox.run("password", given)).error
    assert "NameError" in (await sandbox.run("box", given)).error


async def test_dates_come_back_as_text_and_objects_of_its_own_not_at_all(sandbox: Sandbox) -> None:
    code = "from datetime import date\nclass A:\n    pass\nd = date(2024, 5, 1)\na = A()\nt = (1, {2})"
    assert (await sandbox.run(code, {})).variables == {"d": "2024-05-01", "t": [1, [2]]}


@pytest.mark.parametrize("code", ["x = []\nfor _ in range(80):\n    x = [x]", "x = []\nx.append(x)"])
async def test_a_value_that_is_nested_too_deeply_is_an_error_of_the_code(sandbox: Sandbox, code: str) -> None:
    ran = await sandbox.run(code, {})
    assert (ran.variables, "x cannot be kept: it is nested too deeply" in ran.error) == ({}, True), ran.error


async def test_the_clock_is_that_of_the_device(sandbox: Sandbox) -> None:
    code = "from datetime import datetime, timedelta\nd = (datetime.now() + timedelta(days=1)).date().isoformat()"
    assert (await sandbox.run(code, {}, now=datetime(2024, 2, 28, 9))).variables == {"d": "2024-02-29"}


async def test_functions_are_called_with_and_without_await(sandbox: Sandbox) -> None:
    async def double(n: int) -> int:
        return 2 * n

    async def now() -> datetime:
        return datetime(2024, 5, 1)

    code = "x = await m.double(1) + m.double(n=2)\nif x:\n    y = double(await double(x))\nyear = now().year"
    ran = await sandbox.run(code, {}, {"m.double": double, "double": double, "now": now})
    assert ran.variables == {"x": 6, "y": 24, "year": 2024}


async def test_an_error_of_a_function_can_be_caught_in_code_and_is_told(sandbox: Sandbox) -> None:
    async def fail() -> None:
        raise InvalidAction("it has no such field", remedy="name another")

    caught = await sandbox.run("try:\n    ui.fail()\nexcept Exception as e:\n    x = str(e)", {}, {"ui.fail": fail})
    assert caught.variables["x"].startswith("ui.fail: it has no such field")
    told = await sandbox.run("a = 1\nui.fail()", {}, {"ui.fail": fail})
    assert told.error.startswith("line 2: RuntimeError: ui.fail: it has no such field")
    assert told.variables == {}


async def test_what_ends_the_run_is_not_for_code_to_catch(sandbox: Sandbox) -> None:
    async def stop() -> None:
        raise OverBudget("the money is gone")

    with pytest.raises(OverBudget):
        await sandbox.run("try:\n    stop()\nexcept BaseException:\n    pass", {}, {"stop": stop})
    assert (await sandbox.run("x = 1", {})).variables == {"x": 1}


async def test_a_name_that_is_nearly_right_is_suggested(sandbox: Sandbox) -> None:
    async def tap(target: str) -> None: ...

    ran = await sandbox.run("ui.tapp('x')", {}, {"ui.tap": tap})
    assert ran.error == "line 1: AttributeError: there is no ui.tapp; did you mean ui.tap?"


async def test_a_syntax_error_names_its_line(sandbox: Sandbox) -> None:
    assert (await sandbox.run("x = 1\ny = = 2", {})).error == "SyntaxError in line 2: invalid syntax"


async def test_fences_and_a_common_indent_are_taken_off(sandbox: Sandbox) -> None:
    assert (await sandbox.run("```python\n    x = 1\n    y = 2\n```", {})).variables == {"x": 1, "y": 2}


async def test_long_output_is_cut_with_a_note(sandbox: Sandbox) -> None:
    ran = await sandbox.run("print('x' * 1000)", {})
    assert ran.output == "x" * 100 + "… (901 more characters)"


async def test_limits_are_told_by_what_they_limit() -> None:
    async def nothing() -> None: ...

    async with Sandbox(SandboxLimits(seconds=5, memory=1_000_000, depth=30, calls=5, output=100, sleep=0)) as small:
        told = [
            (await small.run(code, {}, {"nothing": nothing})).error
            for code in (
                "x = [0] * 10**6",
                "def f():\n    f()\nf()",
                "while True:\n    nothing()",
                "print('x' * 200)",
                "import time\ntime.sleep(0.1)",
            )
        ]
    parts = ("memory limit", "RecursionError", "suspension", "MemoryError", "may sleep 0 seconds")
    assert all(part in error for part, error in zip(parts, told, strict=True)), told


async def test_a_worker_that_is_killed_is_replaced(sandbox: Sandbox) -> None:
    # Reading all locals with an instance among them brings this interpreter down.
    ran = await sandbox.run("class A:\n    pass\nz = A()\nlocals()", {})
    assert ran.variables.get("z") is None
    assert (await sandbox.run("x = 1", {})).variables == {"x": 1}


async def test_the_interpreter_is_not_loaded_before_it_is_needed() -> None:
    look = "import sys, askonce, askonce.program.sandbox; print('pydantic_monty' in sys.modules)"
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", look, stdout=asyncio.subprocess.PIPE)
    output, _ = await child.communicate()
    assert output.strip() == b"False"


async def test_the_action_reports_output_errors_and_what_was_kept() -> None:
    asked: list[str] = []

    async def run(code: str) -> CodeResult:
        asked.append(code)
        return CodeResult("hello\n", {"n": 5.0}, "line 1: oops")

    code = code_action(run)
    action: Any = code.model_validate({"code": "  print({n})"}).filled(Instruction.of("{n}", {"n": 1}))
    assert await action.perform(None) == "hello\nerror: line 1: oops\nkept: n = 5"
    assert asked == ["  print({n})"]
    assert code.title() == "Code"


@pytest.mark.parametrize("code", ["n = 10**5000", "x = [10**5000]", "x = {'a': -(2**100000)}", "n = 10**4200"])
async def test_a_number_that_nothing_can_write_down_is_an_error_of_the_code(sandbox: Sandbox, code: str) -> None:
    ran = await sandbox.run(code, {"n": 1})
    assert "digits is not a number that a variable can hold" in ran.error
    assert ran.variables == {}


async def test_an_endless_sleep_is_refused(sandbox: Sandbox) -> None:
    ran = await sandbox.run("import time\ntime.sleep(10**5000)", {})
    assert "seconds in all" in ran.error or "OverflowError" in ran.error


async def test_a_huge_number_for_a_function_is_an_error_that_code_can_catch(sandbox: Sandbox) -> None:
    async def wait(seconds: float) -> float:
        return float(seconds)

    ran = await sandbox.run(
        "try:\n    wait(10**5000)\nexcept ValueError as error:\n    x = 'caught'", {}, {"wait": wait}
    )
    assert ran.variables == {"x": "caught"}
