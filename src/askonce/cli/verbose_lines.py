"""What --verbose tells of a run beyond its steps: model calls, how targets were found, and where the time went."""

from __future__ import annotations

from askonce.trace import Acted, ActEnded, Answered, Event, Expected, Located, Looked


def details(event: Event) -> str:
    """An event in a line; empty when there is nothing to add to what is told anyway."""
    match event:
        case Answered():
            cached = f" ({event.cached_tokens:,} cached)" if event.cached_tokens else ""
            cost = f", ${event.cost:.4f}" if event.cost else ""
            said = f": {event.error}" if event.error else ""
            tokens = f"{event.prompt_tokens:,}{cached} + {event.completion_tokens:,} tokens"
            return f"{event.role}: {event.model}, {tokens}, {event.seconds:.1f} s{cost}{said}"
        case Located():
            tried = "".join(f"; {one.finder}: {one.said}" for one in event.tried if one.finder != event.finder)
            by = f"found by {event.finder}" if event.box else "not found"
            return f"{event.target}: {by}, {event.seconds:.2f} s{tried}"
        case Acted():
            return f"{event.action}: {event.seconds:.2f} s, then {event.settled:.2f} s until the screen was quiet"
        case Expected(unmet=unmet) if unmet:
            return f"expected, and not so: {'; '.join(unmet)}"
        case Looked():
            return f"looked in {event.seconds:.2f} s{f' at {event.address}' if event.address else ''}"
        case ActEnded(how=how, why=why) if why:
            return f"{how}: {why}"
        case _:
            return ""
