"""Typing into fields, and emptying them."""

from __future__ import annotations

import re
from types import MappingProxyType

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.interpretations import to_argument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import split_pairs
from askonce.embedded.listed_entries import control_of_entry
from askonce.embedded.partial_field_names import FIELD_WORDS, called_in_part
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear, is_field
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, SkillPlan, plan_action, target
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.skills.sliders import out_of_range
from askonce.language.date_words import read_moment
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count
from askonce.language.tokens import read_tokens
from askonce.lazy import regex
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node

_DESCRIBING = frozenset(
    {"the", "this", "that", "these", "those", "its", "your", "my", "their", "it", "them", "what", "a", "an"}
)
_PRONOUNS = frozenset({"it", "that", "this"})
_TYPING = frozenset({"type", "enter", "write", "input", "insert", "key", "paste", "put"})
_AMOUNT = regex(r"(?:the )?(?P<amount>number|amount|count) of (?:the )?(?P<field>.+)", re.IGNORECASE)
_NUMBER = regex(r"[-+]?\d+(?:\.\d+)?")
_WRITTEN = MappingProxyType(
    {
        "number": (_NUMBER, "a number in digits such as 12.5"),
        "time": (re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?"), "a time as in 08:30"),
        "color": (re.compile(r"#[0-9a-fA-F]{6}"), "a colour as in #ff0000"),
    }
)
"""By the type of an input, what it takes and an example in words."""
_SLOT = regex(r"\{[\w.]+\}")
_TYPED = frozenset({"textbox", "searchbox"})


def type_text(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A text into one field, into several that are alike, or into the only one there is."""
    value = intent.value
    if not value:
        return None
    is_open = not value.fixed and not _follows_colon(intent)
    if is_open and value.text.casefold().split()[0] in _DESCRIBING:
        return Decline(f"{value.prompt!r} may be the text to type or a description of it; put the text in quotes")
    if not value.fixed and screen.exactly(screen.state.fill(value.text), is_field):
        return Decline(f"{value.prompt!r} is the name of a field; say what to type into it")
    fields = _fields(intent, screen)
    if isinstance(fields, Decline):
        return fields
    text = screen.state.fill(value.text)
    for field, words in fields:
        if declined := _unfit(field, text, words) or _unfit_moment(field, text, words):
            return declined
    actions = tuple(type_action(field, words, value, screen) for field, words in fields)
    expects = tuple(clause for field, _ in fields if (clause := holds(field, value, screen)))
    return SkillPlan(actions, certain=True, expects=expects)


def _unfit(field: Node, text: str, words: str) -> Decline | None:
    """Why a field does not take a text: the browser drops what is not a number, or only some signs of it."""
    most = field.attributes.get("maxlength", "")
    is_longer = most.isdecimal() and 1 < int(most) < len(text.encode("utf-16-le")) // 2  # of 1: the focus may move on
    if is_longer and not _SLOT.search(text):
        return Decline(f"{words} takes at most {most} characters, and not {text!r}", final=True)
    if _NUMBER.fullmatch(text):
        return out_of_range(field, float(text), words)
    if field.attributes.get("tag") == "input" and not _SLOT.search(text):
        example = _WRITTEN.get(field.attributes.get("type", ""))
        if example and not example[0].fullmatch(text):
            return Decline(f"{words} takes {example[1]}, and not {text!r}", final=True)
    return None


def _unfit_moment(field: Node, text: str, words: str) -> Decline | None:
    """Why a field does not take a day with a time: what it holds is one of the two, and the other has its own box."""
    meant, held = read_moment(text), read_moment(field.value or field.attributes.get("placeholder", ""))
    if not meant or not held or None in meant or None not in held:
        return None
    kind = "a day" if held[0] else "a time"
    reason = f"{words} holds {kind} alone, and not {text!r}; set the day and the time by themselves, each by its field"
    return Decline(reason, final=True)


def _follows_colon(intent: Intent) -> bool:
    """Whether a colon introduces the text to type: "enter the wish: a quiet room"."""
    before, _, after = intent.words.partition(":")
    return bool(before) and after.strip() == intent.value.prompt


def type_phrase(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Enter the full name Jon Snow": a field that the screen shows by that name, and then its text.

    Where the words can be parted in more than one way, or may go on to describe the field, none is surely meant.
    """
    tokens = read_tokens(intent.get("phrase").prompt)
    written = intent.get("phrase").prompt
    ways: list[tuple[IntentArgument, IntentArgument]] = []
    for end in range(1, len(tokens)):
        name = to_argument(tokens[:end], written)
        if screen.exactly(screen.state.fill(name.text), is_field):
            ways.append((name, to_argument(tokens[end:], written)))
    if not ways:
        return None
    name, value = ways[0]
    is_text = value.fixed or value.text[0].isupper() or value.text[0].isdecimal() or "@" in value.text
    plain = {token.plain for token in read_tokens(value.prompt) if not token.is_fixed}
    if len(ways) > 1 or not is_text or plain & FIELD_WORDS:
        return Decline(f"it is not clear where the text to type begins in {written!r}; put it in quotes", final=True)
    words = MappingProxyType({"target": name, "value": value})
    return type_text(Intent("type", intent.words, words), screen, progress)


def type_pairs(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Several texts, each into a field of its own."""
    written = intent.get("pairs").prompt
    actions: tuple[PlannedAction, ...] = ()
    expects: tuple[str, ...] = ()
    for value, field in split_pairs(read_tokens(written)):
        words = MappingProxyType({"value": to_argument(value, written), "target": to_argument(field, written)})
        plan = type_text(Intent("type", intent.words, words), screen, progress)
        if not isinstance(plan, SkillPlan):
            return plan
        actions, expects = (*actions, *plan.actions), (*expects, *plan.expects)
    return SkillPlan(actions, certain=True, expects=expects) if actions else None


def type_again(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One text into all password fields, where there are as many as the sentence says."""
    count = read_count(intent.get("count").text.casefold())
    words = {*split_words(intent.target.text)} - lexicon().articles
    secret = any({*phrase} <= words for phrase in lexicon().classes["secret"])
    fields = [field for field in screen.fields if secret and "password" in field.states]
    if len(fields) != count:
        return Decline(f"there are {len(fields)} fields for {intent.target.prompt}; name each of them")
    return SkillPlan(
        tuple(
            type_action(field, f"the {at}. password field", intent.value, screen) for at, field in enumerate(fields, 1)
        ),
        certain=True,
        expects=tuple(filter(None, (holds(field, intent.value, screen) for field in fields))),
    )


def empty(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    argument = intent.target
    found = screen.find(argument, is_field)
    if not isinstance(found, Node):
        return not_found(found, argument)
    return SkillPlan(
        (plan_action("Clear", target=target(found, argument.prompt)),),
        certain=True,
        expects=(f'field [{found.number}] is ""',),
    )


def type_action(field: Node, words: str, value: IntentArgument, screen: ScreenIndex) -> PlannedAction:
    return plan_action("Type", target=target(field, words), text=value.text)


def holds(field: Node, value: IntentArgument, screen: ScreenIndex) -> str:
    """The clause that proves that a field holds `value`; nothing where the field does not tell what it holds, or holds
    what is not known here. A secret stands in it by its name."""
    text = screen.state.fill(value.text)
    is_secret = screen.state.has_secret(text)
    is_password = "password" in field.states
    is_told = field.value is not None and "seen" not in field.attributes
    if (_SLOT.search(text) and not is_secret) or ((is_secret or is_password) and not is_told):
        return ""
    if is_password and field.attributes.get("tag") != "input":  # other screens do not tell how long a password is
        return ""
    is_list = field.role == "combobox" and "seen" not in field.attributes  # a field with a calendar looks like a list
    if is_list or not (field.role in _TYPED | {"combobox"} or (is_secret and field.role == "spinbutton")):
        return ""
    return f"field [{field.number}] is {quoted(text, max(80, len(text)))}"


def find_field(argument: IntentArgument, screen: ScreenIndex) -> Node | Absent | Unclear:
    """The field with this name."""
    found = screen.find(argument, is_field)
    if not isinstance(found, Node) and (inside := control_of_entry(screen.state.fill(argument.text), screen, is_field)):
        return inside
    if isinstance(found, Absent) and (counted := counted_field(argument, screen)) != argument:
        return find_field(counted, screen)
    if not isinstance(found, Node):
        named = IntentArgument(f"{argument.prompt} field", raw=f"{argument.prompt} field")
        other = screen.find(named, is_field)
        if isinstance(other, Node) or isinstance(found, Absent):
            return (
                called_in_part(screen.state.fill(argument.text), screen) or other
                if isinstance(other, Absent)
                else other
            )
    return found


def counted_field(argument: IntentArgument, screen: ScreenIndex) -> IntentArgument:
    """ "Copies" for "the number of copies", unless a field is called just "Number"."""
    counted = None if argument.fixed else _AMOUNT.fullmatch(argument.prompt)
    if counted is None or screen.exactly(counted["amount"], is_field):
        return argument
    return IntentArgument(counted["field"], raw=counted["field"])


def _fields(intent: Intent, screen: ScreenIndex) -> list[tuple[Node, str]] | Decline:
    """The fields that are meant, each with the words for it."""
    argument = intent.target or intent.get("field")
    if not argument:
        return _only_field(screen)
    if several := _several(argument, screen):
        return several
    if argument.text.casefold() in _PRONOUNS:
        return _focused_field(argument, screen)
    found = find_field(argument, screen)
    if isinstance(found, Absent) and intent.get("field"):
        found = find_field(intent.get("field"), screen)
    if not isinstance(found, Node):
        return not_found(found, argument)
    if found.attributes.get("tag") == "select" or (
        found.role == "combobox" and not found.options and not _says_typing(intent)
    ):
        return Decline(f"{argument.prompt} is a list to choose from and takes no text")
    if found.role == "slider":
        return Decline(f"{argument.prompt} is a slider, which takes a number that it can stand at")
    return [(found, argument.prompt)]


def _focused_field(argument: IntentArgument, screen: ScreenIndex) -> list[tuple[Node, str]] | Decline:
    """ "It" is what was just opened for typing."""
    focused = [field for field in screen.fields if "focused" in field.states]
    if len(focused) != 1:
        return Decline(f"it is not clear which field {argument.prompt!r} is", tied=True)
    return [(focused[0], focused[0].name or "the field with the focus")]


def _says_typing(intent: Intent) -> bool:
    """Whether the sentence speaks of typing, and not of setting a field to something, however that is done."""
    return any(word in _TYPING for word in intent.words.casefold().split())


def _several(argument: IntentArgument, screen: ScreenIndex) -> list[tuple[Node, str]]:
    """All fields, if the words are "both text fields" or "all fields" and the number fits."""
    words = argument.text.casefold().split()
    both = next((phrase for phrase in lexicon().classes["both"] if tuple(words[: len(phrase)]) == phrase), None)
    if both is None or words[-1] not in {"fields", "textboxes", "boxes", "inputs"}:
        return []
    if words[0] == "both" and len(screen.fields) != 2:
        return []
    return [(field, f"the {place}. text field") for place, field in enumerate(screen.fields, 1)]


def _only_field(screen: ScreenIndex) -> list[tuple[Node, str]] | Decline:
    fields = screen.fields
    focused = [field for field in fields if "focused" in field.states]
    if len(fields) == 1:
        return [(fields[0], fields[0].name or "the text field")]
    if focused:
        return [(focused[0], focused[0].name or "the field with the focus")]
    if not fields:
        return Decline("there is no field to type into", IntentArgument("text field"))
    return Decline(f"{len(fields)} fields could be meant; say into which, for example: type … into Name")
