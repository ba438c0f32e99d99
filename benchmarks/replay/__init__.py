"""One flow of twenty steps, the site it runs on, and those who run it."""
