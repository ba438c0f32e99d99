"""Things that a screen lists: finding one, and pressing what belongs to one, to some or to all of them."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.entry_phrases import Amount, Entries
from askonce.embedded.listed_entries import (
    Entry,
    controls_in,
    entries_named,
    last_about,
    read_entries,
    words_for,
    write_about,
)
from askonce.embedded.screen_index import Sight, Unclear
from askonce.embedded.skill_answers import Decline, Move, Progress, Step, step, tap, target
from askonce.language.normalization import split_words
from askonce.screens import Node

_MOST_SCREENS = 24
_KINDS = frozenset({"button", "icon", "link", "the", "a", "control", "symbol", "option"})


def find_entry(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Nothing to do but to know which one "it" is from now on."""
    entries = read_entries(intent.target.prompt)
    if entries is None or entries.name is None or entries.amount.is_several:
        return None
    found = find_one(entries, sight, progress)
    return (
        found
        if isinstance(found, Decline)
        else Move(certain=True, memory=write_about(sight.state.fill(entries.name.text)))
    )


def find_one(entries: Entries, sight: Sight, progress: Progress) -> Entry | Decline:
    """The one entry that is meant, by its name or as what was spoken of last."""
    name = sight.state.fill(entries.name.text) if entries.name else last_about(progress.notes)
    if not name:
        return Decline("it is not clear what is meant by it; say it as in: the row of Bob")
    found = entries_named(name, sight)
    if not found:
        return Decline(f"nothing in a list is called {name!r}", Said(name, raw=f'"{name}"'))
    if len(found) > 1:
        return Decline(f"{len(found)} things in a list are called {name!r}")
    return found[0]


def press_listed(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Press what belongs to the entries that are meant; without a word of them, to the one that was spoken of last."""
    said = intent.get("entry")
    entries = read_entries(said.prompt) if said else Entries(None, Amount())
    if entries is None or intent.get("where") or (entries.name is None and not last_about(progress.notes)):
        return None
    if entries.amount.is_several and entries.name:
        return _press_several(intent.target, sight.state.fill(entries.name.text), entries.amount, sight, progress)
    if any(past.action == "Tap" and past.is_done for past in progress.actions):
        name = sight.state.fill(entries.name.text) if entries.name else last_about(progress.notes)
        return _press_opened(intent.target, name, sight, progress)
    found = find_one(entries, sight, progress)
    if isinstance(found, Decline):
        return found if said else None
    return press_in(found, intent.target, sight)


def open_entry(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Press the entry itself, or the one link in it that has its name."""
    entries = read_entries(intent.get("entry").prompt)
    if entries is None or entries.name is None or entries.amount.is_several:
        return None
    found = find_one(entries, sight, progress)
    if isinstance(found, Decline):
        return found
    opened = found.head if found.head.actionable else found.holder
    if not opened.actionable:
        return None
    return Move((tap(opened, intent.get("entry").prompt),), memory=write_about(sight.state.fill(entries.name.text)))


def press_in(entry: Entry, said: Said, sight: Sight) -> Move | Decline | None:
    """What is called so inside of an entry; if nothing is, its menu may have it."""
    found = named_in(entry.holder, said, sight)
    if len(found) == 1:
        return Move(pressed(found[0], said.prompt))
    if found:
        return Decline(f"{len(found)} things there are called {said.prompt}")
    openers = controls_in(entry.holder, words_for("more control"), sight)
    if len(openers) != 1:
        return None
    words = openers[0].name or "more"
    return Move(pressed(openers[0], words), finished=False, log=f"Look into {words} for {said.prompt}")


def _press_opened(said: Said, name: str, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The menu of the entry is open: what is meant is in it, with or without the name, maybe further down."""
    words = without_kind(said, sight)
    for text in (words, f"{words} {name}"):
        shown = [node for node in sight.exactly(text) if not sight.layout.children(node)]
        if len(shown) == 1:
            return Move((tap(shown[0], said.prompt),))
    return further(sight, progress) or Decline(f"{said.prompt} is not in what was opened for it")


def named_in(holder: Node, said: Said, sight: Sight) -> list[Node]:
    """What `said` may mean inside of `holder`."""
    found = sight.find(said)
    nodes = found.nodes if isinstance(found, Unclear) else (found,) if isinstance(found, Node) else ()
    inside = {node.number for node in sight.layout.inside(holder)}
    held = [node for node in nodes if node.number in inside]
    if held:
        return held
    name = without_kind(said, sight)
    return controls_in(holder, (name,), sight) if name else []


def without_kind(said: Said, sight: Sight) -> str:
    """ "the "Mute" button" as "mute"."""
    return " ".join(word for word in split_words(sight.state.fill(said.text)) if word not in _KINDS)


def _press_several(said: Said, name: str, amount: Amount, sight: Sight, progress: Progress) -> Move | Decline | None:
    """In all that are in sight, then one half of a screen further, until there are enough or no more."""
    if amount.which not in {"all", "any"}:
        return Decline("which of them come first can only be told for a whole list; name them one by one")
    done = {past.element for past in progress.actions if past.action == "Tap" and past.is_done}
    left = amount.count - len(done) if amount.count else None
    steps: list[tuple[Step, ...]] = []
    for entry in entries_named(name, sight):
        controls = named_in(entry.holder, said, sight)
        if len(controls) == 1 and controls[0].number not in done:
            steps.append(pressed(controls[0], f"{said.prompt} of {name}"))
    steps = steps[:left] if left is not None else steps
    taken = tuple(one for pair in steps for one in pair)
    if left == len(steps):
        return Move(taken)
    if steps:
        return Move(taken, finished=False)
    if onward := further(sight, progress):
        return onward
    if left:
        return Decline(f"only {len(done)} of them are there")
    return (
        Move(certain=True)
        if done
        else Decline(f"nothing in a list that is called {name!r} has {said.prompt}", Said(name, raw=f'"{name}"'))
    )


def further(sight: Sight, progress: Progress) -> Move | None:
    """Half a screen down in the one area that goes on, or on the page: so nothing is in sight only in part."""
    if sum(past.action == "Scroll" for past in progress.actions) >= _MOST_SCREENS:
        return None
    areas = [node for node in sight.tree if "scrolls" in node.states and float(node.attributes.get("below", 0)) > 1]
    if len(areas) == 1:
        area = target(areas[0], areas[0].name or "the list")
        half = max(round(areas[0].box.height / 2), 1)
        return Move(
            (step("Scroll", direction="down", distance=half, target=area),), finished=False, log="Look further down"
        )
    if areas or sight.tree.below <= 1:
        return None
    half = max(round(sight.tree.view.height / 2), 1)
    return Move((step("Scroll", direction="down", distance=half),), finished=False, log="Look further down")


def pressed(node: Node, words: str) -> tuple[Step, ...]:
    """A press. A picture may become another one under the pointer and jump while it loads: the pointer goes first."""
    hovered = (step("Hover", target=target(node, words)),) if "icon" in node.attributes else ()
    return (*hovered, tap(node, words))
