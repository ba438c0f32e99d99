"""Applications that others wrote, and sentences that are played on them."""
