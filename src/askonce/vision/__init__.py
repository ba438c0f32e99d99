"""Vision without a model: finds parts of pictures again, and reads the texts in a picture."""
