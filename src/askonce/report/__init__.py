"""From a trace to something a person reads: a document of the run, and from that a page, a film and texts."""

from askonce.report.report_files import write_report

__all__ = ["write_report"]
