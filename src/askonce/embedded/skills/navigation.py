"""The browser itself: addresses, history, tabs, and the dialogs that block a page."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import ADDRESS
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count, read_ordinal

_AROUND = frozenset({"button", "in", "on", "of", "the", "dialog", "alert", "confirmation", "popup", "prompt", "box"})
_ACTIONS = {"back": "Back", "forward": "Forward", "reload": "Reload", "closetab": "CloseTab"}


def navigate(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    address = sight.state.fill(intent.get("address").text)
    return Move((step("Navigate", url=address),)) if ADDRESS.fullmatch(address) else None


def browse(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Back, forward, anew, or away with the tab; not where a button of the page has that very name."""
    if intent.verb == "back" and sight.exactly(intent.words, lambda node: node.actionable):
        return None
    return Move((step(_ACTIONS[intent.verb]),))


def switch_tab(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Another tab of the browser, by number; a page that has tabs of its own is asked first."""
    is_browser = "browser" in intent.words.casefold().split()
    if not is_browser and sight.of_role({"tab"}):
        return None
    said = intent.get("count").text.casefold() or intent.get("nth").text
    number = read_count(said) or read_ordinal(said)
    if number is None or number < 1:
        return Decline("say the number of the browser tab, as in: switch to browser tab 2")
    return Move((step("SwitchTab", number=number),))


def answer_dialog(intent: Intent) -> Move | None:
    """The answer to an open browser dialog, where the words say one; None when they speak of something else."""
    match intent.verb:
        case "prompt":
            return Move((step("AnswerDialog", accept=True, text=intent.value.text),))
        case "accept" | "dismiss" | "close":
            return Move((step("AnswerDialog", accept=intent.verb == "accept"),))
        case "click":
            said = tuple(split_words(intent.target.text))
            accepts, dismisses = (_begins_with(f"{name} button", said) for name in ("accept", "dismiss"))
            return Move((step("AnswerDialog", accept=accepts),)) if accepts or dismisses else None
        case _:
            return None


def _begins_with(name: str, said: tuple[str, ...]) -> bool:
    """Whether a button of a browser dialog is named, and nothing else but where it is."""
    said = said[1:] if said[:1] == ("the",) else said
    return any(said[: len(one)] == one and _AROUND.issuperset(said[len(one) :]) for one in lexicon().classes[name])
