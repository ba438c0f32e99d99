"""Whom we ask: the `Model` protocol, the client behind it, wrappers around it, and facts about model families."""

from understudy.models.budget import Budget, Budgeted
from understudy.models.building import Models, build_model, build_models
from understudy.models.cassette import Cassette
from understudy.models.client import OpenAIModel
from understudy.models.fallback import Fallback
from understudy.models.messages import Image, Message, Reply, Request, Role
from understudy.models.protocol import Model
from understudy.models.retry import Retry, Retrying

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
    "Reply",
    "Request",
    "Retry",
    "Retrying",
    "Role",
    "build_model",
    "build_models",
]
