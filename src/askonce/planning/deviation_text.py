"""What no longer fits a recording, in words: the step, what it looked for, and what comes closest to that."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.locate.similar_elements import described, similar_elements, suggestion
from askonce.planning.replay import Deviation, Replay
from askonce.prompts.quoted_text import quoted
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.screens import Tree
from askonce.values import Instruction, Mask, Secret, slot_names

_MOST_VALUES, _LONGEST_VALUE = 6, 60


def describe_deviation(deviation: Deviation, replay: Replay, tree: Tree | None, mask: Mask) -> str:
    """ "step 2 of 3, Tap(the Save button): there is no button 'save'", what it looked for, and what is there."""
    steps, instruction = replay.recording.steps, replay.instruction
    step = steps[deviation.number]
    words = step_in_words(step, instruction, steps)
    lines = [f"step {deviation.number + 1} of {len(steps)}, {words}: {mask(deviation.reason)}"]
    for anchor in step.anchors.values() if not deviation.done else ():
        if anchor.role:
            lines.append(f"it looked for {_anchor_in_words(anchor, instruction)}")
            name = instruction.fill(anchor.name or anchor.label, secrets=False)
            similar = similar_elements(name, tree.masked(mask)) if tree and name else ()
            is_there = any(element.startswith(described(anchor.role, name)) for element in similar)
            lines.append("" if is_there else suggestion(similar))
    return "\n  ".join(filter(None, lines))


def step_in_words(
    step: RecordedStep, instruction: Instruction, beside: Sequence[RecordedStep] = (), *, purpose: bool = True
) -> str:
    """A recorded step as a person reads it. What it shares with steps `beside` it is more than its own purpose."""
    params = [f"{value}" if name in step.anchors else f"{name}={value!r}" for name, value in step.params.items()]
    is_shared = any(other is not step and other.intent == step.intent for other in beside)
    intent = f", {'as a part of' if is_shared else 'to'}: {step.intent}" if step.intent and purpose else ""
    words = f"{step.action}({', '.join(params)}){intent}"
    return instruction.fill(words, secrets=False)


def _anchor_in_words(anchor: Anchor, instruction: Instruction) -> str:
    """The main facts of an anchor: what it is, what it is called, and where it was."""
    name = anchor.name or anchor.label
    facts = [f"the {anchor.role}" + (f' "{name}"' if name else " without a name")]
    facts += [f"in a row with {_quoted(anchor.row)}"] if any(anchor.row) else []
    facts += [f"inside the {anchor.inside[0]}"] if anchor.inside else []
    facts += [f"under {_quoted(anchor.under)}"] if any(anchor.under) else []
    facts += [f"number {anchor.ordinal}"] if anchor.ordinal is not None else []
    return instruction.fill(", ".join(facts), secrets=False)


def _quoted(texts: tuple[str, ...]) -> str:
    return ", ".join(f'"{text}"' for text in texts if text)


def values_in_words(instruction: Instruction) -> str:
    """With which values an instruction was carried out: ` with recipe "Bean Chili"`; "" where it has none.

    Of secrets the names are told, and of many or long values the beginning.
    """
    given = [
        name if isinstance(value, Secret) else f"{name} {quoted(str(value), _LONGEST_VALUE)}"
        for name, value in instruction.values.items()
        if name in slot_names(instruction.text)
    ]
    told = ", ".join([*given[:_MOST_VALUES], *(["…"] if len(given) > _MOST_VALUES else [])])
    return f" with {told}" if told else ""
