"""Recordings of an act: whether one is replayed, and what is kept.

A recording is replayed if the agent has recordings and may read them, the act is `recordable`, the program step was not
interrupted halfway (`Companion.replays`), and `find_recording` finds a recording of this instruction that starts on
this page, or with links to this page. It is looked for again after each round of a planner: `find_joining`.
An act for which nothing had to be done is kept too, and counts as done where the screen shows the same.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any, cast

from askonce.actions import Action, Target
from askonce.errors import NotRecorded, ScreenMoved
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import ActRecorder
from askonce.planning.join_point import find_join_point, find_later_start, is_rest_of
from askonce.planning.list_search import without_searches
from askonce.planning.replay import Replay
from askonce.planning.step_targets import POLL
from askonce.recordings.needed_texts import keep_needed
from askonce.recordings.page_keys import is_same_app, page_of
from askonce.recordings.recordable import dependence
from askonce.recordings.recording import Anchor, NothingToDo, RecordedStep, RecordedTarget, Recording
from askonce.recordings.screen_digest import screen_digest
from askonce.recordings.slots import slots_of, unused_secret, values_held, verbatim_in
from askonce.screens import Screen, Tree, Watchable
from askonce.screens.screen_protocol import hiding_dialog
from askonce.values import Instruction, Mask

_FROM_ANYWHERE = frozenset({"Launch", "Home"})
"""Actions that lead to the same place from everywhere."""


async def find_recording(context: ActContext, instruction: Instruction) -> tuple[Replay | None, str]:
    """The recording that applies here, ready to run; or why there is none."""
    recordings = context.recordings
    if not context.is_recordable:
        return None, "it is called with recordable=False"
    if recordings is None:
        return None, "no recordings are kept"
    if not recordings.reads:
        return None, f"recordings are {recordings.strategy}"
    address = await context.address()
    page = _page(context, address, instruction)
    known = await recordings.recall(instruction, context.screen.kind, page, context.background)
    for recording in known:
        replay = Replay(recording, context, instruction)
        is_near = recording.page in {page, ""} or leads_from_anywhere(recording)
        starts = is_near or (is_same_app(recording.page, page, address) and await replay.starts_here())
        later = None if starts else await find_later_start(recording, context, instruction)
        if later is not None:
            replay.join(later)
        if starts or later is not None:
            recordings.use(recording)
            return replay, ""
    if known:
        return None, f"it was recorded on {known[0].page}, and this is {page}"
    return None, "nothing was recorded for this instruction"


def leads_from_anywhere(recording: Recording) -> bool:
    """Whether a recording begins with going somewhere, so that it does not matter where the screen is."""
    return recording.steps[0].action in _FROM_ANYWHERE and len(recording.steps) > 1


async def known_recordings(context: ActContext, instruction: Instruction) -> tuple[Recording, ...]:
    """The recordings of an instruction, those that began on this page first."""
    page = _page(context, await context.address(), instruction)
    recordings = context.recordings
    return await recordings.recall(instruction, context.screen.kind, page, context.background) if recordings else ()


async def find_joining(
    context: ActContext,
    instruction: Instruction,
    done: Sequence[Action[Any]],
    made: Sequence[RecordedStep],
    rest: Sequence[Action[Any]] = (),
) -> tuple[Replay, int] | None:
    """A recording that goes on from here after what a planner has done, with the number of its step, from 0.

    Where a planner has more to do, that has to be what the recording does next: the `rest` of its reply.
    """
    recordings, page = context.recordings, _page(context, await context.address(), instruction)
    for recording in await known_recordings(context, instruction):
        if rest and not any(
            is_rest_of(rest, recording.steps[place:], instruction) for place in range(len(recording.steps))
        ):
            continue
        number = await find_join_point(recording, done, made, context, instruction, page)
        if number is not None and rest and not is_rest_of(rest, recording.steps[number:], instruction):
            continue
        if recordings and number is not None:
            recordings.use(recording)
            replay = Replay(recording, context, instruction)
            replay.join(number)
            return replay, number
    return None


async def is_done_already(context: ActContext, instruction: Instruction) -> tuple[bool, str]:
    """Whether the screen shows what it showed when nothing had to be done for an instruction; or how it differs.

    Where recordings are strict it is waited for that screen: a page may still be loading.
    """
    recordings = context.recordings
    if recordings is None or not context.is_recordable:
        return False, ""
    page = _page(context, await context.address(), instruction)
    known = await recordings.needless_on(instruction, context.screen.kind, page)
    if not known:
        return False, ""
    deadline = time.monotonic() + (context.replay_patience if context.is_strict else 0.0)
    while True:
        await context.screen.settle()
        context.eyes.blink()
        if await _digest(context, instruction) in known:
            return True, ""
        if (left := deadline - time.monotonic()) <= 0:
            return False, "nothing had to be done when it was recorded, and the screen is not as it was then"
        if isinstance(context.screen, Watchable):
            await context.screen.wait_for_change(min(left, POLL))
        else:
            await asyncio.sleep(min(left, POLL))


async def _digest(context: ActContext, instruction: Instruction) -> str | None:
    if _is_asking(context.screen):
        return None
    try:
        tree = await context.eyes.tree()
    except ScreenMoved:
        return None
    return screen_digest(tree, instruction, context.trace.mask) if tree else None


def _is_asking(screen: Screen) -> bool:
    """Whether a browser dialog is open, which hides the page."""
    return hiding_dialog(screen) is not None


async def keep_needless(context: ActContext, instruction: Instruction, began: str, tree: Tree | None) -> str:
    """Keep that nothing had to be done on this screen. Returns the reason if that is not kept."""
    if instruction.images:
        return "not recorded: nothing had to be done, and it depends on pictures"
    digest = screen_digest(tree, instruction, context.trace.mask) if tree and not _is_asking(context.screen) else ""
    if not digest:
        return "not recorded: nothing had to be done, and the elements alone do not show that"
    page = _page(context, began, instruction)
    if context.recordings:
        await context.recordings.keep(
            NothingToDo(instruction=instruction.text, screen=context.screen.kind, page=page, seen=(digest,))
        )
    return ""


async def not_recorded(context: ActContext, instruction: Instruction, why: str) -> NotRecorded:
    """The error of an act that may only be replayed, and has nothing to replay."""
    recordings = context.recordings
    place = f" ({recordings.place})" if recordings else ""
    similar = await recordings.similar(instruction) if recordings else ""
    closest = f"; the closest there is {similar!r}" if similar else ""
    reason = dependence(instruction)
    if not context.is_recordable:
        remedy = "leave recordable=False out and record it once, or run it where a model may be asked"
    elif recordings is None:
        remedy = 'name the recordings, as in recordings="shop", or --recordings shop on the command line'
    elif reason:
        remedy = f"{reason}, so it is not recorded by itself: pass recordable=True when you record it"
    else:
        remedy = "record it once with recordings read-write, such as ASKONCE_RECORDINGS=read-write, and keep that file"
    return NotRecorded(
        f"{str(instruction)!r} cannot be replayed, and recordings are strict: {why}{place}{closest}", remedy=remedy
    )


async def keep_recording(
    context: ActContext,
    instruction: Instruction,
    began: str,
    steps: Sequence[RecordedStep],
    left: Recording | None = None,
) -> str:
    """Keep the steps that carried out an instruction. Returns the reason if they are not kept.

    `left` is the recording that was replayed at first and then left. What had to be done again because it was lost is
    not how it is done another time: then it stays.
    """
    recordings = context.recordings
    if recordings is None:
        return ""
    if not recordings.writes:
        return f"not recorded: recordings are {recordings.strategy}"
    if not steps:
        return "not recorded: nothing was done that could be repeated"
    if _was_lost(steps, left):
        return "not recorded: its last steps were done twice, because they were lost the first time"
    made = finished_recording(context, instruction, began, steps)
    if isinstance(made, str):
        return f"not recorded: {made}"
    await recordings.keep(made)
    return ""


def finished_recording(
    context: ActContext, instruction: Instruction, began: str, steps: Sequence[RecordedStep]
) -> Recording | str:
    """The recording of an instruction that began at an address; or why these steps cannot be repeated."""
    lasting = without_searches(steps, context.screen)
    kept = tuple(_lasting(step, instruction, context.trace.mask) for step in lasting)
    kept = (*(step.model_copy(update={"end": None}) for step in kept[:-1]), *kept[-1:])
    if unused := unused_secret(kept, instruction):
        return f"no step types {{{unused}}}, and whether it is another secret next time is not to be seen"
    only = values_held(kept, instruction)
    return Recording(
        instruction=instruction.text,
        screen=context.screen.kind,
        page=_page(context, began, instruction),
        only=only,
        images=dict(instruction.images),
        steps=tuple(keep_needed(kept, only, instruction.text)),
    )


def _was_lost(steps: Sequence[RecordedStep], left: Recording | None) -> bool:
    """Whether the end had to be done again: after all of `left` was replayed, or after a new start from outside, as
    when an app has closed."""
    done = _in_words(steps)
    if left:
        known = _in_words(left.steps)
        return len(done) > len(known) and done[: len(known)] == known and done[-1] == known[-1]
    count = next((count for count in (2, 3) if len(set(done[-count:])) > 1), len(done))
    places = (place for place in range(len(done) - 2 * count + 1) if done[place : place + count] == done[-count:])
    first = next(places, None)
    return first is not None and any(step.action in _FROM_ANYWHERE for step in steps[first + count : -count])


def _in_words(steps: Sequence[RecordedStep]) -> list[str]:
    return [f"{step.action} {json.dumps(step.params, sort_keys=True)}" for step in steps]


async def keep_target(context: ActContext, instruction: Instruction, target: Target, anchor: Anchor) -> None:
    """Keep where a target was found that was only looked for."""
    if context.recordings and anchor != Anchor():
        page = _page(context, await context.address(), instruction)
        hidden = Anchor.model_validate(_hidden(anchor.model_dump(), context.trace.mask))
        await context.recordings.keep(
            RecordedTarget(
                prompt=target.template,
                screen=context.screen.kind,
                page=page,
                images=dict(instruction.images),
                anchor=hidden,
            )
        )


def recorder_for(context: ActContext, instruction: Instruction) -> ActRecorder | None:
    """A recorder of what is done, if that may be kept."""
    return ActRecorder(context, instruction) if context.recordings and context.recordings.writes else None


def _page(context: ActContext, address: str, instruction: Instruction) -> str:
    return context.trace.mask(page_of(address, instruction))


def _lasting(step: RecordedStep, instruction: Instruction, mask: Mask) -> RecordedStep:
    """A step without any secret of this run.

    What is expected, needed or shown and contains a secret of another act is dropped: this act does not know it.
    """
    hidden = RecordedStep.model_validate(_hidden(step.model_dump(), mask))
    verbatim = verbatim_in(step, {*instruction.values, *mask.names})
    known = {*instruction.values, *verbatim}
    expects, needs = (
        tuple(each for each in expected if slots_of(each.text, each.value) <= known)
        for expected in (hidden.expects, hidden.needs)
    )
    shown = hidden.end and {
        name: tuple(text for text in texts if slots_of(text) <= known)
        for name, texts in (("shows", hidden.end.shows), ("around", hidden.end.around))
    }
    end = hidden.end and hidden.end.model_copy(update=shown)
    return hidden.model_copy(update={"expects": expects, "needs": needs, "verbatim": verbatim, "end": end})


def _hidden(value: Any, mask: Mask) -> Any:
    """A nested value with every text in it masked."""
    match value:
        case str():
            return mask(value)
        case dict():
            return {key: _hidden(item, mask) for key, item in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_hidden(item, mask) for item in cast("list[Any]", value)]
        case _:
            return value
