"""What worked, kept so that it can be done again without a model: recordings, anchors, and the files that hold them."""
