"""YAML scripts: the language, its loader with line numbers, the player, and batches of them."""
