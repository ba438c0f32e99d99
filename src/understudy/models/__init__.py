"""Whom we ask: the `Model` protocol, the client behind it, wrappers around it, and facts about model families."""

from understudy.models.messages import Image, Message, Reply, Request, Role
from understudy.models.protocol import Model

__all__ = ["Image", "Message", "Model", "Reply", "Request", "Role"]
