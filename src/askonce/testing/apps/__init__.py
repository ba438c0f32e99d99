"""A small phone of web pages that ships with Askonce: contacts, messages and notes, for jobs across several apps."""

from askonce.testing.apps.app_records import Contact, Message, Note, Records
from askonce.testing.apps.app_server import SampleApps

__all__ = ["Contact", "Message", "Note", "Records", "SampleApps"]
