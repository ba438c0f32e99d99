"""Choosing: in lists, among radio buttons and boxes, or by a click on what is named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from askonce.diagnostics.closest_name import closest_name
from askonce.embedded.choice_headings import is_headed
from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.listed_entries import control_of_entry
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear, is_field, is_ticked
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.embedded.skills.checkboxes import listed, switched
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.skills.dropped_lists import choose_dropped, is_bare
from askonce.embedded.skills.text_fields import type_text
from askonce.language.normalization import key, split_words
from askonce.language.numerals import split_ordinal
from askonce.language.tokens import read_tokens
from askonce.lazy import regex
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node

_NOTHING = frozenset({"nothing", "none", "no options", "nothing at all", "none of them"})

_JOINT = regex(r"(\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)")
_MARKS = "\"'“”‘’ "
_LISTS = frozenset({"box", "list", "menu", "element", "field"})
"""Nouns that begin with "select"."""
_TYPED = frozenset({"textbox", "searchbox"})
_EXCLUSIVE = frozenset({"radio", "menuitemradio"})
_VERBS = frozenset({"select", "choose", "pick"})
_OPTIONS = frozenset({"option", "item", "entry", "choice", "value", "one"})


def choose(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Choose in the named list, or in the only list that has the option; otherwise press what has this name."""
    options = intent.get("options")
    if not options or _holds_verb(intent.target) or _is_torn(intent):
        return None
    if options.text.casefold() in _NOTHING and not options.fixed:
        return SkillPlan(certain=True)
    if not intent.target and _names_holder(options) and not screen.exactly(screen.state.fill(options.text)):
        return None
    holder = _list_for(intent, screen)
    if isinstance(holder, Decline):
        return holder
    if holder:
        return _select(holder, intent.target.prompt or holder.name or "the list", options, screen)
    return _in_dropped(intent, screen, progress) or _by_name(options, intent.target, screen)


