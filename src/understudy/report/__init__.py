"""From a trace to something a person reads: a view of the run, and one self-contained page."""

from understudy.report.view import ActView, AskView, RoundView, RunView, StepView, view
from understudy.report.writing import write_report

__all__ = ["ActView", "AskView", "RoundView", "RunView", "StepView", "view", "write_report"]
