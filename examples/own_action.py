"""Adds your own action: here, asking the user a question.

export ASKONCE_MODEL_NAME=… ASKONCE_MODEL_BASE_URL=… ASKONCE_MODEL_API_KEY=…
python examples/own_action.py
"""

import asyncio

from askonce import Action, launch
from askonce.screens import Screen
from askonce.testing.shop import SampleShop


class AskPerson(Action[Screen]):
    """Ask the person a question that only they can answer, such as which of two products they want."""

    question: str

    async def perform(self, screen: Screen) -> str:
        return await asyncio.to_thread(input, f"{self.question} ")


async def main() -> None:
    async with SampleShop() as shop, launch.web(shop.url) as agent:
        agent.actions.add(AskPerson)
        result = await agent.act("ask which mug I want, and open its page")
        print(result.message)


asyncio.run(main())
