"""What happens on a page without an action, kept until it is read."""

from __future__ import annotations


class News:
    """Sentences, each read once."""

    def __init__(self) -> None:
        self._sentences: list[str] = []

    def tell(self, sentence: str) -> None:
        if sentence not in self._sentences:
            self._sentences.append(sentence)

    def retract(self, sentence: str) -> None:
        """It turned out not to be worth telling."""
        if sentence in self._sentences:
            self._sentences.remove(sentence)

    def take(self) -> tuple[str, ...]:
        taken = tuple(self._sentences)
        self._sentences.clear()
        return taken
