"""Fleets: runs that are submitted to a queue in PostgreSQL, and workers on many machines that play them."""
