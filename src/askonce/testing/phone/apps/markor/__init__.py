"""Markor: notes as files in folders, with an editor."""
