"""YAML scripts: the language, its loader with line numbers, the player, and batches of them.

`load_script` in `loading` reads a file, `play` in `playing` plays it, and `script_schema` in `schema` is the language
as editors know it.
"""
