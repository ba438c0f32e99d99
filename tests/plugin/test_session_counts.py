"""The last line of a session: how acts were done, and what that took."""

from __future__ import annotations

import pytest
from inner import RunInner

from askonce.plugin.session_counts import SessionCounts, attach_counts
from askonce.trace import ActEnded, Answered, Event, LineEnded, ProgramEnded, ProgramStarted
from askonce.trace.events import How
from askonce.trace.run_counts import RunCounts

pytest_plugins = ["pytester"]


def report() -> pytest.TestReport:
    return pytest.TestReport("test_x", ("test_x.py", 1, "test_x"), {}, "passed", None, "teardown")


def counted(*events: Event) -> SessionCounts:
    counts, told, session = RunCounts(), report(), SessionCounts()
    for event in events:
        counts.count(event)
    attach_counts(told, [counts])
    session.add(pytest.TestReport._from_json(told._to_json()))  # as pytest-xdist passes it on
    return session


def act(how: How) -> ActEnded:
    return ActEnded(act=1, outcome="done", how=how)


def answer(model: str, tokens: int, cost: float = 0.0) -> Answered:
    return Answered(act=1, round=1, role="planning", model=model, prompt_tokens=tokens, cost=cost)


def test_a_call_that_was_refused_is_no_call() -> None:
    refused = Answered(act=1, round=1, role="planning", model="gpt", error="401: the key is wrong")
    assert str(counted(act("asked"), refused)) == "0 replayed, 0 healed, 1 asked"
    assert "1 model call" in str(counted(act("asked"), refused, answer("gpt", 5)))


def test_acts_are_counted_by_how_they_were_done() -> None:
    line = LineEnded(line=1, outcome="done", how="healed")
    program = [ProgramStarted(program="p"), act("asked"), line, ProgramEnded(outcome="done")]
    assert str(counted(act("replayed"), act("replayed"), *program)) == "2 replayed, 1 healed, 0 asked"


def test_what_a_model_took_is_told_where_it_took_anything() -> None:
    assert str(counted(act("asked"), answer("embedded", 0))) == "0 replayed, 0 healed, 1 asked"
    one = counted(act("asked"), answer("gpt", 842))
    assert str(one) == "0 replayed, 0 healed, 1 asked (1 model call, 842 tokens)"
    many = counted(answer("gpt", 9_000, 0.01), answer("gpt", 400, 0.0023), answer("local", 0))
    assert str(many) == "0 replayed, 0 healed, 0 asked (3 model calls, 9k tokens, $0.0123)"
    assert str(counted(answer("gpt", 1_234_000))).endswith("(1 model call, 1.2M tokens)")


def test_tests_without_an_agent_count_for_nothing() -> None:
    session = SessionCounts()
    session.add(report())
    assert not session
    assert counted()


CASES = """
import pytest

@pytest.mark.parametrize("name", ["Ann", "Bob", "Cid", "Dan"])
def test_greet(agent, name):
    agent.act("type {name} into Name and press Greet", name=name)
    agent.check(f'the text "Hello, {name}" is visible')

@pytest.mark.parametrize("name", ["Eve", "Fay"])
def test_greet_by_other_words(agent, name):
    agent.act(f'type "{name}" into Name and press Greet')

def test_plain():
    pass
"""
GREETING = """
pages:
  start:
    - field: Name
    - button: Greet
      opens: hello
  hello:
    - text: Hello, {Name}
"""
CONFTEST = """
import pytest

@pytest.fixture
def askonce_options():
    return {"fake": "greeting.yaml"}
"""


def test_the_cases_of_a_test_share_one_recording_and_the_session_counts_them(
    run_inner: RunInner, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(".yaml", greeting=GREETING)
    pytester.makepyfile(test_cases=CASES)
    unused = [f"-pno:{plugin}" for plugin in ("playwright", "html", "allure_pytest", "asyncio", "anyio")]

    first = run_inner("-n", "2", *unused)

    first.assert_outcomes(passed=7)
    kept = pytester.path / "askonce_run" / "recordings" / "test_cases"
    assert sorted(path.name for path in kept.iterdir()) == ["test_greet.yaml", "test_greet_by_other_words.yaml"]
    greet, others = ((kept / name).read_text("utf-8") for name in ("test_greet.yaml", "test_greet_by_other_words.yaml"))
    assert greet.count("- instruction:") == 1
    assert "{name}" in greet
    assert others.count("- instruction:") == 2

    again = pytester.runpytest_inprocess("-q", "--askonce-recordings=read-only", *unused)

    again.stdout.re_match_lines([r"Askonce: 6 replayed, 0 healed, 0 asked · report: file://.*", "7 passed.*"])
    assert "Askonce" not in pytester.runpytest_inprocess("-k", "plain", *unused).stdout.str()
    short = pytester.runpytest_inprocess("--no-summary", "-k", "Ann", "--askonce-recordings=off", *unused)
    short.stdout.re_match_lines([r"Askonce: 0 replayed, 0 healed, 1 asked · report: .*", ".*1 passed.*"])
