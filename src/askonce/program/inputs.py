"""The variables that a run starts with, and keeps when it is resumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from askonce.errors import ProgramError, Unresumable
from askonce.program.journal_records import JsonObject
from askonce.program.run_state import RunState
from askonce.program.variables import Change
from askonce.values import Secret


def input_changes(given: Mapping[str, Any], secrets: Mapping[str, Secret]) -> tuple[JsonObject, ...]:
    """The changes that set what was passed, as the journal holds them."""

    def change(name: str, value: Any) -> JsonObject:
        try:
            return Change.set(name, (), value).to_json(secrets)
        except ProgramError as error:
            raise ProgramError(f"{{{name}}} was passed: {error.message}", remedy=error.remedy) from None

    return tuple(change(name, value) for name, value in given.items())


def refuse_other_inputs(state: RunState, given: Mapping[str, Any]) -> None:
    """A resumed run keeps the variables that it started with: others would have no effect."""
    for change in input_changes(given, state.secrets):
        name = str(change["name"])
        if name not in state.given or state.given[name] != change.get("value"):
            raise Unresumable(
                f"the run did not start with this {{{name}}}; a resumed run keeps the variables that it started with",
                remedy=f"leave {name} out, or run the program from its start",
            )
