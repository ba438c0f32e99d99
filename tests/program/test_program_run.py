import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from ablated_hands import AblatedHands, Part
from engine_hands import PLAIN, Done, Ledger, add, run

from askonce.companion import Companion
from askonce.config import Limits, ProgramSettings
from askonce.errors import ActionsFailed, CannotTell, GaveUp, NotFound, OverBudget, ProgramError, ProgramFailed
from askonce.insight.answers import Verdict
from askonce.program.program_run import ProgramRun
from askonce.screens.expectation import Expectation
from askonce.trace import Assigned, Believed, LineEnded, LineStarted, ProgramEnded, ProgramStarted, Replanned, Told
from askonce.values import Secret


async def test_what_can_be_executed_is_executed_without_hands() -> None:
    ledger = Ledger()
    result = await run(
        ledger,
        """
set {total} to 0
Create an empty list, recorded as {seen}
repeat 4 times:
    set {total} to {total} + {loop.iteration}
    if {loop.iteration} > 2:
        Add {loop.iteration} to {seen}
while {total} < 20:
    set {total} to {total} + 5
tell user "the total is {total}"
set variable {answer} to {total}
""",
    )
    assert (result.answer, result.variables["seen"], result.told) == (20, [3, 4], ("the total is 20",))
    assert (ledger.steps, result.calls, result.actions) == ([], 0, 0)


async def test_each_item_is_a_name_for_its_row_so_setting_a_column_changes_the_table() -> None:
    result = await run(
        Ledger(),
        """
Create an empty data table with "name" and "age" columns, recorded as {people}
Add a row of data {"name": "Ann", "age": 3} to {people}
Add a row of data {"name": "Bob", "age": 5} to {people}
iterate through each row in {people} as {row}:
    Set the value of "age" column in {row} to {row.age} + 1
""",
    )
    assert [row["age"] for row in result.variables["people"].rows] == [4, 6]


async def test_the_count_of_the_outer_loop_is_back_when_an_inner_one_is_left() -> None:
    result = await run(
        Ledger(),
        """
Create an empty list, recorded as {seen}
repeat 2 times:
    repeat 3 times:
        if {loop.iteration} > 1:
            break the loop
    Add {loop.iteration} to {seen}
    repeat 3 times:
        set {inner} to {loop.iteration}
    Add {loop.iteration} to {seen}
""",
    )
    assert result.variables["seen"] == [1, 1, 2, 2]


async def test_functions_have_locals_call_themselves_and_give_back_values() -> None:
    result = await run(
        Ledger(),
        """
define function named "factorial":
    function inputs: {n} (number)
    if {n} < 2:
        function returns 1
    execute function "factorial", with {n} as {n} - 1, save result as {rest}
    set {calls} to {calls} + 1
    function returns {n} * {rest}
set {calls} to 0
execute function "factorial", with {n} as 5, save result as {answer}
""",
    )
    assert (result.answer, result.variables["calls"]) == (120, 4)
    assert "rest" not in result.variables


async def test_a_function_that_ends_with_a_call_leaves_no_locals_behind() -> None:
    result = await run(
        Ledger(),
        """
define function named "inner":
    set {local} to 1
define function named "outer":
    set {other} to 2
    execute function "inner"
execute function "outer"
set {after} to 3
""",
    )
    assert result.variables == {"after": 3}


async def test_steps_get_their_words_as_a_template_that_is_the_same_in_each_pass() -> None:
    ledger = Ledger()
    await run(ledger, 'Record list "Ann", "Bob" as {names}\nFor each {name} in {names}:\n    add {name}\n')
    assert ledger.entries == ["Ann", "Bob"]
    assert set(ledger.templates) == {"add {name}"}


