"""Finding targets on the screen: one finder a file, tried by the chain, cheapest first."""

from askonce.locate.deep_finder import DeepFinder
from askonce.locate.finder_chain import Finder, Passed, find
from askonce.locate.local import LocalFinder
from askonce.locate.model_finder import ModelFinder
from askonce.locate.planned_finder import PlannedFinder
from askonce.locate.selector_finder import SelectorFinder

__all__ = ["DeepFinder", "Finder", "LocalFinder", "ModelFinder", "Passed", "PlannedFinder", "SelectorFinder", "find"]
