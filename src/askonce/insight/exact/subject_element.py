"""Which element the subject of a statement is, and how it is described to people."""

from __future__ import annotations

from askonce.insight.exact.claims import Subject
from askonce.insight.exact.element_evidence import ElementEvidence, is_of, text_on
from askonce.language.vocabulary import vocabulary
from askonce.screens.ui_tree import Node


def roles_of(subject: Subject) -> frozenset[str]:
    """The roles of its kind; none for a thing of which only the name was said."""
    return vocabulary().roles[subject.kind] if subject.kind else frozenset()


def find_only(subject: Subject, evidence: ElementEvidence) -> Node | None:
    """The one element that is meant, in evidence or out of view; None when it is covered, or could be another."""
    roles = roles_of(subject)
    if subject.kind == "error":
        return None  # nothing on a page proves that an alert tells of an error
    if subject.name:
        found = evidence.called(subject.name, roles)
        is_one = len(found) == 1 and evidence.bears(found[0], subject.name) and (not roles or is_of(found[0], roles))
    else:
        found = [node for node in evidence.all if is_of(node, roles)]
        is_one = len(found) == 1 and evidence.knows(roles)
    return found[0] if is_one and evidence.is_there(found[0]) else None


def describe_node(node: Node) -> str:
    words = node.name or text_on(node)
    return f"[{node.number}] {node.role}" + (f" “{words[:60]}”" if words else "")
