"""A small phone of web pages that ships with Understudy: contacts, messages and notes, for jobs across several apps."""

from understudy.testing.apps.records import Contact, Message, Note, Records
from understudy.testing.apps.server import SampleApps

__all__ = ["Contact", "Message", "Note", "Records", "SampleApps"]
