"""The browser itself: addresses, history, tabs, and the dialogs that block a page."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import ADDRESS
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action
from askonce.embedded.skills.desktop_moves import is_desktop
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count, read_ordinal

_AROUND = frozenset({"button", "in", "on", "of", "the", "dialog", "alert", "confirmation", "popup", "prompt", "box"})
_ACTIONS = {"back": "Back", "forward": "Forward", "reload": "Reload", "closetab": "CloseTab"}


def navigate(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    address = screen.state.fill(intent.get("address").text)
    return SkillPlan((plan_action("Navigate", url=address),)) if ADDRESS.fullmatch(address) else None


def browse(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Back, forward, anew, or away with the tab; not where a button of the page has that very name."""
    if intent.verb == "back" and screen.exactly(intent.words, lambda node: node.actionable):
        return None
    if is_desktop(screen):
        return Decline(f"a desktop has no pages for {intent.words!r}: say what to press, or a key")
    return SkillPlan((plan_action(_ACTIONS[intent.verb]),))


def switch_tab(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Another tab of the browser, by number; a page that has tabs of its own is asked first."""
    is_browser = "browser" in intent.words.casefold().split()
    if not is_browser and screen.of_role({"tab"}):
        return None
    text = intent.get("count").text.casefold() or intent.get("nth").text
    number = read_count(text) or read_ordinal(text)
    if number is None or number < 1:
        return Decline("say the number of the browser tab, for example: switch to browser tab 2")
    return SkillPlan((plan_action("SwitchTab", number=number),))


def answer_dialog(intent: Intent) -> SkillPlan | None:
    """The answer to an open browser dialog, if the words give one; otherwise None."""
    match intent.verb:
        case "prompt":
            return SkillPlan((plan_action("AnswerDialog", accept=True, text=intent.value.text),))
        case "accept" | "confirm" | "dismiss" | "close":
            return SkillPlan((plan_action("AnswerDialog", accept=intent.verb in {"accept", "confirm"}),))
        case "click":
            words = tuple(split_words(intent.target.text))
            accepts, dismisses = (_begins_with(f"{name} button", words) for name in ("accept", "dismiss"))
            return SkillPlan((plan_action("AnswerDialog", accept=accepts),)) if accepts or dismisses else None
        case _:
            return None


def _begins_with(name: str, words: tuple[str, ...]) -> bool:
    """Whether the words name a button of a browser dialog and nothing else."""
    words = words[1:] if words[:1] == ("the",) else words
    return any(
        words[: len(phrase)] == phrase and _AROUND.issuperset(words[len(phrase) :])
        for phrase in lexicon().classes[name]
    )