def show_as(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Show the data as a pie" chooses "Pie", if it is one choice of one group or list."""
    options = intent.get("options")
    radios = screen.exactly(screen.state.fill(options.text), lambda node: is_ticked(node) and node.role in _EXCLUSIVE)
    holder = _list_for(Intent(intent.verb, intent.words, {"options": options}), screen)
    if isinstance(holder, Decline) or len(radios) + bool(holder) > 1:
        return Decline(f"{options.prompt} is offered more than once; say where: choose … from …", tied=True)
    if holder:
        return _select(holder, holder.name or "the list", options, screen)
    return switched([(radios[0], options.prompt)], True) if radios else None


def change_from(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Change Region from North to West": only where it says North, or West by now."""
    found = screen.find(intent.target, is_field)
    if not isinstance(found, Node) or not found.value:
        return None
    shown, old, new = (key(text) for text in (found.value, *map(screen.fill, map(intent.get, ("old", "options")))))
    if shown != old and not (progress.has_done("Tap", found) or shown == new):
        return Decline(f"{intent.target.prompt} is {found.value!r}, and not {intent.get('old').prompt}", final=True)
    if found.role in _TYPED and not found.options:
        words = {"target": intent.target, "value": intent.get("options")}
        return type_text(Intent("type", intent.words, words), screen, progress)
    words = {"target": intent.target, "options": intent.get("options")}
    return choose(Intent("choose", intent.words, words), screen, progress)


def add_choice(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """ "Add Rowing to Hobbies", where that is a list in which nothing is chosen yet that it would replace."""
    argument = intent.get("place")
    if not any(_is_opening(past, argument) for past in progress.past_actions):
        place = screen.find(argument, lambda node: node.actionable and node.role == "combobox")
        if not isinstance(place, Node):
            return None
        if place.value:
            return Decline(
                f"{argument.prompt} holds {place.value!r}, which this may replace; say: choose …", final=True
            )
    words = {"target": intent.get("place"), "options": intent.get("name")}
    return choose(Intent("choose", intent.words, words), screen, progress)


def _is_opening(past: PastAction, argument: IntentArgument) -> bool:
    return past.action == "Tap" and dict(past.params.get("target") or {}).get("prompt") == argument.prompt


def _in_dropped(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One option after the other, each of them looked for once the one before it is chosen."""
    names = listed(intent.get("options"))
    plan: SkillPlan | Decline | None = None
    for name in names if len(names) > 1 else [intent.get("options")]:
        plan = choose_dropped(intent.target, name, screen, progress)
        if not isinstance(plan, SkillPlan) or not plan.finished:
            return plan
    return plan


def _holds_verb(argument: IntentArgument) -> bool:
    """Whether the words for a list contain another choice: then two requests were read as one."""
    tokens = read_tokens(argument.prompt)
    return any(
        token.plain in _VERBS and not token.is_fixed and after.plain not in _LISTS for token, after in pairwise(tokens)
    )


def _is_torn(intent: Intent) -> bool:
    """Whether a sentence was cut beside its "to" or "as": "set the day" and "to 2024-06-20"."""
    first, last = read_tokens(intent.get("options").prompt)[:1], read_tokens(intent.target.prompt)[-1:]
    return any(not token.is_fixed and token.plain in {"to", "as"} for token in (*first, *last))


def _names_holder(options: IntentArgument) -> bool:
    """Whether the words for an option also say where it is: then it has to be there."""
    return any(token.plain in {"from", "in", "out"} and not token.is_fixed for token in read_tokens(options.prompt)[1:])


def _list_for(intent: Intent, screen: ScreenIndex) -> Node | Decline | None:
    """The native select element to choose in: the one that is named, or the only one that has the option."""
    if intent.target and not is_bare(intent.target):
        found = screen.find(intent.target, lambda node: bool(node.options))
        if isinstance(found, Unclear):
            return Decline(f"{len(found.nodes)} lists are called {intent.target.prompt}", tied=True)
        if isinstance(found, Node):
            return found
        return control_of_entry(screen.state.fill(intent.target.text), screen, lambda node: bool(node.options))
    options = intent.get("options")
    lists = [node for node in screen.tree if node.options and node.actionable]
    having = [node for node in lists if _chosen(node, options, screen)]
    if len(having) > 1:
        return Decline(f"{len(having)} lists offer {options.prompt}; say from which, for example: choose … from Colour")
    return having[0] if having else None


def _select(holder: Node, words: str, options: IntentArgument, screen: ScreenIndex) -> SkillPlan | Decline:
    chosen = _chosen(holder, options, screen)
    if not chosen:
        close = closest_name(screen.state.fill(options.text), filter(None, holder.options))
        meant = f"did you mean {close!r}? It offers: " if close else "it offers: "
        offered = meant + ", ".join(filter(None, holder.options[:8]))
        return Decline(f"{words} does not offer {options.prompt}; {offered}", tied=True)
    if holder.attributes.get("tag") == "input":  # a field with suggestions of the browser takes any text
        typed = plan_action("Type", target=target(holder, words), text=_open(chosen[0], options, screen))
        return SkillPlan((typed,), certain=True, expects=(f"field [{holder.number}] is {quoted(chosen[0])}",))
    plan = plan_action(
        "Select", target=target(holder, words), options=[_open(item, options, screen) for item in chosen]
    )
    return SkillPlan((plan,), certain=True)


def _chosen(holder: Node, options: IntentArgument, screen: ScreenIndex) -> list[str]:
    """The named options as the list spells them: one exact match, or several one by one."""
    if whole := _option(holder, options, screen) or _counted_option(holder, options, screen):
        return [whole]
    return _joined(_JOINT.split(screen.state.fill(options.prompt)), holder, screen)


def _joined(pieces: list[str], holder: Node, screen: ScreenIndex) -> list[str]:
    """The options that a list of names gives, some of which may have an "and" or a comma of their own."""
    if not pieces:
        return []
    for end in range(len(pieces), 0, -2):
        first = _option(holder, IntentArgument("".join(pieces[:end]).strip(_MARKS)), screen)
        rest = _joined(pieces[end + 1 :], holder, screen)
        if first and (rest or end == len(pieces)):
            return [first, *rest]
    return []


def _option(holder: Node, argument: IntentArgument, screen: ScreenIndex) -> str:
    text = screen.state.fill(argument.text)
    exact = [item for item in holder.options if item == text]
    alike = exact or [item for item in holder.options if key(item) == key(text)]
    return alike[0] if len(set(alike)) == 1 else ""


def _counted_option(holder: Node, argument: IntentArgument, screen: ScreenIndex) -> str:
    """ "The third option" by its place."""
    place, noun = split_ordinal(screen.state.fill(argument.text))
    if argument.fixed or place is None or noun not in _OPTIONS or not 0 < abs(place) <= len(holder.options):
        return ""
    return holder.options[place - 1 if place > 0 else place]


def _open(option: str, options: IntentArgument, screen: ScreenIndex) -> str:
    """An option that came from a value is written as the value's name, so that a recording keeps the name."""
    return options.text if screen.state.fill(options.text) == option else option


def _by_name(options: IntentArgument, holder: IntentArgument, screen: ScreenIndex) -> SkillPlan | Decline | None:
    """Checkboxes and radio buttons with these names, or the only element with this name."""
    names = listed(options)
    if len(names) < 2 or screen.exactly(screen.state.fill(options.text)):
        whole = _pick(options, holder, screen)
        return _taken([(whole, options.prompt)]) if isinstance(whole, Node) else whole
    picked: list[tuple[Node, str]] = []
    for name in names:
        node = _pick(name, holder, screen)
        if not isinstance(node, Node):
            return node
        picked.append((node, name.prompt))
    return _taken(picked)


def _taken(nodes: Sequence[tuple[Node, str]]) -> SkillPlan | Decline:
    if all(is_ticked(node) for node, _ in nodes):
        return switched(list(nodes), True)
    return SkillPlan(tuple(tap(node, words) for node, words in nodes))


def _pick(argument: IntentArgument, holder: IntentArgument, screen: ScreenIndex) -> Node | Decline:
    """What is called so; if a place is named, what is called so in that place."""
    found = screen.find(argument)
    if holder and not is_bare(holder):
        words = f"{argument.prompt} in {holder.prompt}"
        whole = screen.find(IntentArgument(words, raw=words))
        found = whole if isinstance(whole, Node) else _headed(argument, holder, screen) or whole
        if isinstance(found, Absent) or (isinstance(found, Node) and not _is_held(found, holder, screen)):
            is_there = bool(screen.exactly(screen.state.fill(holder.text)))
            return Decline(f"{argument.prompt} is not found in {holder.prompt}", None if is_there else holder)
    if isinstance(found, Unclear) or (isinstance(found, Node) and not found.actionable):
        ticked = screen.exactly(screen.state.fill(argument.text), is_ticked)
        if len(ticked) == 1 and not (holder and isinstance(found, Unclear)):
            return ticked[0]
    if isinstance(found, Node) and found.role == "link" and not holder:
        return _selecting_box(argument, screen) or found
    return found if isinstance(found, Node) else not_found(found, argument)


def _selecting_box(argument: IntentArgument, screen: ScreenIndex) -> Node | None:
    """The only box that says that it selects this: a link of the same name leads away from the list."""
    words = split_words(screen.state.fill(argument.text))
    said = [(node, split_words(node.name)) for node in screen.tree if is_ticked(node) and node.actionable]
    boxes = [node for node, name in said if name[:1] == ["select"] and words and name[-len(words) :] == words]
    return boxes[0] if len(boxes) == 1 else None


def _headed(argument: IntentArgument, holder: IntentArgument, screen: ScreenIndex) -> Node | None:
    """The only box or radio button with this name under a text that names the holder."""
    named = screen.exactly(screen.state.fill(argument.text), is_ticked)
    headed = [node for node in named if is_headed(node, screen.state.fill(holder.text), screen)]
    return headed[0] if len(headed) == 1 else None


def _is_held(node: Node, holder: IntentArgument, screen: ScreenIndex) -> bool:
    """Whether it is one of several to choose from, or stands in a part of the page that has the holder's name."""
    if is_ticked(node) or node.role in {"option", "tab", "treeitem"}:
        return True
    words = [word for word in split_words(screen.state.fill(holder.text)) if word not in lexicon().articles]
    return any({*split_words(outer.name)} >= {*words} for outer in screen.layout.above(node) if outer.name)