async def test_what_a_step_gives_is_kept_in_its_variables() -> None:
    ledger = Ledger()

    async def count(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        assert companion.wants == ("count",)
        return Done(results={"count": 3})

    ledger.on("count the entries.*", count)
    result = await run(ledger, "count the entries in the app, record result as {count}\nset {answer} to {count} + 1\n")
    assert result.answer == 4


async def test_a_step_that_gives_less_than_it_should_fails() -> None:
    ledger = Ledger()

    async def nothing(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        return Done()

    ledger.on("look up.*", nothing)
    with pytest.raises(ProgramFailed, match=r"without \{price\}"):
        await run(ledger, "look up the price, record result as {price}\n")


async def test_a_sentence_as_a_condition_is_one_question() -> None:
    ledger = Ledger()
    ledger.truths.add("the banner is shown")
    result = await run(
        ledger,
        """
set {n} to 5
if {n} > 9 and the moon is full:
    tell user "never"
if the banner is shown:
    tell user "yes"
else:
    tell user "no"
""",
    )
    assert result.told == ("yes",)
    assert ledger.questions == ["the banner is shown"], "what the variables decide is not asked"


async def test_what_is_not_in_view_is_looked_for_by_a_step_and_break_means_no() -> None:
    class Blind(Ledger):
        async def verdict(self, statement: str, /, **options: Any) -> Verdict:
            raise CannotTell("it is not in view")

    async def look(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        assert (companion.wants, companion.jumps) == (("is_so",), frozenset({"break"}))
        return Done(results={"is_so": True}) if "sun" in found.group() else Done(jump="break")

    ledger = Blind()
    ledger.on("Find out whether.*", look)
    told = (
        await run(
            ledger,
            'if the sun is up:\n    tell user "day"\nif the moon is up:\n    tell user "night"\n',
        )
    ).told
    assert told == ("day",)


async def test_a_step_may_leave_the_loop_or_the_function_it_stands_in() -> None:
    ledger = Ledger()

    async def leave(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        ledger.entries.append(",".join(sorted(companion.jumps)))
        return Done(jump="return" if "here" in found.group() else "break")

    ledger.on("go away.*", leave)
    result = await run(
        ledger,
        """
define function named "f":
    go away from here and stop
    add never
repeat 3 times:
    go away now, and end the loop
    add never
execute function "f"
add the end
""",
    )
    assert ledger.entries == ["break", "return", "the end"]
    assert result.lines == 6


async def test_a_program_without_a_task_is_checked_again_only_if_something_speaks_against_its_end() -> None:
    settings = ProgramSettings(final_check=True, failures=3)
    calm, failing = Ledger(), Ledger()
    await run(calm, "add milk\nadd bread\n", settings)
    assert not calm.requests
    failing.replies = ['{"reason": "it was done in the end", "missing": []}']
    failures = [ActionsFailed("the door is shut")]

    async def knock(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        if failures:
            raise failures.pop()
        return Done()

    failing.on("knock", knock)
    await run(failing, "knock\n", settings)
    assert len(failing.requests) == 1


async def test_the_user_is_asked_by_a_callback_and_without_one_the_run_says_so() -> None:
    async def answer(question: str) -> str:
        return f"{question} yes"

    program = "ask user which size, get response as {size}\nset variable {answer} to {size}\n"
    assert "yes" in (await run(Ledger(), program, on_ask=answer)).answer
    with pytest.raises(ProgramFailed, match="nobody is there") as failed:
        await run(Ledger(), program)
    assert failed.value.line == 1


async def test_nobody_is_asked_for_what_was_passed() -> None:
    program = "ask user which size, get response as {size}\nset variable {answer} to {size}\n"
    assert "large" in (await run(Ledger(), program, variables={"size": "large"})).answer
    secret = "ask user for the pin, get response as {pin}\n"
    await run(Ledger(), secret, variables={"pin": Secret("4711")})


async def test_files_stay_in_the_work_folder(tmp_path: Path) -> None:
    await run(Ledger(), 'Save text content "hello" to document "note.txt"\n', work_folder=tmp_path)
    assert (tmp_path / "note.txt").read_text() == "hello"
    with pytest.raises(ProgramFailed):
        await run(Ledger(), 'Save text content "x" to document "../out.txt"\n', work_folder=tmp_path)


async def test_an_error_names_the_line_and_what_stands_there() -> None:
    with pytest.raises(ProgramFailed, match="line 2") as failed:
        await run(Ledger(), 'set {a} to "many"\nset {b} to {a} * 2\n')
    assert failed.value.line == 2
    assert isinstance(failed.value.__cause__, ProgramError)
    assert failed.value.message.count("line 2") == 1


async def test_an_error_does_not_say_the_words_of_a_line_twice() -> None:
    ledger = Ledger()
    ledger.on("open.*", failing(9, GaveUp("gave up on 'open the door': it is locked")))
    with pytest.raises(ProgramFailed, match="line 1: gave up on 'open the door': it is locked"):
        await run(ledger, "open the door\n")


async def test_a_variable_that_cannot_be_kept_is_named() -> None:
    with pytest.raises(ProgramError, match=r"\{where\} was passed: .* type object"):
        await run(Ledger(), "add {where}\n", variables={"where": [object()]})


async def test_a_program_that_cannot_be_read_is_not_begun() -> None:
    ledger = Ledger()
    with pytest.raises(ProgramError):
        await run(ledger, "add one\nrepeat 3 times:\n")
    assert ledger.entries == []


async def test_secrets_reach_the_step_and_nothing_else() -> None:
    ledger = Ledger()
    seen: list[Any] = []

    async def log_in(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        seen.append(companion.around(()))
        await ledger.act(companion, "Type hunter2")
        return Done("logged in with hunter2")

    ledger.on("log in.*", log_in)
    result = await run(ledger, "log in with {password}\n", variables={"password": Secret("hunter2")})
    assert "hunter2" not in seen[0]
    assert "hunter2" not in repr(ledger.events)
    assert result.lines == 1


async def test_a_list_that_holds_a_secret_does_not_get_into_a_step_without_it() -> None:
    ledger = Ledger()
    program = "create an empty list, recorded as {all}\nadd {password} to {all}\nadd all of {all}\n"
    with pytest.raises(ProgramFailed, match=r"line 3 .*\{all\} holds a secret"):
        await run(ledger, program, variables={"password": Secret("hunter2")})
    assert ledger.entries == []


# ---- limits


async def test_a_loop_without_end_ends_at_the_limit_of_lines() -> None:
    with pytest.raises(OverBudget, match="30 lines"):
        await run(Ledger(), "set {a} to 1\nwhile {a} > 0:\n    set {a} to 1\n", ProgramSettings(lines=30))


@pytest.mark.parametrize(
    ("limits", "what"),
    [(Limits(steps=3), "steps"), (Limits(tokens=300), "tokens"), (Limits(money=0.5), "money")],
)
async def test_a_budget_ends_the_run_with_what_was_done_until_then(limits: Limits, what: str) -> None:
    ledger = Ledger()

    async def dear(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        from askonce.trace import Answered

        ledger.trace.emit(Answered(act=1, round=1, role="planning", model="m", text="x", prompt_tokens=100, cost=0.2))
        await ledger.act(companion, found.group())
        return Done()

    ledger.on("press.*", dear)
    settings = ProgramSettings(limits=limits, final_check=False)
    with pytest.raises(OverBudget, match=f"the budget of {what} for the run .* 3 actions were done"):
        await run(ledger, "repeat 9 times:\n    press the button\n", settings)
    assert len(ledger.entries) == 3


async def test_a_step_has_limits_of_its_own() -> None:
    ledger = Ledger()

    async def busy(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        for number in range(9):
            await ledger.act(companion, f"tap {number}")
        return Done()

    ledger.on("press.*", busy)
    settings = ProgramSettings(step_limits=Limits(steps=4), final_check=False)
    with pytest.raises(OverBudget, match="for this step"):
        await run(ledger, "press all of them\n", settings)
    assert len(ledger.entries) == 4


async def test_a_step_that_takes_too_long_is_cut_off() -> None:
    ledger = Ledger()

    async def wait(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        await asyncio.Event().wait()
        return Done()

    ledger.on("wait.*", wait)
    settings = ProgramSettings(step_limits=Limits(seconds=0.01), final_check=False)
    with pytest.raises(OverBudget, match="time"):
        await run(ledger, "wait for the postman\n", settings)


# ---- pause and stop


async def test_a_pause_holds_before_the_next_action_and_stop_ends_the_run_there() -> None:
    ledger = Ledger()
    held = asyncio.Event()

    async def two(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        await ledger.act(companion, "first")
        going.pause()
        held.set()
        await ledger.act(companion, "second")
        return Done()

    ledger.on("do both", two)
    going = ProgramRun("do both\nadd third\n", ledger, PLAIN)
    task = asyncio.create_task(going.go())
    await held.wait()
    await asyncio.sleep(0)
    assert ledger.entries == ["first"]
    assert going.is_paused
    going.resume()
    await task
    assert ledger.entries == ["first", "second", "third"]

    ledger.entries.clear()
    held.clear()
    going = ProgramRun("do both\nadd third\n", ledger, PLAIN)
    task = asyncio.create_task(going.go())
    await held.wait()
    going.stop()
    with pytest.raises(ProgramFailed, match="was stopped at line 1"):
        await task
    assert ledger.entries == ["first"]
    assert isinstance(ledger.events[-1], ProgramEnded)
    assert ledger.events[-1].outcome == "stopped"


async def test_a_run_that_is_cancelled_stays_cancelled() -> None:
    ledger = Ledger()
    begun = asyncio.Event()

    async def wait(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        begun.set()
        await asyncio.Event().wait()
        return Done()

    ledger.on("wait.*", wait)
    task = asyncio.create_task(ProgramRun("wait for it\n", ledger, PLAIN).go())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


# ---- failures and changes of plan


def failing(times: int, error: Exception) -> Any:
    left = [times]

    async def fail(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        ledger.contexts.append(companion.around(()))
        await ledger.act(companion, "a tap that did not help")
        if left[0]:
            left[0] -= 1
            raise error
        return Done()

    return fail


async def test_a_step_that_failed_is_tried_once_more_and_told_what_was_done() -> None:
    ledger = Ledger()
    ledger.on("open.*", failing(1, NotFound("the door", ())))
    await run(ledger, "open the door\nadd the end\n")
    assert ledger.entries[-1] == "the end"
    assert "a tap that did not help: done" in ledger.contexts[1]
    assert "last failure" in ledger.contexts[1]
    assert "before the run was held" not in ledger.contexts[0]


async def test_a_step_that_goes_on_failing_ends_the_run_with_its_reason() -> None:
    ledger = Ledger()
    ledger.on("open.*", failing(9, NotFound("the door", ())))
    with pytest.raises(ProgramFailed, match=r"line 1 .*could not find 'the door'"):
        await run(ledger, "open the door\n")
    assert (len(ledger.steps), len(ledger.inspections)) == (2, 1)


async def test_what_cannot_be_done_makes_the_program_change_from_that_line_on() -> None:
    ledger = Ledger()
    ledger.on("open.*", failing(9, GaveUp("there is no such app")))
    ledger.replies.append("```\nadd the other way\nadd the end\n```")
    settings = ProgramSettings(final_check=False, replans=1)
    result = await run(ledger, "add the start\nopen the door\nadd never\n", settings, task="Get to the other side.")
    assert [one for one in ledger.entries if "tap" not in one] == ["the start", "the other way", "the end"]
    assert result.replans == 1
    for given in ("no such app", "Get to the other side."):
        assert given in ledger.requests[0].messages[-1].text
    assert any(isinstance(event, Replanned) and "+add the other way" in event.diff for event in ledger.events)


async def test_a_changed_program_may_still_ask_where_somebody_is_there() -> None:
    async def answer(question: str) -> str:
        return "red"

    ledger = Ledger()
    ledger.on("open.*", failing(9, GaveUp("there is no such app")))
    asking = "ask user which colour, get response as {colour}\nadd {colour}\n"
    ledger.replies.append(f"```\nadd the other way\n{asking}```")
    await run(ledger, f"open the door\n{asking}", ProgramSettings(final_check=False, replans=1), on_ask=answer)
    assert [one for one in ledger.entries if "tap" not in one] == ["the other way", "red"]


async def test_talk_does_not_become_a_step_of_the_program() -> None:
    ledger = Ledger()
    ledger.on("open.*", failing(9, GaveUp("there is no such app")))
    ledger.replies += ["add nothing, that is against the rules"] * 4
    with pytest.raises(ProgramFailed, match="no such app"):
        await run(ledger, "open the door\n", ProgramSettings(final_check=False, replans=1))
    assert ledger.steps == ["open the door"]


async def test_a_list_read_off_the_screen_that_is_empty_makes_the_program_change() -> None:
    ledger = Ledger()

    async def nothing(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        return Done(results={"people": []})

    ledger.on("read.*", nothing)
    ledger.replies.append("```\nadd somebody\n```")
    program = "read the people, record them as {people}\nFor each {one} in {people}:\n    add {one}\n"
    await run(ledger, program, ProgramSettings(final_check=False, replans=1))
    assert ledger.entries == ["somebody"]


async def test_a_list_that_the_program_itself_left_empty_is_no_reason_to_change_it() -> None:
    ledger = Ledger()
    program = "Create an empty list, recorded as {people}\nFor each {one} in {people}:\n    add {one}\n"
    await run(ledger, program, ProgramSettings(final_check=False, replans=1))
    assert ledger.requests == []


async def test_a_plan_that_rests_on_what_did_not_come_true_is_changed() -> None:
    ledger = Ledger()

    async def hope(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        expects = (Expectation("visible", "never there"),)
        companion.believe(("+ it is paid", "+ it is sent", "+ it is there"), expects)
        companion.verified((), expects)
        return Done()

    ledger.on("order.*", hope)
    ledger.replies.append("```\nadd another way\n```")
    await run(ledger, "order the mug\nadd the end\n", ProgramSettings(final_check=False, replans=1))
    assert ledger.entries == ["another way"]
    assert "it is paid; it is sent; it is there" in ledger.requests[0].messages[-1].text


async def test_what_is_missing_in_the_end_is_done_before_success_is_claimed() -> None:
    ledger = Ledger()
    ledger.replies += [
        '{"missing": ["add what was forgotten"], "reason": "one is missing"}',
        '{"missing": [], "reason": "all is there"}',
    ]
    result = await run(ledger, "add one\n", ProgramSettings(replans=1), task="Add both.")
    assert ledger.entries == ["one", "what was forgotten"]
    assert result.checked == "all is there"


async def test_what_stays_missing_in_the_end_is_an_error() -> None:
    ledger = Ledger()
    ledger.replies.append('{"missing": ["add more"], "reason": "one is missing"}')
    with pytest.raises(ProgramFailed, match="add more"):
        await run(ledger, "add one\n", ProgramSettings(replans=0), task="Add both.")


# ---- events and switches


async def test_the_trace_tells_of_each_line_with_its_passes_and_its_price() -> None:
    ledger = Ledger()
    await run(ledger, 'set {n} to 1\nrepeat 2 times:\n    add x\ntell user "bye"\n')
    kinds = [type(event) for event in ledger.events]
    assert kinds[0] is ProgramStarted
    assert kinds[-1] is ProgramEnded
    steps = [event for event in ledger.events if isinstance(event, LineEnded) and event.line == 3]
    assert [event.iterations for event in steps] == [(1,), (2,)]
    assert all((event.calls, event.actions, event.outcome) == (1, 1, "done") for event in steps)
    assert [event.value for event in ledger.events if isinstance(event, Assigned)] == ["1"]
    assert [event.message for event in ledger.events if isinstance(event, Told)] == ["bye"]
    assert [event.total for event in ledger.events if isinstance(event, LineStarted) and event.line == 3] == [2, 2]
    assert any(isinstance(event, Believed) for event in ledger.events)


@pytest.mark.parametrize(
    ("part", "title"),
    [
        ("tree", "## Where it is"),
        ("variables", "## Variables"),
        ("belief", "## Belief"),
        ("retrieval", "## This step before"),
    ],
)
async def test_each_part_of_what_a_step_is_told_can_be_left_out_by_other_hands(part: Part, title: str) -> None:
    program = "set {n} to 1\nrepeat 2 times:\n    add x\n"
    whole, without = Ledger(), Ledger()
    await run(whole, program)
    await ProgramRun(program, AblatedHands(without, (part,)), PLAIN).go()
    assert title in whole.contexts[-1]
    assert title not in without.contexts[-1]
    assert len(without.contexts[-1].splitlines()) < len(whole.contexts[-1].splitlines())


async def test_without_replay_nothing_recorded_is_done_again_and_apart_each_step_is_one_more_question() -> None:
    seen: list[bool] = []

    async def look(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
        seen.append(companion.replays)
        return await add(ledger, found, companion)

    ledger = Ledger()
    ledger.on("add (?P<what>.+)", look)
    ledger.truths.add("This step is done: add x")
    result = await ProgramRun("add x\n", AblatedHands(ledger, ("replay", "merged")), PLAIN).go()
    assert seen == [False]
    assert result.calls == 2
