"""Results of a step that were read off the screen: kept by where they stood, and read there again without a planner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from askonce.errors import ScreenMoved
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.reading_clause import ReadingClause, read_clause
from askonce.insight.value_sources import SourceReader
from askonce.planning.act_context import ActContext
from askonce.planning.stall import tree_fingerprint
from askonce.planning.step_targets import POLL
from askonce.recordings.page_keys import page_of
from askonce.recordings.recording import Reading
from askonce.screens import Tree, Watchable
from askonce.screens.screen_protocol import hiding_dialog
from askonce.values import Instruction


async def recall_results(
    context: ActContext, instruction: Instruction, wanted: Sequence[str], *, after_steps: bool
) -> dict[str, Any] | None:
    """What a step is to give, read where it was read before; None where that is not certain.

    `after_steps` says that the recorded steps of the instruction were just replayed.
    """
    clause = read_clause(instruction)
    if clause is None or context.recordings is None or not context.is_recordable:
        return None
    on_page = await context.recordings.readings_on(instruction, context.screen.kind, await _page(context, instruction))
    known = [reading for reading in on_page if reading.after_steps == after_steps and {*reading.values} == {*wanted}]
    deadline = time.monotonic() + (context.replay_patience if context.is_strict else 0.0)
    while known:
        reader = await _look(context, instruction, clause)
        for reading in known:
            if reader and (values := _read(reading, reader, context)):
                context.recordings.use(reading)
                context.note(f"read where it was read before: {', '.join(values)}")
                return values
        if (left := deadline - time.monotonic()) <= 0:
            break
        if isinstance(context.screen, Watchable):
            await context.screen.wait_for_change(min(left, POLL))
        else:
            await asyncio.sleep(min(left, POLL))
    return None


async def keep_results(
    context: ActContext, instruction: Instruction, results: Mapping[str, Any], seen: Tree | None, *, after_steps: bool
) -> None:
    """Keep where results stood that a planner has just read off what it has `seen`, if the page says what they are."""
    recordings, clause = context.recordings, read_clause(instruction)
    if recordings is None or not recordings.writes or not context.is_recordable or clause is None or seen is None:
        return
    reader = await _look(context, instruction, clause) if after_steps or clause.is_alone else None
    now = await context.eyes.tree() if reader else None
    if reader is None or now is None or tree_fingerprint(now) != tree_fingerprint(seen):
        return
    sources = reader.find_sources(results)
    texts = {name: value for name, value in instruction.values.items() if isinstance(value, str)}
    if not sources or len(texts) != len(instruction.values):
        return
    told = {text for source in sources.values() for text in (source.item, *source.headings)}
    reading = Reading(
        instruction=instruction.text,
        screen=context.screen.kind,
        page=await _page(context, instruction),
        after_steps=after_steps,
        only={} if after_steps else {name: text for name, text in texts.items() if f"{{{name}}}" not in told},
        controls=reader.controls,
        values=sources,
    )
    if not context.trace.mask.hides(reading.model_dump_json()):
        await recordings.keep(reading)


def _read(reading: Reading, reader: SourceReader, context: ActContext) -> dict[str, Any] | None:
    if reader.controls != reading.controls:
        return None
    values = {name: reader.read(source) for name, source in reading.values.items()}
    is_told = all(value is not None and not context.trace.mask.hides(str(value)) for value in values.values())
    return values if is_told else None


async def _look(context: ActContext, instruction: Instruction, clause: ReadingClause) -> SourceReader | None:
    if hiding_dialog(context.screen):
        return None
    await context.screen.settle()
    context.eyes.blink()
    try:
        view, whole = await context.eyes.both_trees()
    except ScreenMoved:
        return None
    return SourceReader(ElementEvidence(view, whole), instruction, clause) if view else None


async def _page(context: ActContext, instruction: Instruction) -> str:
    return context.trace.mask(page_of(await context.address(), instruction))
