"""What a screen that is only seen shows before a press and after it: its states are told by what came and went.

Screens change by themselves, and words are misread when they are marked. So a press is made on a screen that rests, and
has an effect only where that can be its own: the page is another one and what was pressed is gone with it, words came
or went right beside it, or a title elsewhere says just the same. What changed while nobody pressed anything is no
effect, nor are other words in the place of some: slides and tickers do that.
"""

from __future__ import annotations

import re
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from askonce.embedded.note_digest import note_digest
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action
from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.lazy import dataclass, regex
from askonce.screens import Node

Fold = Literal["opened", "closed", "same", "unclear"]
Verb = Literal["pressed", "tried"]

_NOTE = regex(
    r"part (?P<part>\d+): (?P<verb>pressed|tried) (?P<control>\w+) at (?P<place>[\w-]+), "
    r"below was (?P<below>\w*) of (?P<words>[\w-]*)"
)
_WATCHED = regex(r"part (?P<part>\d+): look (?P<number>\d+) showed (?P<words>\w+) of (?P<texts>[\w-]*)")
_NUMBER = regex(r"\d+")
_PACKED = struct.Struct(">4s4H")
_MOST_TEXTS = 180
"""How many texts fit into a note."""
_MOST_LOOKS = 3
_SECONDS = 1
_NEAR = 2.0
"""How far away what a press brings up beside it is at most, in heights of what was pressed."""
_LOOSE = 0.6
"""How much a text that is read again may be wider on either side, in its heights."""


@dataclass(frozen=True, slots=True)
class ShownText:
    """Some words and their place. What only differs in its numbers, as clocks and counts do, is the same."""

    digest: str
    box: Box


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press, with what could be read right before it."""

    verb: Verb
    control: str
    box: Box
    below: str
    texts: tuple[ShownText, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What can be read now and could not before, and the other way round; not what was only read otherwise."""

    came: tuple[Node, ...]
    went: tuple[ShownText, ...]
    replaced: tuple[Box, ...]
    """The places of texts that came where others went."""
    is_turned: bool
    """Whether more than half of what could be read is gone."""

    def is_pure(self, box: Box) -> bool:
        """Whether a text came or went without another one in its place."""
        return not any(_shares_line(box, other) for other in self.replaced)


# ---- before a press


