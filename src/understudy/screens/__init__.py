"""What we look at and touch: the `Screen` protocol, its verbs, its tree, and one folder per kind of screen."""

from understudy.screens.protocol import (
    Chooser,
    Dialog,
    Dialogs,
    Inspectable,
    Keyboard,
    Launcher,
    Navigator,
    Pointer,
    Screen,
    Scripted,
    Scroller,
    Shot,
    Tab,
    Tabs,
    Touch,
    Uploads,
    Watchable,
)
from understudy.screens.tree import Node, Tree

__all__ = [
    "Chooser",
    "Dialog",
    "Dialogs",
    "Inspectable",
    "Keyboard",
    "Launcher",
    "Navigator",
    "Node",
    "Pointer",
    "Screen",
    "Scripted",
    "Scroller",
    "Shot",
    "Tab",
    "Tabs",
    "Touch",
    "Tree",
    "Uploads",
    "Watchable",
]
