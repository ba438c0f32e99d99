"""Errors without secrets: an error may quote what a page or a provider said."""

from __future__ import annotations

from typing import TypeVar, cast

from askonce.errors import AskonceError
from askonce.values.secret_mask import Mask

AnyError = TypeVar("AnyError", bound=AskonceError)


def holds_secret(error: BaseException | None, mask: Mask) -> bool:
    """Whether an error, or what caused it, holds a secret."""
    while error is not None:
        if mask.hides(str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def masked_error(error: AnyError, mask: Mask) -> AnyError:
    """The same error with secrets replaced by their names in everything it carries."""

    def hide(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(hide, cast("tuple[object, ...]", value)))
        return mask(value) if isinstance(value, str) else value

    error.args = tuple(map(hide, error.args))
    for name, value in vars(error).items():
        setattr(error, name, hide(value))
    return error
