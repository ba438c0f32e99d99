"""Fields that suggest what to take: type the start, then take the suggestion that fits."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, Said
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.skills.text_fields import find_field
from askonce.screens import Node

SUGGESTED = frozenset({"option", "menuitem", "listitem", "clickable", "link", "row"})
_ANY = frozenset({"a", "an", "any", "some", "one"})
_MOST_WAITS = 3


def take_suggestion(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The suggestion that starts, and ends, as asked for."""
    start, end = (sight.state.fill(intent.get(name).text) for name in ("start", "end"))
    listed = _among_options(start, end, sight)
    if listed:
        return listed
    field = _field(intent.target, sight)
    if isinstance(field, Decline):
        return field
    if start and not any(past.action == "Type" for past in progress.actions):
        typed = step("Type", target=target(field, intent.target.prompt or field.name or "the field"), text=start)
        return Move((typed,), finished=False, log=f"Type {start} and look at what is suggested")
    nodes = sight.tree.nodes[sight.tree.nodes.index(field) + 1 :]
    fitting = [node for node in nodes if node.role in SUGGESTED and node.actionable and _fits(node.name, start, end)]
    names = {node.name for node in fitting}
    is_any = not _ANY.isdisjoint(intent.words.casefold().split()[1:3])
    if len(names) == 1 or (names and is_any):
        return Move((tap(fitting[0], fitting[0].name),), log=f"Take {fitting[0].name}")
    if names:
        return Decline(f"{len(names)} suggestions fit: {', '.join(sorted(names)[:5])}; say which")
    if sum(past.action == "Wait" for past in progress.actions) < _MOST_WAITS:
        return Move((step("Wait", seconds=1),), finished=False)
    words = Said(f"{start}…{end}")
    return Decline(f"nothing is suggested that starts with {start!r} and ends with {end!r}", words)


def choose_suggested(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """What is chosen in a field that suggests: typed, and then taken from the suggestions."""
    said = intent.get("options")
    field = find_field(intent.target, sight) if intent.target else None
    if not isinstance(field, Node) or field.role not in {"textbox", "searchbox", "combobox"}:
        return None
    if field.options or field.states & {"readonly", "disabled", "password"}:
        return None
    if not any(past.action == "Type" for past in progress.actions):
        return Move((step("Type", target=target(field, intent.target.prompt), text=said.text),), finished=False)
    text = sight.state.fill(said.text)
    fitting = sight.exactly(text, lambda node: node.role in SUGGESTED and node.actionable)
    if len(fitting) == 1:
        return Move((tap(fitting[0], said.prompt),))
    if not fitting and sum(past.action == "Wait" for past in progress.actions) < _MOST_WAITS:
        return Move((step("Wait", seconds=1),), finished=False)
    return Decline(f"{intent.target.prompt} suggests {len(fitting)} times {said.prompt}")


def _among_options(start: str, end: str, sight: Sight) -> Move | None:
    """In a list that names its options, nothing has to be typed."""
    found = [(node, one) for node in sight.tree if node.actionable for one in node.options if _fits(one, start, end)]
    if len(found) != 1 or found[0][0].attributes.get("tag") != "select":
        return None
    node, option = found[0]
    return Move((step("Select", target=target(node, node.name or "the list"), options=[option]),), certain=True)


def _field(said: Said, sight: Sight) -> Node | Decline:
    if said:
        found = find_field(said, sight)
        return found if isinstance(found, Node) else not_found(found, said)
    fields = sight.fields
    if len(fields) == 1:
        return fields[0]
    return Decline(f"{len(fields)} fields could be meant; say in which, as in: choose … in Country")


def _fits(name: str, start: str, end: str) -> bool:
    name = name.strip().casefold()
    return bool(start or end) and name.startswith(start.casefold()) and name.endswith(end.casefold())
