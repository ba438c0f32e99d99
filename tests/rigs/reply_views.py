"""What the planner was shown when it wrote the replies of these tests."""

from __future__ import annotations

from askonce.actions import ActionSpace
from askonce.geometry import Box, Frame, Size
from askonce.models.families import FAMILIES
from askonce.planning.plan import ReplyContext
from askonce.screens import Node, Tree
from askonce.screens.fake import FakeScreen

SCREEN = Size(1000, 500)
TREE = Tree(
    nodes=(
        Node(3, "button", "Save", Box(10, 20, 80, 30), actionable=True),
        Node(4, "textbox", "Name", Box(10, 60, 200, 30), value="Bob", actionable=True),
        Node(9, "image", "", Box(300, 60, 40, 40)),
    ),
    view=SCREEN,
)


class Mouse:
    """A desktop: a pointer and keys, but no fingers, no addresses and nothing that scrolls by itself."""

    kind = "desktop"

    capture = FakeScreen.capture
    size = FakeScreen.size
    settle = FakeScreen.settle
    news = FakeScreen.news
    close = FakeScreen.close
    tap = FakeScreen.tap
    hover = FakeScreen.hover
    hold = FakeScreen.hold
    drag = FakeScreen.drag


class Scrolls(Mouse):
    scroll = FakeScreen.scroll
    scroll_to = FakeScreen.scroll_to


class Fingers:
    """A screen that can only be touched."""

    kind = "touch"

    capture = FakeScreen.capture
    size = FakeScreen.size
    settle = FakeScreen.settle
    news = FakeScreen.news
    close = FakeScreen.close
    swipe = FakeScreen.swipe
    pinch = FakeScreen.pinch


def view(
    family: str = "generic", *, picture: bool = True, elements: bool = True, screen: object = None
) -> ReplyContext:
    """A view of the whole screen, in a picture of twice its size."""
    space = ActionSpace(FakeScreen() if screen is None else screen)  # type: ignore[arg-type]
    frame = Frame.whole(SCREEN, Size(2000, 1000)) if picture else None
    return ReplyContext(space, FAMILIES[family], frame, TREE if elements else None)
