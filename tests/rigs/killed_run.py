"""A process that runs a program on the sample apps, and takes it up again where an earlier one was killed.

Its arguments are "browser" or "plain" for the screen, "embedded" or "reader" for the model, the address of the apps,
the file of the program, the folder for the run, what the user says of a line that may be done ("" for nothing), and
the store of a fleet that has the journal: then nothing but the store is left of an earlier life. Neither model keeps
anything in mind that could be lost. If the run stops to ask, the process ends with `ASKS`, and the
last line of its standard error is the entry in question.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import cast

sys.path.append(str(Path(__file__).parent))

from perfect_reader.plain_screen import PlainScreen
from perfect_reader.programs import ENTRY
from perfect_reader.reader import PerfectReader

from askonce.agent import Agent
from askonce.agent.program_setup import latest_journal
from askonce.config import Settings, read_settings
from askonce.embedded.embedded_model import EmbeddedModel
from askonce.errors import Unresumable
from askonce.models import Model, Request
from askonce.models.factory import Models
from askonce.program.journal import FileJournal, Journal
from askonce.program.journal_records import JournalRecord
from askonce.program.line_inspection import InterruptedLine
from askonce.program.parser import read_program
from askonce.program.resume import rebuild
from askonce.program.value_text import look_up
from askonce.testing import ScriptedModel
from askonce.values import Mask

ASKS = 3
RUN = "contacts"


async def main(
    screen: str, model: str, apps: str, program: Path, folder: Path, answer: InterruptedLine, store: str
) -> int:
    settings = Settings(runs=folder, browser=read_settings().browser)
    played = EmbeddedModel() if model == "embedded" else _reader()
    stored = await _stored(store) if store else None
    journal, resume = stored or (None, _has_begun(folder))
    async with (_browser if screen == "browser" else _plain)(apps, played, settings) as agent:
        try:
            await agent.run(program, journal=journal, resume=resume, interrupted_line=answer)
        except Unresumable as error:
            written = journal or FileJournal(latest_journal(folder), Mask())
            print(error, entry_in_question(written.read()), sep="\n", file=sys.stderr)
            return ASKS
    return 0


async def _stored(store: str) -> tuple[Journal, bool]:
    """The journal of the next attempt, and whether there is something to resume."""
    from askonce.fleet.run_store import open_run_store
    from askonce.fleet.store_journal import StoreJournal

    opened = open_run_store(store)
    journal = StoreJournal(opened, RUN, len(opened.names(f"journals/{RUN}")) + 1)
    return journal, await journal.load()


def _has_begun(folder: Path) -> bool:
    """Whether there is something to resume: not in the first life, nor if it was killed before it wrote anything."""
    return any(b"\n" in path.read_bytes() for path in folder.glob("traces/*/journal.jsonl"))


def entry_in_question(records: Iterable[JournalRecord]) -> str:
    """The entry that the interrupted line makes, as the apps hold it."""
    state = rebuild(records, lambda text: read_program(text)[0], {})
    app = "message" if "messages" in state.statement.words.lower() else "contact"
    return f"{app} {look_up(ENTRY, state.scope)}"


def _reader() -> Model:
    reader = PerfectReader()

    def reply(request: Request) -> str:
        return reader(request.messages[0].text, request.messages[-1].text)

    return ScriptedModel(reply, family="text")


def _browser(apps: str, model: Model, settings: Settings) -> AbstractAsyncContextManager[Agent]:
    from askonce import launch

    return launch.web(apps, model=model, settings=settings)


@asynccontextmanager
async def _plain(apps: str, model: Model, settings: Settings) -> AsyncGenerator[Agent, None]:
    screen = PlainScreen()
    await screen.navigate(apps)
    async with Agent(screen, Models.of(model), settings=settings) as agent:
        yield agent


if __name__ == "__main__":
    said = cast("InterruptedLine", sys.argv[6])
    places = Path(sys.argv[4]), Path(sys.argv[5])
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], *places, said, sys.argv[7])))
