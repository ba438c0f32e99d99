"""What users test with: a provider on this machine that answers by rules and fails on demand, and a screen and a model
in memory.

See `understudy.testing.model_server` and `understudy.screens.fake` for examples.
"""

from understudy.models.scripted import ScriptedModel
from understudy.screens.fake import FakeScreen
from understudy.testing.model_asked import Asked, Said
from understudy.testing.model_faults import Fault
from understudy.testing.model_server import ModelServer

__all__ = ["Asked", "FakeScreen", "Fault", "ModelServer", "Said", "ScriptedModel"]
