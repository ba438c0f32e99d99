"""Reading programs: lines, skeletons, phrases, values, conditions, blocks. `read_program` is the way in."""

from __future__ import annotations

from askonce.program.parser.program_parser import read_program

__all__ = ["read_program"]
