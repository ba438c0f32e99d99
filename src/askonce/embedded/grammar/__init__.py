"""From the words of an instruction to what they ask for: parts, and the ways to read each part.

Nothing is decided here about the screen. Words and sentence forms are data: `words.json` and `patterns.txt`.
"""

from askonce.embedded.grammar.intent import Intent, Said
from askonce.embedded.grammar.reading import read_part
from askonce.embedded.grammar.splitting import Part, split_parts

__all__ = ["Intent", "Part", "Said", "read_part", "split_parts"]
