"""Code that a model wrote, run where it can reach nothing but what it is given."""

from askonce.program.sandbox.monty_sandbox import Limits, Ran, Sandbox
from askonce.program.sandbox.sandbox_functions import code_action, functions

__all__ = ["Limits", "Ran", "Sandbox", "code_action", "functions"]
