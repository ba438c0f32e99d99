"""Recordings of what worked, replayed without a model; anchors; and the files that store them."""
