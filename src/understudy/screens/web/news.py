"""What happens by itself on a page, kept until somebody asks."""

from __future__ import annotations


class News:
    """Sentences, each told once."""

    def __init__(self) -> None:
        self._sentences: list[str] = []

    def tell(self, sentence: str) -> None:
        if sentence not in self._sentences:
            self._sentences.append(sentence)

    def take(self) -> tuple[str, ...]:
        taken = tuple(self._sentences)
        self._sentences.clear()
        return taken
