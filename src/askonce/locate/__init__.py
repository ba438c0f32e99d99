"""Finding targets on the screen: one finder a file, tried from cheap to precise by the chain."""

from askonce.locate.chain import Finder, Passed, find
from askonce.locate.deep import DeepFinder
from askonce.locate.local import LocalFinder
from askonce.locate.model import ModelFinder
from askonce.locate.planned import PlannedFinder
from askonce.locate.selector import SelectorFinder

__all__ = ["DeepFinder", "Finder", "LocalFinder", "ModelFinder", "Passed", "PlannedFinder", "SelectorFinder", "find"]
