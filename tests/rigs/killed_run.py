"""A process that runs a program on the sample apps, and takes it up again where an earlier one was killed.

Its arguments are "browser" or "plain" for the screen, the address of the apps, the file of the program and the folder
for the run. Its model is the perfect reader, which keeps nothing in mind that could be lost.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from perfect_reader.plain_screen import PlainScreen
from perfect_reader.reader import PerfectReader

from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.errors import Unresumable
from askonce.models import Model, Request
from askonce.models.factory import Models
from askonce.testing import ScriptedModel


async def main(screen: str, apps: str, program: Path, folder: Path) -> None:
    reader = PerfectReader()

    def reply(request: Request) -> str:
        return reader(request.messages[0].text, request.messages[-1].text)

    played = ScriptedModel(reply, family="text")
    settings = Settings(runs=folder, browser=read_settings().browser)
    async with (_browser if screen == "browser" else _plain)(apps, played, settings) as agent:
        try:
            await agent.run(program, resume=True)
        except Unresumable:  # the first to come, or killed before anything was written down
            await agent.run(program)


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
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])))
