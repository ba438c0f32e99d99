import pytest
from engine_hands import Ledger, run

from askonce.errors import ProgramFailed


@pytest.mark.parametrize(
    "shrink",
    [
        'filter {names} to rows where the item is not "Ann"',
        'set {names} to ["Bob"]',
        "set {names} to []",
    ],
)
async def test_a_list_that_gets_shorter_while_it_is_looped_over_ends_the_run(shrink: str) -> None:
    ledger = Ledger()
    program = (
        f'set {{names}} to ["Ann", "Bob", "Cid"]\nFor each {{name}} in {{names}}:\n    add {{name}}\n    {shrink}\n'
    )
    with pytest.raises(ProgramFailed, match=r"\{names\} had 3 items and has \d now") as failed:
        await run(ledger, program)
    assert failed.value.line == 2
    assert ledger.entries == ["Ann"], "no item is skipped without a word"


async def test_items_that_are_added_while_a_list_is_looped_over_are_met() -> None:
    ledger = Ledger()
    program = (
        'set {names} to ["Ann", "Bob"]\nFor each {name} in {names}:\n    add {name}\n'
        '    if {name} is "Ann":\n        Add "Cid" to {names}\n'
    )
    await run(ledger, program)
    assert ledger.entries == ["Ann", "Bob", "Cid"]


async def test_a_list_that_stays_as_long_may_be_set_again_while_it_is_looped_over() -> None:
    ledger = Ledger()
    await run(
        ledger, 'set {names} to ["a", "b"]\nFor each {n} in {names}:\n    add {n}\n    set {names} to ["a", "c"]\n'
    )
    assert ledger.entries == ["a", "c"]


async def test_an_inner_loop_begins_anew_in_each_pass_of_the_outer_one() -> None:
    ledger = Ledger()
    await run(
        ledger, "repeat 2 times:\n    repeat 2 times:\n        add x\n    for each {n} in [1, 2]:\n        add {n}\n"
    )
    assert ledger.entries == ["x", "x", "1", "2"] * 2
