"""What can be done on a screen: `Action` and `Target`, the built-in actions, and the space that a screen offers.

Adding an action is adding one class. Its docstring and fields are what the model reads and what its reply is checked
against; the verb it is declared for decides on which screens it is offered; its other facts (`Action` lists them) are
what reports, commands and exports say of it.
"""

from askonce.actions import basic_actions, form_actions, gesture_actions, navigation_actions, reading_actions
from askonce.actions.action import Action, Typed
from askonce.actions.action_space import ActionSpace
from askonce.actions.basic_actions import *  # noqa: F403 - what it exports is in its __all__; so with the next four
from askonce.actions.builtin import BUILT_IN
from askonce.actions.form_actions import *  # noqa: F403
from askonce.actions.gesture_actions import *  # noqa: F403
from askonce.actions.navigation_actions import *  # noqa: F403
from askonce.actions.reading_actions import *  # noqa: F403
from askonce.actions.target import Found, Target

__all__ = ["BUILT_IN", "Action", "ActionSpace", "Found", "Target", "Typed"]
__all__ += basic_actions.__all__
__all__ += gesture_actions.__all__
__all__ += form_actions.__all__
__all__ += reading_actions.__all__
__all__ += navigation_actions.__all__
