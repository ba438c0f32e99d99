from collections.abc import Iterator

from engine_hands import Ledger, run

from askonce.program.counter import ADVANCE, CounterMove
from askonce.program.execution_tree import MOST_SIBLINGS, BlockNode, Leaf, write_tree
from askonce.program.final_check import LoopProgress
from askonce.program.journal_records import StatementDone, StatementFailed
from askonce.program.parser import read_program
from askonce.program.run_state import RunState

LOOP = "For each {x} in {xs}:\n    do it\n    do more\nthe end\n"


def state_of(source: str) -> RunState:
    return RunState(read_program(source)[0], lambda text: read_program(text)[0], {})


def sizes(node: BlockNode) -> Iterator[int]:
    yield len(node.inside)
    for one in node.inside:
        if isinstance(one, BlockNode):
            yield from sizes(one)


def test_ten_thousand_passes_take_no_more_room_than_ten() -> None:
    few, many = state_of(LOOP), state_of(LOOP)
    for state, passes in ((few, 10), (many, 10_000)):
        for _ in range(passes):
            state.apply(StatementDone((CounterMove("pass", total=passes),)))
            state.apply(StatementDone((ADVANCE,)))
            state.apply(StatementDone((ADVANCE,)))
    assert list(sizes(many.tree.root)) == list(sizes(few.tree.root))
    assert many.tree.root.totals.lines == 20_001


def test_of_many_lines_in_a_row_only_the_last_are_kept_one_by_one() -> None:
    state = state_of("\n".join(f"do {number}" for number in range(1000)))
    for _ in range(999):
        state.apply(StatementDone((ADVANCE,)))
    assert len(state.tree.root.inside) == MOST_SIBLINGS
    assert state.tree.root.totals.lines == 999


def test_how_a_loop_went_is_known_when_it_is_left() -> None:
    for last, wanted in ((CounterMove("leave"), LoopProgress(1)), (CounterMove("stop"), LoopProgress(0, left=True))):
        state = state_of(LOOP)
        state.apply(StatementDone((CounterMove("pass", total=1),)))
        state.apply(StatementDone((ADVANCE,)))
        if last.verb == "leave":
            state.apply(StatementDone((ADVANCE,)))
        state.apply(StatementDone((last,)))
        assert state.passes == {(0,): wanted}


def test_a_closed_loop_is_a_count_and_a_line_on_its_failures() -> None:
    state = state_of(LOOP)
    for number in range(3):
        state.apply(StatementDone((CounterMove("pass", total=3),)))
        if number == 1:
            state.apply(StatementFailed("the door is shut"))
        state.apply(StatementDone((ADVANCE,)))
        state.apply(StatementDone((ADVANCE,)))
    state.apply(StatementDone((CounterMove("leave"),)))
    (loop,) = state.tree.root.inside
    assert isinstance(loop, BlockNode)
    assert (len(loop.inside), loop.is_open, loop.folded.passes, loop.folded.failed) == (0, False, 3, 1)
    assert list(write_tree(state.tree.root)) == [
        "1| For each {x} in {xs}: [3 passes, 7 lines, 1 failed]",
        "  failed: line 2 (pass 2): the door is shut",
    ]


def test_what_the_lines_of_a_closed_loop_reported_can_be_told() -> None:
    state = state_of(LOOP)
    for number in range(2):
        state.apply(StatementDone((CounterMove("pass", total=2),)))
        state.apply(StatementDone((ADVANCE,), message=f"saved {number}"))
        state.apply(StatementDone((ADVANCE,)))
    state.apply(StatementDone((CounterMove("leave"),)))
    assert list(write_tree(state.tree.root, reports=True))[1:] == [
        "  line 2 (pass 1): saved 0",
        "  line 2 (pass 2): saved 1",
    ]


def test_the_open_blocks_are_those_around_the_counter() -> None:
    state = state_of('define function named "f":\n    repeat 2 times:\n        do it\nexecute function "f"\n')
    for moves in ((ADVANCE,), (CounterMove("call", name="f"),), (CounterMove("pass", total=2),)):
        state.apply(StatementDone(moves))
    words = [node.words for node in state.tree.open_blocks]
    assert words == ["", 'execute function "f"', "repeat 2 times:"], "what a function holds hangs under its call"


def test_the_last_success_and_the_last_failure_of_a_line_are_found_by_its_path() -> None:
    state = state_of(LOOP)
    for number in range(3):
        state.apply(StatementDone((CounterMove("pass", total=3),)))
        state.apply(StatementFailed(f"failure {number}"))
        state.apply(StatementDone((ADVANCE,), message=f"success {number}"))
        state.apply(StatementDone((ADVANCE,)))
    earlier = state.tree.earlier((0, 0, 0))
    assert isinstance(earlier.success, Leaf)
    assert isinstance(earlier.failure, Leaf)
    assert (earlier.success.message, earlier.failure.message) == ("success 2", "failure 2")
    assert state.tree.earlier((0, 0, 1)).failure is None


async def test_the_tree_of_a_result_tells_what_was_done() -> None:
    result = await run(Ledger(), "add one\nrepeat 3 times:\n    add x\n")
    assert result.outline().splitlines() == ["1| add one", "2| repeat 3 times: [3 passes, 3 lines]"]
