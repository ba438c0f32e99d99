"""What happens while a tool is at work, in words."""

from __future__ import annotations

from askonce.trace import Acted, ActStarted, Asked, Entry, LineStarted, Located, Looked, Noted, Planned, Told


def in_words(entry: Entry) -> str:
    """One line about an event; nothing about those that only matter to a report."""
    match entry.event:
        case ActStarted(instruction=instruction):
            return f"started: {instruction}"
        case Looked(address=address):
            return f"looking at {address}" if address else "looking"
        case Asked(model=model):
            return f"asking {model}"
        case Planned(log=log, thought=thought):
            return log or thought
        case Located(target=target, box=None):
            return f"not found: {target}"
        case Located(target=target):
            return f"found {target}"
        case Acted(action=action, error=error):
            return f"failed: {action}: {error}" if error else f"done: {action}"
        case Noted(text=text):
            return text
        case LineStarted(line=line, words=words):
            return f"line {line}: {words}"
        case Told(message=message):
            return f"told: {message}"
        case _:
            return ""
