"""The model that is there when none is configured."""

from __future__ import annotations

import time

from askonce.embedded.decline_reasons import NO_WRITER, refusal
from askonce.history import PlannerQuestion
from askonce.models import Purpose, Reply, Request
from askonce.models.families import Family
from askonce.models.no_model import HOW_TO_SET_UP
from askonce.trace import Usage

FAMILY = Family("embedded", scale="pixels", sees="elements", rounds=60, images=1, knows_places=True)


class EmbeddedModel:
    """Plans from the elements of the screen: no network, no guessing, and the same reply to the same request.

    It keeps nothing between two requests: all that it knows comes with the request, its own earlier replies included.
    """

    name = "embedded"
    family = FAMILY

    async def ask(self, request: Request) -> Reply:
        started = time.perf_counter()
        match request.values:
            case PlannerQuestion() as question:
                text = _plan(question)
            case Purpose(kind="program"):
                text = NO_WRITER
            case Purpose(kind=kind, words=words):
                raise refusal(kind, words)
            case _:
                raise refusal()
        return Reply(text, self.name, Usage(calls=1), seconds=time.perf_counter() - started)

    async def close(self) -> None: ...


def _plan(question: PlannerQuestion) -> str:
    """The reply to a planner. Skills and sentence forms are loaded for the first one: most replays need none."""
    from askonce.embedded.decision import decide
    from askonce.embedded.planning_state import planning_state
    from askonce.embedded.tag_reply import write_reply

    return write_reply(decide(planning_state(question)), HOW_TO_SET_UP)
