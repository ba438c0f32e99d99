"""Desktops: the windows of this computer, or of a display that is started for a run."""
