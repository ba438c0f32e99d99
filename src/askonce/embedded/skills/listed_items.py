"""Things that a screen lists: finding one, and pressing what belongs to one, to some or to all of them."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.entry_phrases import Amount, Entries
from askonce.embedded.listed_entries import (
    ListedEntry,
    controls_in,
    entries_named,
    entries_titled,
    last_about,
    read_entries,
    words_for,
    write_about,
)
from askonce.embedded.screen_index import ScreenIndex, Unclear
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, tap, target
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_MOST_SCREENS = 24
_PLACES = frozenset({"table", "list", "page", "section", "tab", "view", "screen", "list of", "table of", "page of"})
"""In "open the table recipe", what comes first is a kind of place and not a name."""
_KINDS = frozenset({"button", "icon", "link", "the", "a", "control", "symbol", "option"})


def find_entry(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Remember which entry "it" refers to from now on."""
    entries = read_entries(intent.target.prompt)
    if entries is None or entries.name is None or entries.amount.is_several:
        return None
    found = find_one(entries, screen, progress)
    return (
        found
        if isinstance(found, Decline)
        else SkillPlan(certain=True, memory=write_about(screen.state.fill(entries.name.text)))
    )


def find_one(entries: Entries, screen: ScreenIndex, progress: PartProgress) -> ListedEntry | Decline:
    """The entry with this name, or the one mentioned last."""
    name = screen.state.fill(entries.name.text) if entries.name else last_about(progress.notes)
    if not name:
        return Decline("it is not clear what is meant by it; write, for example: the row of Bob")
    is_titled = entries.is_titled and entries.name is not None
    found = entries_titled(name, screen) if is_titled else entries_named(name, screen)
    if not found and is_titled and (others := entries_named(name, screen)):
        if screen.tree.seen:
            reason = f"what belongs to {name!r} cannot be told from a picture alone; that takes a vision model"
            return Decline(reason, final=True)
        mentioned = f"{name!r} is only mentioned in {_title(others[0], screen)!r}"
        return Decline(f"{mentioned}; if that is meant, write: the row with {name!r}", final=True)
    if not found:
        return Decline(f"nothing in a list is called {name!r}", IntentArgument(name, raw=f'"{name}"'))
    if len(found) > 1:
        return Decline(f"{len(found)} things in a list are called {name!r}")
    return found[0]


def _title(entry: ListedEntry, screen: ScreenIndex) -> str:
    inside = (entry.holder, *screen.layout.inside(entry.holder))
    return next((text for node in inside if (text := node.text or node.shown)), "")


