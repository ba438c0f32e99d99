"""Semantic task programs: the language, and the engine that runs them through whatever hands it is given."""
