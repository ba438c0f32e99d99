"""What is there that comes close to what was looked for: "did you mean the button "Save"?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from askonce.language.normalization import key
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass
from askonce.locate.local.description_grammar import Head, read_prompt
from askonce.screens.field_labels import field_labels
from askonce.screens.ui_tree import Node, Tree

MOST = 3
_LONGEST_NAME = 80
_LONGEST_PROMPT = 400
_LEAST = 0.6
"""How alike two names have to be, from 0 to 1."""
_SPREAD = 0.12
"""How much less alike than the best one another may be."""
_HALF = 0.5
"""How many of their words two names have to share."""
_USED = 0.05
"""What counts for an element that can be used."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may have been meant, and what keeps it from being found, such as "is hidden"."""

    role: str
    name: str
    trouble: str = ""
    is_used: bool = True


def similar_elements(words: str, tree: Tree | None, elsewhere: Sequence[Candidate] = ()) -> tuple[str, ...]:
    """The elements that come closest to `words`, the closest first, as "the button "Save", which is disabled".

    `elsewhere` are elements that cannot be seen. Masked elements give masked texts.
    """
    heads = _heads(words)
    shown = list(_in_tree(tree)) if tree else []
    names = {key(candidate.name) for candidate in shown}
    known = [*shown, *(candidate for candidate in elsewhere if key(candidate.name) not in names)]
    scored = [(_likeness(heads, candidate), candidate) for candidate in known]
    best = max((score for score, _ in scored), default=0.0)
    close = [pair for pair in scored if pair[0] >= max(_LEAST, best - _SPREAD)]
    close.sort(key=lambda pair: -pair[0])
    return tuple(dict.fromkeys(_described(candidate, heads) for _, candidate in close))[:MOST]


def suggestion(similar: Sequence[str]) -> str:
    """Them as a question; empty when there are none."""
    if not similar:
        return ""
    listed = similar[0] if len(similar) == 1 else f"{', '.join(similar[:-1])} or {similar[-1]}"
    return f"did you mean {listed}?"


def described(role: str, name: str) -> str:
    """A description that finds the element, unless there are several."""
    word = vocabulary().role_words.get(role)
    return f'the {word} "{name}"' if word else f'"{name}"'


def _is_meant(role: str) -> bool:
    """Whether a description can mean elements of this role: a name alone means no container."""
    known = vocabulary()
    return role in known.role_words or role not in known.containers


def _heads(words: str) -> list[Head]:
    """The names and kinds that the words may mean, places and neighbours left out."""
    if len(words) > _LONGEST_PROMPT:
        return []
    return [head for reading in read_prompt(words) for head in reading.heads if head.name]


def _in_tree(tree: Tree) -> Iterator[Candidate]:
    labels = field_labels(tree)
    for node in tree:
        name = node.name or node.text or labels.get(node.number, "") or node.attributes.get("placeholder", "")
        if 0 < len(name) <= _LONGEST_NAME and "password" not in node.states and _is_meant(node.role):
            yield Candidate(node.role, " ".join(name.split()), _trouble(node), node.actionable)


def _trouble(node: Node) -> str:
    if "disabled" in node.states:
        return "is disabled"
    if "covered" in node.states:
        return f"is covered by {node.attributes.get('covered by', 'something else')}"
    return "is out of view" if "offscreen" in node.states else ""


def _likeness(heads: Sequence[Head], candidate: Candidate) -> float:
    """How alike the names are, from 0 to 1, and a little more for what can be used and is of the kind asked for."""
    name = key(candidate.name)
    alike = max((_similarity(head.name, name) for head in heads), default=0.0)
    is_kind = any(head.kind and candidate.role in head.kind.strict for head in heads)
    return alike + (_USED if candidate.is_used else 0.0) + (_USED if is_kind else 0.0) if alike >= _LEAST else 0.0


def _similarity(wanted: str, name: str) -> float:
    if wanted == name:
        return 1.0
    words, others = _telling(wanted), _telling(name)
    shared = len(words & others) / max(len(words), len(others)) if words and others else 0.0
    matcher = SequenceMatcher(None, wanted, name, autojunk=False)
    letters = matcher.ratio() if matcher.real_quick_ratio() >= _LEAST else 0.0
    is_part = bool(words) and (words <= others or others <= words) and bool(others)
    return max(letters, 0.5 + 0.4 * shared if shared >= _HALF else 0.0, 0.75 if is_part else 0.0)


def _telling(name: str) -> set[str]:
    known = vocabulary()
    words = name.split()
    return {word for word in words if word not in known.articles | known.light} or set(words)


def _described(candidate: Candidate, heads: Sequence[Head]) -> str:
    troubles = [candidate.trouble] if candidate.trouble else []
    name = key(candidate.name)
    kinds = [head.kind for head in heads if head.kind and head.name == name]
    if kinds and not any(candidate.role in kind.strict | kind.loose for kind in kinds):
        troubles.insert(0, f"is not a {kinds[0].word}")
    shown = described(candidate.role, candidate.name)
    return f"{shown}, which {' and '.join(troubles)}" if troubles else shown
