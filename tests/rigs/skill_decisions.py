"""What the embedded model decides on a screen that is given as elements."""

from __future__ import annotations

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree


def node(number: int, role: str, name: str = "", **more: object) -> Node:
    given = {"actionable": role not in {"text", "group", "overlay", "heading"}, "parent": 100, **more}
    return Node(number, role, name, Box(10, 30.0 * number, 100, 20), **given)  # type: ignore[arg-type]


def decided(instruction: str, *nodes: Node, **more: object) -> Decision:
    question = PlannerQuestion(instruction, {}, tree=Tree(nodes, Size(800, 600)))
    return decide(PlanningState(question, **more))  # type: ignore[arg-type]


def steps_of(decision: Decision) -> list[str]:
    """The steps in short: what is done to which element."""
    steps: list[str] = []
    for _, action in decision.actions:
        target: dict[str, object] = action.params.get("target") or {}
        rest = [str(value) for key, value in action.params.items() if key != "target"]
        steps.append(" ".join([action.action, *([str(target["element"])] if target else []), *rest]))
    return steps
