"""Askonce as an agent of AndroidWorld. Nothing here imports AndroidWorld: its classes are met by their methods."""
