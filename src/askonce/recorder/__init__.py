"""What a person does by hand, kept as a recording: gestures are performed by the engine's own actions, named in words
that lead back to their elements, and cleaned of what was not meant."""
