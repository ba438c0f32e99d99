"""A small phone of web pages that ships with Askonce: contacts, messages and notes, for jobs across several apps."""

from askonce.testing.apps.app_records import Contact, Note, Records, TextMessage
from askonce.testing.apps.app_server import SampleApps

__all__ = ["Contact", "Note", "Records", "SampleApps", "TextMessage"]
