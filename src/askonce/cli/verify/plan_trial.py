"""The trial of planning: one round, in the dialect of the family."""

from __future__ import annotations

from askonce.actions import ActionSpace, Tap
from askonce.cli.doctor.findings import Finding
from askonce.cli.doctor.model_health import SIGHTS
from askonce.cli.verify.failure_reasons import explain
from askonce.cli.verify.verified_model import VerifiedModel
from askonce.config import Seeing
from askonce.errors import ModelError, UnreadableReply
from askonce.geometry import Box
from askonce.history import Conversation
from askonce.models import Image, Model, Reply, Request
from askonce.planning.dialects import dialect_named
from askonce.planning.plan import Done, GiveUp, Plan, ReplyContext
from askonce.planning.planner import (
    ActTask,
    ScreenSnapshot,
    correction,
    planner_question,
    planning_request,
    system_text,
)
from askonce.prompts.element_list import list_elements
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.values import Instruction

ASKED = "Tap the button Save"
SAVE = Box(40, 300, 120, 44)


async def try_planning(model: Model, verified: VerifiedModel, *, sees_pictures: bool) -> Finding:
    """Ask for a plan that needs one action: can the reply be read, and is it that action?"""
    family = model.family
    sees: Seeing = verified.sees or family.sees
    if not sees_pictures and family.dialect == "tags":
        sees = "elements"
    request, view = await _round(model, sees)
    try:
        plan, reply, corrected = await _ask(model, request, view)
    except UnreadableReply as error:
        remedy = f"check {verified.variable('FAMILY')}, which decides the format of replies, or use a larger model"
        return Finding("planning", False, f"no readable plan, even after a correction: {error.message}", remedy)
    except ModelError as error:
        why = await explain(error, verified, family)
        return Finding("planning", False, why.message, why.remedy)
    late = ", after a correction" if corrected else ""
    message = f"answered {_describe(plan)} to {ASKED!r} in {reply.seconds:.1f} s{late}; it {SIGHTS[sees]}"
    if is_right(plan, view):
        return Finding("planning", True, message)
    return Finding("planning", False, f"{message}, which is wrong", "use a larger model")


async def _ask(model: Model, request: Request, view: ReplyContext) -> tuple[Plan, Reply, bool]:
    """Ask like the act loop: an unreadable reply gets one correction."""
    dialect = dialect_named(model.family.dialect)
    reply = await model.ask(request)
    try:
        return dialect.read(reply.text, view), reply, False
    except UnreadableReply as error:
        again = correction(request, reply.text, str(error))
    reply = await model.ask(again)
    return dialect.read(reply.text, view), reply, True


def is_right(plan: Plan, view: ReplyContext) -> bool:
    """Whether the first action taps the right button, by its number, position or name."""
    action = plan.actions[0] if plan.actions else None
    if not isinstance(action, Tap):
        return False
    (target,) = action.targets()
    if target.element is not None:
        node = view.tree.find(target.element) if view.tree else None
        return node is not None and node.name == "Save"
    if target.planned:
        return SAVE.contains(target.planned.center)
    return "save" in target.prompt.lower()


async def _round(model: Model, sees: Seeing) -> tuple[Request, ReplyContext]:
    """The first request of an act on a small form, as the act loop builds it."""
    screen = FakeScreen(
        (
            Text("Your address", Box(40, 40, 400, 40)),
            Field("Name", Box(40, 120, 400, 44), value="Ann"),
            Field("City", Box(40, 200, 400, 44), value="Oslo"),
            Button("Save", SAVE),
            Button("Cancel", Box(200, 300, 120, 44)),
        )
    )
    brief, space = ActTask(Instruction.of(ASKED), sees), ActionSpace(screen)
    tree = await screen.tree() if sees != "screenshot" else None
    shot = await screen.capture() if sees != "elements" else None
    picture = model.family.prepare(Image(shot.image, shot.media_type, shot.frame)) if shot else None
    sight = ScreenSnapshot(list_elements(tree, hint=ASKED) if tree else "", picture, "", tree)
    question = planner_question(brief, Conversation(), (), sight)
    request = planning_request(brief, model.family, system_text(brief, space, model.family), question)
    return request, ReplyContext(space, model.family, picture.frame if picture else None, tree)


def _describe(plan: Plan) -> str:
    match plan.end:
        case _ if plan.actions:
            return ", ".join(map(str, plan.actions[:3]))
        case Done(message=message):
            return f"that it is done ({message!r})"
        case GiveUp(reason=reason):
            return f"that it cannot be done ({reason!r})"
        case None:
            return "nothing"
