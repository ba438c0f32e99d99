"""What models read: prompt texts as files with named slots, and the list of elements on a screen."""

from askonce.prompts.prompt_files import prompt

__all__ = ["prompt"]
