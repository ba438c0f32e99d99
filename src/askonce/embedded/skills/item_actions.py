"""Acting on one entry of a list: reply to it, forward it, edit it, star it, add it."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.entry_phrases import Amount, Entries
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.listed_entries import ListedEntry, called, controls_in, last_about, read_entries, words_for
from askonce.embedded.press_effects import (
    ON,
    asks_for_password,
    describe,
    seen_effect,
    shown_before,
    speaks_of,
    write_pressed,
)
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.shown_words import has_effect, note_shown, was_noted, watch
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.listed_items import find_one, pressed
from askonce.language.normalization import key
from askonce.lazy import dataclass
from askonce.screens import Node
from askonce.vision.icons import is_unnamed_icon

_OUT_OF_SIGHT = Decline("there is no button for that")


def reply(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Open the entry, press its reply control, write the text, send it."""
    return _write_back(intent, "reply control", ("", intent.value), screen, progress)


def hand_on(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Open the entry, press its forward control, enter the recipient, send it."""
    return _write_back(intent, "forward control", ("recipient field", intent.get("dest")), screen, progress)


def edit(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The control of an entry that edits it; where its name is a link, that leads to its form."""
    return _press_or_open(intent, "edit control", screen, progress)


def view(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """The control of an entry that shows its details, or the link that its name is."""
    return _press_or_open(intent, "view control", screen, progress)


def star(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the star of an entry that has none yet; done once it looks otherwise, or is called otherwise."""
    if before := shown_before(progress.notes, progress.part):
        entry = entry_meant(intent, screen, progress)
        inside = controls_in(entry.holder, words_for("star control"), screen) if isinstance(entry, ListedEntry) else []
        stars = inside if isinstance(entry, ListedEntry) else called(words_for("star control"), screen)
        is_known = len(stars) == 1 or (isinstance(entry, ListedEntry) and not stars and _is_all_named(entry, screen))
        return seen_effect(is_known and before != describe(stars[0] if stars else None, screen), "its star", progress)
    found = control_meant(intent, "star control", screen, progress)
    if not isinstance(found, EntryControl):
        return found
    if found.control.states & ON:
        return SkillPlan(certain=True)
    noted = write_pressed(progress.part, describe(found.control, screen))
    return SkillPlan(pressed(found.control, intent.words), finished=False, memory=noted)


def add(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the button that adds an item to a place: the one in its entry, or the one with its name.

    Done once the button, or what the page says of the item or the place, is another. A page that no longer shows the
    item, such as a login form, proves nothing.
    """
    name, place = key(screen.state.fill(intent.get("name").text)), key(screen.state.fill(intent.get("place").text))
    name, place = name.removeprefix("the ").removeprefix("a "), place.removeprefix("the ").removeprefix("my ")
    names = (name, place, *lexicon().synonyms.get(place, ()))
    buttons = _adding(name, place, screen, progress)
    if before := shown_before(progress.notes, progress.part):
        button = buttons[0] if isinstance(buttons, list) and len(buttons) == 1 else None
        if button is None and asks_for_password(screen):
            return Decline(f"what adds {name} to {place} was pressed, and a login is asked for", tied=True, final=True)
        is_changed = (button or speaks_of(name, screen)) and before != describe(button, screen, names)
        return seen_effect(bool(is_changed), f"what adds {name} to {place}", progress)
    if was_noted(progress):
        return seen_effect(has_effect(screen, progress, names), f"what adds {name} to {place}", progress)
    if isinstance(buttons, Decline):
        return buttons
    if len(buttons) != 1:
        return Decline(f"{len(buttons)} buttons add it" if buttons else f"nothing there adds {name} to {place}")
    if screen.tree.seen:
        noted = note_shown(buttons[0], screen, progress)
        press = SkillPlan((tap(buttons[0], buttons[0].name),), finished=False, memory=noted)
        return watch(screen, progress) or press
    noted = write_pressed(progress.part, describe(buttons[0], screen, names))
    return SkillPlan((tap(buttons[0], buttons[0].name),), finished=False, memory=noted)


def _is_all_named(entry: ListedEntry, screen: ScreenIndex) -> bool:
    """Whether nothing in an entry may be its star, and is not known by its picture now."""
    return not screen.tree.seen and not any(is_unnamed_icon(node) for node in screen.layout.inside(entry.holder))


def _adding(name: str, place: str, screen: ScreenIndex, progress: PartProgress) -> list[Node] | Decline:
    if buttons := called([f"add to {place} {name}", f"add {name} to {place}", f"add {name}"], screen):
        return buttons
    entry = find_one(Entries(IntentArgument(name, raw=name), Amount()), screen, progress)
    if isinstance(entry, Decline):
        return entry
    return controls_in(entry.holder, (f"add to {place}", "add", f"add to {place} {name}"), screen)


def _press_or_open(
    intent: Intent, controls: str, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    entry = entry_meant(intent, screen, progress)
    if entry is None or isinstance(entry, Decline):
        return entry
    inside = controls_in(entry.holder, words_for(controls), screen)
    if len(inside) == 1:
        return SkillPlan(pressed(inside[0], intent.words))
    if entry.head.role == "link" and entry.head.actionable:
        return SkillPlan((tap(entry.head, intent.words),))
    return Decline(f"there is no button for that beside {entry.head.text or entry.head.name!r}", tied=True)


@dataclass(frozen=True, slots=True)
class EntryControl:
    """A control of an entry; without an entry, of what is open on the screen."""

    control: Node
    entry: ListedEntry | None = None


def control_meant(
    intent: Intent, controls: str, screen: ScreenIndex, progress: PartProgress
) -> EntryControl | SkillPlan | Decline | None:
    """The control of that kind in the entry; in what is open on the screen, if that is the entry itself."""
    entry = entry_meant(intent, screen, progress)
    if isinstance(entry, Decline) and not entry.final and (opened := _opened_control(intent, controls, screen)):
        return EntryControl(opened)
    if entry is None or isinstance(entry, Decline):
        return entry
    inside = controls_in(entry.holder, words_for(controls), screen)
    if len(inside) == 1:
        return EntryControl(inside[0], entry)
    is_hovered = any(past.action == "Hover" for past in progress.past_actions)
    if not inside and not is_hovered and entry.holder.role != "row":
        # Some controls only come up under the pointer.
        hovered = plan_action("Hover", target=target(entry.head, intent.words))
        return SkillPlan((hovered,), finished=False, log=f"Look what {intent.words} takes")
    return Decline(f"{len(inside)} things there may be meant" if inside else "there is no button for that beside it")


def _opened_control(intent: Intent, controls: str, screen: ScreenIndex) -> Node | None:
    """The only control of that kind, if "it" is what was opened before and no list is shown."""
    entries = read_entries(intent.get("entry").prompt) if intent.get("entry") else None
    shown = called(words_for(controls), screen)
    return shown[0] if entries and entries.is_pronoun and len(shown) == 1 else None


def _write_back(
    intent: Intent, controls: str, content: tuple[str, IntentArgument], screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline | None:
    """Open the entry, press its control, fill in what comes up: each on the screen that the step before led to."""
    taps = [past for past in progress.past_actions if past.action == "Tap" and past.is_done]
    field = _field(content[0], screen)
    if field and any(past.prompt != intent.words for past in taps):
        return _sent(field, content[1], screen)
    if len(taps) > 1:
        return Decline("no field came up to write it into")
    shown = called(words_for(controls), screen)
    entry = entry_meant(intent, screen, progress) if not taps else None
    inside = controls_in(entry.holder, words_for(controls), screen) if isinstance(entry, ListedEntry) else shown
    is_open = taps or (isinstance(entry, Decline) and entry.missing)
    if len(inside) == 1 and (is_open or isinstance(entry, ListedEntry)):
        return SkillPlan(pressed(inside[0], inside[0].name), finished=False)
    if not isinstance(entry, ListedEntry):
        return entry or (Decline(f"{len(shown)} buttons are there for that") if shown else _OUT_OF_SIGHT)
    return SkillPlan((tap(entry.holder, intent.words),), finished=False) if entry.holder.actionable else None


def _sent(field: Node, argument: IntentArgument, screen: ScreenIndex) -> SkillPlan | Decline:
    """Write it and press the one button that sends."""
    for name in words_for("send control"):
        buttons = called((name,), screen)
        if len(buttons) == 1:
            written = plan_action("Type", target=target(field, field.name or "the field"), text=argument.text)
            return SkillPlan((written, tap(buttons[0], buttons[0].name)))
    return Decline("there is no button that clearly sends it")


def _field(kind: str, screen: ScreenIndex) -> Node | None:
    """The field for the text, or the one for the recipient."""
    if not kind:
        return screen.fields[0] if len(screen.fields) == 1 else None
    names = {key(name) for name in words_for(kind)}
    named = [field for field in screen.fields if names & {key(text) for text in screen.names(field)}]
    return named[0] if len(named) == 1 else None


def entry_meant(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> ListedEntry | Decline | None:
    """The entry that the sentence names, or the one mentioned last."""
    argument = intent.get("entry") or intent.get("who")
    if intent.get("name"):
        name = intent.get("name")
        first, _, rest = name.text.partition(" ")
        text = rest if rest and not name.fixed and first.casefold() in {"the", "this"} else name.text
        entries: Entries | None = Entries(IntentArgument(text, name.fixed, text), Amount())
    else:
        entries = read_entries(argument.prompt) if argument else Entries(None, Amount())
    if entries is None and argument:
        entries = Entries(argument, Amount())
    if entries is None or (entries.amount.which not in {"one", "all"} and entries.amount.count != 1):
        return None
    if entries.name is None and not last_about(progress.notes):
        return Decline("it is not clear what is meant by it; write, for example: the row of Bob")
    return find_one(entries, screen, progress)
