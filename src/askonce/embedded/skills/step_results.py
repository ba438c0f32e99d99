"""Program steps that read something from the screen: a value, a list, a count, a yes or no."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from askonce.embedded.element_groups import as_value, find_group, plain_number, value_of
from askonce.embedded.grammar import Intent, IntentArgument, read_part
from askonce.embedded.listed_entries import entries_named
from askonce.embedded.measures import measured
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action
from askonce.embedded.skills.checkboxes import listed
from askonce.embedded.skills.listed_items import further
from askonce.embedded.text_sources import MISREAD, read_source
from askonce.insight.exact import give, judge
from askonce.language.numerals import read_ordinal

READS_ONLY = "this only reads something; ask for it with query, or write it in a program as in: …, record as {name}"
_WHOLE = "read all of "
_SAW = "saw "


def give_nothing(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Reading is for somebody: outside of a program there is nobody to give it to."""
    return Decline(READS_ONLY)


def give_value(text: str, wants: Sequence[str], screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    """What the variables `wants` are to hold by the words of a step."""
    if screen.tree.seen:
        return Decline(MISREAD)
    if len(wants) > 1:
        pieces = listed(IntentArgument(text, raw=text))
        if len(pieces) != len(wants):
            return Decline(f"it is not clear which part of it is {' and which '.join(wants)}; read them one by one")
        moves = [_give(piece.prompt, screen, progress) for piece in pieces]
        refused = [plan for plan in moves if isinstance(plan, Decline)]
        whole = [plan for plan in moves if isinstance(plan, SkillPlan) and plan.gives]
        return refused[0] if refused else SkillPlan(certain=True, gives=tuple(plan.gives[0] for plan in whole))
    return _give(text, screen, progress)


def _give(text: str, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline:
    declines: list[Decline] = []
    for intent in read_part(text, "demands.txt"):
        answer = _answer(intent, screen, progress)
        if isinstance(answer, SkillPlan):
            return answer
        declines += [answer] if answer else []
    return (
        declines[0]
        if declines
        else Decline("it is not clear what is to be read; write, for example: read the price of Red mug")
    )


def _answer(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    attribute = screen.state.fill(intent.get("attribute").text)
    match intent.verb:
        case "judge":
            statement = screen.state.fill(intent.get("statement").text)
            judged = judge(statement, screen.tree)
            return (
                _given(judged.holds) if judged else Decline(f"the elements of the page do not tell whether {statement}")
            )
        case "count" | "each":
            group = screen.state.fill(intent.get("group").text)
            return _gather(group, attribute, screen, progress, is_count=intent.verb == "count")
        case "nth":
            return _nth(intent, attribute, screen)
        case "one":
            return _one(intent, attribute, screen)
        case _:
            return _text(intent.get("demand"), screen, progress)


def _gather(
    group: str, attribute: str, screen: ScreenIndex, progress: PartProgress, *, is_count: bool
) -> SkillPlan | Decline | None:
    """Read all of them: those in view, then those further down, each once."""
    label = f"{progress.part} {attribute}|{group}"
    seen = _seen(label, progress)
    if seen is None:
        return Decline(f"there are too many of {group} to be remembered")
    if f"{_WHOLE}{label}" in progress.state.memories:
        return _given(len(seen) if is_count else list(seen.values()))
    nodes = find_group(group, screen)
    if isinstance(nodes, Decline):
        if not seen:
            return nodes
        nodes = []
    found = {node.number: 1 if is_count else value_of(node, attribute, screen) for node in nodes}
    if None in found.values():
        return Decline(f"not every one of {group} shows {attribute or 'a name'} in a way that can be read")
    new = [(number, value) for number, value in found.items() if number not in seen]
    memory = f"{_SAW}{json.dumps([label, new], ensure_ascii=False)}".replace("<", "\\u003c") if new else ""
    if (nodes or seen) and (onward := further(screen, progress)):
        return SkillPlan(onward.actions, finished=False, memory=memory, log=f"Look for more of {group}")
    if any(past.action == "Scroll" for past in progress.past_actions):
        return _back_to_start(group, "\n".join(filter(None, (memory, f"{_WHOLE}{label}"))))
    return _given(len(new) if is_count else [value for _, value in new])


def _back_to_start(group: str, memory: str) -> SkillPlan:
    """Leave the page as it was found, so that the next step sees what this one saw first."""
    back = plan_action("Scroll", direction="up", to_end=True)
    return SkillPlan((back,), finished=False, memory=memory, log=f"Go back to the start of {group}")


def _seen(label: str, progress: PartProgress) -> dict[int, Any] | None:
    """What was read in earlier rounds, by element; None where it was more than can be remembered."""
    found: dict[int, Any] = {}
    for memory in (memory for memory in progress.state.memories if memory.startswith(_SAW)):
        try:
            name, items = json.loads(memory.removeprefix(_SAW))
        except ValueError:  # it was cut off
            return None
        if name == label:
            found |= {int(number): value for number, value in items}
    return found


def _nth(intent: Intent, attribute: str, screen: ScreenIndex) -> SkillPlan | Decline | None:
    place = read_ordinal(intent.get("nth").text)
    nodes = find_group(f"{intent.get('thing').text}s", screen)
    if isinstance(nodes, Decline) or place is None:
        return nodes if isinstance(nodes, Decline) else None
    if place < 0 and (screen.tree.goes_on_below or screen.tree.more):
        return Decline("not all of the page is in sight, so the last may be further down")
    if not 0 < abs(place) <= len(nodes):
        return Decline(f"there are only {len(nodes)} of them in sight")
    value = value_of(nodes[place - 1 if place > 0 else place], attribute, screen)
    return _given(value) if value is not None else Decline(f"it shows no {attribute} that can be read")


def _one(intent: Intent, attribute: str, screen: ScreenIndex) -> SkillPlan | Decline | None:
    """The attribute of one listed entry, or the value beside its name."""
    name = intent.get("name")
    if name:
        entries = entries_named(screen.state.fill(name.text), screen)
        values = {value_of(entry.holder, attribute, screen) for entry in entries} - {None}
        return _given(values.pop()) if len(values) == 1 else None
    found = read_source(IntentArgument(f"the value of {attribute}", raw=f"the value of {attribute}"), screen, ())
    if not isinstance(found, Decline):
        return _given(_typed(found.text))
    label = re.compile(rf"\s*{re.escape(attribute)}\s*[:=]\s*(?P<value>\S.*)", re.IGNORECASE)
    lines = [label.fullmatch(node.text or node.shown) for node in screen.tree if not node.actionable]
    values = {_typed(line["value"].strip()) for line in lines if line}
    return _given(values.pop()) if len(values) == 1 else None


def _text(demand: IntentArgument, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """An exact answer from the elements, or a text that the words refer to."""
    asked = screen.state.fill(demand.prompt)
    if answer := give(asked, None, screen.tree):
        return _given(answer.value)
    found = read_source(demand, screen, progress.notes)
    return Decline(found.reason) if isinstance(found, Decline) else _given(_typed(found.text))


def _typed(text: str) -> str | float:
    money = measured(text, "money")
    return plain_number(money) if money is not None and not any(sign.isalpha() for sign in text) else as_value(text)


def _given(value: object) -> SkillPlan:
    return SkillPlan(certain=True, gives=(value,))
