"""What `aw_extend.py` is made of: the 19 tasks, the judge, one measured run, the programs written by hand."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "tests" / "rigs"))
