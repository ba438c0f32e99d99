"""Asking the embedded model about made-up screens, one after the other, as an act would."""

from __future__ import annotations

from typing import Any

from askonce.actions import Action, ActionSpace
from askonce.embedded import EmbeddedModel
from askonce.geometry import Box, Frame, Size
from askonce.history import ActionOutcome, ActionStatus, Conversation, RoundEvent
from askonce.planning.dialects import tags
from askonce.planning.plan import GiveUp, Plan, ReplyContext
from askonce.planning.planner import ActTask, ScreenSnapshot, planner_question, planning_request
from askonce.screens import Node, Tree
from askonce.screens.fake import FakeScreen
from askonce.values import Instruction, Value

MODEL = EmbeddedModel()
SPACE = ActionSpace(FakeScreen())


def node(
    number: int, role: str, name: str = "", box: tuple[float, float, float, float] | None = None, **more: Any
) -> Node:
    """An element; without a box it stands below the ones before it. Texts and groups cannot be acted on."""
    left, top, width, height = box or (10, 30.0 * number, 100, 20)
    more.setdefault("actionable", role not in {"text", "group", "cell", "row", "table", "list", "columnheader"})
    return Node(number, role, name, Box(left, top, width, height), **more)


def text(number: int, words: str, box: tuple[float, float, float, float] | None = None, **more: Any) -> Node:
    return node(number, "text", "", box, text=words, **more)


def screen(*nodes: Node, below: float = 0.0) -> Tree:
    return Tree(nodes, Size(800, 600), below=below)


async def plans(instruction: str, *screens: Tree, **values: Value) -> list[Plan]:
    """What is planned on each screen in turn, all steps before it having been done; up to the end."""
    conversation, found, events = Conversation(), list[Plan](), list[RoundEvent]()
    for shown in screens:
        brief = ActTask(Instruction.of(instruction, values), "elements")
        question = planner_question(brief, conversation, events, ScreenSnapshot("(the list)", tree=shown))
        reply = await MODEL.ask(planning_request(brief, MODEL.family, "(rules)", question))
        frame = Frame.whole(shown.view, shown.view)
        plan = tags.read(reply.text, ReplyContext(SPACE, MODEL.family, frame, shown))
        found.append(plan)
        conversation.remember(plan.memory)
        conversation.update_goals(plan.sub_goals, plan.finished)
        conversation.close_turn(events, None, reply.text, plan.log)
        events = [ActionOutcome(str(action), ActionStatus.DONE) for action in plan.actions]
        if plan.end:
            break
    return found


async def planned(instruction: str, *nodes: Node, **values: Value) -> Plan:
    """What is planned on one screen."""
    return (await plans(instruction, screen(*nodes), **values))[0]


def steps(plan: Plan) -> list[str]:
    return [str(action) for action in plan.actions]


def touched(plan: Plan) -> list[int | None]:
    """The numbers of the elements that the steps are done to, in order."""
    return [target.element for action in plan.actions for target in action.targets()]


def reason(plan: Plan) -> str:
    assert isinstance(plan.end, GiveUp), steps(plan)
    return plan.end.reason


def only(plan: Plan) -> Action[Any]:
    (action,) = plan.actions
    return action
