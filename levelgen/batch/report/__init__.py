"""The report: one HTML page about one evaluation, or about two side by side."""

from __future__ import annotations

from levelgen.batch.report.page import report_html

__all__ = ["report_html"]
