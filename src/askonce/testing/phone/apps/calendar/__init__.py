"""Simple Calendar Pro: months, days, events."""
