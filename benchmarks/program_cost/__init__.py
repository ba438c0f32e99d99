"""What `program_cost.py` is made of: the tasks, one measured run, the baselines, the plot."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "tests" / "rigs"))
