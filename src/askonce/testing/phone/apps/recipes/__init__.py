"""Broccoli: recipes."""
