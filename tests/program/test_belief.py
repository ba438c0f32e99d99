from hypothesis import given
from hypothesis import strategies as st

from askonce.program.belief import MOST_ENTRIES, MOST_TEXT, Belief, change_belief, verify_belief

SAVED = 'visible "Saved"'
CLOSED = 'gone "Editor"'


def believe(*lines: str, belief: Belief | None = None, expects: tuple[str, ...] = ()) -> Belief:
    return change_belief(belief or Belief(), lines, expects, "line 1")[0]


def test_a_plus_adds_a_minus_takes_back_and_a_bang_confirms() -> None:
    belief = believe("+ the basket is empty", "+progress: three contacts are done", "+ Bob is out")
    assert [(one.number, one.text, one.kind) for one in belief.entries] == [
        (1, "the basket is empty", "fact"),
        (2, "three contacts are done", "progress"),
        (3, "Bob is out", "fact"),
    ]
    after = believe("-1", "!b2", belief=belief)
    assert [(one.number, one.status) for one in after.entries] == [(2, "confirmed"), (3, "open")]
    assert believe("+ next", belief=after).entries[-1].number == 4, "a number is never given twice"


def test_lines_that_are_no_changes_are_not_used_and_that_is_said() -> None:
    belief, remarks = change_belief(Belief(), ["the basket is empty", "-7", "- nothing", "+", "+ good"], (), "line 1")
    assert [one.text for one in belief.entries] == ["good"]
    assert any("neither" in one for one in remarks)
    assert "there is no belief b7" in remarks


def test_what_came_with_an_expectation_falls_into_doubt_when_that_is_not_met() -> None:
    belief = believe("+ the note is saved", expects=(SAVED,))
    belief = believe("+ the list has ten items", belief=belief)
    doubted = verify_belief(belief, [], [SAVED], "line 2")
    assert [one.text for one in doubted.doubted] == ["the note is saved"]
    assert doubted.entries[1].status == "open", "what does not depend on it stays"
    assert verify_belief(doubted, [SAVED], [], "line 3").entries[0].status == "confirmed"


def test_what_came_true_is_confirmed_where_it_was_seen() -> None:
    entry = verify_belief(believe("+ it is saved", expects=(SAVED,)), [SAVED], [], "line 9").entries[0]
    assert (entry.status, entry.verified, entry.kind) == ("confirmed", "line 9", "hypothesis")


def test_of_several_expectations_one_that_is_not_met_is_enough_for_doubt() -> None:
    belief = believe("+ it is saved and closed", expects=(SAVED, CLOSED))
    assert verify_belief(belief, [SAVED], [CLOSED], "line 2").entries[0].status == "doubted"
    assert verify_belief(belief, [CLOSED], [SAVED], "line 2").entries[0].status == "doubted"


def test_of_several_expectations_all_have_to_be_met_to_confirm() -> None:
    belief = believe("+ it is saved and closed", expects=(SAVED, CLOSED))
    entry = verify_belief(belief, [SAVED], [], "line 2").entries[0]
    assert (entry.status, entry.depends, entry.verified) == ("open", (SAVED, CLOSED), "")
    assert verify_belief(belief, [CLOSED, SAVED], [], "line 2").entries[0].status == "confirmed"


def test_the_same_belief_again_is_no_new_entry() -> None:
    assert len(believe("+ The page is open", "+ the page is open").entries) == 1


def test_guesses_go_before_facts_when_there_are_too_many() -> None:
    belief = believe("+ hypothesis: a guess", "+ hypothesis: a sure one", "!2")
    for number in range(MOST_ENTRIES - 1):
        belief = believe(f"+ fact {number}", belief=belief)
    texts = [one.text for one in belief.entries]
    assert "a guess" not in texts
    assert "a sure one" in texts
    assert "fact 0" in texts


def test_facts_are_condensed_when_there_are_no_more_guesses() -> None:
    belief = Belief()
    for number in range(MOST_ENTRIES + 1):
        belief = believe(f"+ fact: number {number}", belief=belief)
    assert len(belief.entries) == MOST_ENTRIES
    assert belief.entries[0].text == "number 0; number 1"


@given(st.lists(st.lists(st.text(max_size=400), max_size=20), max_size=20))
def test_whatever_is_said_the_belief_stays_small(replies: list[list[str]]) -> None:
    belief = Belief()
    for lines in replies:
        signed = [f"+{line}" for line in lines] + lines
        belief, remarks = change_belief(belief, signed, ("x",), "line 1")
        assert len(remarks) < 12
    assert len(belief.entries) <= MOST_ENTRIES
    assert all(len(one.text) <= MOST_TEXT and "\n" not in one.text for one in belief.entries)
