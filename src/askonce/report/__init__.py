"""Reports: from a trace to a document of the run, and from that to an HTML page, a film and text formats."""

from askonce.report.report_files import write_report

__all__ = ["write_report"]
