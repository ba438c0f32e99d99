"""Finding something, waiting for it, hovering over it."""

from __future__ import annotations

import re

from askonce.embedded.condition_verdicts import holds
from askonce.embedded.earlier_results import NotedText, last_note, write_note
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear
from askonce.embedded.sight_statements import SightStatement, find_seen, is_quotation, quoted_name, unseen
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.clicks import not_found
from askonce.insight.exact import judge
from askonce.language.numerals import read_count
from askonce.lazy import regex
from askonce.screens import Node

_LONGEST = 60
"""How many seconds it is waited for something."""
_IT = frozenset({"it", "that", "this", "them", "him", "her", "that one", "this one"})

_PAGE = frozenset({"page", "the page", "this page", "the site", "the screen", "the app", "the application"})
_BECOMING = regex(
    r"\bto (?:not |no longer )?(?:be|become|change|complete|contain|equal|finish|have|load|reach|update)\b", re.I
)
"""Words of something that happens, in what would else be taken for a name: "the page to load"."""


def find(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Do nothing if it is visible; otherwise it has to be brought into view."""
    found = _seen(intent.target, screen)
    if isinstance(found, Absent):
        return Decline(found.reason, intent.target)
    memory = (
        write_note(progress.part, NotedText(found.text or found.name, found.number)) if isinstance(found, Node) else ""
    )
    return SkillPlan(certain=True, memory=memory)


def click_it(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "It" is what was found last, as long as it is there."""
    if intent.target.fixed or intent.target.text.casefold() not in _IT:
        return None
    note = last_note(progress.notes)
    node = screen.node(note.element) if note and note.element is not None else None
    if node is None:
        return Decline(f"it is not clear what {intent.target.text!r} is", tied=True)
    return SkillPlan((tap(node, note.text if note and note.text else "it"),))


def hover(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    found = screen.find(intent.target)
    if not isinstance(found, Node):
        return not_found(found, intent.target)
    return SkillPlan((plan_action("Hover", target=target(found, intent.target.prompt)),))


def wait(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Wait for some seconds, or until a statement is true, which is one wait."""
    if intent.get("count"):
        return SkillPlan((plan_action("Wait", seconds=read_count(intent.get("count").text.casefold()) or 1),))
    if intent.verb == "wait" and not intent.get("state") and intent.target.text.casefold() in _PAGE:
        return SkillPlan(certain=True)  # it has come to rest before each step
    what = _what_is_gone(intent, screen) if intent.verb == "gone" else intent.target.prompt
    failed = [past for past in progress.past_actions if past.action == "Wait" and not past.is_done]
    if not what and intent.verb == "gone":
        return Decline(failed[-1].detail if failed else unseen(intent.target.prompt), final=True, awaited=intent.target)
    statement = _statement(intent, what)
    is_told = not intent.get("state") or judge(screen.state.fill(statement), screen.tree) is not None
    if not is_told or (_BECOMING.search(intent.target.text) and not intent.target.fixed):
        return Decline(f'cannot tell whether {statement!r}; write, for example: wait until the text "…" is visible')
    if failed:
        is_met = SightStatement(screen.state.fill(statement)).judge(screen.tree).holds
        return SkillPlan(certain=True) if is_met else Decline(failed[-1].detail)
    return SkillPlan((plan_action("Wait", until=statement, seconds=_LONGEST),))


def verify(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Go on only where something is so, as the elements prove."""
    statement = intent.get("statement").prompt
    told = holds(screen.state.fill(statement), screen)
    if told is True:
        return SkillPlan(certain=True)
    if told is False:
        return Decline(f"it is not so that {statement}", final=True, awaited=IntentArgument(statement))
    reason = f": {told}" if told else ""
    return Decline(
        f'cannot tell whether {statement!r}{reason}; write, for example: verify that the text "…" is visible'
    )


def _what_is_gone(intent: Intent, screen: ScreenIndex) -> str:
    """What has to go, by the name that it has on the page: once it is gone, only that tells. Empty if it is not there
    and not quoted, since it may be there under another name."""
    what = intent.target.prompt
    filled = screen.state.fill(what)
    if is_quotation(filled):
        return what
    if intent.target.fixed:
        return f'"{what}"'
    found = find_seen(filled, screen.tree)
    if isinstance(found, Node) and filled == what:
        return quoted_name(what, found) or what
    return what if found else ""


def _statement(intent: Intent, what: str) -> str:
    """What is waited for, as a statement about the screen."""
    if state := intent.get("state").prompt:
        return f"{what} is {state}" if what else state
    return f"{what} is {'' if intent.verb == 'wait' else 'not '}visible"


def _seen(argument: IntentArgument, screen: ScreenIndex) -> Node | Unclear | Absent:
    """The element with this name, or one that shows it as text."""
    found = screen.find(argument)
    if not isinstance(found, Absent):
        return found
    text = screen.state.fill(argument.text)
    return Unclear("", ()) if screen.exactly(text) or (argument.fixed and screen.tree.shows(text)) else found
