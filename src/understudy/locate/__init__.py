"""Finding targets on the screen: one finder a file, tried from cheap to precise by the chain."""

from understudy.locate.chain import Finder, Passed, find
from understudy.locate.model import ModelFinder
from understudy.locate.planned import PlannedFinder

__all__ = ["Finder", "ModelFinder", "Passed", "PlannedFinder", "find"]
