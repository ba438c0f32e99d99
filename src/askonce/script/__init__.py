"""YAML scripts: the language, its loader with line numbers, the player, and batches of them.

`load_script` in `script_loader` reads a file, `play` in `player` runs it, and `script_json_schema` has the language
as JSON Schema for editors.
"""
