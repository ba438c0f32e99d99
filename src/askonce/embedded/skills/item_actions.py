"""What is done with one of several listed things: answer it, hand it on, delete it, star it, take it."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.grammar.entry_phrases import Amount, Entries
from askonce.embedded.listed_entries import Entry, called, controls_in, last_about, read_entries, words_for
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.listed_items import find_one, pressed
from askonce.language.normalization import key
from askonce.screens import Node

_OUT_OF_SIGHT = Decline("there is no button for that")


def reply(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Open the one that is meant, press its reply, write the text, send it."""
    return _write_back(intent, "reply control", ("", intent.value), sight, progress)


def hand_on(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Open the one that is meant, press its forward, say to whom, send it."""
    return _write_back(intent, "forward control", ("recipient field", intent.get("dest")), sight, progress)


def delete(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    return _press_its(intent, "delete control", sight, progress)


def star(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    return _press_its(intent, "star control", sight, progress)


def add(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The button that adds a thing to a place, by the words of both: in its entry, or with its name on it."""
    name, place = key(sight.state.fill(intent.get("name").text)), key(sight.state.fill(intent.get("place").text))
    name, place = name.removeprefix("the ").removeprefix("a "), place.removeprefix("the ").removeprefix("my ")
    buttons = called([f"add to {place} {name}", f"add {name} to {place}", f"add {name}"], sight)
    if not buttons:
        entry = find_one(Entries(Said(name, raw=name), Amount()), sight, progress)
        if isinstance(entry, Decline):
            return entry
        buttons = controls_in(entry.holder, (f"add to {place}", "add", f"add to {place} {name}"), sight)
    if len(buttons) == 1:
        return Move((tap(buttons[0], buttons[0].name),))
    return Decline(f"{len(buttons)} buttons add it" if buttons else f"nothing there adds {name} to {place}")


def _press_its(intent: Intent, controls: str, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The control of that kind in the entry; in what is open on the screen, if that is the entry itself."""
    entry = _entry(intent, sight, progress)
    if isinstance(entry, Decline) and entry.missing and (opened := _opened_control(intent, controls, sight)):
        return Move(pressed(opened, intent.words))
    if entry is None or isinstance(entry, Decline):
        return entry
    inside = controls_in(entry.holder, words_for(controls), sight)
    if len(inside) == 1:
        return Move(pressed(inside[0], intent.words))
    return Decline(f"{len(inside)} things there may be meant" if inside else "there is no button for that beside it")


def _opened_control(intent: Intent, controls: str, sight: Sight) -> Node | None:
    """The only control of that kind, where what was opened before is "it", and no list is there to pick it from."""
    entries = read_entries(intent.get("entry").prompt) if intent.get("entry") else None
    shown = called(words_for(controls), sight)
    return shown[0] if entries and entries.is_pronoun and len(shown) == 1 else None


def _write_back(
    intent: Intent, controls: str, content: tuple[str, Said], sight: Sight, progress: Progress
) -> Move | Decline | None:
    """Open the entry, press its control, fill in what comes up: each on the screen that the step before led to."""
    taps = [past for past in progress.actions if past.action == "Tap" and past.is_done]
    field = _field(content[0], sight)
    if field and any(past.prompt != intent.words for past in taps):
        return _sent(field, content[1], sight)
    if len(taps) > 1:
        return Decline("no field came up to write it into")
    shown = called(words_for(controls), sight)
    entry = _entry(intent, sight, progress) if not taps else None
    inside = controls_in(entry.holder, words_for(controls), sight) if isinstance(entry, Entry) else shown
    is_open = taps or (isinstance(entry, Decline) and entry.missing)
    if len(inside) == 1 and (is_open or isinstance(entry, Entry)):
        return Move(pressed(inside[0], inside[0].name), finished=False)
    if not isinstance(entry, Entry):
        return entry or (Decline(f"{len(shown)} buttons are there for that") if shown else _OUT_OF_SIGHT)
    return Move((tap(entry.holder, intent.words),), finished=False) if entry.holder.actionable else None


def _sent(field: Node, said: Said, sight: Sight) -> Move | Decline:
    """Write it and press the one button that sends."""
    for name in words_for("send control"):
        buttons = called((name,), sight)
        if len(buttons) == 1:
            written = step("Type", target=target(field, field.name or "the field"), text=said.text)
            return Move((written, tap(buttons[0], buttons[0].name)))
    return Decline("there is no button that clearly sends it")


def _field(kind: str, sight: Sight) -> Node | None:
    """The field for the text, or the one for the recipient."""
    if not kind:
        return sight.fields[0] if len(sight.fields) == 1 else None
    names = {key(name) for name in words_for(kind)}
    named = [field for field in sight.fields if names & {key(text) for text in sight.names(field)}]
    return named[0] if len(named) == 1 else None


def _entry(intent: Intent, sight: Sight, progress: Progress) -> Entry | Decline | None:
    """The entry that the sentence names, or the last that was spoken of."""
    said = intent.get("entry") or intent.get("who")
    if intent.get("name"):
        text = " ".join(word for word in intent.get("name").text.split() if word.casefold() not in {"the", "this"})
        entries: Entries | None = Entries(Said(text, intent.get("name").fixed, text), Amount())
    else:
        entries = read_entries(said.prompt) if said else Entries(None, Amount())
    if entries is None and said:
        entries = Entries(said, Amount())
    if entries is None or (entries.amount.which not in {"one", "all"} and entries.amount.count != 1):
        return None
    if entries.name is None and not last_about(progress.notes):
        return Decline("it is not clear what is meant by it; say it as in: the row of Bob")
    return find_one(entries, sight, progress)
