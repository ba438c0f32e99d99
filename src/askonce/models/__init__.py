"""Models: the `Model` protocol, the client behind it, wrappers around it, and facts about model families."""

from typing import TYPE_CHECKING

from askonce.lazy import exports
from askonce.models.budget import Budget, Budgeted
from askonce.models.factory import Models, build_model, build_models
from askonce.models.fallback import Fallback
from askonce.models.messages import Image, Message, Purpose, Reply, Request, Role
from askonce.models.model_protocol import Model
from askonce.models.retry import Retry, Retrying

if TYPE_CHECKING:
    from askonce.models.cassette import Cassette
    from askonce.models.openai_client import OpenAIModel
else:
    __getattr__ = exports(__name__, Cassette="cassette", OpenAIModel="openai_client")

__all__ = [
    "Budget",
    "Budgeted",
    "Cassette",
    "Fallback",
    "Image",
    "Message",
    "Model",
    "Models",
    "OpenAIModel",
    "Purpose",
    "Reply",
    "Request",
    "Retry",
    "Retrying",
    "Role",
    "build_model",
    "build_models",
]
