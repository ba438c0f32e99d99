"""Simple SMS Messenger: threads, a conversation, a new message."""
