"""The playground: a page on this computer with a live view of a screen, to ask, to record and to run programs."""
