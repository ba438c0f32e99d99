"""Screens of the user's own, which scripts name by their module."""
