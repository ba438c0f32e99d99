"""From the words of an instruction to what they ask for: parts, and the ways to read each part.

Nothing is decided here about the screen. Words and sentence forms are data: `words.json` and `patterns.txt`.
"""

from askonce.embedded.grammar.instruction_parts import split_parts
from askonce.embedded.grammar.intent import Intent, IntentArgument
from askonce.embedded.grammar.interpretations import read_part

__all__ = ["Intent", "IntentArgument", "read_part", "split_parts"]
