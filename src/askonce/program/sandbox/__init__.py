"""Code that a model wrote, run where it can reach nothing but what it is given."""

from askonce.program.sandbox.monty_sandbox import CodeResult, Sandbox, SandboxLimits
from askonce.program.sandbox.sandbox_functions import code_action, functions

__all__ = ["CodeResult", "Sandbox", "SandboxLimits", "code_action", "functions"]
