"""Whether a step is replayed from a recording, in the next pass of a loop or in another run.

A recording is found by the text of the step. So a step has the same text in each pass: a template, with the values of
the pass in its slots. `may_replay` says whether a recording may be used at all; `StepHost` passes that on to the act
loop (`planning.replay`). An agent without recordings of its own keeps some while a program runs
(`agent.programs`), so that the second pass replays the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from askonce.errors import ProgramError
from askonce.lazy import regex
from askonce.program.data_types import holds_secret
from askonce.program.expression_tree import Reference, TextTemplate
from askonce.program.run_state import StatementProgress
from askonce.program.value_text import look_up, slot_name, to_text
from askonce.program.variables import VariableScope
from askonce.values import Secret, Value

SLOT_LIKE = regex(r"\{+[A-Za-z_][\w.]*\}+")
"""Text that `Instruction` would read as a slot."""


def may_replay(progress: StatementProgress) -> bool:
    """Not after something of the step was done already: a replay would do it twice."""
    return not progress.is_begun


def step_template(text: TextTemplate, scope: VariableScope) -> tuple[str, dict[str, Value]]:
    """The text of a step with slots, and the values in them. The text is the same in each pass of a loop."""
    values: dict[str, Value] = {}
    pieces: list[str] = []
    for number, part in enumerate(text.parts):
        if isinstance(part, str):
            pieces.append(escape_slots(part))
            continue
        looked_up = look_up(part, scope)
        if holds_secret(looked_up) and not isinstance(looked_up, Secret):
            raise ProgramError(
                f"{{{slot_name(part)}}} holds a secret, which cannot become part of another text",
                remedy="name the secret itself in the step",
            )
        value = looked_up if isinstance(looked_up, Secret) else to_text(looked_up)
        after = text.parts[number + 1] if number + 1 < len(text.parts) else ""
        if (pieces and pieces[-1].endswith("{")) or (isinstance(after, str) and after.startswith("}")):
            # Between braces of its own, a slot would read as an escaped one: the value itself is written there.
            pieces.append(value if isinstance(value, str) else "[secret]")
            continue
        name = next(name for name in _slot_names(part) if values.get(name, value) == value)
        values[name] = value
        pieces.append(f"{{{name}}}")
    return "".join(pieces), values


def escape_slots(text: str) -> str:
    """Double braces that would read as a slot, as `Instruction` wants them."""
    return SLOT_LIKE.sub(lambda braces: f"{{{braces.group()}}}", text)


def _slot_names(reference: Reference) -> Iterator[str]:
    """The names that a slot may take, in case another slot has the first."""
    name = slot_name(reference)
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1
