"""The text of a file, as far as it can be read at all."""

from __future__ import annotations

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem


class SourceError(Exception):
    """A file cannot be read as text, or not as YAML; carries the problem with its location."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def decode_source(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        location = Location(data.count(b"\n", 0, error.start) + 1, error.start - data.rfind(b"\n", 0, error.start))
        message = f"byte {error.start + 1} is not part of a character in UTF-8"
        raise SourceError(Problem(location, message, "save the file as UTF-8 in your editor")) from None
