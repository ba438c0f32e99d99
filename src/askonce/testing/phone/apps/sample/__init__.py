"""The sample of the screen contract, as an app."""
