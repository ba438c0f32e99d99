"""Reading the screen: queries, checks, waiting, and watching over time."""
