"""Finding targets on the screen: one finder a file, tried by the chain, cheapest first."""

from askonce.locate.deep_finder import DeepFinder
from askonce.locate.finder import Finder, NotAsked, Passed
from askonce.locate.finder_chain import find
from askonce.locate.local import LocalFinder
from askonce.locate.model_finder import ModelFinder
from askonce.locate.planned_finder import PlannedFinder
from askonce.locate.selector_finder import SelectorFinder

__all__ = [
    "DeepFinder",
    "Finder",
    "LocalFinder",
    "ModelFinder",
    "NotAsked",
    "Passed",
    "PlannedFinder",
    "SelectorFinder",
    "find",
]
