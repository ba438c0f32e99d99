"""What can be done on a screen: `Action` and `Target`, the built-in actions, and the space that a screen offers.

Adding an action is adding one class. Its docstring and fields are what the model reads and what its reply is checked
against; the verb it is declared for decides on which screens it is offered.
"""

from askonce.actions.action import Action, Typed
from askonce.actions.action_space import BUILT_IN, ActionSpace
from askonce.actions.builtin import (
    AnswerDialog,
    Back,
    Clear,
    CloseTab,
    DoubleTap,
    Drag,
    Forward,
    Hover,
    Launch,
    LongPress,
    Navigate,
    Pinch,
    Press,
    Reload,
    RightTap,
    Scroll,
    Select,
    Swipe,
    SwitchTab,
    Tap,
    Terminate,
    Type,
    Upload,
    Wait,
)
from askonce.actions.target import Found, Target

__all__ = [
    "BUILT_IN",
    "Action",
    "ActionSpace",
    "AnswerDialog",
    "Back",
    "Clear",
    "CloseTab",
    "DoubleTap",
    "Drag",
    "Forward",
    "Found",
    "Hover",
    "Launch",
    "LongPress",
    "Navigate",
    "Pinch",
    "Press",
    "Reload",
    "RightTap",
    "Scroll",
    "Select",
    "Swipe",
    "SwitchTab",
    "Tap",
    "Target",
    "Terminate",
    "Type",
    "Typed",
    "Upload",
    "Wait",
]
