import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ProgramError
from askonce.program.counter import ADVANCE, Counter, CounterMove, move, start
from askonce.program.expression_tree import BooleanLiteral, IsTrue, NumberLiteral, TextTemplate
from askonce.program.journal import read_record, write_record
from askonce.program.journal_records import StatementDone
from askonce.program.syntax_tree import (
    Block,
    Branch,
    Break,
    Call,
    Continue,
    Define,
    If,
    Program,
    Repeat,
    Return,
    Statement,
    Tell,
    While,
)
from askonce.values import Mask

YES = IsTrue(BooleanLiteral(True))


def tell(words: str = "x") -> Tell:
    return Tell(TextTemplate((words,)))


def follow(program: Program, *moves: CounterMove) -> Counter:
    counter = start(program)
    for one in moves:
        counter = move(counter, one, program)
    return counter


def test_a_program_is_gone_through_line_by_line() -> None:
    program = Program((tell(), tell()))
    assert start(program).path == (0,)
    assert follow(program, ADVANCE).path == (1,)
    assert follow(program, ADVANCE, ADVANCE).ended


def test_a_program_without_lines_is_at_its_end() -> None:
    assert start(Program(())).ended


def test_after_the_last_line_of_a_loop_comes_its_header_and_its_pass_is_still_open() -> None:
    program = Program((Repeat(NumberLiteral(2), (tell(), tell())), tell()))
    inside = follow(program, CounterMove("pass", total=2))
    assert (inside.path, inside.iterations) == ((0, 0, 0), (1,))
    back = follow(program, CounterMove("pass", total=2), ADVANCE, ADVANCE)
    assert back.is_between_passes
    again = move(back, CounterMove("pass", total=2), program)
    assert (again.path, again.iterations) == ((0, 0, 0), (2,))
    left = follow(program, CounterMove("pass", total=1), ADVANCE, ADVANCE, CounterMove("leave"))
    assert (left.path, left.iterations) == ((1,), ())


def test_past_a_branch_comes_what_follows_the_condition() -> None:
    program = Program((If((Branch(YES, (tell(),)),), (tell(),)), tell()))
    assert follow(program, CounterMove("enter", 1)).path == (0, 1, 0)
    assert follow(program, CounterMove("enter", 0), ADVANCE).path == (1,)


def test_break_leaves_the_innermost_loop_only_and_continue_goes_to_its_header() -> None:
    inner = Repeat(NumberLiteral(2), (If((Branch(YES, (Break(),)),)), tell()))
    program = Program((Repeat(NumberLiteral(2), (inner, tell())),))
    deep = follow(program, CounterMove("pass", total=2), CounterMove("pass", total=2), CounterMove("enter", 0))
    assert deep.iterations == (1, 1)
    out = move(deep, CounterMove("break"), program)
    assert (out.path, out.iterations) == ((0, 0, 1), (1,))
    header = move(deep, CounterMove("continue"), program)
    assert (header.path, header.is_between_passes) == ((0, 0, 0), True)


def test_break_without_a_loop_is_refused() -> None:
    program = Program((Break(),))
    with pytest.raises(ProgramError, match="no loop"):
        follow(program, CounterMove("break"))


def test_a_call_comes_back_to_what_follows_it_also_from_inside_itself() -> None:
    program = Program((Define("f", (), (Call("f"), tell())), Call("f"), tell()))
    deep = follow(program, ADVANCE, CounterMove("call", name="f"), CounterMove("call", name="f"))
    assert [frame.path for frame in deep.frames] == [(1,), (0, 0, 0), (0, 0, 0)]
    back = move(deep, CounterMove("return"), program)
    assert [frame.path for frame in back.frames] == [(1,), (0, 0, 1)]
    assert move(back, ADVANCE, program).path == (2,)


def test_a_call_in_the_last_line_of_a_function_leads_out_of_both() -> None:
    program = Program((Define("f", (), (tell(),)), Define("g", (), (Call("f"),)), Call("g"), tell()))
    inside = follow(program, ADVANCE, ADVANCE, CounterMove("call", name="g"), CounterMove("call", name="f"))
    assert len(inside.frames) == 3
    assert move(inside, ADVANCE, program).path == (3,)


def test_calls_without_end_are_refused() -> None:
    program = Program((Define("f", (), (Call("f"),)), Call("f")))
    with pytest.raises(ProgramError, match="inside itself"):
        follow(program, ADVANCE, *[CounterMove("call", name="f")] * 1000)


def blocks(depth: int) -> st.SearchStrategy[Block]:
    simple: list[st.SearchStrategy[Statement]] = [st.just(tell()), st.just(Call("f")), st.just(Return())]
    if depth:
        inner = blocks(depth - 1)
        simple += [
            inner.map(lambda body: Repeat(NumberLiteral(2), body)),
            inner.map(lambda body: While(YES, (*body, Continue()))),
            inner.map(lambda body: Repeat(NumberLiteral(3), (*body, Break()))),
            st.tuples(inner, inner).map(lambda two: If((Branch(YES, two[0]),), two[1])),
        ]
    return st.lists(st.one_of(*simple), max_size=4).map(tuple)


PROGRAMS = st.tuples(blocks(2), blocks(1)).map(lambda two: Program((*two[0], Define("f", (), two[1]))))


@st.composite
def walks(draw: st.DrawFn) -> tuple[Program, list[CounterMove], list[Counter]]:
    """A program, moves that are allowed in it, and the counter after each of them."""
    program = draw(PROGRAMS)
    counter, moves, counters = start(program), list[CounterMove](), list[Counter]()
    for _ in range(draw(st.integers(0, 40))):
        if counter.ended:
            break
        choices = [ADVANCE] if not counter.is_between_passes else [CounterMove("leave")]
        match program.at(counter.path):
            case Repeat() | While():
                choices = [*choices, CounterMove("pass", total=draw(st.sampled_from([None, 2, 5])))]
            case If():
                choices = [*choices, CounterMove("enter", 0), CounterMove("enter", 1)]
            case Call() if len(counter.frames) < 5:
                choices = [CounterMove("call", name="f")]
            case Return():
                choices = [CounterMove("return")]
            case _:
                pass
        if counter.open_pass and not counter.is_between_passes:
            choices = [*choices, CounterMove("break"), CounterMove("continue")]
        moves.append(draw(st.sampled_from(choices)))
        counter = move(counter, moves[-1], program)
        counters.append(counter)
    return program, moves, counters


@given(walks())
def test_moves_written_to_a_journal_and_read_again_lead_to_the_same_counter(
    walk: tuple[Program, list[CounterMove], list[Counter]],
) -> None:
    program, moves, counters = walk
    counter = start(program)
    for one, wanted in zip(moves, counters, strict=True):
        read = read_record(write_record(StatementDone((one,)), Mask()))
        assert isinstance(read, StatementDone)
        counter = move(counter, read.moves[0], program)
        assert counter == wanted


@given(walks())
def test_a_counter_always_stands_at_a_statement_and_its_passes_are_those_around_it(
    walk: tuple[Program, list[CounterMove], list[Counter]],
) -> None:
    program, _, counters = walk
    for counter in counters:
        for frame in counter.frames:
            program.at(frame.path)
            for one in frame.passes:
                assert frame.path[: len(one.header)] == one.header