def watch(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One more look before a press whose effect is to be seen: None once the last two looks were alike."""
    if len(_texts(screen)) > _MOST_TEXTS:
        return Decline("there is too much to read on this screen to see what comes of a press", tied=True, final=True)
    looks = _looks(progress)
    shown = _hashed(" ".join(sorted({text.digest for text in _texts(screen)})))
    if looks and looks[-1]["words"] == shown:
        return None
    if len(looks) == _MOST_LOOKS:
        return Decline("the screen does not rest: what comes of a press could not be told", tied=True, final=True)
    note = f"part {progress.part}: look {len(looks) + 1} showed {shown} of {_pack(_texts(screen))}"
    wait = plan_action("Wait", seconds=_SECONDS)
    return SkillPlan((wait,), finished=False, memory=note, log="Look whether the screen rests")


def note_shown(control: Node, screen: ScreenIndex, progress: PartProgress, verb: Verb = "pressed") -> str:
    """A note of all that can be read, and of what stands right below a control."""
    below = _below(control, screen)
    name = key(control.name or control.text)
    told = f"{verb} {_hashed(name)} at {_pack([ShownText('0' * 8, control.box)])}"
    return (
        f"part {progress.part}: {told}, below was {_digest(below) if below else ''} of {_pack(_texts(screen))}".rstrip()
    )


# ---- after it


def was_noted(progress: PartProgress, verb: Verb = "pressed") -> bool:
    """Whether this part has pressed something and noted before what could be read."""
    noted = _noted(progress)
    return noted is not None and noted.verb == verb


def is_trial(plan: SkillPlan) -> bool:
    """Whether a plan tries what may have no effect, and looks for one afterwards."""
    note = _NOTE.fullmatch(plan.memory)
    return not plan.finished and note is not None and note["verb"] == "tried"


def has_effect(screen: ScreenIndex, progress: PartProgress, names: Iterable[str] = ()) -> bool:
    """Whether something changed that can be the doing of the press, such as new words that say one of `names`."""
    noted = _noted(progress)
    if noted is None:
        return False
    changes = _changes(noted, screen, _restless(progress))
    stays = any(_name(node) == noted.control and node.box.intersection(noted.box) for node in screen.tree)
    if changes.is_turned and not stays:
        return True
    reach = _NEAR * noted.box.height
    places = (*(node.box for node in changes.came), *(text.box for text in changes.went))
    is_beside = stays and any(_gap(box, noted.box) <= reach and changes.is_pure(box) for box in places)
    wanted = [f" {key(name)} " for name in names]
    is_told = any(name in f" {key(node.words)} " for node in changes.came for name in wanted)
    return is_beside or is_told or _has_title(noted, screen, _restless(progress))


def pressed_control(screen: ScreenIndex, progress: PartProgress) -> Node | None:
    """The only element that has the words of what was pressed."""
    noted = _noted(progress)
    found = [node for node in screen.tree if noted and node.words and _name(node) == noted.control]
    return found[0] if len(found) == 1 else None


def fold_of(control: Node, screen: ScreenIndex, progress: PartProgress) -> Fold:
    """What the press did to what a control opens and closes: new words come right below it, or those there go."""
    noted = _noted(progress)
    if noted is None:
        return "unclear"
    changes = _changes(noted, screen, _restless(progress))
    if not changes.came and not changes.went:
        return "same"
    below = _below(control, screen)
    is_new = below is not None and below in changes.came and changes.is_pure(below.box)
    is_gone = any(text.digest == noted.below for text in changes.went)
    if is_new == is_gone:
        return "unclear"
    return "opened" if is_new else "closed"


def _changes(noted: Pressed, screen: ScreenIndex, restless: Sequence[Box]) -> Changes:
    """What changed since a press, but for what stands where the screen changed by itself."""

    def rests(box: Box) -> bool:
        return not any(_shares_line(box, other) for other in restless)

    known, now = {text.digest for text in noted.texts}, {_digest(node) for node in screen.tree if node.words}
    went = [text for text in noted.texts if text.digest not in now and rests(text.box)]
    came = [node for node in screen.tree if node.words and _digest(node) not in known and rests(node.box)]
    gone_places, new_places = [text.box for text in went], [node.box for node in came]
    really_came = tuple(node for node in came if not _is_reread(node.box, gone_places))
    really_went = tuple(text for text in went if not _is_reread(text.box, new_places))
    replaced = (
        *(box for box in new_places if any(_shares_line(box, other) for other in gone_places)),
        *(box for box in gone_places if any(_shares_line(box, other) for other in new_places)),
    )
    resting = [text for text in noted.texts if rests(text.box)]
    is_turned = 2 * len(went) > len(resting) and bool(really_came or really_went)
    return Changes(really_came, really_went, replaced, is_turned)


def _looks(progress: PartProgress) -> list[re.Match[str]]:
    """What this part has noted of a screen before it pressed anything."""
    looks = [note for line in progress.state.memories if (note := _WATCHED.fullmatch(line))]
    return [note for note in looks if int(note["part"]) == progress.part]


def _restless(progress: PartProgress) -> list[Box]:
    """Where texts came or went by themselves, before anything was pressed."""
    looks = [_unpack(note["texts"]) for note in _looks(progress)]
    return [
        text.box
        for one, other in pairwise(looks)
        for texts, others in ((one, other), (other, one))
        for text in texts
        if text.digest not in {known.digest for known in others}
    ]


def _shares_line(box: Box, other: Box) -> bool:
    """Whether two texts stand at the same height, and over one another."""
    return _is_level(box, other) and other.left < box.right and box.left < other.right


def _is_reread(box: Box, others: Iterable[Box]) -> bool:
    """Whether a text stands where others stood, and is no wider: then it may be the same, read otherwise."""
    level = [other for other in others if _is_level(box, other) and other.left < box.right and box.left < other.right]
    loose = _LOOSE * box.height
    return bool(level) and (
        min(other.left for other in level) - loose <= box.left
        and box.right <= max(other.right for other in level) + loose
    )


def _is_level(box: Box, other: Box) -> bool:
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared > 0.5 * min(box.height, other.height)


def _gap(box: Box, other: Box) -> float:
    across = max(box.left - other.right, other.left - box.right)
    down = max(box.top - other.bottom, other.top - box.bottom)
    return max(across, down, 0.0)


def _has_title(noted: Pressed, screen: ScreenIndex, restless: Sequence[Box]) -> bool:
    """Whether just the words that were pressed stand once more, as the title of a page does. A sentence with them may
    be there for any reason."""
    same = [node for node in screen.tree if node.words and _hashed(key(node.words)) == noted.control]
    digests = {_digest(node) for node in same}
    before = [text.box for text in noted.texts if text.digest in digests]
    places = [node.box for node in same if not any(_shares_line(node.box, box) for box in restless)]
    elsewhere = [box for box in places if not any(box.intersection(other) for other in before)]
    return bool(elsewhere) and len(places) > len(before)


# ---- notes


def _noted(progress: PartProgress) -> Pressed | None:
    found = [note for line in progress.notes if (note := _NOTE.fullmatch(line)) and int(note["part"]) == progress.part]
    return _read_note(found[0]) if found else None


def _read_note(note: re.Match[str]) -> Pressed:
    verb: Verb = "tried" if note["verb"] == "tried" else "pressed"
    place = _unpack(note["place"])[0].box
    return Pressed(verb, note["control"], place, note["below"], tuple(_unpack(note["words"])))


def _pack(texts: Sequence[ShownText]) -> str:
    packed = b"".join(_PACKED.pack(bytes.fromhex(text.digest), *_edges(text.box)) for text in texts)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def _edges(box: Box) -> list[int]:
    return [min(max(round(edge), 0), 0xFFFF) for edge in (box.left, box.top, box.right, box.bottom)]


def _unpack(text: str) -> list[ShownText]:
    packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return [ShownText(digest.hex(), Box.of_edges(*edges)) for digest, *edges in _PACKED.iter_unpack(packed)]


def _texts(screen: ScreenIndex) -> list[ShownText]:
    return [ShownText(_digest(node), node.box) for node in screen.tree if node.words]


def _below(control: Node, screen: ScreenIndex) -> Node | None:
    """The first element with words below a control, at its width."""
    box = control.box
    lower = [
        node
        for node in screen.tree
        if node.words and node.box.top >= box.bottom - 2 and node.box.left < box.right and box.left < node.box.right
    ]
    return min(lower, key=lambda node: (node.box.top, node.box.left), default=None)


def _name(node: Node) -> str:
    return _hashed(key(node.name or node.text))


def _digest(node: Node) -> str:
    """What stays the same while only numbers change, as clocks and counts do by themselves."""
    return _hashed(_NUMBER.sub("0", repr((key(node.words), node.value))))


def _hashed(text: str) -> str:
    return note_digest(text, 4).hex()
