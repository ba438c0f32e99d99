"""Whether what came up after a step tells of a failure, where nothing else shows how the step went."""

from __future__ import annotations

from askonce.language.verdicts import says, without_conditions
from askonce.planning.screen_news import ROWS, ScreenNews, text_of
from askonce.recordings.slots import open_slots
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline
from askonce.values import Instruction

_LONGEST = 15
"""Words of a message; what is longer is something to read."""
ERROR = 400
"""The least HTTP status that is one."""


def told_error(before: Tree, after: Tree, instruction: Instruction, touched: Node | None = None) -> str:
    """A message that came up and says that something failed; "" if there is none.

    What a value of the instruction says, and what stands in other rows than that of the `touched` element, is data.
    """
    news = ScreenNews(Baseline(before), after)
    if news.is_elsewhere:
        return ""
    known = (
        {node.number for node in news.index.above(touched)} if touched and after.find(touched.number) else set[int]()
    )
    for node in news.messages:
        text = without_conditions(open_slots(text_of(node), instruction, loosely=True))
        rows = [each.number for each in (node, *news.index.above(node)) if each.role in ROWS]
        if known.issuperset(rows) and len(text.split()) <= _LONGEST and says("rejected", text):
            return text_of(node)
    return ""
