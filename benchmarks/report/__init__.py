"""The parts of `report.py`: made-up traces, and what is measured with them and with real runs."""
