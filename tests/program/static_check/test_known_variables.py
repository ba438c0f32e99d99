"""What is known of variables where several paths of a program meet."""

from __future__ import annotations

from askonce.program.static_check.known_variables import KnownVariables, merged
from askonce.program.static_check.value_kinds import ANY, ValueKind


def known(sure: str = "", maybe: str = "", **kinds: ValueKind) -> KnownVariables:
    return KnownVariables(set(sure.split()), set(maybe.split()), dict(kinds))


def test_only_what_every_path_sets_is_sure_and_what_any_path_sets_is_possible() -> None:
    for paths in ([known("a b"), known("a c"), known("a d", "e")], [known("a d", "e"), known("a c"), known("a b")]):
        together = merged(paths)
        assert together
        assert (together.sure, together.maybe) == ({"a"}, {"b", "c", "d", "e"})


def test_a_variable_that_is_only_possible_on_a_path_is_only_possible() -> None:
    together = merged([known("a"), known("", "a")])
    assert together
    assert (together.sure, together.maybe, together.names) == (set(), {"a"}, {"a"})


def test_one_path_is_known_as_it_is_and_no_path_leads_nowhere() -> None:
    together = merged([known("a", "b")])
    assert together
    assert (together.sure, together.maybe) == ({"a"}, {"b"})
    assert merged([]) is None


def test_a_variable_that_is_dropped_is_neither_sure_nor_possible() -> None:
    state = known("a", "b")
    state.set("c")
    before = state.copy()
    for name in "abc":
        state.drop(name)
    assert (state.names, state.kinds) == (set(), {})
    assert (before.names, before.kinds) == ({"a", "b", "c"}, {"c": ANY})


def test_where_paths_set_other_kinds_the_kind_is_not_known() -> None:
    number, words, numbers = ValueKind("number"), ValueKind("text"), ValueKind("list", item=ValueKind("number"))
    for paths, kind in (
        ([known("a", a=number), known("a", a=number)], number),
        ([known("a", a=number), known("a", a=words)], ANY),
        ([known("a", a=numbers), known("a", a=number), known("a", a=numbers)], ANY),
        ([known("a", a=number), known("b", b=words)], number),
        ([known("b", b=words), known("a", a=number)], number),
    ):
        together = merged(paths)
        assert together
        assert together.kinds.get("a", ANY) == kind
