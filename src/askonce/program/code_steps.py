"""Code in a step: it works on the program's variables, and touches the screen as the step itself does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from askonce.actions import Action
from askonce.errors import AskonceError, RunLost
from askonce.program.control_flow import LOOP
from askonce.program.hands import Hands
from askonce.program.run_state import RunState
from askonce.program.sandbox import CodeResult, Sandbox, code_action, functions
from askonce.program.step_host import StepHost
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles


def code_action_for(
    companion: StepHost, state: RunState, hands: Hands, sandbox: Sandbox, files: WorkFiles
) -> type[Action[Any]]:
    """The action that runs code. What the code does on the screen is journalled and counted like any action."""

    async def do(action: Action[Any]) -> str:
        await companion.acting(str(action), ())
        await companion.touching(is_repeatable=action.is_repeatable)
        try:
            output = await hands.do(action)
        except RunLost:
            raise
        except AskonceError as error:
            await companion.acted(str(action), "", error.message)
            raise
        await companion.acted(str(action), output, "")
        return output

    async def run(code: str) -> CodeResult:
        known = {name: value for name, value in state.scope.without_secrets().items() if name.isidentifier()}
        ran = await sandbox.run(code, known | companion.given, functions(hands, do, files), now=await hands.now())
        for name, value in ran.variables.items():  # told to the model at once, and not when the step is done
            state.scope.refuse_secret(Change.set(name, (), value))
        companion.given |= {name: value for name, value in ran.variables.items() if name != LOOP}
        return ran

    return code_action(run)


def result_changes(name: str, value: Any, scope: VariableScope) -> Iterator[Change]:
    """The changes that give a variable its new value.

    An object is changed key by key where that can be done: it may be a row of a table, and is to stay one.
    """
    old = scope.visible().get(name)
    if isinstance(old, dict) and isinstance(value, dict) and old.keys() <= value.keys():
        before, after = cast("dict[str, Any]", old), cast("dict[str, Any]", value)
        yield from (Change.set(name, (key,), item) for key, item in after.items() if before.get(key, ...) != item)
    else:
        yield Change.set(name, (), value)
