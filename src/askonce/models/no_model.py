"""Where no model can be asked: what remains of a model then, and the remedy."""

from __future__ import annotations

from askonce.config import EMBEDDED
from askonce.models.model_protocol import Model
from askonce.models.withheld_model import WithheldModel

HOW_TO_SET_UP = (
    "set ASKONCE_MODEL_NAME and ASKONCE_MODEL_API_KEY (with ASKONCE_MODEL_BASE_URL for a "
    "provider other than OpenAI), or pass model=…; `askonce doctor` checks them"
)


def can_be_asked(model: Model) -> bool:
    """Whether a model can be asked about what the screen shows."""
    return model.name != EMBEDDED and not isinstance(model, WithheldModel)
