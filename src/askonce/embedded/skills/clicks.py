"""Clicking, focusing, submitting, opening an app."""

from __future__ import annotations

from askonce.embedded.form_controls import form_meant, form_of, submit_button
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.page_turns import turned_noun, turning_to
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear, is_field, is_ticked
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.phone_moves import launch_unseen
from askonce.language.commitments import committing_meanings
from askonce.language.normalization import key
from askonce.language.numerals import read_count
from askonce.screens import Node

_HOMES = ("home", "home screen", "all apps", "apps")
_SAVES = frozenset({"save", "update", "apply"})
"""Verbs that keep something where it is: what sends it to somebody does more."""
_ACTIONS = {"click": "Tap", "double": "DoubleTap", "right": "RightTap"}


def click(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One click, two at once, or one with the right button."""
    argument = _whole_target(intent) or IntentArgument(intent.words)
    found = screen.find(argument)
    if noun := turned_noun(intent):
        found = turning_to(noun, found, screen)
    if isinstance(found, Unclear):
        found = _in_filled_form(found, screen, progress) or found
    if not isinstance(found, Node):
        return not_found(found, argument)
    if intent.verb == "double" and is_ticked(found):
        return _double_click_text(argument, screen)
    if "covered" in found.states and not found.is_under_keyboard:
        return Decline(
            f"{argument.prompt} is covered by {found.attributes.get('covered by', 'something else')}", argument
        )
    if "disabled" in found.states:
        return Decline(f"{argument.prompt} is disabled; say first what enables it", awaited=argument)
    count = read_count(intent.get("count").text.casefold()) or 1
    if intent.verb == "click":
        return SkillPlan((tap(found, argument.prompt, **({"times": count} if count > 1 else {})),))
    return SkillPlan((plan_action(_ACTIONS[intent.verb], target=target(found, argument.prompt)),))


def _double_click_text(argument: IntentArgument, screen: ScreenIndex) -> SkillPlan | Decline:
    """A box that is clicked twice is as it was before: the text that it belongs to is meant."""
    texts = screen.exactly(screen.state.fill(argument.text), lambda node: not is_ticked(node))
    inner = [node for node in texts if not any(other.parent == node.number for other in texts)]
    if len(inner) != 1:
        return Decline(f"{argument.prompt} is a box to tick, and {len(inner)} texts are called so", tied=True)
    return SkillPlan((plan_action("DoubleTap", target=target(inner[0], argument.prompt)),))


def _in_filled_form(found: Unclear, screen: ScreenIndex, progress: PartProgress) -> Node | None:
    """Of several, the only one in the form that this instruction filled in."""
    fields = [node for number in progress.touched if (node := screen.node(number)) and is_field(node)]
    forms = {form_of(node) for node in fields if form_of(node)[0]}
    inside = [node for node in found.nodes if form_of(node) in forms]
    return inside[0] if len(inside) == 1 else None


def call(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A part that is not a sentence: it is the name of something to press, or is not understood."""
    return Decline("this is not understood; write, for example: click …, type … into …", IntentArgument(intent.words))


def press_verb(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A verb that stands alone, as in "… and book": the only button that is called just so."""
    argument = intent.get("verb")
    buttons = screen.exactly(argument.text, lambda node: node.actionable)
    if not buttons:
        return Decline(f"no button is called {argument.prompt!r}", argument)
    if len(buttons) > 1 or buttons[0].role != "button" or buttons[0].states & {"disabled", "covered"}:
        return Decline(f"{argument.prompt!r} is not the one button that is called so and can be pressed", tied=True)
    return SkillPlan((tap(buttons[0], argument.prompt),))


def focus(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    argument = intent.target
    found = screen.find(argument)
    return (
        SkillPlan((tap(found, argument.prompt),), certain=True)
        if isinstance(found, Node)
        else not_found(found, argument)
    )


def submit(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the button that submits the form that was filled in; do nothing if the part before did."""
    if was_sent(progress.part - 1, progress):
        return SkillPlan(certain=True)
    controls = form_meant(progress.touched, screen)
    if isinstance(controls, str):
        return Decline(controls, tied=True)
    verb = intent.words.casefold().split()[0]
    names = list(dict.fromkeys((verb, *lexicon().submits)))
    button = submit_button(controls, names, alone=bool(controls) and bool(form_of(controls[0])[0]))
    if isinstance(button, str):
        return Decline(f"{button}; name the button to click", IntentArgument(verb))
    if verb in _SAVES and "send" in committing_meanings(button.name):
        return Decline(f"{button.name!r} would have to be pressed, and the instruction only says {verb!r}", tied=True)
    if "disabled" in button.states:
        reason = f"{button.name!r} is disabled; say first what enables it"
        return Decline(reason, awaited=IntentArgument(button.name, fixed=True))
    return SkillPlan((tap(button, button.name or verb),))


def refrain(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "… but don't save yet": nothing else is to be done, and the parts before it are only to fill in fields."""
    return SkillPlan(certain=True)


def log_out(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press what logs out, by any of the words for it."""
    names = {key(" ".join(phrase)) for phrase in lexicon().classes["logout"]}
    found = [node for name in names for node in screen.exactly(name, lambda node: node.actionable)]
    unique = {node.number: node for node in found}
    if len(unique) > 1:
        return Decline(f"{len(unique)} elements log out", tied=True)
    if not unique:
        return Decline("nothing in sight logs out", IntentArgument("log out"))
    node = next(iter(unique.values()))
    return SkillPlan((tap(node, node.name or "log out"),))


def open_app(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Open the app that a step names, unless the screen already shows it.

    Where neither is so, the way there is by the home screen, if there is a way to that.
    """
    name = key(screen.state.fill(intent.get("app").text))
    shown = [
        screen.tree.title,
        *(node.text or node.shown for node in screen.tree if node.role in {"heading", "banner"}),
    ]
    openers = screen.exactly(name, lambda node: node.actionable)
    if any(f" {name} " in f" {key(text)} " for text in shown):
        return SkillPlan(certain=True)
    if len(openers) == 1:
        return SkillPlan((tap(openers[0], intent.get("app").prompt),))
    if progress.past_actions:
        return Decline(f"there is no app called {intent.get('app').prompt}")
    if plan := launch_unseen(intent, screen, progress):
        return plan
    homes = [node for word in _HOMES for node in screen.exactly(word, lambda node: node.actionable)]
    if len(homes) == 1:
        return SkillPlan((tap(homes[0], homes[0].name),), finished=False)
    return Decline(
        f"nothing on the screen is called {intent.get('app').prompt}, and it does not say that it is that app"
    )


def write_sent(part: int) -> str:
    """What is remembered of a part that filled in a form and sent it."""
    return f"part {part}: its form was sent"


def was_sent(part: int, progress: PartProgress) -> bool:
    return write_sent(part) in progress.notes


def not_found(found: Absent | Unclear, argument: IntentArgument) -> Decline:
    if isinstance(found, Unclear):
        return Decline(f"{argument.prompt} may be any of several: {found.reason}", tied=True)
    return Decline(found.reason, argument)


def _whole_target(intent: Intent) -> IntentArgument:
    """The target with the place that the sentence names before it."""
    where = intent.get("where")
    if not where:
        return intent.target
    words = f"{intent.target.prompt} of {where.prompt}"
    return IntentArgument(words, raw=words)
