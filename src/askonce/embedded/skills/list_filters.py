"""Narrowing down what a list shows, by the filters that the page offers."""

from __future__ import annotations

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.language.normalization import split_words
from askonce.language.numerals import singular
from askonce.screens import Node

_OFFERED = frozenset({"link", "button", "tab", "radio", "option", "clickable"})
_ON = frozenset({"selected", "checked", "pressed"})


def filter_list(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the one filter that is called so; of several, the one under the heading that names its field."""
    option, field = intent.get("option"), intent.get("field")
    offered = screen.exactly(screen.state.fill(option.text), _is_filter)
    if not offered:
        return Decline(f"no filter is called {option.prompt}", None)
    if field:
        headed = [node for node in offered if _is_under(node, field, screen)]
        if not headed:
            return Decline(f"no filter by {field.prompt} is called {option.prompt}", None)
        offered = headed
    if len(offered) > 1:
        return Decline(f"{len(offered)} filters are called {option.prompt}; say by what to filter", tied=True)
    node = offered[0]
    return SkillPlan(certain=True) if node.states & _ON else SkillPlan((tap(node, option.prompt),))


def _is_filter(node: Node) -> bool:
    return node.actionable and node.role in _OFFERED


def _is_under(node: Node, field: IntentArgument, screen: ScreenIndex) -> bool:
    """Whether the text that heads the choices around a filter says the field, as in "By category"."""
    wanted = {singular(word) for word in split_words(screen.state.fill(field.text))} - lexicon().articles
    nodes = screen.tree.nodes
    before = nodes[: nodes.index(node)]
    heads = (other for other in reversed(before) if _is_head(other, node))
    first = next(heads, None)
    return first is not None and wanted <= {singular(word) for word in split_words(first.words)}


def _is_head(other: Node, node: Node) -> bool:
    """Whether a node may head the choices: above them, and not one of them."""
    is_choice = other.role == node.role or other.role in {"list", "listitem"}
    return not is_choice and bool(other.words.strip()) and other.box.top <= node.box.top
