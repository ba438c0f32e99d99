"""What a fleet is measured with. Its PostgreSQL and its stubs are those of the tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "tests" / "rigs"))
