"""What users test with: a provider on this machine that answers by rules and fails on demand.

See `understudy.testing.model_server` for an example.
"""

from understudy.testing.model_asked import Asked, Said
from understudy.testing.model_faults import Fault
from understudy.testing.model_server import ModelServer

__all__ = ["Asked", "Fault", "ModelServer", "Said"]
