"""Permission to act: asked right before anything reaches a screen, and gone for good once it was refused.

A process may lose the right to act while a run is under way: another has taken the run over, because this one was
suspended or cut off for too long. It must not touch the screen again, not even to finish an action that it has begun.
So the permit is asked before each action (`planning.action_execution`) and before each verb of the screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from askonce.errors import AskonceError, RunLost
from askonce.screens.screen_protocol import Screen

Permit = Callable[[], None]
"""Returns where something may be done now, and raises `RunLost` where it may not."""

_TOUCHING = """
tap focus go_to_end hold drag hover right_tap middle_tap pinch swipe fill type clear press scroll scroll_to
scroll_screenful navigate begin_at back forward reload home recents notifications rotate choose upload push_file answer
switch_tab close_tab launch terminate switch_window move_window resize_window close_window write_clipboard run_shell
wda_request evaluate set_session reveal uncover
"""
_LOOKING = """
capture size settle close tree whole_tree legible_tree answered peek rest wait_actionable document_status layout lapse
take_troubles late_answers take_written take_messages capture_fast drop_down_at capture_clear find_secrets preserve
select unseen count_hidden find_surfaces write_selectors wait_for_change still_tree wait_for_address wait_for_texts
now keep_session read_session stop_accepting pull_file tabs is_hit_by_both new_page windows displays read_clipboard
appearance watch_flashes take_flashes settled_tree
"""
TOUCHES = frozenset(_TOUCHING.split())
"""The verbs of screens that change something, the view included."""
LOOKS = frozenset(_LOOKING.split())
"""Those that leave everything as it is, but for scrolling to what is looked for."""


class Permission:
    """A permit of which a refusal is final: nothing is allowed after it.

    >>> Permission(lambda: None)()
    """

    def __init__(self, permit: Permit | None = None) -> None:
        self._permit = permit
        self._refusal: Exception | None = None

    def __call__(self) -> None:
        """Return where something may be done now; raise the refusal otherwise."""
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)
        if self._permit is None:
            return
        try:
            self._permit()
        except AskonceError as error:
            # Whatever is no `RunLost` might be taken for a failure of one action, and another way be tried.
            self._refusal = error if isinstance(error, RunLost) else RunLost(error.message, remedy=error.remedy)
            raise self._refusal from error.__cause__
        except Exception as error:
            self._refusal = error
            raise

    @contextmanager
    def over(self, screen: Screen) -> Generator[None, None, None]:
        """Ask before each verb of the screen that touches it, as long as the context is open.

        The screen stays the object that it is: what it can do is told by its class.
        """
        own: dict[str, Any] = getattr(screen, "__dict__", {})
        names = [name for name in sorted(TOUCHES) if callable(getattr(screen, name, None))] if self._permit else []
        had = {name: own[name] for name in names if name in own}
        for name in names:
            setattr(screen, name, self._asking(getattr(screen, name)))
        try:
            yield
        finally:
            for name in names:
                delattr(screen, name)
            for name, verb in had.items():
                setattr(screen, name, verb)

    def _asking(self, verb: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        @wraps(verb)
        async def ask(*given: Any, **named: Any) -> Any:
            self()
            return await verb(*given, **named)

        return ask
