"""A text that is typed but never shown."""

from __future__ import annotations

from typing import final

from askonce.errors import ConfigError


@final
class Secret:
    """A text that is typed but never shown: not in prompts, traces, logs, errors or recordings."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or not text:  # pyright: ignore[reportUnnecessaryIsInstance]
            what = "empty" if not text else f"not a text but of type {type(text).__name__}"
            raise ConfigError(f"a Secret is {what}", remedy="check the variable or environment entry it comes from")
        self._text = text

    def reveal(self) -> str:
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
