"""Contacts: a list, an entry, a form."""
