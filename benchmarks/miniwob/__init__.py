"""The parts of the MiniWoB++ benchmark: its tasks, their pages, episodes on them, and the figures that come of it."""
