"""What can be checked by pointing at it."""

from __future__ import annotations

from anchor_trees import node

from askonce.geometry import Box, Point, Size
from askonce.insight.exact import is_statement
from askonce.recorder.check_proposals import proposals_at
from askonce.screens.ui_tree import Node, Tree
