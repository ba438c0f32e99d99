"""How others would have been asked on the same tasks: their prompts written out in full from what our run saw and did.

None of them is driven over the pages: they get our run without replay, in which every UI action was one call, and
with it every screen, thought and action in the order in which they came. They are therefore never lost, never repeat
themselves, and pay for nothing but their way of remembering. All see the screen as we do, as a list of elements.

- *sliding window*: the whole task in words, every earlier thought, action and outcome, the last five screenshots (which
  count as pictures, not as text), the screen. One call a UI action. The rules are ours for an act.
- *summary per step*: the whole task, one sentence or two for each action so far, the screen. Two calls a UI action:
  one acts, one looks at the screens before and after and sums up. The rules are ours for an act.
- *AgentProg layout*: program with the current step marked, code of the open path, variables, belief, screen; a reply
  holds thought, the belief written out again, code. For each UI action, and for each line that needs none (a loop's
  next item, a condition, an assignment), one call for code and one for the counter; besides 57 captions for each 43
  of those, and a call to locate each UI action: the counts published for the three-contacts example. The prefix of
  12,500 tokens is the published figure. Belief entries are ours, kept until refuted, as its prompt demands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from program_cost.measuring import Call, Run, tokens

PREFIX = 12_500
"""Published: AgentProg's static prompt."""
CAPTIONS = 57 / 43
"""Published: captions for each pair of code and counter calls."""
WINDOW = 5
CAPTION = 150
"""Tokens of a caption that mentions every element and text, as its prompt asks: a guess, on the low side."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one call would have cost. `after` is the number of UI actions before it."""

    static: int
    dynamic: int
    output: int
    after: int
    pictures: int = 1
    is_plan: bool = True
    """Whether it asks what to do next: the calls whose size is compared."""


def ours(run: Run) -> list[Asked]:
    return [
        Asked(call.static, call.dynamic, call.output, call.after, int(call.is_plan), call.is_plan) for call in run.calls
    ]


def rules_without_program(run: Run) -> int:
    """The tokens of our rules for an act: those for a step without what they say of programs."""
    return tokens(run.calls[0].system.partition("# A step of a program")[0])


def sliding_window(run: Run, task: str, rules: int) -> Iterator[Asked]:
    before = 0
    for number, call in enumerate(_plans(run)):
        dynamic = tokens(task) + before + tokens(call.screen)
        said = _without_program(call)
        yield Asked(rules, dynamic, tokens(said), call.after, min(number + 1, WINDOW))
        before += tokens(said) + tokens(f"{call.said('log')}: done")


def summary_per_step(run: Run, task: str, rules: int) -> Iterator[Asked]:
    summaries = 0
    plans = _plans(run)
    for call, following in zip(plans, [*plans[1:], plans[-1]], strict=True):
        said = _without_program(call)
        yield Asked(rules, tokens(task) + summaries + tokens(call.screen), tokens(said), call.after)
        summary = f"Step {call.after + 1}: {call.said('log')}. {call.said('thought')}"
        screens = tokens(call.screen) + tokens(following.screen)
        yield Asked(rules, tokens(task) + tokens(said) + screens, tokens(summary), call.after + 1, 2, is_plan=False)
        summaries += tokens(summary)


def agentprog_layout(run: Run, program: str) -> Iterator[Asked]:
    """The calls for lines that take no UI action are spread over the run."""
    plans = _plans(run)
    steps = 1 + sum(call.step != before.step for before, call in pairwise(plans))
    idle_lines = run.lines - steps
    belief: list[str] = []
    history: list[str] = []
    step, captions, idle = "", 0.0, 0.0
    for call in plans:
        if call.step != step:
            step, history = call.step, []
        pairs = 1 + int(idle + idle_lines / len(plans)) - int(idle)
        idle += idle_lines / len(plans)
        around = program + step + "\n".join(history) + _between(call.asked, "## Variables", "## ") + call.screen
        for _ in range(pairs):
            held = "\n".join(belief)
            dynamic = tokens(around + held)
            yield Asked(
                PREFIX, dynamic, tokens(call.said("thought") + held + call.said("action-param-json")), call.after
            )
            yield Asked(PREFIX, dynamic, tokens(call.said("thought") + held), call.after + 1, is_plan=False)
            for _ in range(int(captions + CAPTIONS) - int(captions)):
                yield Asked(CAPTION, 0, CAPTION, call.after + 1, is_plan=False)
            captions += CAPTIONS
        yield Asked(300, tokens(call.said("log")), 20, call.after, is_plan=False)  # locating: a description for a point
        history.append(call.said("action-param-json"))
        belief += call.said("belief").splitlines()


def _plans(run: Run) -> list[Call]:
    return [call for call in run.calls if call.is_plan]


def _without_program(call: Call) -> str:
    """A reply as it would be without a program: no belief, no results."""
    kept = [f"<{tag}>{call.said(tag)}</{tag}>" for tag in ("thought", "log", "action-type", "action-param-json")]
    return "\n".join(kept)


def _between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]
