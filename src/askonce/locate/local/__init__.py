"""Finding an element by its description in the screen's own tree: names, roles, neighbours and order; no model."""

from askonce.locate.local.local_finder import LocalFinder
from askonce.locate.local.matcher import Match, Matcher, Tied, match

__all__ = ["LocalFinder", "Match", "Matcher", "Tied", "match"]
