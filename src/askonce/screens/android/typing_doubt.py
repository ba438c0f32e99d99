"""When a text is on its way to a phone, and nobody knows whether it was typed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from askonce.errors import ScreenClosed, ScreenError, TypingInDoubt


@contextmanager
def doubt_typing(what: str, *, refusal: type[ScreenError] | tuple[()] = ()) -> Generator[None, None, None]:
    """Have an error in here say that the text may have been typed, unless it is a `refusal`, so that nothing was: a
    plain error has it typed once more."""
    try:
        yield
    except (ScreenClosed, TypingInDoubt):
        raise
    except refusal:
        raise
    except ScreenError as error:
        raise TypingInDoubt(f"{what}: {error.message}") from error
