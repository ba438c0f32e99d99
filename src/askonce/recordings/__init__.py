"""What worked, kept so that it can be done again without a model: recordings, anchors, and the books they stand in."""
