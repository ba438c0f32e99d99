"""Replies to steps of programs: belief, results and jumps beside the actions."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reply_views import view

from askonce.actions import Tap, Target
from askonce.errors import UnreadableReply
from askonce.planning.dialects.tags import read, write
from askonce.planning.plan import Done, Plan, ReplyContext, StepOutputs

DONE = '<complete success="true">ok</complete>'
OUTPUTS = StepOutputs(("price", "names"), jumps=frozenset({"break"}))

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def at(outputs: StepOutputs | None = OUTPUTS) -> ReplyContext:
    return replace(view(), step=outputs)


@given(values, values)
def test_any_result_is_read_as_it_was_written(price: Any, names: Any) -> None:
    plan = Plan(results={"price": price, "names": names}, end=Done("ok"))
    assert read(write(plan), at()).results == {"price": price, "names": names}


def test_what_is_written_is_read_the_same() -> None:
    tap = Tap(target=Target.of("the Save button"))
    plan = Plan(
        log="save", actions=(tap,), belief=("+ it is <b>saved</b>", "-b2", "!b3"), jump="break", end=Done("over")
    )
    assert read(write(plan), at()) == plan


@given(
    st.text(st.sampled_from('<>/{}[]":, +-!bkresulpicjm\n'), max_size=60), st.sampled_from(["result", "belief", "jump"])
)
def test_whatever_stands_in_a_tag_gives_a_plan_or_our_own_error(text: str, tag: str) -> None:
    with contextlib.suppress(UnreadableReply):
        plan = read(f"<{tag}>{text}</{tag}>{DONE}", at())
        assert plan.jump in {"", "break"}
        assert plan.results.keys() <= {"price", "names"}


def test_a_later_result_wins_over_an_earlier_one() -> None:
    said = '<result>{"price": 1}</result><result>{"price": 2, "names": []}</result>'
    assert read(said + DONE, at()).results == {"price": 2, "names": []}


def test_a_result_in_the_reasoning_is_no_result() -> None:
    with pytest.raises(UnreadableReply, match="a <result> for names"):
        read('<thought><result>{"names": []}</result></thought><result>{"price": 1}</result>' + DONE, at())


def test_a_missing_result_beside_actions_leaves_the_actions_and_voids_the_end() -> None:
    params = '{"target": {"prompt": "it", "element": 3}}'
    plan = read(f"<action-type>Tap</action-type><action-param-json>{params}</action-param-json>{DONE}", at())
    assert len(plan.actions) == 1
    assert "a <result> for price, names" in plan.doubtful


def test_a_jump_goes_without_results() -> None:
    plan = read("<jump> Break </jump>" + DONE, at())
    assert (plan.jump, plan.doubtful) == ("break", "")


@pytest.mark.parametrize("end", ["", '<complete success="false">no</complete>'])
def test_a_jump_counts_only_beside_success(end: str) -> None:
    with pytest.raises(UnreadableReply, match="counts only beside"):
        read("<jump>break</jump>" + end, at())


def test_belief_is_cut_to_a_bearable_size() -> None:
    plan = read("<belief>" + "\n".join(["+ x" * 400] * 40) + "</belief>" + DONE, at(StepOutputs()))
    assert len(plan.belief) == 12
    assert max(map(len, plan.belief)) == 300


def test_outside_of_programs_these_tags_mean_nothing() -> None:
    plan = read(f"<belief>+ x</belief><result>{json.dumps({'a': 1})}</result><jump>break</jump>{DONE}", at(None))
    assert (plan.belief, dict(plan.results), plan.jump) == ((), {}, "")
