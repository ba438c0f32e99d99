"""Values that are passed into instructions instead of pasted into them, and secrets among them.

`agent.act("search for {term}", term="mugs")` keeps `{term}` as a name: the model reads what it stands for, a
recording keeps the name, and a `Secret` is known to everybody but the screen by its name only.
"""

from askonce.values.instruction import SLOT_NAME, Instruction, Value
from askonce.values.secret import Secret
from askonce.values.secret_mask import Mask

__all__ = ["SLOT_NAME", "Instruction", "Mask", "Secret", "Value"]