def press_listed(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press a control of the named entries; if none is named, of the one mentioned last."""
    argument = intent.get("entry")
    entries = read_entries(argument.prompt) if argument else Entries(None, Amount())
    if entries is None or intent.get("where") or (entries.name is None and not last_about(progress.notes)):
        return None
    if argument and _names_control(f"{intent.target.text} {argument.text}", screen):
        return None
    if entries.amount.is_several and entries.name:
        return _press_several(intent.target, screen.state.fill(entries.name.text), entries.amount, screen, progress)
    if any(past.action == "Tap" and past.is_done for past in progress.past_actions):
        name = screen.state.fill(entries.name.text) if entries.name else last_about(progress.notes)
        return _press_opened(intent.target, name, screen, progress)
    found = find_one(entries, screen, progress)
    if isinstance(found, Decline):
        return found if argument else None
    return press_in(found, intent.target, screen)


def open_entry(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the entry itself, or the one link in it that has its name."""
    entries = read_entries(intent.get("entry").prompt)
    if entries is None or entries.name is None or entries.amount.is_several:
        return None
    if _names_control(intent.get("entry").text, screen) or key(entries.name.text) in _PLACES:
        return None
    found = find_one(entries, screen, progress)
    if isinstance(found, Decline):
        return found
    opened = found.head if found.head.actionable else found.holder
    if not opened.actionable:
        return None
    return SkillPlan(
        (tap(opened, intent.get("entry").prompt),), memory=write_about(screen.state.fill(entries.name.text))
    )


def _names_control(text: str, screen: ScreenIndex) -> bool:
    """Whether the words are just the name of something to press: "Order now" is not an order."""
    return any(node.actionable for node in screen.exactly(screen.state.fill(text)))


def press_in(entry: ListedEntry, argument: IntentArgument, screen: ScreenIndex) -> SkillPlan | Decline | None:
    """Press the control with this name inside an entry; if there is none, open the entry's menu."""
    found = named_in(entry.holder, argument, screen)
    if len(found) == 1:
        return SkillPlan(pressed(found[0], argument.prompt))
    if found:
        return Decline(f"{len(found)} things there are called {argument.prompt}")
    openers = controls_in(entry.holder, words_for("more control"), screen)
    if len(openers) != 1:
        return None
    words = openers[0].name or "more"
    return SkillPlan(pressed(openers[0], words), finished=False, log=f"Look into {words} for {argument.prompt}")


def _press_opened(
    argument: IntentArgument, name: str, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """The entry's menu is open: press the item in it, with or without the entry's name, possibly after scrolling."""
    words = without_kind(argument, screen)
    for text in (words, f"{words} {name}"):
        shown = [node for node in screen.exactly(text) if not screen.layout.children(node)]
        if len(shown) == 1:
            return SkillPlan((tap(shown[0], argument.prompt),))
    return further(screen, progress) or Decline(f"{argument.prompt} is not in what was opened for it")


def named_in(holder: Node, argument: IntentArgument, screen: ScreenIndex) -> list[Node]:
    """What `said` may mean inside of `holder`."""
    found = screen.find(argument)
    nodes = found.nodes if isinstance(found, Unclear) else (found,) if isinstance(found, Node) else ()
    inside = {node.number for node in screen.layout.inside(holder)}
    held = [node for node in nodes if node.number in inside]
    if held:
        return held
    name = without_kind(argument, screen)
    return controls_in(holder, (name,), screen) if name else []


def without_kind(argument: IntentArgument, screen: ScreenIndex) -> str:
    """ "the "Mute" button" as "mute"."""
    return " ".join(word for word in split_words(screen.state.fill(argument.text)) if word not in _KINDS)


def _press_several(
    argument: IntentArgument, name: str, amount: Amount, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """Press it in all visible entries, then scroll by half a screen, until there are enough or no more."""
    if amount.which not in {"all", "any"}:
        return Decline("which of them come first can only be told for a whole list; name them one by one")
    done = {past.element for past in progress.past_actions if past.action == "Tap" and past.is_done}
    left = amount.count - len(done) if amount.count else None
    actions: list[tuple[PlannedAction, ...]] = []
    for entry in entries_named(name, screen):
        controls = named_in(entry.holder, argument, screen)
        if len(controls) == 1 and controls[0].number not in done:
            actions.append(pressed(controls[0], f"{argument.prompt} of {name}"))
    actions = actions[:left] if left is not None else actions
    taken = tuple(item for pair in actions for item in pair)
    if left == len(actions):
        return SkillPlan(taken)
    if actions:
        return SkillPlan(taken, finished=False)
    if onward := further(screen, progress):
        return onward
    if left:
        return Decline(f"only {len(done)} of them are there")
    return (
        SkillPlan(certain=True)
        if done
        else Decline(
            f"nothing in a list that is called {name!r} has {argument.prompt}", IntentArgument(name, raw=f'"{name}"')
        )
    )


def further(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Scroll half a screen down in the only area that has more, or on the page, so that no entry is skipped."""
    if sum(past.action == "Scroll" for past in progress.past_actions) >= _MOST_SCREENS:
        return None
    areas = [node for node in screen.tree if "scrolls" in node.states and float(node.attributes.get("below", 0)) > 1]
    if len(areas) == 1:
        area = target(areas[0], areas[0].name or "the list")
        half = max(round(areas[0].box.height / 2), 1)
        return SkillPlan(
            (plan_action("Scroll", direction="down", distance=half, target=area),),
            finished=False,
            log="Look further down",
        )
    if areas or not screen.tree.goes_on_below or (screen.tree.scrolls_down and progress.is_at_end):
        return None
    half = max(round(screen.tree.view.height / 2), 1)
    return SkillPlan((plan_action("Scroll", direction="down", distance=half),), finished=False, log="Look further down")


def pressed(node: Node, words: str) -> tuple[PlannedAction, ...]:
    """A press. A picture may become another one under the pointer and jump while it loads: the pointer goes first."""
    hovered = (plan_action("Hover", target=target(node, words)),) if "icon" in node.attributes else ()
    return (*hovered, tap(node, words))
