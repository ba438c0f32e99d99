"""Finding targets on the screen: one finder a file, tried from cheap to precise by the chain."""

from understudy.locate.chain import Finder, Passed, find
from understudy.locate.deep import DeepFinder
from understudy.locate.local import LocalFinder
from understudy.locate.model import ModelFinder
from understudy.locate.planned import PlannedFinder
from understudy.locate.selector import SelectorFinder

__all__ = ["DeepFinder", "Finder", "LocalFinder", "ModelFinder", "Passed", "PlannedFinder", "SelectorFinder", "find"]
