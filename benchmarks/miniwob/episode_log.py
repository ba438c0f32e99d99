"""One episode in full: what the model is shown, replies and does, and the reward."""

from __future__ import annotations

from pathlib import Path

from askonce.agent import Agent
from askonce.screens import Node
from askonce.trace import Acted, Answered, Entry, Located, Looked, Noted, Planned
from miniwob.episodes import EpisodeTrace, Player, Result
from miniwob.tasks import Task


async def print_episode(player: Player, task: Task, seed: int, out: Path | None, *, whole_page: bool = False) -> Result:
    """Play one episode and print all of it; pictures from before and after, and the page's source, go to `out`."""
    instruction = await player.begin(task, seed)
    page, screen = await player.open()
    print(f"=== {task.name}, seed {seed} (ability: {task.ability})\ninstruction: {instruction}")
    if out:
        await page.screenshot(path=out / f"{task.name}-{seed}-before.png")
        _write(out / f"{task.name}-{seed}-before.html", await page.content())
    if whole_page:
        print("\n--- every element before the act")
        for node in (await screen.tree()).nodes:
            print(_node_line(node))
    result = await player.act(task, seed, instruction, hear=_print_events)
    if out and not page.is_closed():
        await page.screenshot(path=out / f"{task.name}-{seed}-after.png")
        print(f"\npictures and the page as it was are in {out}")
    last = f"{type(result.error).__name__}: {result.message}" if result.error else result.message
    plans = ", ".join(f"{1000 * one:.1f}" for one in result.plans)
    print(f"\nlast word: {last}")
    print(f"steps: {result.steps}; act: {1000 * result.seconds:.0f} ms; answers of the model: {plans or 'none'} ms")
    ended = f"ended with reward {result.ending.reward:g}" if result.ending.done else "was not ended"
    reason = f" ({result.ending.reason})" if result.ending.reason else ""
    print(f"the episode {ended}{reason}\nverdict: {result.verdict}")
    return result


def _node_line(node: Node) -> str:
    properties = " ".join(f"{name}={value!r}" for name, value in _properties(node).items() if value)
    left, top, right, bottom = (round(edge) for edge in (node.box.left, node.box.top, node.box.right, node.box.bottom))
    return f"    {'  ' * node.depth}[{node.number}] {node.role} {properties} ({left},{top} to {right},{bottom})"


def _properties(node: Node) -> dict[str, object]:
    return {
        "name": node.name,
        "text": node.text,
        "value": node.value,
        "states": sorted(node.states),
        "options": node.options,
        "attributes": dict(node.attributes),
        "cover": node.cover,
    }


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _print_events(agent: Agent, episode_trace: EpisodeTrace) -> None:
    for entry in episode_trace.entries:
        for line in _lines(agent, entry):
            print(line)


def _lines(agent: Agent, entry: Entry) -> list[str]:
    match entry.event:
        case Looked() as event:
            listing = agent.trace.store.read(event.elements).decode() if event.elements else "(no elements)"
            return [f"\n--- round {event.round}: looked ({1000 * event.seconds:.0f} ms)", _indented(listing)]
        case Answered() as event:
            return ["--- the model said", _indented(event.text or f"ERROR {event.error}")]
        case Planned() as event if event.sub_goals or event.memory:
            return [f"--- keeps in mind: {event.memory} {'; '.join(event.sub_goals)}"]
        case Located() as event:
            tried = "; ".join(f"{one.finder}: {one.said}" for one in event.tried)
            place = f"at {event.box} by {event.finder}" if event.box else "NOT FOUND"
            return [f"    located {event.target!r} {place} [{tried}] ({1000 * event.seconds:.0f} ms)"]
        case Acted() as event:
            outcome = f"FAILED: {event.error}" if event.error else event.output or "done"
            times = f"{1000 * event.seconds:.0f} ms, {1000 * event.settled:.0f} ms of it to settle"
            return [f"    did {event.action} {event.params}: {outcome} ({times})"]
        case Noted() as event:
            return [f"    noted: {event.text}"]
        case _:
            return []


def _indented(text: str) -> str:
    return "\n".join(f"    | {line}" for line in text.splitlines())
