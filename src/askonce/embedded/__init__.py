"""The model that comes with the package: it plans from the elements of the screen, with no network and no guessing."""

from askonce.embedded.embedded_model import EmbeddedModel

__all__ = ["EmbeddedModel"]
