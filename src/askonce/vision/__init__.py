"""Eyes without a model: patches of pictures that are found again, and the texts in a picture."""
