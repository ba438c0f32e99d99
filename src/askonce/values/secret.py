"""A text that is typed but never shown."""

from __future__ import annotations

from typing import final

from askonce.errors import ConfigError

SHORTEST = 4
"""A shorter secret would be found in ordinary words and numbers, and hide these."""


@final
class Secret:
    """A text that is typed but never shown: not in prompts, traces, logs, errors or recordings.

    One of fewer than 4 characters is refused, because it is part of ordinary texts: with `allow_short=True` it is
    accepted, and hidden in these too.

    >>> Secret("hunter22")
    Secret('•••')
    """

    __slots__ = ("_text",)

    def __init__(self, text: str, *, allow_short: bool = False) -> None:
        if not isinstance(text, str) or not text:  # pyright: ignore[reportUnnecessaryIsInstance]
            what = "empty" if not text else f"not a text but of type {type(text).__name__}"
            raise ConfigError(f"a Secret is {what}", remedy="check the variable or environment entry it comes from")
        if len(text) < SHORTEST and not allow_short:
            raise ConfigError(
                f"a Secret has {len(text)} character{'s' if len(text) > 1 else ''}: it would hide parts of other texts",
                remedy=f"use {SHORTEST} or more characters, pass it as a plain value, or Secret(…, allow_short=True)",
            )
        self._text = text

    def reveal(self) -> str:
        """The text itself: for your own code, never for what is shown.

        >>> Secret("hunter22").reveal()
        'hunter22'
        """
        return self._text

    def __repr__(self) -> str:
        return "Secret('•••')"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash((Secret, self._text))

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

    def __reduce__(self) -> str:
        raise TypeError("a Secret cannot be pickled or copied to disk")
