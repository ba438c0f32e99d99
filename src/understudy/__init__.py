"""Understudy operates user interfaces from plain language, and replays what worked."""
