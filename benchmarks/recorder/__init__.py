"""Flows of a person's hand on applications, recorded and replayed."""
