"""Code that a model wrote, run where it can reach nothing but what it is given."""

from askonce.program.sandbox.acting import code_action, functions
from askonce.program.sandbox.box import Limits, Ran, Sandbox

__all__ = ["Limits", "Ran", "Sandbox", "code_action", "functions"]
