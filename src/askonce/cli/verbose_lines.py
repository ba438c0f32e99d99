"""What --verbose prints: model calls, how targets were found, and where the time went."""

from __future__ import annotations

from askonce.trace import Acted, ActEnded, Answered, Event, Expected, Located, Looked


def details(event: Event) -> str:
    """An event as one line; empty when there is nothing to add."""
    match event:
        case Answered():
            cached = f" ({event.cached_tokens:,} cached)" if event.cached_tokens else ""
            cost = f", ${event.cost:.4f}" if event.cost else ""
            error = f": {event.error}" if event.error else ""
            tokens = f"{event.prompt_tokens:,}{cached} + {event.completion_tokens:,} tokens"
            return f"{event.role}: {event.model}, {tokens}, {event.seconds:.1f} s{cost}{error}"
        case Located():
            others = "".join(f"; {tried.finder}: {tried.said}" for tried in event.tried if tried.finder != event.finder)
            by = f"found by {event.finder}" if event.box else "not found"
            return f"{event.target}: {by}, {event.seconds:.2f} s{others}"
        case Acted():
            return f"{event.action}: {event.seconds:.2f} s, then {event.settled:.2f} s until the screen settled"
        case Expected(unmet=unmet) if unmet:
            return f"expectation not met: {'; '.join(unmet)}"
        case Looked():
            return f"looked in {event.seconds:.2f} s{f' at {event.address}' if event.address else ''}"
        case ActEnded(how=how, why=why) if why:
            return f"{how}: {why}"
        case _:
            return ""
