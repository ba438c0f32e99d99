"""A simulated phone of web pages that ships with Askonce: contacts, messages and notes, for tasks across apps."""

from askonce.testing.apps.app_records import Contact, Note, Records, TextMessage
from askonce.testing.apps.app_server import SampleApps

__all__ = ["Contact", "Note", "Records", "SampleApps", "TextMessage"]
