"""The act loop: look, ask, read, find, do, note; and the dialects in which planners reply."""
