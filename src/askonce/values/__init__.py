"""Values passed to instructions by name, and secrets among them.

`agent.act("search for {term}", term="mugs")` keeps `{term}` as a name. The model reads the value, a recording keeps the
name. The text of a `Secret` goes only to the screen: everything else sees its name.
"""

from askonce.values.instruction import SLOT_NAME, Instruction, Value, slot_names
from askonce.values.masked_error import holds_secret, masked_error
from askonce.values.secret import Secret
from askonce.values.secret_mask import Mask

__all__ = ["SLOT_NAME", "Instruction", "Mask", "Secret", "Value", "holds_secret", "masked_error", "slot_names"]
