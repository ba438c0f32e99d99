"""Runs code that a model wrote, isolated from everything but the functions it is given."""

from askonce.program.sandbox.monty_sandbox import CodeResult, Sandbox, SandboxLimits
from askonce.program.sandbox.sandbox_functions import code_action, functions

__all__ = ["CodeResult", "Sandbox", "SandboxLimits", "code_action", "functions"]
