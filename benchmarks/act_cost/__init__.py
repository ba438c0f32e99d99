"""Scenes that readers played by prompt and picture alone, and what they replied."""
