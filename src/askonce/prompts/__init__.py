"""Prompts for models: texts with named slots, and the list of elements on a screen."""

from askonce.prompts.prompt_files import prompt

__all__ = ["prompt"]
